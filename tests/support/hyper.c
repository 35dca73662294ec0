/* SPDX-License-Identifier: MIT */
/* See hyper.h. */
#include "tests/support/hyper.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"

unsigned
hyper_side(unsigned p, unsigned q, unsigned r)
{
	unsigned t;

	if (p < q)
		t = p, p = q, q = t;
	if (q < r)
		t = q, q = r, r = t;
	if (p < q)
		t = p, p = q, q = t;
	return (p + 2) * (p + 1) * p / 6 + (q + 1) * q / 2 + r;
}

unsigned
hyper_side_of(const uint8_t at[PT_COUNT])
{
	unsigned men[HYPER_MEN] = { 0 }, n = 0;

	for (unsigned p = 1; p <= PT_BAR; p++)
		for (unsigned i = 0; i < at[p]; i++) {
			CHECK(n < HYPER_MEN);
			men[n++] = p;
		}
	return hyper_side(men[0], men[1], men[2]);
}

bool
hyper_is_possible(const struct board *b)
{
	for (unsigned p = 1; p < PT_BAR; p++)
		if (b->at[0][p] > 0 && b->at[1][PT_BAR - p] > 0)
			return false;
	return b->at[0][PT_OFF] < HYPER_MEN && b->at[1][PT_OFF] < HYPER_MEN;
}

/* ---- plays ---- */

unsigned
hyper_highest(const uint8_t men[HYPER_MEN])
{
	unsigned top = men[0] > men[1] ? men[0] : men[1];

	return top > men[2] ? top : men[2];
}

/* Moves checker i by a die.  Returns false if that is illegal. */
static bool
move_checker(struct hyper_position *l, unsigned i, unsigned die)
{
	unsigned from = l->me[i], top = hyper_highest(l->me), hit = HYPER_MEN, there = 0, to;

	if (from == PT_OFF || (top == PT_BAR && from != PT_BAR))
		return false;
	if (from <= die) { /* borne off */
		if (top > HOME_TOP || (from < die && from < top))
			return false;
		l->me[i] = PT_OFF;
		return true;
	}
	to = from - die;
	for (unsigned k = 0; k < HYPER_MEN; k++)
		if (l->other[k] == PT_BAR - to) {
			there++;
			hit = k;
		}
	if (there > 1)
		return false;
	if (there == 1)
		l->other[hit] = PT_BAR;
	l->me[i] = (uint8_t)to;
	return true;
}

/* Collects every play of the dice from the k-th on.  With doubles, plays the rearmost checker
 * first. */
static void
list_plays(struct hyper_plays *p, const struct hyper_position *l, const uint8_t *die,
    unsigned k, unsigned n, unsigned from)
{
	bool stuck = true;

	for (unsigned i = 0; k < n && i < HYPER_MEN; i++) {
		struct hyper_position next = *l;

		if ((i > 0 && l->me[i] == l->me[i - 1]) || l->me[i] > from ||
		    !move_checker(&next, i, die[k]))
			continue;
		stuck = false;
		list_plays(p, &next, die, k + 1, n, n == 2 ? PT_BAR : l->me[i]);
	}
	if (!stuck || k < p->dice_used)
		return;
	if (k > p->dice_used)
		p->n = 0;
	p->dice_used = k;
	CHECK(p->n < HYPER_PLAYS_MAX);
	p->result[p->n++] = *l;
}

void
hyper_plays_of(
    const struct hyper_position *from, unsigned a, unsigned b, struct hyper_plays *p_out)
{
	const uint8_t high = (uint8_t)(a > b ? a : b), low = (uint8_t)(a > b ? b : a);
	const uint8_t dice[4] = { high, low, high, high }, turned[2] = { low, high };
	unsigned used;

	p_out->dice_used = p_out->n = 0;
	list_plays(p_out, from, dice, 0, a == b ? 4 : 2, PT_BAR);
	used = p_out->dice_used;
	if (a == b || used == 1) /* the higher die, if either but not both can be played */
		p_out->dice_used = used == 1 && a != b ? 2 : used;
	if (a != b) {
		struct hyper_plays first = { .dice_used = 0 };

		if (used == 1) {
			first = *p_out;
			p_out->n = 0;
		}
		list_plays(p_out, from, turned, 0, 2, PT_BAR);
		if (used == 1 && p_out->n == 0)
			*p_out = first;
	}
}

void
hyper_board_of(const struct hyper_position *l, struct board *b_out)
{
	memset(b_out, 0, sizeof(*b_out));
	for (unsigned i = 0; i < HYPER_MEN; i++) {
		b_out->at[SEAT_0][l->me[i]]++;
		b_out->at[SEAT_1][l->other[i]]++;
	}
}

/* ---- the table ---- */

void
hyper_outputs(
    const struct hyper_table *t, const struct board *b, enum seat turn, float out[NET_OUTPUTS])
{
	unsigned me = hyper_side_of(b->at[turn]),
		 other = hyper_side_of(b->at[seat_other(turn)]);

	memcpy(out, t->out[me][other], sizeof(t->out[me][other]));
}

const struct hyper_table *
hyper_open(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *at = MAP_FAILED;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && st.st_size != (off_t)sizeof(struct hyper_table))
		errno = EINVAL;
	else
		at = mmap(NULL, sizeof(struct hyper_table), PROT_READ, MAP_SHARED, fd, 0);
	(void)close(fd);
	return at != MAP_FAILED ? at : NULL;
}
