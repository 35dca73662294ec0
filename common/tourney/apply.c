/* SPDX-License-Identifier: MIT */
/* Applies acts to a tournament.  For each kind, a row of acts.def lists the phases in which it
 * is allowed, what it needs, the function with further conditions, and the function that
 * applies it.  Owns no memory; costs are given in tournament.h. */
#include "tourney/apply.h"

#include <string.h>

#include "tourney/text.h"

#define IN(phase) (1u << TOURNEY_##phase)
enum {
	IN_PLANNED = IN(PLANNED),
	IN_OPEN = IN(OPEN),
	IN_RUNNING = IN(RUNNING),
	IN_BEFORE = IN(PLANNED) | IN(OPEN) | IN(CLOSED),
	IN_NOT_OVER = IN_BEFORE | IN_RUNNING,
};

enum act_need {
	NEEDS_NOTHING,
	NEEDS_ENTRY,
	NEEDS_PAIRING,
	NEEDS_UNBEGUN,
	NEEDS_BEGUN,
};

static const struct {
	unsigned phases;
	enum act_need need;
	enum tourney_err (*gate)(const struct tourney *t, const struct tourney_act *a);
	void (*run)(struct applying *ap);
} ACT_RULES[TACT_COUNT] = {
#define TACT(name, fields, phases, needs, gate, run, means)                                    \
	{ IN_##phases, NEEDS_##needs, gate_##gate, apply_##run },
#include "tourney/acts.def"
#undef TACT
};

enum tourney_err
gate_nothing(const struct tourney *t, const struct tourney_act *a)
{
	(void)t;
	(void)a;
	return TOURNEY_OK;
}

void
apply_nothing(struct applying *ap)
{
	(void)ap;
}

/* ---- checks ---- */

static enum tourney_err
phase_error(const struct tourney *t, unsigned phases)
{
	if ((phases >> t->phase & 1u) != 0)
		return TOURNEY_OK;
	if (t->phase > TOURNEY_RUNNING)
		return TOURNEY_IS_OVER;
	if (t->phase == TOURNEY_RUNNING)
		return TOURNEY_HAS_STARTED;
	if (phases == IN_OPEN)
		return TOURNEY_NOT_OPEN;
	return phases == IN_PLANNED ? TOURNEY_NOT_PLANNED : TOURNEY_NOT_STARTED;
}

enum tourney_err
gate_open_pairing(const struct tourney *t, const struct tourney_act *a)
{
	if (a->pairing >= t->pairings_n)
		return TOURNEY_NO_SUCH_PAIRING;
	if (t->pairings[a->pairing].end != PAIRING_OPEN)
		return TOURNEY_PAIRING_OVER;
	return t->bouts[a->pairing].ready_ms != 0 && pairing_ready(&t->pairings[a->pairing])
		   ? TOURNEY_OK
		   : TOURNEY_NO_SUCH_PAIRING;
}

static enum tourney_err
need_error(const struct tourney *t, const struct tourney_act *a, enum act_need need)
{
	enum tourney_err e;
	bool begun;

	if (need == NEEDS_NOTHING)
		return TOURNEY_OK;
	if (need == NEEDS_ENTRY && a->entry >= t->entries_n)
		return TOURNEY_NOT_ENTERED;
	if (need == NEEDS_ENTRY)
		return t->entries[a->entry].withdrawn ? TOURNEY_WITHDRAWN : TOURNEY_OK;
	e = gate_open_pairing(t, a);
	if (e != TOURNEY_OK || need == NEEDS_PAIRING)
		return e;
	begun = t->bouts[a->pairing].match != 0;
	if (begun == (need == NEEDS_BEGUN))
		return TOURNEY_OK;
	return begun ? TOURNEY_MATCH_BEGUN : TOURNEY_MATCH_NOT_BEGUN;
}

/* True if the act is well-formed, as tourney_act_read would require. */
static bool
well_formed(const struct tourney_act *a)
{
	unsigned f;

	if ((unsigned)a->kind >= TACT_COUNT)
		return false;
	f = tourney_act_fields(a->kind);
	if ((f & TF_SIDE) != 0 && a->side > ((f & TF_BOTH) != 0 ? PAIRING_NOBODY : 1))
		return false;
	return (f & TF_USER) == 0 || (a->user > 0 && a->name[0] != '\0' &&
					 memchr(a->name, '\0', sizeof(a->name)) != NULL &&
					 a->rating > -999999999 && a->rating < 999999999);
}

/* Returns the act with text "" instead of NULL. */
static struct tourney_act
with_text(const struct tourney_act *a)
{
	struct tourney_act b = *a;

	if (b.text == NULL)
		b.text = "";
	return b;
}

enum tourney_err
tourney_gate(const struct tourney *t, const struct tourney_act *a)
{
	struct tourney_act b = with_text(a);
	enum tourney_err e;

	if (!well_formed(a))
		return TOURNEY_BAD_ACT;
	if (t->undoing.called_off_ms != 0 && (b.kind == TACT_start || b.kind == TACT_open))
		return TOURNEY_CALLED_OFF;
	e = phase_error(t, ACT_RULES[b.kind].phases);
	if (e == TOURNEY_OK)
		e = need_error(t, &b, ACT_RULES[b.kind].need);
	return e == TOURNEY_OK ? ACT_RULES[b.kind].gate(t, &b) : e;
}

/* Returns the pairing that a director's act concerns, or from which it removes a player.  A
 * player's own withdrawal is not included. */
static uint32_t
directed_pairing(const struct tourney *t, const struct tourney_act *a)
{
	int64_t e = a->kind == TACT_invite ? a->value - 1 : a->entry; /* TACT_invite: the entry
								       * to be replaced */

	if ((tourney_act_fields(a->kind) & TF_PAIRING) != 0 && a->kind != TACT_appoint &&
	    a->kind != TACT_agree)
		return a->pairing;
	if (a->kind != TACT_withdraw && a->kind != TACT_replace && a->kind != TACT_invite)
		return TOURNEY_NO_PAIRING;
	return e >= 0 && e < (int64_t)t->entries_n && t->entries[e].user != a->actor
		   ? tourney_open_pairing(t, (entry_no)e)
		   : TOURNEY_NO_PAIRING;
}

static bool
user_plays_in(const struct tourney *t, uint32_t p, int64_t user)
{
	for (unsigned s = 0; p < t->pairings_n && s < 2; s++) {
		entry_no e = t->pairings[p].side[s];

		if (entry_is_player(e) && t->entries[e].user == user)
			return true;
	}
	return false;
}

/* True if players of pairing q depend on the player in that seat.  Recurses along the bracket,
 * in which each pairing leads to at most two others. */
static bool
leads_to(const struct tourney *t, pairing_seat seat, uint32_t q)
{
	const struct pairing *p;

	if (seat == PAIRING_NOWHERE)
		return false;
	p = &t->pairings[t->bracket_base + seat / 2];
	if (p->side[seat % 2] == ENTRY_UNKNOWN)
		return false;
	return t->bracket_base + seat / 2 == q || leads_to(t, p->winner_to, q) ||
	       leads_to(t, p->loser_to, q);
}

bool
tourney_result_leads_to(const struct tourney *t, uint32_t p, uint32_t q)
{
	const struct pairing *x = &t->pairings[p];

	return section_is_bracket(x->section) && p >= t->bracket_base &&
	       (leads_to(t, x->winner_to, q) || leads_to(t, x->loser_to, q));
}

bool
tourney_affects_own_match(const struct tourney *t, const struct tourney_act *a)
{
	if (user_plays_in(t, directed_pairing(t, a), a->actor))
		return true;
	for (uint32_t q = t->bracket_base;
	     a->kind == TACT_correct && a->pairing < t->pairings_n && q < t->pairings_n; q++)
		if (user_plays_in(t, q, a->actor) && tourney_result_leads_to(t, a->pairing, q))
			return true;
	return false;
}

bool
tourney_may_hold(const struct tourney *t, uint32_t pairing)
{
	const struct tourney_bout *b = &t->bouts[pairing];

	return !b->was_held || (b->agrees_to_hold[0] && b->agrees_to_hold[1]);
}

/* ---- applying ---- */

void
tourney_room_needed(const struct tourney *t, const struct tourney_act *a, unsigned *entries_out,
    uint32_t *pairings_out)
{
	const struct format *f = tourney_format(&t->set);
	bool starts = a->kind == TACT_start, more = starts || a->kind == TACT_bracket;
	unsigned n = more && a->text != NULL ? order_read(a->text, NULL) : 0;
	const struct bracket_plan plan = { .entries = n };
	size_t pairings = 0;

	if (n >= 2 && n <= TOURNEY_ENTRIES_MAX && !starts)
		pairings = bracket_pairing_count(&plan);
	else if (n >= 2 && n <= TOURNEY_ENTRIES_MAX && f->pairing_count != NULL)
		pairings = f->pairing_count(&t->set, n);
	else if (a->kind == TACT_round && f->by_round)
		pairings = t->entries_n / 2 + 1;
	*pairings_out = t->pairings_n + (uint32_t)pairings;
	*entries_out = t->entries_n + (a->kind == TACT_enter || a->kind == TACT_admit ||
					  a->kind == TACT_promote);
}

enum tourney_err
tourney_apply(struct tourney *t, const struct tourney_act *a, tourney_news_fn *news, void *ctx)
{
	const struct tourney_act b = with_text(a);
	struct applying ap = { t, &b, news, ctx, TOURNEY_NO_PAIRING, TOURNEY_NO_PAIRING };
	enum tourney_err e = tourney_gate(t, a);
	bool by_word = a->actor != 0 && (a->kind == TACT_setresult || a->kind == TACT_forfeit ||
					    a->kind == TACT_withdraw);

	if (e != TOURNEY_OK)
		return e;
	ACT_RULES[a->kind].run(&ap);
	if (by_word && tourney_settled_ms(t) == a->at_ms + TOURNEY_SETTLE_MS)
		applying_report(&ap, TNEWS_ALL_DECIDED, 0);
	t->last_ms = a->at_ms;
	t->acts++;
	t->timing.next_scan_ms = INT64_MIN;
	return e;
}
