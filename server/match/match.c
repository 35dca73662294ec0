/* SPDX-License-Identifier: MIT */
/* Matches that are being played.  Every change goes through act_one: the engine judges, the
 * store keeps the action, the hearers are told.  What follows by itself (automatic rolls,
 * forced moves, prompts) is settle's.  Costs a move list or two per action, and lines for each
 * hearer. */
#include "match/match.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tell/announce.h"
#include "people/people.h"
#include "match/timing.h"
#include "stats/ranks.h"
#include "log.h"
#include "proto/boardtext.h"
#include "rules/rating.h"

static void settle(struct world *w, struct match *m);
static void ask_again(struct world *w, struct match *m);

/* ---- looking ---- */

struct session *
match_session(const struct world *w, const struct match *m, enum seat seat)
{
	struct session *s = session_get(w, m->session[seat]);

	CHECK(s != NULL); /* whoever goes detaches first */
	return s;
}

const char *
match_name(const struct world *w, const struct match *m, enum seat seat)
{
	return match_session(w, m, seat)->player->name;
}

struct match *
match_next(const struct world *w, uint32_t *cursor)
{
	struct match *m;
	uint64_t id;

	while ((m = pool_next(&w->matches, cursor, &id)) != NULL)
		if (m->live)
			return m;
	return NULL;
}

struct match *
session_match(const struct world *w, const struct session *s)
{
	return match_get(w, s->match);
}

struct session *
session_blinder(
    const struct world *w, const struct session *target, const struct session *viewer)
{
	struct session *players[2] = { session_get(w, target->id),
		session_opponent(w, target) };
	const struct match *m = session_match(w, target);

	if (m != NULL && m->event != 0)
		return NULL; /* matches of tournaments are for all to see */
	for (unsigned i = 0; i < 2; i++)
		if (players[i] != NULL &&
		    userlist_has(&players[i]->lists.blinded, viewer->player->user))
			return players[i];
	return NULL;
}

static struct player *
player_at(const struct world *w, const struct match *m, enum seat seat)
{
	return match_session(w, m, seat)->player;
}

enum numbering
match_numbering_for(
    const struct session *to, const struct match_state *m, enum seat view, enum seat seat)
{
	return notation_numbering(m->variant, (session_home(to) ? view : m->o) == seat);
}

static uint64_t
hash_bytes(uint64_t h, const void *bytes, size_t n)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < n; i++)
		h = (h ^ at[i]) * 0x100000001b3u;
	return h;
}

/* Stands for all that a drawn board shows but dice, offers and whose turn it is; never 0. */
static uint64_t
position_seen(const struct match *m, const struct match_state *st, enum seat view,
    const struct session *to)
{
	const uint32_t rest[] = { st->game_no, st->score[0], st->score[1], st->cube,
		st->cube_owner, view, session_boardstyle(to), session_home(to) };
	uint64_t h = hash_bytes(0xcbf29ce484222325u, &m->row, sizeof(m->row));

	h = hash_bytes(h, &st->board, sizeof(st->board));
	return hash_bytes(h, rest, sizeof(rest)) | 1;
}

void
match_show_new_board(struct world *w, const struct match *m, const struct match_state *state,
    enum seat view, struct session *to)
{
	if (!session_person(to) || to->board_seen != position_seen(m, state, view, to))
		match_show_board(w, m, state, view, to);
}

void
match_show_board(struct world *w, const struct match *m, const struct match_state *state,
    enum seat view, struct session *to)
{
	char text[BOARDTEXT_MAX];
	struct sbuf b;
	struct board_view v = {
		.match = state,
		.name = { match_name(w, m, SEAT_0), match_name(w, m, SEAT_1) },
		.seat = view,
		.is_you = to->id == m->session[view],
		.home = session_home(to),
		.words = to->out.catalogue,
	};

	bool extra = boardtext_needs_extra(state->variant);

	if (extra && !player_has(to->player, TOGGLE_variants)) {
		if (to->screen
			.answering) /* he asked for it; else he is spared what he cannot draw */
			msg_variants_off(&to->out);
		return;
	}
	SBUF_ON(&b, text);
	boardtext_draw(&b, &v, session_boardstyle(to));
	if (extra && session_boardstyle(to) == BOARDSTYLE_LINES)
		boardtext_extra(&b, &v);
	CHECK(sbuf_ok(&b));
	out_text(&to->out, text);
	if (!session_person(to))
		return;
	to->board_seen = position_seen(m, state, view, to);
	timing_show(w, m, &to->out);
}

/* ---- one action ---- */

void
match_keep_action(struct world *w, int64_t row, uint32_t seq, const struct action *a)
{
	struct action_record r = {
		.match = row,
		.seq = seq,
		.at_ms = w->wall_ms,
		.elapsed_ms = a->elapsed_ms,
		.credit_ms = a->credit_ms,
		.seat = (int)a->seat,
		.automatic = a->automatic,
		.kind = action_kind_name(a->kind),
	};
	char text[256];
	struct sbuf b;

	SBUF_ON(&b, text);
	action_write(&b, a);
	CHECK(sbuf_ok(&b));
	r.text = text;
	store_action_add(w->store, &r);
}

static void
keep_action(struct world *w, struct match *m, const struct action *a)
{
	match_keep_action(w, m->row, m->next_seq++, a);
	if (m->last_ms < w->mono_ms)
		m->last_ms = w->mono_ms;
}

/* The time that it took, and what of that was lag. */
static void
stamp(const struct world *w, const struct match *m, struct action *a)
{
	bool own = !a->automatic || a->kind == ACT_TIMEOUT;

	a->elapsed_ms = timing_elapsed_ms(w, m);
	a->credit_ms = 0;
	if (m->state.clock.on && own && a->seat != SEAT_NONE)
		a->credit_ms = timing_credit_ms(w, m, a->seat);
}

static void finish_game(struct world *w, struct match *m);

static struct match_error
act_one(struct world *w, struct match *m, const struct action *a, enum act_how how)
{
	bool on = match_game_on(&m->state);
	struct action act = *a;
	struct match_events ev;
	struct match_error e;

	stamp(w, m, &act);
	e = match_apply(&m->state, &act, w->space, &ev);
	if (e.err != MATCH_OK)
		return e;
	keep_action(w, m, &act);
	timing_arm(w, m);
	announce_events(w, m, &ev, how);
	if (m->state.phase == PH_OVER || (on && !match_game_on(&m->state)))
		finish_game(w, m);
	return e;
}

static void
draw_roll(struct match *m, struct action *a)
{
	a->roll_no = m->state.next_roll;
	fair_dice_roll(&m->dice, a->roll_no, a->dice.d);
}

struct match_error
match_act(struct world *w, struct match *m, const struct action *a, enum act_how how)
{
	struct action act = *a;
	struct match_error e;

	if (act.kind == ACT_ROLL)
		draw_roll(m, &act);
	e = act_one(w, m, &act, how);
	if (e.err == MATCH_OUT_OF_TIME)
		(void)timing_expire(w, m);
	if (e.err != MATCH_OK)
		return e;
	if (act.kind == ACT_UNPAUSE)
		ask_again(w, m);
	else if (act.kind >= ACT_CLOCK) /* changes nothing about who has to do what */
		;
	else if (act.kind == ACT_RESIGN_REJECT)
		match_prompt(w, m, match_to_act(&m->state));
	else
		settle(w, m);
	return e;
}

/* ---- what follows by itself ---- */

/* The one move that the server makes for him, if there is one. */
static bool
automatic_move(struct world *w, const struct match *m, struct action *a, enum act_how *how)
{
	const struct match_state *st = &m->state;
	const struct player *p = player_at(w, m, st->turn);

	*a = (struct action){ .kind = ACT_MOVE, .seat = st->turn, .automatic = true };
	if (player_has(p, TOGGLE_greedy) &&
	    move_bearoff_all(
		st->variant, &st->board, st->turn, st->dice.d[0], st->dice.d[1], &a->play) &&
	    a->play.n == st->pieces) {
		*how = HOW_GREEDY;
		return true;
	}
	if (!player_has(p, TOGGLE_automove))
		return false;
	if (move_list(
		st->variant, &st->board, st->turn, st->dice.d[0], st->dice.d[1], w->space) != 1)
		return false;
	a->play = w->space->result[0].play;
	*how = HOW_FORCED;
	return true;
}

static bool
asks_double(const struct world *w, const struct match *m)
{
	enum seat turn = m->state.turn;

	return match_may_double(&m->state, turn) &&
	       player_has(player_at(w, m, turn), TOGGLE_double);
}

/* The first play, made with the opening dice: FIBS asks for it only once, before the board. */
static bool
opening_play(const struct match_state *st)
{
	return st->opening && st->variant->opening == OPENING_USE_DICE;
}

/* Does what needs no answer, up to the next thing that does, and prompts for it. */
static void
settle(struct world *w, struct match *m)
{
	const struct match_state *st = &m->state;
	enum act_how how = HOW_FORCED;
	struct action a;

	while (m->live && match_game_on(st) && !st->clock.paused && st->phase != PH_DOUBLED &&
	       st->phase != PH_NAME && st->resign_by == SEAT_NONE) {
		if (st->phase == PH_ROLL && asks_double(w, m)) {
			msg_roll_or_double(&match_session(w, m, st->turn)->out);
			return;
		}
		if (st->phase == PH_ROLL) {
			a = (struct action){
				.kind = ACT_ROLL, .seat = st->turn, .automatic = true
			};
			draw_roll(m, &a);
		} else if (!automatic_move(w, m, &a, &how)) {
			if (st->variant->no_dice)
				msg_your_turn_move(&match_session(w, m, st->turn)->out);
			else if (!opening_play(st))
				msg_please_move(
				    &match_session(w, m, st->turn)->out, st->pieces);
			return;
		}
		CHECK(act_one(w, m, &a, how).err == MATCH_OK);
	}
}

/* He has to answer a double, or the last redouble of a chain. */
static void
prompt_double(const struct match_state *st, struct out *out, const char *other)
{
	bool more = match_redoubles_left(st) > 0;

	if (st->redoubles_done == 0)
		(more ? msg_double_O_redouble : msg_double_O)(out, other);
	else
		(more ? msg_redouble_O : msg_redouble_O_last)(out, other, st->offer);
}

void
match_prompt(struct world *w, struct match *m, enum seat seat)
{
	const struct match_state *st = &m->state;
	struct out *out = &match_session(w, m, seat)->out;
	const char *other = match_name(w, m, seat_other(seat));

	if (match_to_act(st) != seat)
		return;
	if (st->resign_by != SEAT_NONE)
		msg_resign_O(
		    out, other, match_resign_points(st, st->resign_by, st->resign_size));
	else if (st->phase == PH_DOUBLED)
		prompt_double(st, out, other);
	else if (st->phase == PH_ROLL)
		msg_roll_or_double(out);
	else if (st->phase == PH_NAME)
		msg_name_asked_M(out);
	else if (opening_play(st) || st->variant->no_dice)
		msg_your_turn_move(out);
	else
		msg_please_move(out, st->pieces);
}

/* ---- games ---- */

/* Opening pairs until they differ, from the match's stream. */
static void
draw_opening(struct match *m, struct action *a)
{
	do {
		CHECK(a->start.npairs < OPENING_PAIRS_MAX); /* all ties: 6^-32 */
		fair_dice_roll(
		    &m->dice, a->roll_no + a->start.npairs, a->start.pair[a->start.npairs].d);
		a->start.npairs++;
	} while (
	    a->start.pair[a->start.npairs - 1].d[0] == a->start.pair[a->start.npairs - 1].d[1]);
}

static enum seat
draw_colour(struct world *w)
{
	uint8_t byte;

	w->random.bytes(w->random.ctx, &byte, 1);
	return byte & 1u ? SEAT_1 : SEAT_0;
}

/* Colours are drawn for the first game and change in each new one (PROTOCOL.md 4). */
static void
start_game(struct world *w, struct match *m)
{
	struct action a = { .kind = ACT_START, .seat = SEAT_NONE, .automatic = true };
	struct player *p[2] = { player_at(w, m, SEAT_0), player_at(w, m, SEAT_1) };

	a.start.o = m->state.game_no == 0 ? draw_colour(w) : seat_other(m->state.o);
	a.start.crawford =
	    player_has(p[0], TOGGLE_crawford) || player_has(p[1], TOGGLE_crawford);
	a.start.autodouble =
	    player_has(p[0], TOGGLE_autodouble) && player_has(p[1], TOGGLE_autodouble);
	for (unsigned i = 0; i < 2; i++) {
		a.start.redoubles[i] = p[i]->redoubles;
		m->joined[i] = false;
		player_reset_game_toggles(w, p[i]);
	}
	if (m->terms & (STORE_TERM_CRAWFORD | STORE_TERM_NO_CRAWFORD))
		a.start.crawford = (m->terms & STORE_TERM_CRAWFORD) != 0;
	a.start.no_cube = (m->terms & STORE_TERM_NO_CUBE) != 0;
	a.start.jacoby = player_has(p[0], TOGGLE_jacoby) && player_has(p[1], TOGGLE_jacoby);
	a.roll_no = m->state.next_roll;
	if (match_needs_opening(&m->state))
		draw_opening(m, &a);
	CHECK(act_one(w, m, &a, HOW_FORCED).err == MATCH_OK);
	settle(w, m);
}

void
match_join_next(struct world *w, struct match *m, enum seat seat)
{
	struct action ready = { .kind = ACT_READY, .seat = seat };

	if (m->state.clock.paused) {
		msg_match_paused(&match_session(w, m, seat)->out);
		return;
	}
	if (m->state.clock.on && !m->state.clock.ready[seat] &&
	    match_act(w, m, &ready, HOW_TYPED).err != MATCH_OK)
		return; /* his time was up */
	m->joined[seat] = true;
	if (m->joined[seat_other(seat)])
		start_game(w, m);
	else
		msg_wait_join(
		    &match_session(w, m, seat)->out, match_name(w, m, seat_other(seat)));
}

/* ---- ratings ---- */

void
match_keep_rating(struct world *w, int64_t row, int64_t user, const struct variant *v,
    struct standing was, struct standing now)
{
	struct rating_record r = {
		.match = row,
		.user = user,
		.before = was.rating,
		.after = now.rating,
		.experience_before = was.experience,
		.experience_after = now.experience,
		.at_ms = w->wall_ms,
	};

	CHECK(sbuf_copy(r.game, sizeof(r.game), ranks_key(v)));
	store_rating_add(w->store, &r);
}

static void
rate_player(
    struct world *w, const struct match *m, enum seat seat, struct standing was, double change)
{
	const struct variant *v = m->state.played;
	struct player *p = player_at(w, m, seat);
	struct standing now = { was.rating + change,
		was.experience + match_points_earned(&m->state) };

	match_keep_rating(w, m->row, p->user, v, was, now);
	player_set_standing(w, p, v, now);
}

/* was: of the winner, and of the other. */
static void
show_calculation(struct world *w, const struct match *m, const struct rating_calc *c,
    enum seat winner, const struct standing was[2])
{
	const char *win = match_name(w, m, winner);
	const char *lose = match_name(w, m, seat_other(winner));

	for (unsigned i = 0; i < 2; i++) {
		struct session *s = match_session(w, m, (enum seat)i);

		if (player_has(s->player, TOGGLE_ratings))
			msg_rating_calc(&s->out, c->difference, match_points_earned(&m->state),
			    win, was[0].experience, lose, was[1].experience, c->underdog, c->p,
			    c->k_winner, c->change_winner, c->k_loser, c->change_loser);
	}
}

/* Matches of limited length are rated, both players in the turn of the last move
 * (PROTOCOL.md 8); each game has ratings of its own, counted in the same way. */
static void
rate(struct world *w, struct match *m, enum seat winner, struct rating_change *change_out)
{
	const struct match_state *st = &m->state;
	enum seat loser = seat_other(winner);
	const struct standing was[2] = {
		player_standing(w, player_at(w, m, winner), st->played),
		player_standing(w, player_at(w, m, loser), st->played),
	};
	struct rating_calc c = rating_match(was[0].rating, was[0].experience, was[1].rating,
	    was[1].experience, match_points_earned(st));

	show_calculation(w, m, &c, winner, was);
	rate_player(w, m, winner, was[0], c.change_winner);
	rate_player(w, m, loser, was[1], c.change_loser);
	*change_out = match_change_of(&c, was);
}

struct rating_change
match_change_of(const struct rating_calc *c, const struct standing was[2])
{
	return (struct rating_change){
		.rated = true,
		.now = { was[0].rating + c->change_winner, was[1].rating + c->change_loser },
		.by = { c->change_winner, c->change_loser },
	};
}

void
match_tell_change(struct session *to, const struct variant *game, const char *winner,
    const char *loser, const struct rating_change *c)
{
	if (!session_person(to))
		return;
	if (!c->rated)
		msg_ratings_unchanged(&to->out);
	else if (game->fibs)
		msg_ratings_changed(
		    &to->out, winner, c->now[0], c->by[0], loser, c->now[1], c->by[1]);
	else
		msg_ratings_changed_game(&to->out, game->title, winner, c->now[0], c->by[0],
		    loser, c->now[1], c->by[1]);
}

/* ---- ends ---- */

static void
show_move_lists(struct world *w, struct match *m)
{
	struct hearer_it it = { 0 };
	struct hearer h;
	struct match_record r;
	char *text[SEAT_NONE + 1] = { NULL }; /* by side, once for all who want it so */

	while (hearer_next(w, m, &it, &h)) {
		enum seat side = session_home(h.to) ? h.view : SEAT_NONE;

		if (!player_has(h.to->player, TOGGLE_moves))
			continue;
		if (text[side] == NULL && store_match_by_id(w->store, m->row, &r))
			text[side] = match_move_list(w, &r, side);
		if (side != SEAT_NONE)
			msg_points_as_seen(&h.to->out);
		if (text[side] != NULL)
			out_text(&h.to->out, text[side]);
	}
	for (unsigned i = 0; i < ARRAY_LEN(text); i++)
		free(text[i]);
}

void
match_store_end(struct world *w, int64_t row, const struct match_state *st)
{
	static const char *const reason[] = {
		[MATCH_END_PLAYED] = "won",
		[MATCH_END_TIME] = "time",
		[MATCH_END_FORFEIT] = "forfeit",
		[MATCH_END_SET] = "set",
	};

	store_match_end(w->store, row, w->wall_ms, reason[match_end_of(st)],
	    st->winner == SEAT_NONE ? -1 : (int)st->winner, st->score);
}

enum match_end
match_end_of(const struct match_state *st)
{
	static const enum match_end end[] = {
		[WON_BORNE_OFF] = MATCH_END_PLAYED,
		[WON_DROP] = MATCH_END_PLAYED,
		[WON_RESIGN] = MATCH_END_PLAYED,
		[WON_TIME] = MATCH_END_TIME,
		[WON_ABANDON] = MATCH_END_FORFEIT,
		[WON_FORFEIT] = MATCH_END_FORFEIT,
		[WON_RESULT] = MATCH_END_SET,
	};

	return st->phase == PH_OVER ? end[st->how] : MATCH_END_SUSPENDED;
}

bool
match_counts(bool unrated, const struct match_state *st)
{
	return !unrated && st->length > 0 && match_was_earned(st);
}

void
match_tell_event(
    struct world *w, int64_t event, uint32_t pairing, int64_t row, const struct match_state *st)
{
	if (event != 0 && w->event_ended != NULL)
		w->event_ended(w, event, pairing, row, st->winner, st->score, match_end_of(st));
}

/* Somebody has won it: all at the board hear that, and people what follows from it. */
static void
tell_won(struct world *w, struct match *m, enum seat winner, const struct rating_change *c)
{
	const char *name[2] = { match_name(w, m, winner),
		match_name(w, m, seat_other(winner)) };
	struct hearer_it it = { 0 };
	struct hearer h;

	announce_match_won(w, m, winner);
	while (hearer_next(w, m, &it, &h)) {
		match_tell_change(h.to, m->state.played, name[0], name[1], c);
		if (h.plays && m->event == 0 && session_person(h.to))
			msg_rematch_hint(&h.to->out, name[h.view == winner]);
	}
}

static void
finish_match(struct world *w, struct match *m)
{
	const struct match_state *st = &m->state;
	enum seat winner = st->winner;
	struct session *s[2] = { match_session(w, m, SEAT_0), match_session(w, m, SEAT_1) };
	struct rating_change change = { .rated = false };

	match_store_end(w, m->row, st);
	if (match_counts(m->unrated, st))
		rate(w, m, winner, &change);
	if (winner != SEAT_NONE)
		tell_won(w, m, winner, &change);
	for (unsigned i = 0; i < 2; i++) {
		resume_token_playing(w, s[i], 0);
		s[i]->last_match = m->row;
	}
	match_detach(w, m);
	feed_row(w, s[winner == SEAT_1 ? 1 : 0]);
	feed_row(w, s[winner == SEAT_1 ? 0 : 1]);
	match_tell_event(w, m->event, m->pairing, m->row, st);
}

static void
finish_game(struct world *w, struct match *m)
{
	show_move_lists(w, m);
	if (m->state.phase == PH_OVER) {
		finish_match(w, m);
		return;
	}
	store_match_score(w->store, m->row, m->state.score);
	announce_score(w, m);
}

void
match_detach(struct world *w, struct match *m)
{
	for (unsigned i = 0; i < 2; i++) {
		struct session *s = session_get(w, m->session[i]);

		if (s != NULL && s->match == m->id)
			s->match = s->opponent = 0;
	}
	world_match_live(w, m, false);
	timing_arm(w, m);
	world_reap_later(w, DEAD_MATCH, m->id);
}

void
match_suspend(struct world *w, struct match *m, enum seat who)
{
	struct action a = { .kind = ACT_CUT, .seat = who, .automatic = true };

	if (m->event == 0)
		a = (struct action){ .kind = ACT_SAVE, .seat = SEAT_NONE, .automatic = true };
	/* what cannot be written did not happen; he is here again when the disk is not full.
	 * Without a clock there is nothing to save. */
	if ((m->event != 0 || m->state.clock.on) && !store_refusing(w->store) &&
	    match_act(w, m, &a, HOW_FORCED).err != MATCH_OK && !m->live)
		return; /* somebody's time was gone, and not only if there is no lag */
	match_detach(w, m);
	if (m->event != 0)
		timing_stands(w, m->row, w->mono_ms);
	match_tell_event(w, m->event, m->pairing, m->row, &m->state);
}

/* ---- beginning ---- */

static void
take_seat(struct world *w, struct match *m, struct session *s, enum seat seat)
{
	s->match = m->id;
	s->seat = seat;
	s->invited.user = 0;
	m->session[seat] = s->id;
	resume_token_playing(w, s, m->event != 0 ? 0 : m->row); /* its event brings them back */
}

/* A live match of a stored one, with both players seated. */
static struct match *
match_open(struct world *w, const struct match_record *r, struct session *inviter,
    struct session *joiner)
{
	match_handle id;
	struct match *m = pool_new(&w->matches, &id);
	char row[24];
	struct sbuf b;
	enum seat inviter_seat;

	if (m == NULL)
		return NULL;
	m->id = id;
	m->row = r->id;
	m->user[0] = r->user[0];
	m->user[1] = r->user[1];
	m->event = r->event;
	m->pairing = r->pairing;
	m->terms = r->terms;
	m->unrated = r->unrated;
	SBUF_ON(&b, row);
	sbuf_addf(&b, "%" PRId64, r->id);
	fair_dice_init(&m->dice, r->seed, row, "", 0, "", 0);
	world_match_live(w, m, true);
	m->last_ms = -1;
	inviter_seat = inviter->player->user == r->user[0] ? SEAT_0 : SEAT_1;
	m->swapped = inviter_seat == SEAT_1;
	session_stop_watching(
	    w, inviter, true); /* both, before either is seated: they may watch each other */
	session_stop_watching(w, joiner, true);
	take_seat(w, m, inviter, inviter_seat);
	take_seat(w, m, joiner, seat_other(inviter_seat));
	inviter->opponent = joiner->id;
	joiner->opponent = inviter->id;
	return m;
}

static uint32_t
term_bits(const struct match_terms *t)
{
	uint32_t bits = t->no_cube ? STORE_TERM_NO_CUBE : 0;

	if (t->crawford != CRAWFORD_OF_PLAYERS)
		bits |=
		    t->crawford == CRAWFORD_ON ? STORE_TERM_CRAWFORD : STORE_TERM_NO_CRAWFORD;
	return bits;
}

static bool
make_record(struct world *w, struct session *inviter, struct session *joiner, unsigned length,
    const struct variant *v, const struct match_terms *t, struct match_record *r)
{
	struct match_record old;

	if (t->event == 0 &&
	    store_match_open(w->store, inviter->player->user, joiner->player->user, &old))
		store_match_end(w->store, old.id, w->wall_ms, "replaced", -1, old.score);
	*r = (struct match_record){
		.user = { inviter->player->user, joiner->player->user },
		.length = (uint8_t)length,
		.created_ms = w->wall_ms,
		.winner = -1,
		.event = t->event,
		.pairing = t->pairing,
		.terms = term_bits(t),
		.unrated = t->unrated,
	};
	CHECK(sbuf_copy(r->variant, sizeof(r->variant), v->name));
	w->random.bytes(w->random.ctx, r->seed, sizeof(r->seed));
	r->id = store_match_create(w->store, r);
	return r->id != 0;
}

/* Whoever is blinded by one of the two cannot watch this match. */
static bool
is_banned(struct world *w, struct match *m, const struct hearer *h)
{
	return !h->plays && session_blinder(w, match_session(w, m, h->view), h->to) != NULL;
}

static void
ban_watchers(struct world *w, struct match *m)
{
	enum seat joiner = m->swapped ? SEAT_0 : SEAT_1;
	struct hearer_it it = { 0 };
	struct hearer h;

	while (hearer_next(w, m, &it, &h))
		if (is_banned(w, m, &h))
			msg_cant_watch_match(&h.to->out, match_name(w, m, joiner),
			    match_name(w, m, seat_other(joiner)));
	it = (struct hearer_it){ 0 };
	while (hearer_next(w, m, &it, &h)) {
		if (!is_banned(w, m, &h))
			continue;
		session_set_watching(w, h.to, NULL);
		feed_row(w, h.to);
	}
}

void
match_terms_clock(
    struct match_terms *t, const struct clock_preset *p, unsigned length, uint32_t overtime_ms)
{
	t->clock = p != NULL;
	if (p == NULL)
		return;
	t->delay_ms = p->delay_ms;
	t->reserve_ms[0] = t->reserve_ms[1] = clock_reserve_start(p, length);
	t->overtime_ms = overtime_ms;
}

/* What the terms say becomes actions before the first game. */
static void
apply_terms(struct world *w, struct match *m, const struct match_terms *t)
{
	struct action a = { .kind = ACT_CLOCK, .seat = SEAT_NONE, .automatic = true };

	if (t->clock) {
		a.clock.delay_ms = t->delay_ms;
		a.clock.reserve_ms[0] = t->reserve_ms[0];
		a.clock.reserve_ms[1] = t->reserve_ms[1];
		a.clock.overtime_ms = t->overtime_ms;
		for (unsigned s = 0; s < 2; s++)
			a.clock.allowance_ms[s] = clock_allowance_start(t->reserve_ms[s]);
		CHECK(act_one(w, m, &a, HOW_FORCED).err == MATCH_OK);
	}
	for (unsigned s = 0; s < 2; s++) {
		a = (struct action){ .kind = ACT_POINTS,
			.seat = (enum seat)s,
			.automatic = true,
			.size = t->points[s] };
		if (t->points[s] > 0)
			CHECK(act_one(w, m, &a, HOW_FORCED).err == MATCH_OK);
	}
}

int64_t
match_begin(struct world *w, struct session *inviter, struct session *joiner, unsigned length,
    const struct variant *v, const struct match_terms *terms)
{
	static const struct match_terms none;
	const struct match_terms *t = terms != NULL ? terms : &none;
	struct match_record r;
	struct match *m;

	if (!make_record(w, inviter, joiner, length, v, t, &r))
		return 0;
	m = match_open(w, &r, inviter, joiner);
	if (m == NULL)
		return 0;
	match_init(&m->state, v, length);
	if (length > 0) {
		msg_now_playing(&joiner->out, length, inviter->player->name);
		msg_has_joined(&inviter->out, joiner->player->name, length);
	} else {
		msg_now_playing_unlimited(&joiner->out, inviter->player->name);
		msg_has_joined_unlimited(&inviter->out, joiner->player->name);
	}
	feed_row(w, joiner);
	feed_row(w, inviter);
	announce_start(w, m, false);
	ban_watchers(w, m);
	apply_terms(w, m, t);
	start_game(w, m);
	return r.id;
}

/* ---- going on with a stored match ---- */

struct replay {
	struct world *w;
	struct match_state *state;
	uint32_t seq;
	bool bad;
};

bool
match_read_action(const struct action_record *r, struct action *a_out)
{
	if (!action_read(r->kind, (enum seat)r->seat, r->automatic, r->text, a_out))
		return false;
	a_out->elapsed_ms = r->elapsed_ms;
	a_out->credit_ms = r->credit_ms;
	return true;
}

static bool
replay_action(void *ctx, const struct action_record *r)
{
	struct replay *rp = ctx;
	struct match_events ev;
	struct action a;

	rp->bad = r->seq != rp->seq || r->seat < 0 || r->seat > 2 ||
		  !match_read_action(r, &a) ||
		  match_apply(rp->state, &a, rp->w->space, &ev).err != MATCH_OK;
	rp->seq++;
	return !rp->bad;
}

bool
match_replay(struct world *w, const struct match_record *record, struct match_state *state_out,
    uint32_t *seq_out)
{
	const struct variant *v = variant_find(record->variant);
	struct replay rp = { w, state_out, 0, false };

	*seq_out = 0;
	if (v == NULL || record->length > MATCH_LENGTH_MAX)
		return false;
	match_init(state_out, v, record->length);
	store_actions_each(w->store, record->id, replay_action, &rp);
	*seq_out = rp.seq;
	return !rp.bad && rp.seq == record->actions && state_out->phase != PH_OVER;
}

static void
tell_resumed(struct world *w, struct match *m, struct session *inviter, struct session *joiner)
{
	const struct match_state *st = &m->state;
	struct session *both[2] = { joiner, inviter };

	msg_resumed_joiner(&joiner->out, inviter->player->name);
	msg_resumed_inviter(&inviter->out, joiner->player->name);
	for (unsigned i = 0; i < 2; i++) {
		struct out *out = &both[i]->out;

		announce_crawford(both[i], st);
		if (st->turn != SEAT_NONE)
			msg_turn(out, match_name(w, m, match_to_act(st)));
		if (st->length > 0)
			msg_match_length(out, st->length);
		else
			msg_unlimited_length(out);
		for (unsigned k = 0; k < 2; k++)
			msg_points_for(out, both[k]->player->name, st->score[both[k]->seat]);
	}
}

/* What has to be done now, where it was left. */
static void
ask_again(struct world *w, struct match *m)
{
	const struct match_state *st = &m->state;

	if (st->phase == PH_BETWEEN)
		announce_score(w, m);
	else if (st->phase == PH_ROLL && st->resign_by == SEAT_NONE)
		settle(w, m);
	else
		match_prompt(w, m, match_to_act(st));
}

/* Boards and prompts for both, or the next game when the last one is finished. */
static void
go_on(struct world *w, struct match *m)
{
	const struct match_state *st = &m->state;

	if (st->clock.paused)
		for (unsigned i = 0; i < 2; i++)
			msg_match_is_paused(&match_session(w, m, (enum seat)i)->out);
	if (st->phase == PH_BETWEEN) {
		if (!st->clock.paused)
			start_game(w, m);
		return;
	}
	for (unsigned i = 0; i < 2; i++)
		match_show_board(w, m, st, (enum seat)i, match_session(w, m, (enum seat)i));
	if (!st->clock.paused)
		ask_again(w, m);
}

/* The match is live and both have their seats. */
static void
resume(struct world *w, struct match *m, struct session *inviter, struct session *joiner)
{
	timing_arm(w, m);
	tell_resumed(w, m, inviter, joiner);
	feed_row(w, joiner);
	feed_row(w, inviter);
	announce_start(w, m, true);
	ban_watchers(w, m);
	go_on(w, m);
}

/* Both are back: the time that somebody was away is counted.  False: it was too long, and the
 * match is over. */
static bool
come_back(struct world *w, struct match *m)
{
	for (unsigned s = 0; s < 2; s++) {
		struct action a = { .kind = ACT_BACK, .seat = (enum seat)s, .automatic = true };

		if (m->state.clock.away[s] && match_act(w, m, &a, HOW_FORCED).err != MATCH_OK)
			return false;
	}
	return true;
}

enum resume_err
match_resume_event(struct world *w, int64_t row)
{
	struct match_record r;
	struct match_state st;
	struct session *s[2];
	struct match *m;
	uint32_t seq;

	if (!store_match_by_id(w->store, row, &r) || r.ended_ms != 0)
		return RESUME_NONE;
	for (unsigned i = 0; i < 2; i++) {
		s[i] = session_by_name(w, r.name[i]);
		if (s[i] == NULL || s[i]->match != 0)
			return RESUME_NONE;
	}
	if (!match_replay(w, &r, &st, &seq)) {
		log_warn("match_corrupt", "match=%" PRId64 " action=%u", r.id, seq);
		store_match_end(w->store, r.id, w->wall_ms, "corrupt", -1, r.score);
		if (w->event_ended != NULL)
			w->event_ended(
			    w, r.event, r.pairing, r.id, SEAT_NONE, r.score, MATCH_END_CORRUPT);
		return RESUME_CORRUPT;
	}
	m = match_open(w, &r, s[0], s[1]);
	if (m == NULL)
		return RESUME_NONE;
	m->state = st;
	m->next_seq = seq;
	m->last_ms = timing_since_ms(w, row);
	if (!come_back(w, m))
		return RESUME_OVER;
	m->last_ms = timing_resume_ms(w, row);
	resume(w, m, s[0], s[1]);
	return RESUME_OK;
}

enum resume_err
match_resume(struct world *w, struct session *inviter, struct session *joiner)
{
	struct match_record r;
	struct match_state st;
	struct match *m;
	uint32_t seq;

	if (!store_match_open(w->store, inviter->player->user, joiner->player->user, &r))
		return RESUME_NONE;
	if (!match_replay(w, &r, &st, &seq)) {
		log_warn("match_corrupt", "match=%" PRId64 " action=%u", r.id, seq);
		store_match_end(w->store, r.id, w->wall_ms, "corrupt", -1, r.score);
		return RESUME_CORRUPT;
	}
	m = match_open(w, &r, inviter, joiner);
	if (m == NULL)
		return RESUME_NONE;
	m->state = st;
	m->next_seq = seq;
	if (st.clock.on) /* it stood still while the match was saved, and runs again */
		m->last_ms = w->mono_ms;
	resume(w, m, inviter, joiner);
	return RESUME_OK;
}
