/* SPDX-License-Identifier: MIT */
/* Commands that take the numbers of past matches: history, match, replay, export.
 *
 * Costs: each line of history takes three index look-ups.  The other commands replay the match
 * from its beginning, a slice at the end of each turn (output/pager.h).  A match that is not
 * over may be named only by its two players; others can watch it. */
#include "cmd/cmd.h"
#include "output/json_lines.h"

#include <stdlib.h>
#include <string.h>

#include "form/form.h"
#include "match/barred.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "proto/boardtext.h"
#include "proto/words.h"
#include "review/review.h"
#include "rules/listing.h"
#include "tell/tell.h"
#include "tournament/tournament.h"
#include "tournament_view/words.h"

/* ---- history ---- */

struct history_list {
	int64_t user, opponent; /* 0: any opponent */
	int64_t since_ms;
	int64_t next_before;          /* the list continues with matches before this number */
	char game[STORE_VARIANT_MAX]; /* "": any */
	unsigned rows_shown;
};

static void
print_history_row(struct ctx *c, const struct match_record *r, int64_t user)
{
	unsigned me = r->user[0] == user ? 0 : 1;
	const struct variant *v = variant_find(r->variant);
	const char *result;
	char day[32], length[16];
	struct sbuf b;

	SBUF_INIT(&b, length);
	if (r->length > 0)
		sbuf_addi(&b, r->length);
	else
		sbuf_addc(&b, '-');
	cmd_time_text(c, r->ended_ms / 1000, "%Y-%m-%d", day, sizeof(day));
	result = msg_text(c->out, r->winner < 0               ? MSG_history_open
				  : (unsigned)r->winner == me ? MSG_history_won
							      : MSG_history_lost);
	if (match_imported(r) || match_is_practice(r))
		msg_history_row_game(c->out, (long long)r->id, day, r->name[1 - me], length,
		    r->score[me], r->score[1 - me], result,
		    msg_text(c->out,
			match_imported(r) ? MSG_history_imported : MSG_history_practice));
	else if (v == NULL || v->fibs)
		msg_history_row(c->out, (long long)r->id, day, r->name[1 - me], length,
		    r->score[me], r->score[1 - me], result);
	else
		msg_history_row_game(c->out, (long long)r->id, day, r->name[1 - me], length,
		    r->score[me], r->score[1 - me], result, v->title);
}

static bool
print_next_history_row(struct world *w, struct session *s, void *state)
{
	struct history_list *h = state;
	struct ctx c = { w, s, s->player, &s->out, NULL, false };
	int64_t id =
	    store_match_finished_before(w->store, h->user, h->opponent, h->next_before);
	struct match_record r;

	if (id == 0 || !store_match_by_id(w->store, id, &r)) {
		if (h->rows_shown == 0)
			msg_history_none(c.out);
		return false;
	}
	h->next_before = id;
	/* the list is ordered by the start of matches: after a match that ended before since_ms
	 * there may be others that ended later */
	if (r.ended_ms >= h->since_ms &&
	    (h->game[0] == '\0' || strcmp(h->game, r.variant) == 0)) {
		print_history_row(&c, &r, h->user);
		h->rows_shown++;
	}
	return true;
}

/* Reads "2026-11-25" as the start of that day in the user's time zone. */
static bool
parse_day(struct ctx *c, const char *word, int64_t *at_ms_out)
{
	int day[3] = { 0 };
	const char *at = word;
	int64_t at_s;

	for (unsigned i = 0; i < 3; i++) {
		unsigned n = 0;

		for (; *at >= '0' && *at <= '9' && n < 4; at++, n++)
			day[i] = day[i] * 10 + (*at - '0');
		if (n == 0 || *at != (i < 2 ? '-' : '\0'))
			return false;
		at += i < 2;
	}
	if (day[0] < 1970 || day[1] < 1 || day[1] > 12 || day[2] < 1 || day[2] > 31 ||
	    !c->w->config.zone_local_to_utc(c->p->timezone, day[0], day[1], day[2], 0, &at_s))
		return false;
	*at_ms_out = at_s * 1000;
	return true;
}

/* Reads one condition, a word and its value.  Returns false after printing an error. */
static bool
parse_history_condition(
    struct ctx *c, const char *word, const char *value, struct history_list *h)
{
	const struct variant *v;
	struct user_record u;

	if (word_is_prefix(word, "against")) {
		if (!cmd_find_account(c, value, msg_no_user_called, &u))
			return false;
		h->opponent = u.id;
	} else if (word_is_prefix(word, "game")) {
		v = player_variant_named(value);
		if (v == NULL) {
			msg_bad_variant(c->out, value);
			return false;
		}
		CHECK(sbuf_copy(h->game, sizeof(h->game), v->name));
	} else if (!word_is_prefix(word, "since") || !parse_day(c, value, &h->since_ms)) {
		msg_history_usage(c->out);
		return false;
	}
	return true;
}

void
cmd_history(struct ctx *c, char *rest)
{
	static const struct pager_kind list = {
		.step = print_next_history_row, .step_cost = 8, .reads_store = true
	};
	struct history_list h = { .user = c->p->user, .next_before = INT64_MAX };
	const char *name = c->p->name;
	const char *word = word_next(&rest);
	struct user_record u;

	if (word != NULL && !word_is_prefix(word, "against") && !word_is_prefix(word, "game") &&
	    !word_is_prefix(word, "since")) {
		if (!cmd_find_account(c, word, msg_no_user_called, &u))
			return;
		h.user = u.id;
		name = u.name;
		word = word_next(&rest);
	}
	for (; word != NULL; word = word_next(&rest)) {
		const char *value = word_next(&rest);

		if (value == NULL) {
			msg_history_usage(c->out);
			return;
		}
		if (!parse_history_condition(c, word, value, &h))
			return;
	}
	if (h.opponent == h.user) {
		msg_history_usage(c->out);
		return;
	}
	msg_history_header(c->out, name);
	pager_begin(c->w, c->s, &list, &h, sizeof(h));
}

/* ---- a match ---- */

bool
cmd_find_match(struct ctx *c, const char *word, struct match_record *r_out)
{
	struct match_record r;
	long n;

	if (!word_number(word + (word[0] == '#'), &n) || n < 1 ||
	    !store_match_by_id(c->w->store, n, &r) || !match_readable(c->p, &r)) {
		msg_record_none(c->out, word);
		return false;
	}
	if (r.ended_ms == 0 && r.user[0] != c->p->user && r.user[1] != c->p->user) {
		msg_record_not_over(c->out);
		return false;
	}
	*r_out = r;
	return true;
}

/* Returns whether the user may still read a match, which its importer may have hidden or
 * deleted since the answer began.  If not, reports that there is none. */
static bool
still_readable(struct world *w, struct session *s, const struct match_record *r)
{
	struct match_record now;
	char number[24];
	struct sbuf b;

	if (r->owner == 0 ||
	    (store_match_by_id(w->store, r->id, &now) && match_readable(s->player, &now)))
		return true;
	SBUF_INIT(&b, number);
	sbuf_addi(&b, (long)r->id);
	msg_record_none(&s->out, number);
	return false;
}

#define ACTIONS_PER_STEP 16u
#define STEP_COST 32u /* cost of a step; a line of a list of users costs 1 */

/* The replay of a stored match in slices. */
struct match_walk {
	struct match_record r;
	struct match_state state; /* the state before the action being replayed */
	uint32_t next_seq;
	unsigned actions_read; /* actions in this slice */
	bool bad, stopped;
	struct world *w;
	struct session *s;
	/* Called for each event, with state (before the action) and w set.  Returns false to
	 * stop. */
	bool (*on_event)(struct match_walk *k, const struct action *a,
	    const struct match_events *ev, unsigned i);
	uint32_t moves; /* moves so far, as `replay` counts them */
	/* only for replay: */
	uint32_t target_move,
	    target_game; /* the move, or the game whose first move is wanted; 0 if not given */
	uint32_t last_game;   /* the last game that has a move */
	enum seat shown_seat; /* the seat of the move shown */
	/* only for match: */
	uint64_t used_ms[2];
	uint32_t play_counts[2];
};

static bool
walk_action(void *ctx, const struct action_record *rec)
{
	struct match_walk *k = ctx;
	struct match_state after = k->state;
	struct match_events ev;
	struct action a;

	k->next_seq = rec->seq + 1;
	k->actions_read++;
	if (!match_read_action(rec, &a) ||
	    match_apply(&after, &a, match_move_space(k->w), &ev).err != MATCH_OK) {
		k->bad = true;
		return false;
	}
	for (unsigned i = 0; i < ev.n && !k->stopped; i++)
		k->stopped = !k->on_event(k, &a, &ev, i);
	k->state = after;
	return !k->stopped;
}

/* Replays a slice.  Returns true if there is more. */
static bool
walk_slice(struct match_walk *k, struct world *w, struct session *s)
{
	k->w = w;
	k->s = s;
	k->actions_read = 0;
	store_actions_from(w->store, k->r.id, k->next_seq, ACTIONS_PER_STEP, walk_action, k);
	return !k->stopped && !k->bad && k->actions_read == ACTIONS_PER_STEP;
}

static bool
walk_begin(struct ctx *c, struct match_walk *k, const struct match_record *r)
{
	const struct variant *v = variant_find(r->variant);

	if (v == NULL || r->length > MATCH_LENGTH_MAX) {
		msg_corrupt_match(c->out);
		return false;
	}
	k->r = *r;
	match_init(&k->state, v, r->length);
	return true;
}

/* ---- match ---- */

static bool
print_match_event(
    struct match_walk *k, const struct action *a, const struct match_events *ev, unsigned i)
{
	const struct match_event *e = &ev->e[i];
	enum seat seat = e->seat;

	if (e->kind == EV_MOVED || e->kind == EV_CANNOT_MOVE)
		k->play_counts[seat]++;
	if (i == 0 && !a->automatic && a->seat != SEAT_NONE)
		k->used_ms[a->seat] += a->elapsed_ms;
	if (e->kind == EV_GAME_WON) {
		uint32_t score[2] = { k->state.score[0], k->state.score[1] };

		score[seat] += e->points;
		msg_match_game(&k->s->out, k->state.game_no, k->r.name[seat], e->points,
		    k->r.name[0], score[0], score[1], k->r.name[1]);
	} else if (e->kind == EV_GAME_DRAWN) {
		msg_match_drawn(&k->s->out, k->state.game_no);
	}
	return true;
}

static void
print_rating_change(void *ctx, const struct rating_record *r)
{
	struct match_walk *k = ctx;
	const char *name = k->r.name[r->user == k->r.user[0] ? 0 : 1];

	if (r->counted_fraction < 1)
		msg_match_rating_cut(&k->s->out, name, r->before, r->after,
		    r->after - r->before, (unsigned)(100 * r->counted_fraction));
	else
		msg_match_rating(&k->s->out, name, r->before, r->after, r->after - r->before);
}

static bool
match_step(struct world *w, struct session *s, void *state)
{
	struct match_walk *k = state;
	char used[DURATION_TEXT_MAX];

	if (k->next_seq > 0 && !still_readable(w, s, &k->r))
		return false;
	if (walk_slice(k, w, s))
		return true;
	if (k->bad)
		msg_corrupt_match(&s->out);
	for (unsigned i = 0; i < 2; i++) {
		if (match_imported(&k->r)) { /* imported files contain no times */
			msg_match_moves(&s->out, k->r.name[i], k->play_counts[i]);
			continue;
		}
		duration_text(
		    k->used_ms[i] < UINT32_MAX ? (uint32_t)k->used_ms[i] : UINT32_MAX, used);
		msg_match_used(&s->out, k->r.name[i], k->play_counts[i], used);
	}
	store_rating_changes_each(w->store, k->r.id, print_rating_change, k);
	return false;
}

void
cmd_match(struct ctx *c, char *rest)
{
	static const struct pager_kind kind = {
		.step = match_step, .step_cost = STEP_COST, .reads_store = true
	};
	const char *word = word_next(&rest);
	struct match_walk k = { .on_event = print_match_event };
	const struct variant *v;
	struct user_record owner;
	struct match_record r;
	char begun[64];

	if (word == NULL) {
		msg_match_usage(c->out);
		return;
	}
	if (!cmd_find_match(c, word, &r) || !walk_begin(c, &k, &r))
		return;
	v = variant_find(r.variant);
	cmd_time_text(c, r.created_ms / 1000, "%Y-%m-%d %H:%M %Z", begun, sizeof(begun));
	if (r.length > 0)
		msg_match_head(c->out, (long long)r.id, r.name[0], r.name[1], v->title,
		    (unsigned)r.length);
	else
		msg_match_head_unlimited(
		    c->out, (long long)r.id, r.name[0], r.name[1], v->title);
	if (r.ended_ms == 0)
		msg_match_is_open(c->out, begun);
	else if (r.winner < 0)
		msg_match_unfinished(c->out, begun, r.end_reason);
	else
		msg_match_won(
		    c->out, begun, r.name[r.winner], r.score[r.winner], r.score[1 - r.winner]);
	if (r.owner != 0 && store_user_by_id(c->w->store, r.owner, &owner))
		msg_match_import(c->out, owner.name,
		    msg_text(c->out,
			r.shown_to_others ? MSG_import_is_shown : MSG_import_is_private));
	pager_begin(c->w, c->s, &kind, &k, sizeof(k));
}

/* ---- replay ---- */

static enum seat
replay_viewpoint(const struct match_walk *k)
{
	return k->s->player->user == k->r.user[1] ? SEAT_1 : SEAT_0;
}

/* Interactive users get the numbering of the board that they see.  Client programs get each
 * player's own numbering. */
static enum numbering
replay_numbering(const struct match_walk *k, enum seat seat)
{
	return session_is_interactive(k->s) ? point_numbering(session_direction_home(k->s),
						  &k->state, replay_viewpoint(k), seat)
					    : NUMBERS_SAME;
}

static void
replay_board(struct match_walk *k)
{
	struct session *s = k->s;
	bool plays = s->player->user == k->r.user[0] || s->player->user == k->r.user[1];
	enum seat view = replay_viewpoint(k);
	char text[BOARDTEXT_BYTES_MAX];
	struct sbuf b;
	struct board_view v = {
		.match = &k->state,
		.name = { k->r.name[0], k->r.name[1] },
		.seat = view,
		.is_you = plays,
		.own_numbering = session_direction_home(s),
		.catalogue = s->out.catalogue,
	};

	if (boardtext_needs_extra_line(k->state.variant) &&
	    !session_has_toggle(s, TOGGLE_variants)) {
		msg_variants_off(&s->out);
		return;
	}
	SBUF_INIT(&b, text);
	boardtext_draw(&b, &v, session_boardstyle(s));
	if (session_boardstyle(s) == BOARDSTYLE_RAW)
		boardtext_add_extra_line(&b, &v);
	out_text(&s->out, text);
}

/* Prints a marked error.  An error that follows the last move of a game need not be by the
 * player who moved. */
static void
replay_print_mark(void *ctx, const struct review_mark *m)
{
	const struct match_walk *k = ctx;
	struct out *out = &k->s->out;
	char best[sizeof(m->best)];
	struct play play;
	struct sbuf b;

	SBUF_INIT(&b, best);
	if (notation_read(m->best, &play))
		notation_write_book(&b, &play, replay_numbering(k, (enum seat)m->seat));
	else
		sbuf_add(&b, m->best); /* a cube decision */
	if (m->seat == (int)k->shown_seat)
		msg_replay_mark(out, review_mark_text(m->error), m->error, best);
	else
		msg_replay_mark_then(
		    out, k->r.name[m->seat], review_mark_text(m->error), m->error, best);
}

static bool
replay_print_event(
    struct match_walk *k, const struct action *a, const struct match_events *ev, unsigned i)
{
	const enum numbering numbering[2] = { replay_numbering(k, SEAT_0),
		replay_numbering(k, SEAT_1) };
	enum seat seat;
	char text[80];
	struct sbuf b;

	(void)a;
	SBUF_INIT(&b, text);
	if (!listing_line(&b, &k->state, ev, i, numbering, &seat))
		return true;
	k->moves++;
	k->last_game = k->state.game_no;
	if (k->target_move != 0 ? k->moves != k->target_move
				: k->state.game_no < k->target_game)
		return true;
	replay_board(k);
	msg_replay_move(
	    &k->s->out, (long long)k->r.id, k->state.game_no, k->moves, k->r.name[seat], text);
	if (session_is_interactive(k->s) || session_has_toggle(k->s, TOGGLE_ids))
		tell_xgid(&k->s->out, &k->state, replay_viewpoint(k));
	k->shown_seat = seat;
	if (!barred_review(k->w, k->s, &k->r))
		store_review_marks_of(k->w->store, k->r.id, k->moves, replay_print_mark, k);
	k->s->player->replay.match = k->r.id;
	k->s->player->replay.move = k->moves;
	return false;
}

static bool
replay_step(struct world *w, struct session *s, void *state)
{
	struct match_walk *k = state;

	if (k->next_seq > 0 && !still_readable(w, s, &k->r))
		return false;
	if (walk_slice(k, w, s))
		return true;
	if (k->bad)
		msg_corrupt_match(&s->out);
	else if (!k->stopped && k->moves == 0)
		msg_replay_nothing(&s->out);
	else if (!k->stopped && k->target_game > 0)
		msg_replay_last_game(&s->out, k->last_game);
	else if (!k->stopped)
		msg_replay_end(&s->out, k->moves);
	return false;
}

/* Reads which move of the last replayed match is wanted.  Returns false if the words name
 * none. */
static bool
replay_parse_continuation(
    struct ctx *c, const char *word, const char *value, struct match_walk *k)
{
	uint32_t at = c->p->replay.move;
	long n = 0;

	if (word_is_prefix(word, "next"))
		k->target_move = at + 1;
	else if (word_is_prefix(word, "previous"))
		k->target_move = at > 1 ? at - 1 : 1;
	else if (value == NULL || !word_number(value, &n) || n < 1 || n > INT32_MAX)
		return false;
	else if (word_is_prefix(word, "game"))
		k->target_game = (uint32_t)n;
	else if (word_is_prefix(word, "move"))
		k->target_move = (uint32_t)n;
	else
		return false;
	return true;
}

void
cmd_replay(struct ctx *c, char *rest)
{
	static const struct pager_kind kind = {
		.step = replay_step, .step_cost = STEP_COST, .reads_store = true
	};
	const char *word = word_next(&rest);
	const char *value = word_next(&rest);
	struct match_walk k = { .on_event = replay_print_event, .target_move = 1 };
	struct match_record r;
	char number[24];
	struct sbuf b;
	long n = 1;

	if (word == NULL) {
		msg_replay_usage(c->out);
		return;
	}
	if (word[0] == '#' || (word[0] >= '0' && word[0] <= '9')) {
		if (value != NULL && (!word_number(value, &n) || n < 1 || n > INT32_MAX)) {
			msg_replay_usage(c->out);
			return;
		}
		k.target_move = (uint32_t)n;
	} else {
		k.target_move = 0;
		SBUF_INIT(&b, number);
		sbuf_addi(&b, (long)c->p->replay.match);
		if (!replay_parse_continuation(c, word, value, &k)) {
			msg_replay_usage(c->out);
			return;
		}
		if (c->p->replay.match == 0) {
			msg_replay_which(c->out);
			return;
		}
		word = number;
	}
	if (cmd_find_match(c, word, &r) && walk_begin(c, &k, &r))
		pager_begin(c->w, c->s, &kind, &k, sizeof(k));
}

/* ---- export ---- */

#define EXPORT_ACTS_PER_STEP 64u /* acts of the match's tournament that are read per step */

struct match_export {
	struct form_text text;
	const struct form *form;
	struct match_record r;
	bool begun;
	bool text_only; /* omits the lines before and after the text */
	uint32_t next_seq;
	unsigned actions_read;
};

static void
export_add_mark(void *ctx, const struct review_mark *m)
{
	form_add_mark(ctx, m, review_mark_text(m->error));
}

static bool
export_action(void *ctx, const struct action_record *a)
{
	struct match_export *x = ctx;

	x->actions_read++;
	x->next_seq = a->seq + 1;
	return form_action(&x->text, a);
}

/* Fills in the event of a match from the file it was imported from, or from its tournament,
 * which has been read already.  Returns false if there is none, or the match no longer belongs
 * to a pairing. */
static bool
tournament_event_of(
    struct world *w, const struct match_record *r, struct matfile_event *event_out)
{
	const struct tourney *t = NULL;

	event_out->import_header[0] = '\0';
	if (match_imported(r))
		return store_match_header(w->store, r->id, event_out->import_header);
	if (r->tournament != 0 &&
	    !tourney_must_be_read(
		w, r->tournament)) /* a tournament still unread here is damaged */
		t = tourney_get(w, r->tournament);
	return t != NULL && words_match_event(t, r, event_out);
}

static void
export_begin(struct world *w, struct session *s, struct match_export *x)
{
	struct matfile_event event;
	bool has = x->form->writes_event && tournament_event_of(w, &x->r, &event);

	x->begun = true;
	if (!x->text_only)
		msg_export_begin(&s->out, (long long)x->r.id, x->form->name);
	form_begin(&x->text, x->form, &x->r, has ? &event : NULL, &s->out);
	if (!barred_review(w, s, &x->r))
		store_review_worst_marks(
		    w->store, x->r.id, FORM_MARKS_MAX, export_add_mark, &x->text);
}

static bool
export_step(struct world *w, struct session *s, void *state)
{
	struct match_export *x = *(struct match_export **)state;
	enum matfile_write_err err;

	if (x->next_seq > 0 && !still_readable(w, s, &x->r))
		return false;
	if (!x->begun && x->form->writes_event && x->r.tournament != 0 &&
	    tourney_read_more(w, x->r.tournament, EXPORT_ACTS_PER_STEP))
		return true;
	if (!x->begun)
		export_begin(w, s, x);
	x->actions_read = 0;
	store_actions_from(w->store, x->r.id, x->next_seq, ACTIONS_PER_STEP, export_action, x);
	if (x->actions_read == ACTIONS_PER_STEP && x->text.err == MATFILE_OK)
		return true;
	if (x->r.ended_ms == 0)
		x->r.actions = x->next_seq; /* actions may have been added meanwhile */
	err = form_end(&x->text);
	if (err == MATFILE_HAS_POSITION)
		msg_export_position(&s->out);
	else if (err != MATFILE_OK)
		msg_corrupt_match(&s->out);
	else if (!x->text_only)
		msg_export_end(&s->out, (long long)x->r.id);
	return false;
}

static void
export_free(void *state)
{
	struct match_export *x = *(struct match_export **)state;

	form_free(&x->text);
	free(x);
}

static bool
begin_export(struct world *w, struct session *s, const struct match_record *r,
    const struct form *form, bool text_only)
{
	static const struct pager_kind kind = {
		.step = export_step,
		.free_state = export_free,
		.step_cost = STEP_COST,
		.is_file = true,
		.reads_store = true,
	};
	struct match_export *x = calloc(1, sizeof(*x));

	if (x == NULL)
		return false;
	x->r = *r;
	x->form = form;
	x->text_only = text_only;
	pager_begin(w, s, &kind, (void *)&x, sizeof(x));
	return true;
}

void
cmd_export_file(
    struct world *w, struct session *s, const struct match_record *r, const struct form *form)
{
	s->screen.json->all_text_answers = s->screen.json->text_is_file = true;
	if (!begin_export(w, s, r, form, true))
		json_refuse(s, JSON_busy, "The server is out of memory.");
}

void
cmd_export(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	const char *name = word_next(&rest);
	const struct form *form = name != NULL ? form_named(name) : &FORMS[0];
	struct match_record r;

	if (word == NULL || form == NULL) {
		msg_export_usage(c->out);
		return;
	}
	if (!cmd_find_match(c, word, &r))
		return;
	if (!form_fits(form, &r))
		msg_export_backgammon(c->out);
	else if (!begin_export(c->w, c->s, &r, form, false))
		msg_answer_cut(c->out);
}
