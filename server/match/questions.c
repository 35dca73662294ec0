/* SPDX-License-Identifier: MIT */
/* Questions from users who typed `play`: see match.h.  They are kept in memory only, ordered by
 * the asking and the asked user, for QUESTION_MS.  Each function is O(log n) in the
 * questions. */
#include "match/match_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/pack.h"

/* How long a question stays open, and how long a user may have been idle and still be found by
 * `play`. */
#define QUESTION_MS 900000
#define RINGS_MS 60000 /* minimum interval between bells from one user to another */

/* A question from one user to another. */
struct question {
	struct tree_node by_users;
	struct question *prev, *next; /* ordered by at_ms */
	int64_t by, to;
	char name[STORE_NAME_MAX + 1]; /* name of the user asked */
	int64_t at_ms, rung_ms; /* when asked, and when the bell of `to` last rang; monotonic */
	bool open;              /* not withdrawn yet */
	uint64_t dice_no;       /* people->dice_no when the seed was drawn */
	uint8_t seed[STORE_SEED_BYTES];
};

struct users {
	int64_t by, to;
};

/* Compares the users of the question at node n with `users`. */
static int
compare_users(const struct tree_node *n, const void *users)
{
	const struct question *q = TREE_OF_CONST(n, struct question, by_users);
	const struct users *u = users;

	if (q->by != u->by)
		return q->by < u->by ? -1 : 1;
	return q->to < u->to ? -1 : q->to > u->to;
}

static int
order(const struct tree_node *a, const struct tree_node *b)
{
	const struct question *q = TREE_OF_CONST(b, struct question, by_users);

	return compare_users(a, &(struct users){ q->by, q->to });
}

void
questions_init(struct matches *t)
{
	tree_init(&t->questions, order);
}

/* Returns the first question at or after a pair of users, NULL if there is none. */
static struct question *
first_from(const struct world *w, int64_t by, int64_t to)
{
	struct tree_node *n =
	    tree_from(&w->matches->questions, compare_users, &(struct users){ by, to });

	return n != NULL ? TREE_OF(n, struct question, by_users) : NULL;
}

static struct question *
of_users(const struct world *w, int64_t by, int64_t to)
{
	struct question *q = first_from(w, by, to);

	return q != NULL && q->by == by && q->to == to ? q : NULL;
}

static struct question *
find(const struct world *w, const struct session *by, const struct session *to)
{
	return of_users(w, by->player->user, to->player->user);
}

static bool
is_open(const struct world *w, const struct question *q)
{
	return q != NULL && q->open && w->mono_ms - q->at_ms < QUESTION_MS;
}

static void
drop(struct matches *t, struct question *q)
{
	tree_remove(&t->questions, &q->by_users);
	DL_DELETE(t->asked, q);
	free(q);
}

static struct question *
add(struct matches *t, int64_t by, int64_t to, const char *name)
{
	struct question *q = calloc(1, sizeof(*q));

	CHECK(q != NULL); /* aborts if out of memory, as world_reap_later does */
	q->by = by;
	q->to = to;
	q->rung_ms = INT64_MIN / 2;
	CHECK(sbuf_copy(q->name, sizeof(q->name), name));
	tree_add(&t->questions, &q->by_users);
	DL_APPEND(t->asked, q);
	return q;
}

/* Assigns dice to a question.  If the question in the other direction is open, both users may
 * have seen its commitment, so its dice are used.  Otherwise draws new dice: a match may have
 * used and revealed the previous seed of a withdrawn question. */
static void
draw(struct world *w, struct question *q, const struct question *reverse)
{
	if (is_open(w, reverse)) {
		q->dice_no = reverse->dice_no;
		memcpy(q->seed, reverse->seed, sizeof(q->seed));
	} else {
		q->dice_no = ++w->people->dice_no;
		w->random.bytes(w->random.ctx, q->seed, sizeof(q->seed));
	}
}

bool
match_question(struct world *w, const struct session *by, const struct session *to)
{
	struct matches *t = w->matches;
	struct question *q;
	bool rings;

	while (t->asked != NULL && w->mono_ms - t->asked->at_ms >= QUESTION_MS)
		drop(t, t->asked);
	q = find(w, by, to);
	if (q == NULL)
		q = add(t, by->player->user, to->player->user, to->player->name);
	if (!q->open)
		draw(w, q, find(w, to, by));
	q->open = true;
	q->at_ms = w->mono_ms;
	DL_DELETE(t->asked, q);
	DL_APPEND(t->asked, q);
	rings = w->mono_ms - q->rung_ms >= RINGS_MS;
	if (rings)
		q->rung_ms = w->mono_ms;
	return rings;
}

bool
match_has_question(const struct world *w, const struct session *by, const struct session *to)
{
	return is_open(w, find(w, by, to));
}

bool
match_question_dice(const struct world *w, const struct session *inviter,
    const struct session *other, struct dice_record *dice_out)
{
	const struct question *q = find(w, inviter, other);

	if (!is_open(w, q))
		q = find(w, other, inviter);
	if (!is_open(w, q))
		return false;
	*dice_out = player_dice_since(inviter->player, other->player, q->seed, q->dice_no);
	return true;
}

struct session *
match_withdraw_question(struct world *w, const struct session *by, int64_t *cursor)
{
	const int64_t user = by->player->user;
	struct question *q;

	while ((q = first_from(w, user, *cursor + 1)) != NULL && q->by == user) {
		struct session *to = is_open(w, q) ? session_by_name(w, q->name) : NULL;

		*cursor = q->to;
		q->open = false;
		if (to != NULL && to->player->user == q->to)
			return to;
	}
	return NULL;
}

void
questions_carry(struct world *w, struct pack *p)
{
	struct matches *t = w->matches;
	struct question *q = p->reading ? NULL : t->asked;

	while (pack_begin(p, 1, q != NULL)) {
		struct question x = { .by = 0 };

		if (q != NULL) {
			x = *q;
			q = q->next;
		}
		PACK(p, 1, x.by, 2, x.to, 3, x.name, 4, x.at_ms, 5, x.rung_ms);
		PACK(p, 6, x.open, 7, x.dice_no, 8, x.seed);
		pack_end(p);
		p->bad = p->bad || (p->reading && of_users(w, x.by, x.to) != NULL);
		if (!p->reading || p->bad)
			continue;
		struct question *n = add(t, x.by, x.to, x.name);

		n->at_ms = x.at_ms;
		n->rung_ms = x.rung_ms;
		n->open = x.open;
		n->dice_no = x.dice_no;
		memcpy(n->seed, x.seed, sizeof(n->seed));
	}
}

void
questions_free(struct matches *t)
{
	while (t->asked != NULL)
		drop(t, t->asked);
}
