/* SPDX-License-Identifier: MIT */
/* Questions from users who typed `play`: see match.h.  They are kept in memory only, ordered by
 * the asking and the asked user, for QUESTION_LIFE_MS.  Each function is O(log n) in the
 * questions. */
#include "match/match_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/pack.h"

/* How long a question stays open, and how long a user may have been idle and still be found by
 * `play`. */
#define QUESTION_LIFE_MS 900000
#define BELL_INTERVAL_MS 60000 /* minimum interval between bells from one user to another */

/* A question from one user to another. */
struct question {
	struct tree_node user_pair_node;
	struct question *prev, *next; /* ordered by asked_ms */
	int64_t by, to;
	char name[STORE_NAME_MAX + 1]; /* name of the user asked */
	int64_t asked_ms, rung_ms;     /* when asked; last bell of `to`; monotonic */
	bool open;                     /* not withdrawn yet */
	uint64_t dice_seq;             /* people->dice_seq when the seed was drawn */
	uint8_t seed[STORE_SEED_BYTES];
};

struct user_pair {
	int64_t by, to;
};

/* Compares the users of the question at node n with `users`. */
static int
compare_user_pair(const struct tree_node *n, const void *users)
{
	const struct question *q = TREE_OWNER_CONST(n, struct question, user_pair_node);
	const struct user_pair *u = users;

	if (q->by != u->by)
		return q->by < u->by ? -1 : 1;
	return q->to < u->to ? -1 : q->to > u->to;
}

static int
compare_questions(const struct tree_node *a, const struct tree_node *b)
{
	const struct question *q = TREE_OWNER_CONST(b, struct question, user_pair_node);

	return compare_user_pair(a, &(struct user_pair){ q->by, q->to });
}

void
play_questions_init(struct matches *t)
{
	tree_init(&t->questions, compare_questions);
}

/* Returns the first question at or after a pair of users, NULL if there is none. */
static struct question *
first_question_from(const struct world *w, int64_t by, int64_t to)
{
	struct tree_node *n = tree_at_or_after(
	    &w->matches->questions, compare_user_pair, &(struct user_pair){ by, to });

	return n != NULL ? TREE_OWNER(n, struct question, user_pair_node) : NULL;
}

static struct question *
question_of_users(const struct world *w, int64_t by, int64_t to)
{
	struct question *q = first_question_from(w, by, to);

	return q != NULL && q->by == by && q->to == to ? q : NULL;
}

static struct question *
find_question(const struct world *w, const struct session *by, const struct session *to)
{
	return question_of_users(w, by->player->user, to->player->user);
}

static bool
is_open(const struct world *w, const struct question *q)
{
	return q != NULL && q->open && w->mono_ms - q->asked_ms < QUESTION_LIFE_MS;
}

static void
drop_question(struct matches *t, struct question *q)
{
	tree_remove(&t->questions, &q->user_pair_node);
	DL_DELETE(t->questions_by_age, q);
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
	tree_add(&t->questions, &q->user_pair_node);
	DL_APPEND(t->questions_by_age, q);
	return q;
}

/* Assigns dice to a question.  If the question in the other direction is open, both users may
 * have seen its commitment, so its dice are used.  Otherwise draws new dice: a match may have
 * used and revealed the previous seed of a withdrawn question. */
static void
draw_question_dice(struct world *w, struct question *q, const struct question *reverse)
{
	if (is_open(w, reverse)) {
		q->dice_seq = reverse->dice_seq;
		memcpy(q->seed, reverse->seed, sizeof(q->seed));
	} else {
		q->dice_seq = ++w->people->dice_seq;
		w->random.bytes(w->random.ctx, q->seed, sizeof(q->seed));
	}
}

bool
match_ask_to_play(struct world *w, const struct session *by, const struct session *to)
{
	struct matches *t = w->matches;
	struct question *q;
	bool rings;

	while (t->questions_by_age != NULL &&
	       w->mono_ms - t->questions_by_age->asked_ms >= QUESTION_LIFE_MS)
		drop_question(t, t->questions_by_age);
	q = find_question(w, by, to);
	if (q == NULL)
		q = add(t, by->player->user, to->player->user, to->player->name);
	if (!q->open)
		draw_question_dice(w, q, find_question(w, to, by));
	q->open = true;
	q->asked_ms = w->mono_ms;
	DL_DELETE(t->questions_by_age, q);
	DL_APPEND(t->questions_by_age, q);
	rings = w->mono_ms - q->rung_ms >= BELL_INTERVAL_MS;
	if (rings)
		q->rung_ms = w->mono_ms;
	return rings;
}

bool
match_has_question(const struct world *w, const struct session *by, const struct session *to)
{
	return is_open(w, find_question(w, by, to));
}

bool
match_question_dice(const struct world *w, const struct session *inviter,
    const struct session *other, struct dice_record *dice_out)
{
	const struct question *q = find_question(w, inviter, other);

	if (!is_open(w, q))
		q = find_question(w, other, inviter);
	if (!is_open(w, q))
		return false;
	*dice_out =
	    player_invitation_dice_since(inviter->player, other->player, q->seed, q->dice_seq);
	return true;
}

struct session *
match_withdraw_question(struct world *w, const struct session *by, int64_t *cursor)
{
	const int64_t user = by->player->user;
	struct question *q;

	while ((q = first_question_from(w, user, *cursor + 1)) != NULL && q->by == user) {
		struct session *to = is_open(w, q) ? session_by_name(w, q->name) : NULL;

		*cursor = q->to;
		q->open = false;
		if (to != NULL && to->player->user == q->to)
			return to;
	}
	return NULL;
}

void
play_questions_hand_over(struct world *w, struct pack *p)
{
	struct matches *t = w->matches;
	struct question *q = p->reading ? NULL : t->questions_by_age;

	while (pack_begin_part(p, 1, q != NULL)) {
		struct question x = { .by = 0 };

		if (q != NULL) {
			x = *q;
			q = q->next;
		}
		PACK(p, 1, x.by, 2, x.to, 3, x.name, 4, x.asked_ms, 5, x.rung_ms);
		PACK(p, 6, x.open, 7, x.dice_seq, 8, x.seed);
		pack_end_part(p);
		p->bad = p->bad || (p->reading && question_of_users(w, x.by, x.to) != NULL);
		if (!p->reading || p->bad)
			continue;
		struct question *n = add(t, x.by, x.to, x.name);

		n->asked_ms = x.asked_ms;
		n->rung_ms = x.rung_ms;
		n->open = x.open;
		n->dice_seq = x.dice_seq;
		memcpy(n->seed, x.seed, sizeof(n->seed));
	}
}

void
play_questions_free(struct matches *t)
{
	while (t->questions_by_age != NULL)
		drop_question(t, t->questions_by_age);
}
