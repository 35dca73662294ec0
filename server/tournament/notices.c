/* SPDX-License-Identifier: MIT */
/* See notices.h. */
#include "tournament/notices.h"

#include <string.h>

#include "people/people.h"
#include "output/output.h"
#include "tourney/text.h"
#include "tournament_view/words.h"

#define TIME_TEXT_MAX 32u

static const char *
side_name(const struct notice_context *x, unsigned side)
{
	return words_entry_name(&x->l->t, notice_pairing(x)->side[side]);
}

static const char *
opponent_name(const struct notice_context *x)
{
	return side_name(x, 1 - x->side);
}

static const char *
pairing_title(const struct notice_context *x, const struct out *out, char text[WORDS_TITLE_MAX])
{
	return words_pairing_title(out, &x->l->t, x->n, text);
}

/* Formats a time in the recipient's zone, without the date if it is less than 20 hours ahead;
 * in messages to offline users, in UTC. */
static const char *
notice_time_text(const struct notice_context *x, int64_t at_ms, char text[TIME_TEXT_MAX])
{
	bool soon = x->to != NULL && at_ms - tourney_now_ms(x->w) < 20 * 3600000;

	x->w->config.zone_format_time(x->to != NULL ? x->to->player->timezone : "UTC",
	    at_ms / 1000, soon ? "%H:%M" : "%Y-%m-%d %H:%M", text, TIME_TEXT_MAX);
	return text;
}

static const char *
actor_name(const struct notice_context *x, struct user_record *u)
{
	return store_user_by_id(x->w->store, x->a->actor, u) ? u->name : "-";
}

static void
ring_bell(const struct notice_context *x)
{
	if (!x->at_login)
		session_ring_bell(x->to);
}

/* ---- texts without conditions ---- */

/* clang-format off */
#define NOTICE(what, args) \
	void notice_##what(struct out *out, const struct notice_context *x) { msg_tt_##what args; }
NOTICE(open,     (out, x->tournament_name, (long long)x->l->t.id))
NOTICE(close,    (out, x->tournament_name))
NOTICE(checkin,  (out, x->tournament_name, (long long)x->l->t.id))
NOTICE(lack,     (out, x->tournament_name))
NOTICE(asked,    (out, x->tournament_name))
NOTICE(start,    (out, x->tournament_name, x->l->t.in))
NOTICE(not_in,   (out, x->tournament_name))
NOTICE(no_place, (out, x->tournament_name))
NOTICE(reveal,   (out, x->tournament_name, x->a->text))
NOTICE(resume,   (out, x->tournament_name))
NOTICE(cancel,   (out, x->tournament_name, x->a->text))
NOTICE(calloff,  (out, x->tournament_name, x->a->text))
NOTICE(recall,   (out, x->tournament_name))
NOTICE(takes,    (out, x->tournament_name, x->f->replaced_name))
NOTICE(announce, (out, x->tournament_name, x->a->text))
NOTICE(entered,  (out, x->tournament_name, x->a->name, x->l->t.in, tourney_capacity(&x->l->t)))
NOTICE(waits,    (out, x->tournament_name, x->a->name, tourney_waiting_count(&x->l->t)))
NOTICE(attends,  (out, x->tournament_name, x->a->name))
NOTICE(restore,  (out, x->tournament_name, words_entry_name(&x->l->t, x->a->entry)))
NOTICE(dropped,  (out, x->tournament_name))
NOTICE(hold,     (out, x->tournament_name, side_name(x, 0), side_name(x, 1), x->a->text))
NOTICE(round,    (out, x->tournament_name, x->n))
NOTICE(last,     (out, x->tournament_name, (long long)x->l->t.id))
#undef NOTICE
/* clang-format on */

/* ---- texts: progress of the tournament ---- */

/* Announces the number of rounds if it differs from the setting. */
void
notice_rounds(struct out *out, const struct notice_context *x)
{
	const struct tourney *t = &x->l->t;
	unsigned set = (unsigned)t->set.value[TSET_rounds];

	if (tourney_format(&t->set)->rounds != NULL && set != 0 && set != t->rounds)
		msg_tt_rounds(out, x->tournament_name, t->rounds, set, t->in);
}

void
notice_repeated_pairs(struct out *out, const struct notice_context *x)
{
	if (x->f->repeated_pairs > 0)
		msg_tt_repeats(out, x->tournament_name, x->f->repeated_pairs);
}

void
notice_pause(struct out *out, const struct notice_context *x)
{
	if (x->a->text[0] == '\0')
		msg_tt_by_hand(out, x->tournament_name);
	else
		msg_tt_pause(out, x->tournament_name, x->a->text);
}

/* Announces a changed setting if there are entrants: before the start only a setting with
 * SET_NOTIFY_ENTRANTS, after the start any. */
void
notice_setting_changed(struct out *out, const struct notice_context *x)
{
	bool all = x->l->t.phase == TOURNEY_RUNNING;
	const char *reason = strstr(x->a->text, " -- ");
	char what[TSET_TEXT_MAX + 32];
	struct sbuf b;

	SBUF_INIT(&b, what);
	sbuf_addn(&b, x->a->text,
	    reason != NULL ? (size_t)(reason - x->a->text) : strlen(x->a->text));
	for (unsigned i = 0; i < TSET_COUNT && x->l->t.in > 0; i++) {
		const char *name = TOURNEY_SETTINGS[i].name;
		unsigned flags = TOURNEY_SETTINGS[i].flags;
		size_t n = strlen(name);

		if ((!all && (flags & SET_NOTIFY_ENTRANTS) == 0) ||
		    strncmp(what, name, n) != 0 || what[n] != ' ')
			continue;
		(all && (flags & SET_FROM_NEXT_ROUND) != 0 ? msg_tt_set_rounds : msg_tt_set)(
		    out, x->tournament_name, what);
		if (reason != NULL)
			msg_tt_set_why(out, x->tournament_name, reason + strlen(" -- "));
	}
}

void
notice_end(struct out *out, const struct notice_context *x)
{
	if (x->f->winners[0] != '\0')
		msg_tt_end(out, x->tournament_name, x->f->winners, (long long)x->l->t.id);
	else
		msg_tt_end_nobody(out, x->tournament_name);
}

/* ---- texts: entries ---- */

void
notice_declined(struct out *out, const struct notice_context *x)
{
	if (x->a->actor == x->a->user)
		msg_tt_declined(out, x->tournament_name, x->a->name);
}

void
notice_present(struct out *out, const struct notice_context *x)
{
	msg_tt_present(out, x->tournament_name, order_read(x->a->text, NULL));
}

void
notice_ask_directors(struct out *out, const struct notice_context *x)
{
	long long id = (long long)x->l->t.id;

	ring_bell(x);
	msg_tt_ask(out, x->tournament_name, id, id, id);
}

void
notice_waiting_setting(struct out *out, const struct notice_context *x)
{
	long long id = (long long)x->l->t.id;

	ring_bell(x);
	if (x->n == TSET_opens)
		msg_tt_open_waits(out, x->tournament_name, id);
	else if (x->n == TSET_closes)
		msg_tt_close_waits(out, x->tournament_name, id);
	else
		msg_tt_start_waits(out, x->tournament_name, id);
}

void
notice_checked_in(struct out *out, const struct notice_context *x)
{
	const struct tourney *t = &x->l->t;
	unsigned n = 0;

	for (unsigned e = 0; e < t->entries_n; e++)
		n += t->entries[e].checked_in && !t->entries[e].withdrawn;
	msg_tt_checked(out, x->tournament_name, words_entry_name(t, x->a->entry), n, t->in);
}

void
notice_entrant_left(struct out *out, const struct notice_context *x)
{
	const struct tourney *t = &x->l->t;

	if (t->phase < TOURNEY_RUNNING && x->a->actor != 0)
		msg_tt_left(out, x->tournament_name, words_entry_name(t, x->a->entry), t->in,
		    tourney_capacity(t));
}

void
notice_replace(struct out *out, const struct notice_context *x)
{
	if (x->a->text[0] != '\0')
		msg_tt_replace(
		    out, x->tournament_name, x->a->name, x->f->replaced_name, x->a->text);
	else
		msg_tt_replace_plain(out, x->tournament_name, x->a->name, x->f->replaced_name);
}

void
notice_replaced(struct out *out, const struct notice_context *x)
{
	(x->to != NULL ? msg_tt_replaced : msg_tt_message_replaced)(
	    out, x->tournament_name, x->a->name);
}

/* ---- texts: to the user concerned ---- */

void
notice_invited(struct out *out, const struct notice_context *x)
{
	struct user_record u;

	ring_bell(x);
	msg_tt_invited(out, actor_name(x, &u), (long long)x->l->t.id, x->tournament_name);
}

/* Announces that a waiting user got a place; after the start, includes the user's match. */
void
notice_promoted(struct out *out, const struct notice_context *x)
{
	const struct tourney *t = &x->l->t;
	entry_no e = tourney_entry_of(t, x->a->user);

	ring_bell(x);
	msg_tt_promoted(out, x->tournament_name);
	if (entry_is_player(e) && !t->entries[e].checked_in && t->phase < TOURNEY_RUNNING &&
	    t->set.value[TSET_checkin] != 0 && t->set.value[TSET_starts] == 0)
		msg_trn_checkin_now(out, (long long)t->id);
	if (!x->at_login)
		notice_duty(out, x, e);
}

/* If an entrant's place was given away at the start, notice_not_in has notified the entrant;
 * this notice is then printed only at a later log-in. */
void
notice_removed(struct out *out, const struct notice_context *x)
{
	struct user_record u;

	if (x->a->actor != 0 && x->a->text[0] != '\0')
		msg_trn_you_removed_why(out, actor_name(x, &u), x->tournament_name, x->a->text);
	else if (x->a->actor != 0)
		msg_trn_you_removed(out, actor_name(x, &u), x->tournament_name);
	else if (x->at_login)
		msg_tt_not_in(out, x->tournament_name);
}

/* Reports only a withdrawal by a director while the tournament is running. */
void
notice_withdrawn_by_director(struct out *out, const struct notice_context *x)
{
	const struct tourney_entry *e = &x->l->t.entries[x->a->entry];

	if (x->l->t.phase == TOURNEY_RUNNING && x->a->actor != 0 && x->a->actor != e->user)
		msg_tt_taken_out(out, x->tournament_name, e->name, x->a->text);
}

void
notice_restored(struct out *out, const struct notice_context *x)
{
	struct user_record u;

	msg_trn_you_restored(out, actor_name(x, &u), x->tournament_name);
}

void
notice_director(struct out *out, const struct notice_context *x)
{
	struct user_record u;

	(x->a->value != 0 ? msg_trn_you_direct : msg_trn_you_direct_not)(
	    out, actor_name(x, &u), x->tournament_name);
}

/* ---- texts: pairings ---- */

void
notice_setresult(struct out *out, const struct notice_context *x)
{
	char head[WORDS_TITLE_MAX];

	msg_tt_setresult(out, x->tournament_name, pairing_title(x, out, head), side_name(x, 0),
	    side_name(x, 1), x->a->score[0], x->a->score[1], x->a->text);
}

/* Reports only forfeits declared by a director; forfeits declared by the server are reported as
 * results. */
void
notice_forfeit(struct out *out, const struct notice_context *x)
{
	char head[WORDS_TITLE_MAX];

	if (x->a->actor != 0 && x->a->side < 2)
		msg_tt_forfeit(out, x->tournament_name, pairing_title(x, out, head),
		    side_name(x, x->a->side), side_name(x, 1u - x->a->side), x->a->text);
}

void
notice_correct(struct out *out, const struct notice_context *x)
{
	char head[WORDS_TITLE_MAX];

	msg_tt_correct(out, x->tournament_name, pairing_title(x, out, head), side_name(x, 0),
	    side_name(x, 1), x->a->score[0], x->a->score[1], x->a->text);
}

void
notice_reopen(struct out *out, const struct notice_context *x)
{
	char head[WORDS_TITLE_MAX];

	msg_tt_reopen(out, x->tournament_name, pairing_title(x, out, head), side_name(x, 0),
	    side_name(x, 1), x->a->text);
}

void
notice_release(struct out *out, const struct notice_context *x)
{
	if (x->a->text[0] != '\0')
		msg_tt_release_why(
		    out, x->tournament_name, side_name(x, 0), side_name(x, 1), x->a->text);
	else
		msg_tt_release(out, x->tournament_name, side_name(x, 0), side_name(x, 1));
}

void
notice_confirm(struct out *out, const struct notice_context *x)
{
	if (x->a->text[0] != '\0')
		msg_tt_confirm_why(out, x->tournament_name, x->a->text);
	else
		msg_tt_confirm(out, x->tournament_name);
}

/* Notifies a player that the opponent agreed; writes nothing to the player who did. */
void
notice_agree(struct out *out, const struct notice_context *x)
{
	unsigned side = x->a->side;

	if (x->to->player->user != x->a->actor)
		msg_tt_agree(
		    out, x->tournament_name, side_name(x, side), side_name(x, 1 - side));
}

void
notice_addtime(struct out *out, const struct notice_context *x)
{
	msg_tt_addtime(out, x->tournament_name, side_name(x, x->a->side),
	    (unsigned)((x->a->value + 59999) / 60000), x->a->text);
}

void
notice_deadline(struct out *out, const struct notice_context *x)
{
	char at[TIME_TEXT_MAX];

	msg_tt_deadline(out, x->tournament_name, side_name(x, 0), side_name(x, 1),
	    notice_time_text(x, x->a->value, at), x->a->text);
}

/* Reports to the waiting player the points gained because the opponent is late; writes
 * nothing to the late player. */
void
notice_late(struct out *out, const struct notice_context *x)
{
	if (x->side != x->a->side && x->a->value != 0)
		msg_tt_late(out, x->tournament_name, opponent_name(x),
		    x->l->t.bouts[x->n].penalty_points[x->side]);
}

/* Reports a proposal to the opponent, unless they gag the proposer, and an agreement to
 * both. */
void
notice_appoint(struct out *out, const struct notice_context *x)
{
	const struct tourney_bout *b = &x->l->t.bouts[x->n];
	bool proposed = x->side != x->a->side &&
			(x->to == NULL || !userlist_has(&x->to->lists.gagged, x->a->actor));
	char at[TIME_TEXT_MAX];

	if (b->proposed_start_ms[0] == b->proposed_start_ms[1])
		msg_tt_appointed(out, x->tournament_name, opponent_name(x),
		    notice_time_text(x, b->due_ms, at));
	else if (proposed && x->a->value == 1)
		msg_tt_ready_now(out, x->tournament_name, opponent_name(x));
	else if (proposed)
		msg_tt_proposed(out, x->tournament_name, opponent_name(x),
		    notice_time_text(x, x->a->value, at));
}

void
notice_remind(struct out *out, const struct notice_context *x)
{
	char at[TIME_TEXT_MAX];

	notice_time_text(x, x->l->t.bouts[x->n].due_ms, at);
	if (x->to != NULL)
		msg_tt_remind(out, x->tournament_name, opponent_name(x), at);
	else
		msg_tt_message_ready(
		    out, x->tournament_name, opponent_name(x), notice_pairing(x)->length, at);
}

/* Writes nothing if by now the match has begun or the pairing is over. */
void
notice_pairing_ready(struct out *out, const struct notice_context *x)
{
	const struct tourney *t = &x->l->t;
	bool deadline = t->set.value[TSET_schedule] == SCHEDULE_DEADLINE;
	char head[WORDS_TITLE_MAX], at[TIME_TEXT_MAX];

	if (notice_pairing(x)->end != PAIRING_OPEN || t->bouts[x->n].match != 0 ||
	    !pairing_ready(notice_pairing(x)))
		return;
	if (x->to == NULL) {
		notice_remind(out, x);
		return;
	}
	session_ring_bell(x->to);
	(deadline ? msg_tt_ready_deadline : msg_tt_ready)(out, x->tournament_name,
	    pairing_title(x, out, head), opponent_name(x), notice_pairing(x)->length,
	    notice_time_text(x, t->bouts[x->n].due_ms, at));
}

void
notice_seated(struct out *out, const struct notice_context *x)
{
	char head[WORDS_TITLE_MAX];

	session_ring_bell(x->to);
	msg_tt_seated(out, x->tournament_name, pairing_title(x, out, head), opponent_name(x));
}

/* Writes only to interactive directors. */
void
notice_match_idle(struct out *out, const struct notice_context *x)
{
	char head[WORDS_TITLE_MAX];

	if (session_is_interactive(x->to))
		msg_tt_idle(out, x->tournament_name, pairing_title(x, out, head),
		    side_name(x, 0), side_name(x, 1), TOURNEYS_MATCH_IDLE_MS / 60000);
}

/* Reports a bye or a forfeit to the players. */
void
notice_bye_or_forfeit(struct out *out, const struct notice_context *x)
{
	const struct pairing *p = notice_pairing(x);
	bool forfeit = p->end == PAIRING_FORFEIT || p->end == PAIRING_DOUBLE_FORFEIT;
	char head[WORDS_TITLE_MAX];

	if (p->end == PAIRING_BYE && x->to != NULL)
		msg_tt_bye(out, x->tournament_name, pairing_title(x, out, head));
	else if (forfeit && x->to == NULL && p->winner != x->side)
		msg_tt_message_lost(out, x->tournament_name, opponent_name(x));
	else if (forfeit && x->to != NULL)
		(p->winner == x->side ? msg_tt_forfeit_won : msg_tt_forfeit_lost)(
		    out, x->tournament_name, opponent_name(x));
}

/* Writes nothing for a result set by a director, which notice_setresult announces with its
 * reason. */
void
notice_result(struct out *out, const struct notice_context *x)
{
	const struct pairing *p = notice_pairing(x);
	unsigned won = p->winner == 1;
	const char *a = side_name(x, won), *b = side_name(x, 1 - won);
	char head[WORDS_TITLE_MAX];

	if (p->end == PAIRING_DOUBLE_FORFEIT)
		msg_tt_result_nobody(
		    out, x->tournament_name, pairing_title(x, out, head), a, b);
	else if (p->end == PAIRING_FORFEIT)
		msg_tt_result_forfeit(
		    out, x->tournament_name, pairing_title(x, out, head), a, b);
	else if (p->end == PAIRING_PLAYED)
		msg_tt_result(out, x->tournament_name, pairing_title(x, out, head), a, b,
		    p->score[won], p->score[1 - won]);
}

void
notice_duty(struct out *out, const struct notice_context *x, entry_no e)
{
	const struct tourney *t = &x->l->t;
	struct notice_context y = *x;

	if (t->phase == TOURNEY_OPEN || t->phase == TOURNEY_CLOSED) {
		if (t->checkin_called && !t->entries[e].checked_in)
			notice_checkin(out, x);
		return;
	}
	y.n = tourney_open_pairing(t, e);
	if (y.n == TOURNEY_NO_PAIRING)
		return;
	y.side = notice_pairing(&y)->side[1] == e;
	if (t->bouts[y.n].match != 0)
		msg_tt_goes_on(out, x->tournament_name, opponent_name(&y));
	else
		notice_pairing_ready(out, &y);
}
