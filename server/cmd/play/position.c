/* SPDX-License-Identifier: MIT */
/* Positions by ID: position, practice.
 *
 * Reading a position of a past match replays the match up to the move, at most
 * REVIEW_ACTIONS_MAX actions.  match/barred.h gives the cost of checking whether a position is
 * barred. */
#include "cmd/play/play.h"

#include <string.h>

#include "bot/bot.h"
#include "match/barred.h"
#include "proto/words.h"
#include "review/review.h"
#include "rules/listing.h"

/* ---- what may be asked ---- */

/* Returns whether the user may ask about the position of st.  Reports the reason if not. */
static bool
may_ask_about_position(struct ctx *c, const struct match_state *st)
{
	const enum msg_id why = barred_position(c->w, c->s, st);

	if (why != MSG_COUNT)
		msg_write(c->out, why);
	return why == MSG_COUNT;
}

/* ---- output ---- */

/* gnu: the position as it is written in the GNU ID. */
static void
print_position_ids(
    struct ctx *c, const struct game_position *p, const struct game_position *gnu)
{
	static const char *const name[POSITION_FORM_COUNT] = { "XGID", "GNUID", "OGID" };

	for (unsigned form = 0; form < POSITION_FORM_COUNT; form++) {
		char text[POSITION_ID_ROOM];
		struct sbuf b;

		SBUF_INIT(&b, text);
		position_id_write(
		    &b, form == POSITION_GNUID ? gnu : p, (enum position_form)form);
		out_addf(c->out, "%s=%s\n", name[form], text);
	}
}

/* Shows the position of a match as `bottom` sees it.  The GNU ID is the one that gnubg shows
 * after importing the match: player 0 is the left column of the .mat text, which is seat 0. */
static void
print_match_position(struct ctx *c, const struct match_state *st, enum seat bottom)
{
	struct game_position p, gnu;

	if (position_of(st, bottom, &p) && position_of(st, SEAT_1, &gnu))
		print_position_ids(c, &p, &gnu);
	else
		msg_position_none(c->out);
}

/* ---- positions of past matches ---- */

struct position_walk {
	struct world *w;
	struct match_state state, state_after; /* before and after the last action read */
	uint32_t moves_read, wanted_move;      /* as `replay` counts them */
	bool bad, found, cut; /* cut: stopped after REVIEW_ACTIONS_MAX actions */
	enum seat seat;       /* seat of the last move read */
	/* Called for each move, with `moves_read`, `seat` and `state` set; may be NULL. */
	void (*on_move)(const struct position_walk *k);
	struct xgids *xgids; /* for write_wanted_xgids */
};

static bool
walk_action(void *ctx, const struct action_record *r)
{
	struct position_walk *k = ctx;
	struct match_events ev;
	struct action a;

	k->cut = r->seq >= REVIEW_ACTIONS_MAX;
	if (k->cut)
		return false;
	k->state = k->state_after;
	k->bad = !match_read_action(r, &a) ||
		 match_apply(&k->state_after, &a, match_move_space(k->w), &ev).err != MATCH_OK;
	for (unsigned i = 0; !k->bad && !k->found && i < ev.n; i++) {
		if (!listing_has_line(&ev.e[i]))
			continue;
		k->moves_read++;
		k->seat = listing_seat(&ev.e[i]);
		k->found = k->moves_read == k->wanted_move;
		if (k->on_move != NULL)
			k->on_move(k);
	}
	return !k->bad && !k->found;
}

/* Replays a match up to the wanted move. */
static void
walk_match(const struct match_record *r, struct position_walk *k)
{
	const struct variant *v = variant_find(r->variant);

	k->bad = v == NULL || r->length > MATCH_LENGTH_MAX;
	if (k->bad)
		return;
	match_init(&k->state_after, v, r->length);
	store_actions_each(k->w->store, r->id, walk_action, k);
}

/* Like walk_match, but reports the reason if the wanted move was not reached. */
static bool
walk_to_wanted_move(struct ctx *c, const struct match_record *r, struct position_walk *k)
{
	walk_match(r, k);
	if (k->bad)
		msg_corrupt_match(c->out);
	else if (k->cut)
		msg_position_far(c->out);
	else if (!k->found && k->moves_read == 0)
		msg_replay_nothing(c->out);
	else if (!k->found)
		msg_replay_end(c->out, k->moves_read);
	return k->found;
}

static void
write_wanted_xgids(const struct position_walk *k)
{
	struct sbuf b;

	for (unsigned i = 0; i < k->xgids->n; i++) {
		if (k->xgids->move[i] != k->moves_read)
			continue;
		SBUF_INIT(&b, k->xgids->text[i]);
		(void)position_xgid(&b, &k->state, k->seat);
	}
}

void
cmd_write_xgids(struct world *w, const struct match_record *r, struct xgids *x)
{
	struct position_walk k = { .w = w, .on_move = write_wanted_xgids, .xgids = x };

	for (unsigned i = 0; i < x->n; i++) {
		x->text[i][0] = '\0';
		k.wanted_move = x->move[i] > k.wanted_move ? x->move[i] : k.wanted_move;
	}
	if (x->n > 0)
		walk_match(r, &k);
}

static bool
parse_move_number(struct ctx *c, const char *word, uint32_t *move_out, enum msg_id usage)
{
	long n;

	if (word == NULL || !word_number(word, &n) || n < 1 || n > INT32_MAX) {
		msg_write(c->out, usage);
		return false;
	}
	*move_out = (uint32_t)n;
	return true;
}

static void
print_past_position(struct ctx *c, const char *match, const char *move)
{
	struct position_walk k = { .w = c->w };
	struct match_record r;

	if (parse_move_number(c, move, &k.wanted_move, MSG_position_usage) &&
	    cmd_find_match(c, match, &r) && walk_to_wanted_move(c, &r, &k))
		print_match_position(c, &k.state, k.seat);
}

/* ---- practice from a position ---- */

/* Begins a practice match at position p, with the user at the bottom.  Reports the reason if no
 * match can begin. */
static void
begin(struct ctx *c, const struct game_position *p, const struct variant *v)
{
	const struct match_terms terms = { .practice = true, .start_position = p };
	struct match_state st;
	struct session *bot;

	match_init(&st, v, p->length);
	if (c->s->match != 0) {
		msg_already_playing(c->out);
		return;
	}
	if (!position_valid(p, v)) {
		msg_position_impossible(c->out);
		return;
	}
	position_set(&st, p);
	if (!invite_accepts_game(c->p, v)) {
		msg_variants_off(c->out);
		return;
	}
	if (!may_ask_about_position(c, &st) || invite_is_bound_by_tournament(c, c->s) ||
	    !invite_check_experience(c, p->length, v))
		return;
	if (store_matches_open_count(c->w->store, c->p->user) >= c->w->config.saved_max) {
		msg_too_many_saved(c->out);
		return;
	}
	bot = matchmaking_find_practice_bot(c, v);
	if (bot == NULL)
		msg_practice_none(c->out);
	else if (invite_check_invitee(c, bot) &&
		 match_begin(c->w, c->s, bot, p->length, v, &terms) == 0)
		msg_server_full(c->out);
}

/* Returns the position with the side that must act at the bottom. */
static struct game_position
seen_by_player_to_act(const struct game_position *p)
{
	const enum seat act = p->doubled ? seat_other(p->turn) : p->turn;

	return act == SEAT_0 ? *p : position_flip(p);
}

/* The last error of a match, by one player or by either. */
struct last_error {
	int seat; /* 2: either player */
	struct review_mark mark;
};

static void
keep_last_mark(void *ctx, const struct review_mark *m)
{
	struct last_error *e = ctx;

	if ((e->seat == 2 || e->seat == m->seat) && m->move_number > e->mark.move_number)
		e->mark = *m;
}

void
cmd_practice(struct ctx *c, char *rest)
{
	const char *match = word_next(&rest);
	const char *move = word_next(&rest);
	struct position_walk k = { .w = c->w };
	struct last_error e = { .seat = 2 };
	const struct match_state *st = &k.state;
	struct game_position p;
	struct match_record r;
	enum seat seat;

	if (match == NULL) {
		msg_practice_usage(c->out);
		return;
	}
	if ((move != NULL && !parse_move_number(c, move, &k.wanted_move, MSG_practice_usage)) ||
	    !cmd_find_match(c, match, &r))
		return;
	if (r.ended_ms == 0) {
		msg_record_not_over(c->out);
		return;
	}
	for (int s = 0; s < 2; s++)
		if (r.user[s] == c->p->user)
			e.seat = s;
	if (move == NULL) {
		store_review_worst_marks(
		    c->w->store, r.id, REVIEW_MARKS_MAX, keep_last_mark, &e);
		if (e.mark.move_number == 0) {
			msg_practice_no_error(c->out, (long long)r.id);
			return;
		}
		k.wanted_move = e.mark.move_number;
	}
	if (!walk_to_wanted_move(c, &r, &k))
		return;
	seat = move == NULL ? (enum seat)e.mark.seat : k.seat;
	if (seat != k.seat) /* the other player made the error, after the move */
		st = &k.state_after;
	if (!position_of(st, seat, &p)) {
		msg_position_none(c->out);
		return;
	}
	if (move == NULL &&
	    e.mark.is_cube_decision) /* a missed double is practised before the roll */
		p.dice[0] = p.dice[1] = 0;
	begin(c, &p, st->variant);
}

/* ---- position ---- */

/* Asks for the best play or cube action, with a hint or with a rollout. */
static void
ask(struct ctx *c, const struct game_position *p, bool rollout)
{
	struct match_state st;
	unsigned before = 0;
	enum bots_ask_err err;

	match_init(&st, VARIANT_FIBS, p->length);
	st.practice = true;
	position_set(&st, p);
	if (p->dice[0] > 0) {
		st.dice = (struct dice_pair){ { p->dice[0], p->dice[1] } };
		st.dice_to_play = (uint8_t)move_dice_used(st.variant, &st.board, st.turn,
		    st.dice.d[0], st.dice.d[1], match_move_space(c->w));
		st.phase = PH_MOVE;
	}
	if (!may_ask_about_position(c, &st))
		return;
	if (st.phase == PH_MOVE && st.dice_to_play == 0) {
		msg_hint_blocked(c->out);
		return;
	}
	err = rollout ? bots_ask_rollout(c->w, c->s, &st, match_to_act(&st), &before)
		      : bots_ask_position_advice(c->w, c->s, &st, match_to_act(&st));
	play_report_ask_error(c, err);
	if (rollout && err == BOTS_ASK_OK)
		msg_rollout_begins(c->out, ROLLOUT_GAMES_MAX, before);
}

static void
print_current_position(struct ctx *c)
{
	struct session *watched = session_watched(c->w, c->s);
	struct session *of = c->s->match != 0 ? c->s : watched;
	struct match *m = of != NULL ? session_match(c->w, of) : NULL;

	if (m == NULL)
		msg_position_usage(c->out);
	else
		print_match_position(c, &m->state, of->seat);
}

/* Returns whether a word is the number of a match. */
static bool
is_match_number(const char *word)
{
	return word[0] == '#' || word[strspn(word, "0123456789")] == '\0';
}

void
cmd_position(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	const char *what = word_next(&rest);
	struct game_position p;

	if (word == NULL) {
		print_current_position(c);
		return;
	}
	if (is_match_number(word)) {
		print_past_position(c, word, what);
		return;
	}
	switch (position_id_read(word, &p)) {
	case POSITION_OK:
		break;
	case POSITION_BAD_FORM:
		msg_position_bad(c->out);
		return;
	case POSITION_IMPOSSIBLE:
		msg_position_impossible(c->out);
		return;
	}
	if (what == NULL) {
		print_position_ids(c, &p, &p);
	} else if (word_is_prefix(what, "play")) {
		p = seen_by_player_to_act(&p);
		begin(c, &p, VARIANT_FIBS);
	} else if (word_is_prefix(what, "hint")) {
		ask(c, &p, false);
	} else if (word_is_prefix(what, "rollout")) {
		ask(c, &p, true);
	} else {
		msg_position_usage(c->out);
	}
}
