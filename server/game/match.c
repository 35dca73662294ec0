/* SPDX-License-Identifier: MIT */
/* Matches that are being played.  Every change goes through act_one: the engine judges, the
 * store keeps the action, the hearers are told.  What follows by itself (automatic rolls,
 * forced moves, prompts) is settle's.  Costs a move list or two per action, and lines for each
 * hearer. */
#include "game/match.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "game/announce.h"
#include "game/player.h"
#include "game/session.h"
#include "game/userlist.h"
#include "log.h"
#include "proto/boardtext.h"
#include "rules/rating.h"

static void settle(struct world *w, struct match *m);

/* ---- looking ---- */

struct session *
match_session(const struct world *w, const struct match *m, enum seat seat)
{
	struct session *s = session_get(w, m->d.session[seat]);

	CHECK(s != NULL); /* whoever goes detaches first */
	return s;
}

const char *
match_name(const struct world *w, const struct match *m, enum seat seat)
{
	return match_session(w, m, seat)->d.player->name;
}

struct match *
match_next(const struct world *w, uint32_t *cursor)
{
	struct match *m;
	uint64_t id;

	while ((m = pool_next(&w->matches, cursor, &id)) != NULL)
		if (m->d.live)
			return m;
	return NULL;
}

static struct player *
player_at(const struct world *w, const struct match *m, enum seat seat)
{
	return match_session(w, m, seat)->d.player;
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
		.is_you = to->id == m->d.session[view],
	};

	bool extra = boardtext_needs_extra(state->variant);

	if (extra && !player_has(to->d.player, TOGGLE_variants)) {
		if (to->answering) /* he asked for it; else he is spared what he cannot draw */
			msg_variants_off(&to->out);
		return;
	}
	SBUF_ON(&b, text);
	boardtext_draw(&b, &v, to->d.player->d.boardstyle);
	if (extra && to->d.player->d.boardstyle == 3)
		boardtext_extra(&b, &v);
	CHECK(sbuf_ok(&b));
	out_text(&to->out, text);
}

/* ---- one action ---- */

static void
keep_action(struct world *w, struct match *m, const struct action *a)
{
	struct match_data *d = &m->d;
	struct action_record r = {
		.match = m->row,
		.seq = d->next_seq++,
		.at_ms = w->wall_ms,
		.elapsed_ms = d->last_ms < 0 ? 0 : (uint32_t)(w->mono_ms - d->last_ms),
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
	d->last_ms = w->mono_ms;
	store_action_add(w->store, &r);
}

static void finish_game(struct world *w, struct match *m);

static struct match_error
act_one(struct world *w, struct match *m, const struct action *a, enum act_how how)
{
	struct match_data *d = match_edit(w, m);
	struct match_events ev;
	struct match_error e = match_apply(&d->state, a, w->space, &ev);

	if (e.err != MATCH_OK)
		return e;
	keep_action(w, m, a);
	announce_events(w, m, &ev, how);
	if (d->state.phase == PH_BETWEEN || d->state.phase == PH_OVER)
		finish_game(w, m);
	return e;
}

static void
draw_roll(struct match *m, struct action *a)
{
	a->roll_no = m->d.state.next_roll;
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
	if (e.err != MATCH_OK)
		return e;
	if (act.kind == ACT_RESIGN_REJECT)
		match_prompt(w, m, match_to_act(&m->d.state));
	else
		settle(w, m);
	return e;
}

/* ---- what follows by itself ---- */

/* The one move that the server makes for him, if there is one. */
static bool
automatic_move(struct world *w, const struct match *m, struct action *a, enum act_how *how)
{
	const struct match_state *st = &m->d.state;
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
	enum seat turn = m->d.state.turn;

	return match_may_double(&m->d.state, turn) &&
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
	const struct match_state *st = &m->d.state;
	enum act_how how = HOW_FORCED;
	struct action a;

	while (m->d.live && match_game_on(st) && st->phase != PH_DOUBLED &&
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
	const struct match_state *st = &m->d.state;
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

/* Colours are drawn for the first game and change in each new one (reference 3.1). */
static void
start_game(struct world *w, struct match *m)
{
	struct match_data *d = match_edit(w, m);
	struct action a = { .kind = ACT_START, .seat = SEAT_NONE, .automatic = true };
	struct player *p[2] = { player_at(w, m, SEAT_0), player_at(w, m, SEAT_1) };

	a.start.o = d->state.game_no == 0 ? draw_colour(w) : seat_other(d->state.o);
	a.start.crawford =
	    player_has(p[0], TOGGLE_crawford) || player_has(p[1], TOGGLE_crawford);
	a.start.autodouble =
	    player_has(p[0], TOGGLE_autodouble) && player_has(p[1], TOGGLE_autodouble);
	for (unsigned i = 0; i < 2; i++) {
		a.start.redoubles[i] = p[i]->d.redoubles;
		d->joined[i] = false;
		player_reset_game_toggles(w, p[i]);
	}
	a.start.jacoby = player_has(p[0], TOGGLE_jacoby) && player_has(p[1], TOGGLE_jacoby);
	a.roll_no = d->state.next_roll;
	if (match_needs_opening(&d->state))
		draw_opening(m, &a);
	CHECK(act_one(w, m, &a, HOW_FORCED).err == MATCH_OK);
	settle(w, m);
}

void
match_join_next(struct world *w, struct match *m, enum seat seat)
{
	struct match_data *d = match_edit(w, m);

	d->joined[seat] = true;
	if (d->joined[seat_other(seat)])
		start_game(w, m);
	else
		msg_wait_join(
		    &match_session(w, m, seat)->out, match_name(w, m, seat_other(seat)));
}

/* ---- ratings ---- */

static void
rate_player(
    struct world *w, const struct match *m, enum seat seat, struct standing was, double change)
{
	const struct variant *v = m->d.state.played;
	struct player *p = player_at(w, m, seat);
	struct standing now = { was.rating + change, was.experience + m->d.state.length };
	struct rating_record r = {
		.match = m->row,
		.user = p->user,
		.before = was.rating,
		.after = now.rating,
		.experience_before = was.experience,
		.experience_after = now.experience,
		.at_ms = w->wall_ms,
	};

	CHECK(sbuf_copy(r.game, sizeof(r.game), player_rating_key(v)));
	store_rating_add(w->store, &r);
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

		if (player_has(s->d.player, TOGGLE_ratings))
			msg_rating_calc(&s->out, c->difference, m->d.state.length, win,
			    was[0].experience, lose, was[1].experience, c->underdog, c->p,
			    c->k_winner, c->change_winner, c->k_loser, c->change_loser);
	}
}

/* Matches of limited length are rated, both players in the turn of the last move
 * (reference 8.1); each game has ratings of its own, counted in the same way. */
static void
rate(struct world *w, struct match *m, enum seat winner)
{
	const struct match_state *st = &m->d.state;
	enum seat loser = seat_other(winner);
	const struct standing was[2] = {
		player_standing(w, player_at(w, m, winner), st->played),
		player_standing(w, player_at(w, m, loser), st->played),
	};
	struct rating_calc c = rating_match(
	    was[0].rating, was[0].experience, was[1].rating, was[1].experience, st->length);

	show_calculation(w, m, &c, winner, was);
	rate_player(w, m, winner, was[0], c.change_winner);
	rate_player(w, m, loser, was[1], c.change_loser);
}

/* ---- ends ---- */

static void
show_move_lists(struct world *w, struct match *m)
{
	struct hearer_it it = { 0 };
	struct hearer h;
	struct match_record r;
	char *text = NULL;

	while (hearer_next(w, m, &it, &h)) {
		if (!player_has(h.to->d.player, TOGGLE_moves))
			continue;
		if (text == NULL && store_match_by_id(w->store, m->row, &r))
			text = match_move_list(w, &r); /* once for all who want it */
		if (text != NULL)
			out_text(&h.to->out, text);
	}
	free(text);
}

static void
finish_match(struct world *w, struct match *m)
{
	const struct match_state *st = &m->d.state;
	enum seat winner = st->score[0] >= st->length ? SEAT_0 : SEAT_1;
	struct session *s[2] = { match_session(w, m, winner),
		match_session(w, m, seat_other(winner)) };

	store_match_end(w->store, m->row, w->wall_ms, "won", (int)winner, st->score);
	rate(w, m, winner);
	announce_match_won(w, m, winner);
	match_detach(w, m);
	announce_who(w, s[0]);
	announce_who(w, s[1]);
}

static void
finish_game(struct world *w, struct match *m)
{
	show_move_lists(w, m);
	if (m->d.state.phase == PH_OVER) {
		finish_match(w, m);
		return;
	}
	store_match_score(w->store, m->row, m->d.state.score);
	announce_score(w, m);
}

void
match_detach(struct world *w, struct match *m)
{
	for (unsigned i = 0; i < 2; i++) {
		struct session *s = session_get(w, m->d.session[i]);

		if (s != NULL && s->d.match == m->id)
			session_edit(w, s)->match = 0;
	}
	(void)match_edit(w, m);
	world_match_live(w, m, false);
	world_reap_later(w, UNDO_MATCH, m->id);
}

/* ---- beginning ---- */

static void
take_seat(struct world *w, struct match *m, struct session *s, enum seat seat)
{
	struct session_data *d = session_edit(w, s);

	d->match = m->id;
	d->seat = seat;
	d->invited_user = 0;
	m->d.session[seat] = s->id;
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
	SBUF_ON(&b, row);
	sbuf_addf(&b, "%" PRId64, r->id);
	fair_dice_init(&m->dice, r->seed, row, "", 0, "", 0);
	(void)match_edit(w, m); /* not live: what an undone turn goes back to */
	world_match_live(w, m, true);
	m->d.last_ms = -1;
	inviter_seat = inviter->d.player->user == r->user[0] ? SEAT_0 : SEAT_1;
	m->d.swapped = inviter_seat == SEAT_1;
	session_stop_watching(
	    w, inviter, true); /* both, before either is seated: they may watch each other */
	session_stop_watching(w, joiner, true);
	take_seat(w, m, inviter, inviter_seat);
	take_seat(w, m, joiner, seat_other(inviter_seat));
	return m;
}

static bool
make_record(struct world *w, struct session *inviter, struct session *joiner, unsigned length,
    const struct variant *v, struct match_record *r)
{
	struct match_record old;

	if (store_match_open(w->store, inviter->d.player->user, joiner->d.player->user, &old))
		store_match_end(w->store, old.id, w->wall_ms, "replaced", -1, old.score);
	*r = (struct match_record){
		.user = { inviter->d.player->user, joiner->d.player->user },
		.length = (uint8_t)length,
		.created_ms = w->wall_ms,
		.winner = -1,
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
	enum seat joiner = m->d.swapped ? SEAT_0 : SEAT_1;
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
		announce_who(w, h.to);
	}
}

bool
match_begin(struct world *w, struct session *inviter, struct session *joiner, unsigned length,
    const struct variant *v)
{
	struct match_record r;
	struct match *m;

	if (!make_record(w, inviter, joiner, length, v, &r))
		return false;
	m = match_open(w, &r, inviter, joiner);
	if (m == NULL)
		return false;
	match_init(&m->d.state, v, length);
	if (length > 0) {
		msg_now_playing(&joiner->out, length, inviter->d.player->name);
		msg_has_joined(&inviter->out, joiner->d.player->name, length);
	} else {
		msg_now_playing_unlimited(&joiner->out, inviter->d.player->name);
		msg_has_joined_unlimited(&inviter->out, joiner->d.player->name);
	}
	announce_who(w, joiner);
	announce_who(w, inviter);
	announce_start(w, m, false);
	ban_watchers(w, m);
	start_game(w, m);
	return true;
}

/* ---- going on with a stored match ---- */

struct replay {
	struct world *w;
	struct match_state *state;
	uint32_t seq;
	bool bad;
};

static bool
replay_action(void *ctx, const struct action_record *r)
{
	struct replay *rp = ctx;
	struct match_events ev;
	struct action a;

	rp->bad = r->seq != rp->seq || r->seat < 0 || r->seat > 2 ||
		  !action_read(r->kind, (enum seat)r->seat, r->automatic, r->text, &a) ||
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
	const struct match_state *st = &m->d.state;
	struct session *both[2] = { joiner, inviter };

	msg_resumed_joiner(&joiner->out, inviter->d.player->name);
	msg_resumed_inviter(&inviter->out, joiner->d.player->name);
	for (unsigned i = 0; i < 2; i++) {
		struct out *out = &both[i]->out;

		if (st->turn != SEAT_NONE)
			msg_turn(out, match_name(w, m, match_to_act(st)));
		if (st->length > 0)
			msg_match_length(out, st->length);
		else
			msg_unlimited_length(out);
		for (unsigned k = 0; k < 2; k++)
			msg_points_for(
			    out, both[k]->d.player->name, st->score[both[k]->d.seat]);
	}
}

/* Boards and prompts for both, or the next game when the last one is finished. */
static void
go_on(struct world *w, struct match *m)
{
	const struct match_state *st = &m->d.state;

	if (st->phase == PH_BETWEEN) {
		start_game(w, m);
		return;
	}
	for (unsigned i = 0; i < 2; i++)
		match_show_board(w, m, st, (enum seat)i, match_session(w, m, (enum seat)i));
	if (st->phase == PH_ROLL && st->resign_by == SEAT_NONE)
		settle(w, m);
	else
		match_prompt(w, m, match_to_act(st));
}

enum resume_err
match_resume(struct world *w, struct session *inviter, struct session *joiner)
{
	struct match_record r;
	struct match_state st;
	struct match *m;
	uint32_t seq;

	if (!store_match_open(w->store, inviter->d.player->user, joiner->d.player->user, &r))
		return RESUME_NONE;
	if (!match_replay(w, &r, &st, &seq)) {
		log_warn("match_corrupt", "match=%" PRId64 " action=%u", r.id, seq);
		store_match_end(w->store, r.id, w->wall_ms, "corrupt", -1, r.score);
		return RESUME_CORRUPT;
	}
	m = match_open(w, &r, inviter, joiner);
	if (m == NULL)
		return RESUME_NONE;
	m->d.state = st;
	m->d.next_seq = seq;
	tell_resumed(w, m, inviter, joiner);
	announce_who(w, joiner);
	announce_who(w, inviter);
	announce_start(w, m, true);
	ban_watchers(w, m);
	go_on(w, m);
	return RESUME_OK;
}
