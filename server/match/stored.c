/* SPDX-License-Identifier: MIT */
/* Stored actions, and the current state of a stored match, which is found by replaying all its
 * actions. */
#include "match/match_internal.h"

#include <string.h>

void
match_store_action(struct world *w, int64_t row, uint32_t seq, const struct action *a)
{
	struct action_record r = {
		.match = row,
		.seq = seq,
		.at_ms = wallclock_new_stamp_ms(w),
		.elapsed_ms = a->elapsed_ms,
		.credit_ms = a->lag_credit_ms,
		.seat = (int)a->seat,
		.automatic = a->automatic,
		.kind = action_kind_name(a->kind),
	};
	char text[256];
	struct sbuf b;

	SBUF_INIT(&b, text);
	action_write(&b, a);
	CHECK(sbuf_ok(&b));
	r.text = text;
	store_action_add(w->store, &r);
}

bool
match_read_action(const struct action_record *r, struct action *a_out)
{
	if (!action_read(r->kind, (enum seat)r->seat, r->automatic, r->text, a_out))
		return false;
	a_out->elapsed_ms = r->elapsed_ms;
	a_out->lag_credit_ms = r->credit_ms;
	return true;
}

struct replay {
	struct match_state *state;
	struct move_space *space;
	uint32_t seq;
	bool bad;
	struct match_totals *totals; /* NULL: nothing is counted */
	uint32_t counted_actions;    /* number of actions that the stored totals include */
};

static bool
replay_action(void *ctx, const struct action_record *r)
{
	struct replay *rp = ctx;
	struct match_state before;
	struct match_events ev;
	struct action a;

	if (rp->totals != NULL && rp->seq == rp->counted_actions)
		totals_clear(rp->totals);
	before = *rp->state;
	rp->bad = r->seq != rp->seq || r->seat < 0 || r->seat > 2 ||
		  !match_read_action(r, &a) ||
		  match_apply(rp->state, &a, rp->space, &ev).err != MATCH_OK;
	rp->seq++;
	if (rp->totals != NULL && !rp->bad && !before.practice)
		totals_count_action(rp->totals, &before, &a, &ev);
	return !rp->bad;
}

static bool
replay_match(struct store *s, const struct match_record *record, struct replay *rp)
{
	const struct variant *v = variant_find(record->variant);

	if (v == NULL || record->length > MATCH_LENGTH_MAX)
		return false;
	match_init(rp->state, v, record->length);
	store_actions_each(s, record->id, replay_action, rp);
	return !rp->bad && rp->seq == record->actions && rp->state->phase != PH_OVER;
}

bool
match_replay_from_store(struct store *s, const struct match_record *record,
    struct move_space *space, struct match_state *state_out, uint32_t *seq_out)
{
	struct replay rp = { .state = state_out, .space = space };
	bool ok = replay_match(s, record, &rp);

	*seq_out = rp.seq;
	return ok;
}

bool
match_replay(struct world *w, const struct match_record *record, struct match_state *state_out,
    uint32_t *seq_out)
{
	return match_replay_from_store(
	    w->store, record, match_move_space(w), state_out, seq_out);
}

bool
match_replay_totals(struct world *w, const struct match_record *record,
    struct match_state *state_out, uint32_t *seq_out, struct match_totals *totals_out)
{
	struct replay rp = {
		.state = state_out,
		.space = match_move_space(w),
		.totals = totals_out,
		.counted_actions = (uint32_t)store_match_counted(w->store, record->id),
	};
	bool ok;

	*totals_out = (struct match_totals){ 0 };
	ok = replay_match(w->store, record, &rp);
	if (rp.seq <= rp.counted_actions)
		totals_clear(totals_out);
	*seq_out = rp.seq;
	return ok;
}

bool
match_imported(const struct match_record *r)
{
	return strcmp(r->end_reason, MATCH_IMPORTED) == 0;
}
