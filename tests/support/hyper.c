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
hyper_possible(const struct board *b)
{
	for (unsigned p = 1; p < PT_BAR; p++)
		if (b->at[0][p] > 0 && b->at[1][PT_BAR - p] > 0)
			return false;
	return b->at[0][PT_OFF] < HYPER_MEN && b->at[1][PT_OFF] < HYPER_MEN;
}

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
