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
may_ask(struct ctx *c, const struct match_state *st)
{
	const enum msg_id why = barred_position(c->w, c->s, st);

	if (why != MSG_COUNT)
		msg_plain(c->out, why);
	return why == MSG_COUNT;
}

/* ---- output ---- */

/* gnu: the position as it is written in the GNU ID. */
static void
show(struct ctx *c, const struct game_position *p, const struct game_position *gnu)
{
	static const char *const name[POSITION_FORMS] = { "XGID", "GNUID", "OGID" };

	for (unsigned form = 0; form < POSITION_FORMS; form++) {
		char text[POSITION_ID_ROOM];
		struct sbuf b;

		SBUF_ON(&b, text);
		position_id_write(&b, form == POSITION_GNU ? gnu : p, (enum position_form)form);
		out_addf(c->out, "%s=%s\n", name[form], text);
	}
}

/* Shows the position of a match as `bottom` sees it.  The GNU ID is the one that gnubg shows
 * after importing the match: player 0 is the left column of the .mat text, which is seat 0. */
static void
show_state(struct ctx *c, const struct match_state *st, enum seat bottom)
{
	struct game_position p, gnu;

	if (position_of(st, bottom, &p) && position_of(st, SEAT_1, &gnu))
		show(c, &p, &gnu);
	else
		msg_position_none(c->out);
}

/* ---- positions of past matches ---- */

struct walk {
	struct world *w;
	struct match_state state, after; /* before and after the last action read */
	uint32_t moves, wanted;          /* as `replay` counts them */
	bool bad, found, cut;            /* cut: stopped after REVIEW_ACTIONS_MAX actions */
	enum seat seat;                  /* seat of the last move read */
	/* Called for each move, with `moves`, `seat` and `state` set; may be NULL. */
	void (*pass)(const struct walk *k);
	struct xgids *xgids; /* for pass_xgids */
};

static bool
walk_action(void *ctx, const struct action_record *r)
{
	struct walk *k = ctx;
	struct match_events ev;
	struct action a;

	k->cut = r->seq >= REVIEW_ACTIONS_MAX;
	if (k->cut)
		return false;
	k->state = k->after;
	k->bad = !match_read_action(r, &a) ||
		 match_apply(&k->after, &a, match_space(k->w), &ev).err != MATCH_OK;
	for (unsigned i = 0; !k->bad && !k->found && i < ev.n; i++) {
		if (!listing_has(&ev.e[i]))
			continue;
		k->moves++;
		k->seat = listing_seat(&ev.e[i]);
		k->found = k->moves == k->wanted;
		if (k->pass != NULL)
			k->pass(k);
	}
	return !k->bad && !k->found;
}

/* Replays a match up to the wanted move. */
static void
walk(const struct match_record *r, struct walk *k)
{
	const struct variant *v = variant_find(r->variant);

	k->bad = v == NULL || r->length > MATCH_LENGTH_MAX;
	if (k->bad)
		return;
	match_init(&k->after, v, r->length);
	store_actions_each(k->w->store, r->id, walk_action, k);
}

/* Like walk, but reports the reason if the wanted move was not reached. */
static bool
walk_to(struct ctx *c, const struct match_record *r, struct walk *k)
{
	walk(r, k);
	if (k->bad)
		msg_corrupt_match(c->out);
	else if (k->cut)
		msg_position_far(c->out);
	else if (!k->found && k->moves == 0)
		msg_replay_nothing(c->out);
	else if (!k->found)
		msg_replay_end(c->out, k->moves);
	return k->found;
}

static void
pass_xgids(const struct walk *k)
{
	struct sbuf b;

	for (unsigned i = 0; i < k->xgids->n; i++) {
		if (k->xgids->move[i] != k->moves)
			continue;
		SBUF_ON(&b, k->xgids->text[i]);
		(void)position_xgid(&b, &k->state, k->seat);
	}
}

void
cmd_xgids(struct world *w, const struct match_record *r, struct xgids *x)
{
	struct walk k = { .w = w, .pass = pass_xgids, .xgids = x };

	for (unsigned i = 0; i < x->n; i++) {
		x->text[i][0] = '\0';
		k.wanted = x->move[i] > k.wanted ? x->move[i] : k.wanted;
	}
	if (x->n > 0)
		walk(r, &k);
}

static bool
read_move(struct ctx *c, const char *word, uint32_t *move_out, enum msg_id usage)
{
	long n;

	if (word == NULL || !word_number(word, &n) || n < 1 || n > INT32_MAX) {
		msg_plain(c->out, usage);
		return false;
	}
	*move_out = (uint32_t)n;
	return true;
}

static void
show_past(struct ctx *c, const char *match, const char *move)
{
	struct walk k = { .w = c->w };
	struct match_record r;

	if (read_move(c, move, &k.wanted, MSG_position_usage) && cmd_match_of(c, match, &r) &&
	    walk_to(c, &r, &k))
		show_state(c, &k.state, k.seat);
}

/* ---- practice from a position ---- */

/* Begins a practice match at position p, with the user at the bottom.  Reports the reason if no
 * match can begin. */
static void
begin(struct ctx *c, const struct game_position *p, const struct variant *v)
{
	const struct match_terms terms = { .practice = true, .position = p };
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
	if (!invite_plays(c->p, v)) {
		msg_variants_off(c->out);
		return;
	}
	if (!may_ask(c, &st) || invite_bound(c, c->s) || !invite_may_play(c, p->length, v))
		return;
	if (store_matches_open_count(c->w->store, c->p->user) >= c->w->config.saved_max) {
		msg_too_many_saved(c->out);
		return;
	}
	bot = matchmaking_practice_bot(c, v);
	if (bot == NULL)
		msg_practice_none(c->out);
	else if (invite_may(c, bot) && match_begin(c->w, c->s, bot, p->length, v, &terms) == 0)
		msg_server_full(c->out);
}

/* Returns the position with the side that must act at the bottom. */
static struct game_position
for_actor(const struct game_position *p)
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
look_at_mark(void *ctx, const struct review_mark *m)
{
	struct last_error *e = ctx;

	if ((e->seat == 2 || e->seat == m->seat) && m->move > e->mark.move)
		e->mark = *m;
}

void
cmd_practice(struct ctx *c, char *rest)
{
	const char *match = word_next(&rest);
	const char *move = word_next(&rest);
	struct walk k = { .w = c->w };
	struct last_error e = { .seat = 2 };
	const struct match_state *st = &k.state;
	struct game_position p;
	struct match_record r;
	enum seat seat;

	if (match == NULL) {
		msg_practice_usage(c->out);
		return;
	}
	if ((move != NULL && !read_move(c, move, &k.wanted, MSG_practice_usage)) ||
	    !cmd_match_of(c, match, &r))
		return;
	if (r.ended_ms == 0) {
		msg_record_not_over(c->out);
		return;
	}
	for (int s = 0; s < 2; s++)
		if (r.user[s] == c->p->user)
			e.seat = s;
	if (move == NULL) {
		store_review_worst(c->w->store, r.id, REVIEW_MARKS, look_at_mark, &e);
		if (e.mark.move == 0) {
			msg_practice_no_error(c->out, (long long)r.id);
			return;
		}
		k.wanted = e.mark.move;
	}
	if (!walk_to(c, &r, &k))
		return;
	seat = move == NULL ? (enum seat)e.mark.seat : k.seat;
	if (seat != k.seat) /* the other player made the error, after the move */
		st = &k.after;
	if (!position_of(st, seat, &p)) {
		msg_position_none(c->out);
		return;
	}
	if (move == NULL && e.mark.of_cube) /* a missed double is practised before the roll */
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
	enum ask_err err;

	match_init(&st, VARIANT_FIBS, p->length);
	st.practice = true;
	position_set(&st, p);
	if (p->dice[0] > 0) {
		st.dice = (struct dice_pair){ { p->dice[0], p->dice[1] } };
		st.pieces = (uint8_t)move_dice_used(st.variant, &st.board, st.turn,
		    st.dice.d[0], st.dice.d[1], match_space(c->w));
		st.phase = PH_MOVE;
	}
	if (!may_ask(c, &st))
		return;
	if (st.phase == PH_MOVE && st.pieces == 0) {
		msg_hint_blocked(c->out);
		return;
	}
	err = rollout ? bots_ask_rollout(c->w, c->s, &st, match_to_act(&st), &before)
		      : bots_ask_position(c->w, c->s, &st, match_to_act(&st));
	play_asked(c, err);
	if (rollout && err == ASK_OK)
		msg_rollout_begins(c->out, ROLLOUT_GAMES, before);
}

static void
show_current(struct ctx *c)
{
	struct session *watched = session_watched(c->w, c->s);
	struct session *of = c->s->match != 0 ? c->s : watched;
	struct match *m = of != NULL ? session_match(c->w, of) : NULL;

	if (m == NULL)
		msg_position_usage(c->out);
	else
		show_state(c, &m->state, of->seat);
}

/* Returns whether a word is the number of a match. */
static bool
is_match(const char *word)
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
		show_current(c);
		return;
	}
	if (is_match(word)) {
		show_past(c, word, what);
		return;
	}
	switch (position_id_read(word, &p)) {
	case POSITION_OK:
		break;
	case POSITION_NO_ID:
		msg_position_bad(c->out);
		return;
	case POSITION_IMPOSSIBLE:
		msg_position_impossible(c->out);
		return;
	}
	if (what == NULL) {
		show(c, &p, &p);
	} else if (word_begins(what, "play")) {
		p = for_actor(&p);
		begin(c, &p, VARIANT_FIBS);
	} else if (word_begins(what, "hint")) {
		ask(c, &p, false);
	} else if (word_begins(what, "rollout")) {
		ask(c, &p, true);
	} else {
		msg_position_usage(c->out);
	}
}
