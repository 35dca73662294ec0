/* SPDX-License-Identifier: MIT */
/* Pairs a round by hand.  Linear in the entries and pairings. */
#include "cmd/tournament/tournament_command.h"

#include "people/people.h"
#include "output/output.h"
#include "proto/words.h"

#define PAIRS_SHOWN_MAX 20u

/* Returns the last round in which the entries `a` and `b` met; 0 if none.  With ENTRY_NOBODY as
 * `b`, returns the last round in which `a` had a bye. */
static unsigned
last_round_met(const struct tourney *t, entry_no a, entry_no b)
{
	for (uint32_t p = t->pairings_n; p-- > 0;) {
		const struct pairing *x = &t->pairings[p];

		if ((x->side[0] == a && x->side[1] == b) ||
		    (x->side[0] == b && x->side[1] == a))
			return x->round;
	}
	return 0;
}

static void
print_planned_pair(struct sub_call *x, entry_no a, entry_no b)
{
	const struct tourney *t = x->t;
	const char *name = t->entries[a].name;
	unsigned met = last_round_met(t, a, b);

	if (b == ENTRY_NOBODY) {
		msg_trn_paired_bye(x->out, t->round + 1, name);
		if (met != 0)
			msg_trn_bye_repeats(x->out, name, met);
		return;
	}
	msg_trn_paired(x->out, t->round + 1, name, t->entries[b].name);
	if (met != 0)
		msg_trn_pair_repeats(x->out, name, t->entries[b].name, met);
}

/* Lists the pairs made by hand so far. */
static void
list_planned_pairs(struct sub_call *x)
{
	const struct tourney *t = x->t;
	unsigned told = 0, left = 0;

	for (unsigned e = 0; e < t->entries_n; e++) {
		entry_no other = tourney_planned_opponent(t, (entry_no)e);

		left += other == ENTRY_UNKNOWN && !tourney_is_out(t, (entry_no)e);
		if (other != ENTRY_UNKNOWN && other > e && told++ < PAIRS_SHOWN_MAX)
			print_planned_pair(x, (entry_no)e, other);
	}
	if (told == 0)
		msg_trn_pair_none(x->out, t->round + 1);
	else
		msg_trn_pair_left(x->out, left);
}

void
tournament_pair(struct sub_call *x)
{
	const struct tourney *t = x->t;
	entry_no a, b = ENTRY_NOBODY;
	char text[32];
	struct sbuf out;

	if (x->rest[0] == '\0') {
		list_planned_pairs(x);
		return;
	}
	if (!sub_parse_entry(x, &a) ||
	    ((!word_is(x->rest, "bye") || sub_find_entry(t, "bye") != ENTRY_UNKNOWN) &&
		!sub_parse_entry(x, &b)))
		return;
	if (b == ENTRY_NOBODY && t->entries[a].user == x->c->p->user) {
		msg_trn_own_bye(x->out); /* a bye counts as a win */
		return;
	}
	SBUF_INIT(&out, text);
	if (b == ENTRY_NOBODY)
		sbuf_addf(&out, "bye=%u", (unsigned)a);
	else
		sbuf_addf(&out, "%u-%u", (unsigned)a, (unsigned)b);
	x->a.text = text;
	if (sub_do_act(x))
		print_planned_pair(x, a, b);
}

void
tournament_unpair(struct sub_call *x)
{
	if (sub_parse_entry(x, &x->a.entry) && sub_do_act(x))
		msg_trn_unpaired(x->out, x->t->round + 1, x->t->entries[x->a.entry].name);
}
