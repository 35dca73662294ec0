/* SPDX-License-Identifier: MIT */
/* Announces game events to players and watchers.  Each kind of event has one function, which
 * writes the text for one recipient.  Linear in the recipients. */
#include "tell/tell_internal.h"

#include "people/people.h"
#include "output/output.h"
#include "rules/listing.h"

#define PLAY_TEXT_MAX 64u
#define SENTENCE_TEXT_MAX 512u
#define SENTENCES_MAX 8u /* different texts kept for the watchers of one event */

struct announcement {
	struct world *w;
	struct match *m;
	const struct match_state *board_state; /* the state to be drawn on boards */
	enum act_how how;
	struct drawings *boards; /* drawings of `shown` */
};

/* A recipient, with all that the text of an event may depend on, except boards. */
struct listener {
	struct out *out;
	enum seat view_seat;
	bool is_player;
	bool is_interactive, has_additions,
	    own_numbering; /* results of session_is_interactive,
			    * session_gets_additions and session_direction_home */
	bool autoboard;
};

/* ---- boards ---- */

typedef void show_board_fn(const struct announcement *t, const struct recipient *h);

static void
show_board(const struct announcement *t, const struct recipient *h)
{
	drawings_send(t->w, t->boards, h->view_seat, h->to);
}

/* Draws the board after a roll, unless the recipient has already seen the position: no checker
 * has moved since. */
static void
show_board_after_roll(const struct announcement *t, const struct recipient *h)
{
	if (player_has_toggle(h->to->player, TOGGLE_moreboards))
		drawings_send_if_new(t->w, t->boards, h->view_seat, h->to);
}

static void
show_board_after_move(const struct announcement *t, const struct recipient *h)
{
	if (player_has_toggle(h->to->player, TOGGLE_autoboard))
		show_board(t, h);
}

/* ---- texts ---- */

static const char *
player_name(const struct announcement *t, enum seat seat)
{
	return match_player_name(t->w, t->m, seat);
}

static bool
is_actor(const struct listener *h, enum seat seat)
{
	return h->is_player && h->view_seat == seat;
}

typedef void tell_fn(
    const struct announcement *t, const struct listener *h, const struct match_event *e);

/* Colours change with every game (PROTOCOL.md 4), so each player is notified of the new
 * colour from the second game on. */
static void
tell_colour(const struct announcement *t, const struct listener *h)
{
	msg_side_now(h->out, t->m->state.o == h->view_seat ? "O" : "X");
	if (!h->own_numbering)
		tell_direction(h->out, h->own_numbering, &t->m->state, h->view_seat);
}

static void
tell_game_started(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	const struct variant *v = t->m->state.variant;

	(void)e;
	msg_starting_game(h->out, player_name(t, seat_other(h->view_seat)));
	if (h->is_player && t->m->state.game_no > 1 && h->is_interactive)
		tell_colour(t, h);
	if (h->is_interactive)
		tell_crawford(h->out, &t->m->state);
	if (v->fibs)
		return;
	if (h->is_interactive)
		msg_game_is_rules(h->out, v->title, v->name);
	else
		msg_game_is(h->out, v->title);
}

static void
tell_opening_roll(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	enum seat x = seat_other(t->m->state.o);
	enum seat o = t->m->state.o;
	enum seat other = seat_other(h->view_seat);

	if (h->is_player)
		msg_opening_you(
		    h->out, e->dice.d[h->view_seat], player_name(t, other), e->dice.d[other]);
	else
		msg_opening(
		    h->out, player_name(t, x), e->dice.d[x], player_name(t, o), e->dice.d[o]);
}

static void
tell_autodoubled(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	(void)t;
	msg_cube_now(h->out, e->value);
}

static void
tell_first_turn(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	if (is_actor(h, e->seat))
		msg_your_turn_move(h->out);
	else
		msg_first_move(h->out, player_name(t, e->seat));
}

/* Announces a roll, or a double that is played without a roll. */
static void
tell_rolled(const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	bool rolled = e->kind == EV_ROLLED;
	const uint8_t *d = e->dice.d;

	if (is_actor(h, e->seat))
		(rolled ? msg_you_roll : msg_plays_double_M)(h->out, d[0], d[1]);
	else
		(rolled ? msg_rolls : msg_plays_double_O)(
		    h->out, player_name(t, e->seat), d[0], d[1]);
}

/* Announces an event whose text needs only a name. */
static void
tell_with_name_only(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	static const struct {
		void (*own)(struct out *out);
		void (*others)(struct out *out, const char *name);
	} WORDS[] = {
		[EV_CANNOT_MOVE] = { msg_you_cant_move, msg_cant_move },
		[EV_RESIGN_REJECTED] = { msg_resign_reject_P, msg_resign_reject },
		[EV_NAME_DOUBLE_ASKED] = { msg_name_asked_M, msg_name_asked_O },
		[EV_ROLLS_AGAIN] = { msg_rolls_again_M, msg_rolls_again_O },
		[EV_DRAW_REJECTED] = { msg_draw_rejected_M, msg_draw_rejected_O },
		[EV_TIME_OUT] = { msg_time_out_M, msg_time_out_OW },
		[EV_FORFEIT] = { msg_forfeit_M, msg_forfeit_OW },
	};

	if (is_actor(h, e->seat))
		WORDS[e->kind].own(h->out);
	else
		WORDS[e->kind].others(h->out, player_name(t, e->seat));
}

/* Writes the steps of a play as "6 o 4 o". */
static void
bearoff_text(struct sbuf *b, const struct play *p, enum numbering numbering)
{
	for (unsigned i = 0; i < p->n; i++)
		sbuf_addf(b, "%s%u o", i > 0 ? " " : "",
		    notation_renumber(p->step[i].from, numbering));
}

static void
tell_mover(
    const struct announcement *t, const struct listener *h, const char *play, const char *off)
{
	switch (t->how) {
	case HOW_TYPED:
		if (!h->autoboard)
			msg_done(h->out);
		break;
	case HOW_TYPED_OFF:
		msg_bear_off(h->out, off);
		break;
	case HOW_AUTOMATIC:
		msg_only_move(h->out, play);
		break;
	case HOW_GREEDY:
		msg_bearing_off(h->out, off);
		break;
	}
}

static void
tell_moved(const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	enum numbering numbering =
	    point_numbering(h->own_numbering, t->board_state, h->view_seat, e->seat);
	char play[PLAY_TEXT_MAX];
	char off[PLAY_TEXT_MAX];
	struct sbuf b;

	SBUF_INIT(&b, play);
	notation_write_fibs(&b, &e->play, numbering);
	SBUF_INIT(&b, off);
	if (t->how == HOW_TYPED_OFF || t->how == HOW_GREEDY)
		bearoff_text(&b, &e->play, numbering);
	if (is_actor(h, e->seat)) {
		tell_mover(t, h, play, off);
	} else {
		if (h->is_player && t->how == HOW_GREEDY)
			msg_bearing_off(h->out, off);
		msg_moves(h->out, player_name(t, e->seat), play);
	}
}

static void
tell_doubled(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	struct out *out = h->out;
	bool more = e->redoubles_left > 0;

	if (!h->is_player)
		msg_double_W(out, player_name(t, e->seat));
	else if (h->view_seat == e->seat)
		(more ? msg_double_M_redouble : msg_double_M)(
		    out, player_name(t, seat_other(e->seat)));
	else
		(more ? msg_double_O_redouble : msg_double_O)(out, player_name(t, e->seat));
}

/* Announces only a pending double: the board that follows shows everything else. */
static void
tell_pending_double(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	if (t->m->state.phase == PH_DOUBLED)
		tell_doubled(t, h, e);
}

static void
tell_redoubled(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	struct out *out = h->out;
	bool more = e->redoubles_left > 0;

	if (!h->is_player) {
		msg_redouble_W(out, player_name(t, e->seat));
	} else if (h->view_seat == e->seat) {
		msg_redouble_M(out, e->value);
		(more ? msg_redouble_M_wait : msg_redouble_M_wait_last)(
		    out, player_name(t, seat_other(e->seat)));
	} else {
		(more ? msg_redouble_O : msg_redouble_O_last)(
		    out, player_name(t, e->seat), e->value);
	}
}

static void
tell_taken(const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	struct out *out = h->out;
	const char *name = player_name(t, e->seat);

	if (!h->is_player)
		(e->redouble ? msg_retake_W : msg_take_W)(out, name);
	else if (h->view_seat == e->seat)
		(e->redouble ? msg_retake_M : msg_take_M)(out, e->value);
	else
		(e->redouble ? msg_retake_O : msg_take_O)(out, name, e->value);
}

static void
tell_resign_offered(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	struct out *out = h->out;
	enum seat other = seat_other(e->seat);

	if (!h->is_player)
		msg_resign_W(out, player_name(t, e->seat), player_name(t, other), e->points);
	else if (h->view_seat == e->seat)
		msg_resign_M(out, player_name(t, other), e->points);
	else
		msg_resign_O(out, player_name(t, e->seat), e->points);
}

static void
tell_game_won(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	const char *winner = player_name(t, e->seat),
		   *loser = player_name(t, seat_other(e->seat));
	struct out *out = h->out;
	bool own = is_actor(h, e->seat);

	switch (e->how) {
	case WON_BORNE_OFF:
		if (own)
			msg_win_game_M(out, e->points);
		else
			(h->is_player ? msg_win_game_O : msg_win_game_W)(
			    out, winner, e->points);
		break;
	case WON_DROP:
		if (own)
			msg_drop_O(out, loser, e->points);
		else if (h->is_player)
			msg_drop_M(out, winner, e->points);
		else
			msg_drop_W(out, loser, winner, e->points);
		break;
	case WON_RESIGN:
		if (own)
			msg_resign_accept_P(out, e->points);
		else
			msg_resign_accept_R(out, winner, e->points);
		break;
	default: /* other reasons end a whole match */
		break;
	}
}

static void
tell_draw_offered(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	if (is_actor(h, e->seat))
		msg_draw_offered_M(h->out, player_name(t, seat_other(e->seat)));
	else if (h->is_player)
		msg_draw_offered_O(h->out, player_name(t, e->seat));
	else
		msg_draw_offered_W(h->out, player_name(t, e->seat));
}

static void
tell_game_drawn(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	(void)t;
	if (e->how == WON_RESIGN)
		msg_drawn_agreed(h->out);
	else
		msg_drawn_by_rule(h->out);
}

/* ---- clocks and directors ---- */

static void
tell_clock_set(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	const struct match_clock *c = &t->m->state.clock;
	struct out *out = h->out;
	char text[2][DURATION_TEXT_MAX], overtime[DURATION_TEXT_MAX];

	(void)e;
	if (!c->on) {
		msg_clock_off(out);
		return;
	}
	for (unsigned s = 0; s < 2; s++)
		duration_text(c->reserve_ms[s], text[s]);
	duration_text(c->overtime_ms, overtime);
	msg_clock_set(out, c->delay_ms / 1000, player_name(t, SEAT_0), text[0],
	    player_name(t, SEAT_1), text[1]);
	if (c->overtime_ms > 0)
		msg_clock_overtime(out, overtime);
}

static void
tell_penalty_points(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	msg_penalty_points(h->out, player_name(t, e->seat), e->points);
}

/* Shows the opponent, the watchers and the player how long the absence may last. */
static void
tell_absence_limits(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	const struct match_clock *c = &t->m->state.clock;
	int64_t left = clock_left_ms(c, e->seat, 0);
	uint32_t free_ms = clock_free_ms(c, e->seat);
	const char *name = player_name(t, e->seat);
	char allowance[DURATION_TEXT_MAX], rest[DURATION_TEXT_MAX];

	if (left < 0 || !h->is_interactive)
		return;
	if (is_actor(h, e->seat)) {
		duration_text((uint32_t)left, rest);
		msg_cut_own(h->out, rest, player_name(t, seat_other(e->seat)));
		return;
	}
	duration_text(free_ms, allowance);
	duration_text((uint32_t)(left - free_ms), rest);
	if (free_ms > 0)
		msg_cut_allowed(h->out, name, allowance, c->disconnects[e->seat],
		    CLOCK_DISCONNECTS_FREE, name, rest);
	else
		msg_cut_at_once(h->out, name, name, rest);
	if (h->is_player && !t->m->bound)
		msg_cut_wait(h->out);
}

static void
tell_paused(const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	(void)t;
	(e->kind == EV_PAUSED ? msg_match_is_paused : msg_match_goes_on)(h->out);
}

static void
tell_time_added(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	char text[DURATION_TEXT_MAX];

	duration_text(e->value, text);
	msg_time_added(h->out, player_name(t, e->seat), text);
}

static void
tell_break(const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	msg_takes_break(h->out, player_name(t, e->seat), CLOCK_BREAK_MS / 60000);
}

static void
tell_forfeit(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	if (e->seat == SEAT_NONE)
		msg_forfeit_both(h->out);
	else
		tell_with_name_only(t, h, e);
}

/* Announces that a move was taken back.  The opponent's or a watcher's client program gets only
 * the board. */
static void
tell_taken_back(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	if (is_actor(h, e->seat))
		msg_takeback_M(h->out);
	else if (h->is_interactive)
		msg_takeback_O(h->out, player_name(t, e->seat));
}

static void
tell_practice(
    const struct announcement *t, const struct listener *h, const struct match_event *e)
{
	(void)t;
	(void)e;
	if (h->has_additions)
		msg_practice(h->out);
}

static tell_fn *const TELL[] = {
	[EV_GAME_STARTED] = tell_game_started,
	[EV_OPENING_ROLL] = tell_opening_roll,
	[EV_CUBE_AUTODOUBLED] = tell_autodoubled,
	[EV_MOVES_FIRST] = tell_first_turn,
	[EV_ROLLED] = tell_rolled,
	[EV_CANNOT_MOVE] = tell_with_name_only,
	[EV_MOVED] = tell_moved,
	[EV_DOUBLED] = tell_doubled,
	[EV_REDOUBLED] = tell_redoubled,
	[EV_DOUBLE_TAKEN] = tell_taken,
	[EV_RESIGN_OFFERED] = tell_resign_offered,
	[EV_RESIGN_REJECTED] = tell_with_name_only,
	[EV_NAME_DOUBLE_ASKED] = tell_with_name_only,
	[EV_PLAYS_DOUBLE] = tell_rolled,
	[EV_ROLLS_AGAIN] = tell_with_name_only,
	[EV_DRAW_OFFERED] = tell_draw_offered,
	[EV_DRAW_REJECTED] = tell_with_name_only,
	[EV_GAME_DRAWN] = tell_game_drawn,
	[EV_GAME_WON] = tell_game_won,
	[EV_MATCH_WON] = NULL, /* announced by EVENT_match_ended, after ratings */
	[EV_CLOCK_SET] = tell_clock_set,
	[EV_PENALTY_POINTS] = tell_penalty_points,
	[EV_DISCONNECT] = tell_absence_limits, /* follows the notice that the player left */
	[EV_RETURN] = NULL,                    /* announced by the notices of a resumed match */
	[EV_PAUSED] = tell_paused,
	[EV_UNPAUSED] = tell_paused,
	[EV_TIME_ADDED] = tell_time_added,
	[EV_BREAK] = tell_break,
	[EV_READY] = NULL, /* `join` itself replies to the user who typed it */
	[EV_TIME_OUT] = tell_with_name_only,
	[EV_FORFEIT] = tell_forfeit,
	[EV_SAVED] = NULL,         /* announced by EVENT_match_adjourned */
	[EV_CLOCK_STOPPED] = NULL, /* announced by EVENT_clock_stopped */
	[EV_RESULT_SET] = NULL,    /* the director's command announces it, with the reason */
	[EV_TAKEN_BACK] = tell_taken_back,
	[EV_PRACTICE] = tell_practice,
	[EV_SCORE_SET] = NULL, /* occurs only in imported matches */
	[EV_POSITION_SET] = tell_pending_double,
};

/* Boards follow the texts. */
static show_board_fn *const SHOW_BOARD[ARRAY_LEN(TELL)] = {
	[EV_MOVES_FIRST] = show_board,
	[EV_ROLLED] = show_board_after_roll,
	[EV_PLAYS_DOUBLE] = show_board_after_roll,
	[EV_MOVED] = show_board_after_move,
	[EV_TAKEN_BACK] = show_board,
	[EV_POSITION_SET] = show_board,
};

/* ---- texts shared by watchers ---- */

struct sentence {
	struct listener first_listener; /* the first watcher for whom the text was written */
	struct sbuf b;
	char text[SENTENCE_TEXT_MAX];
};

/* The texts of one event. */
struct sentences {
	unsigned n;
	struct sentence texts[SENTENCES_MAX];
};

static bool
gets_same_text(const struct listener *a, const struct listener *b)
{
	return a->view_seat == b->view_seat && a->is_player == b->is_player &&
	       a->is_interactive == b->is_interactive && a->has_additions == b->has_additions &&
	       a->own_numbering == b->own_numbering && a->autoboard == b->autoboard &&
	       a->out->catalogue == b->out->catalogue && a->out->columns == b->out->columns;
}

/* Returns the text of an event for a listener; NULL if no room is left to keep it, so that it
 * must be written for this listener alone. */
static const struct sentence *
sentence_for(const struct announcement *t, const struct listener *h,
    const struct match_event *e, struct sentences *all)
{
	struct listener recorder = *h;
	struct sentence *s = all->texts;
	struct out out;

	for (; s < all->texts + all->n; s++)
		if (gets_same_text(&s->first_listener, h))
			return s;
	if (all->n == SENTENCES_MAX)
		return NULL;
	s->first_listener = *h;
	SBUF_INIT(&s->b, s->text);
	out = out_to_sbuf(&s->b);
	out.catalogue = h->out->catalogue;
	out.columns = h->out->columns;
	recorder.out = &out;
	TELL[e->kind](t, &recorder, e);
	if (!sbuf_ok(&s->b))
		return NULL;
	all->n++;
	return s;
}

static void
tell_recipient(const struct announcement *t, const struct recipient *h,
    const struct match_event *e, struct sentences *all)
{
	struct session *to = h->to;
	const struct listener listener = { .out = &to->out,
		.view_seat = h->view_seat,
		.is_player = h->is_player,
		.is_interactive = session_is_interactive(to),
		.has_additions = session_gets_additions(to),
		.own_numbering = session_direction_home(to),
		.autoboard = player_has_toggle(to->player, TOGGLE_autoboard) };
	const struct sentence *s = NULL;

	if (!h->is_player && !session_is_json(to))
		s = sentence_for(t, &listener, e, all);
	if (s != NULL)
		to->out.write(to->out.ctx, s->text, s->b.len);
	else
		TELL[e->kind](t, &listener, e);
	if (SHOW_BOARD[e->kind] != NULL)
		SHOW_BOARD[e->kind](t, h);
}

/* Changes the state for the board that follows a roll that could not be played.  The turn has
 * already passed on, but the board still shows the dice and the player who rolled them. */
static void
show_unplayable_roll(struct match_state *shown, const struct match_events *ev)
{
	const struct match_event *last = &ev->e[ev->n - 1];

	if (last->kind != EV_CANNOT_MOVE)
		return;
	shown->phase = PH_MOVE;
	shown->turn = last->seat;
	/* in games without dice, the pieces may already belong to the next turn */
	shown->dice_to_play = 0;
	shown->dice = listing_dice(shown, ev, last);
	/* stage is 1 if the dice were not rolled */
	for (unsigned i = 0; i < ev->n; i++)
		if (ev->e[i].kind == EV_ROLLED || ev->e[i].kind == EV_PLAYS_DOUBLE)
			shown->play_stage = ev->e[i].kind == EV_PLAYS_DOUBLE;
}

void
tell_action_events(
    struct world *w, struct match *m, const struct match_events *ev, enum act_how how)
{
	struct match_state shown = m->state;
	struct drawings boards = { .m = m, .state = &shown };
	struct announcement t = { w, m, &shown, how, &boards };
	struct sentences sentences;

	if (ev->n == 0)
		return;
	show_unplayable_roll(&shown, ev);
	for (unsigned i = 0; i < ev->n; i++) {
		struct recipient_it it = { 0 };
		struct recipient h;

		if (TELL[ev->e[i].kind] == NULL)
			continue;
		sentences.n = 0;
		while (recipient_next(w, m, &it, &h))
			tell_recipient(&t, &h, &ev->e[i], &sentences);
	}
	drawings_free(&boards);
}
