/* SPDX-License-Identifier: MIT */
/* See replay.h.  Owns the moves, about 400 bytes each. */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sbuf.h"
#include "base/utf8.h"
#include "file/matchjson.h"
#include "file/regular.h"
#include "proto/boardtext.h"
#include "proto/matchread.h"
#include "proto/words.h"
#include "rules/listing.h"
#include "client-cli/model/text.h"

struct replay_reader {
	struct replay *r;
	struct match_state state;
	struct move_space *move_space;
	/* The first error in a .mat or SGF file, preceded by ". "; "" if none */
	char first_error[128];
	char end[16];
	unsigned final_score[2];
	unsigned move_capacity;
};

/* ---- the moves ---- */

static struct replay_move *
add_move(struct replay_reader *rd, const struct match_state *before)
{
	struct replay *r = rd->r;

	if (r->n == rd->move_capacity) {
		unsigned room = rd->move_capacity == 0 ? 256 : rd->move_capacity * 2;
		struct replay_move *more = realloc(r->moves, room * sizeof(*more));

		if (more == NULL)
			return NULL;
		r->moves = more;
		rd->move_capacity = room;
	}
	r->moves[r->n] =
	    (struct replay_move){ .state_before = *before, .game_no = before->game_no };
	return &r->moves[r->n++];
}

/* Appends how a game or match ended to the text of the move that ended it. */
static void
add_game_end(struct replay_reader *rd, const struct match_event *e)
{
	struct replay *r = rd->r;
	struct replay_move *m = r->n > 0 ? &r->moves[r->n - 1] : NULL;
	struct sbuf b;

	if (m == NULL || m->game_no != rd->state.game_no)
		return;
	b = (struct sbuf){ m->description, sizeof(m->description), strlen(m->description),
		false };
	if (e->kind == EV_GAME_DRAWN)
		sbuf_add(&b, ". The game is a draw");
	else
		sbuf_addf(&b, ". %s wins %u point%s", r->name[e->seat], (unsigned)e->points,
		    e->points == 1 ? "" : "s");
}

/* Returns the position shown for a move: the position before the action, with the dice that ev
 * rolled. */
static struct match_state
state_to_show(const struct match_state *before, const struct match_events *ev,
    const struct match_event *e)
{
	struct match_state s = *before;

	if ((e->kind == EV_MOVED || e->kind == EV_CANNOT_MOVE) && s.phase != PH_MOVE) {
		s.dice = listing_dice(before, ev, e);
		s.phase = PH_MOVE;
		s.turn = e->seat;
	}
	return s;
}

/* Adds the moves among the events of an action.  Returns false if out of memory. */
static bool
add_events(
    struct replay_reader *rd, const struct match_state *before, const struct match_events *ev)
{
	for (unsigned i = 0; i < ev->n && rd->r->n < REPLAY_MOVES_MAX; i++) {
		const struct match_event *e = &ev->e[i];
		struct match_state shown = state_to_show(before, ev, e);
		struct replay_move *m;
		enum seat seat;
		char text[80];
		struct sbuf b;

		SBUF_INIT(&b, text);
		if (!listing_line(&b, before, ev, i, NULL, &seat)) {
			if (e->kind == EV_GAME_DRAWN || e->kind == EV_GAME_WON)
				add_game_end(rd, e);
			continue;
		}
		m = add_move(rd, &shown);
		if (m == NULL)
			return false;
		m->seat = seat;
		(void)snprintf(
		    m->description, sizeof(m->description), "%s: %s", rd->r->name[seat], text);
		if (e->kind == EV_GAME_WON)
			add_game_end(rd, e);
	}
	return true;
}

/* ---- the file ---- */

/* True for actions of players.  Actions that concern clocks and connections are skipped: they
 * are not moves, and the file lacks some of the times needed to check them. */
static bool
is_play_action(const struct action *a)
{
	return action_has_flag(a->kind, ACTION_OF_PLAY) || a->kind == ACT_PENALTY_POINTS ||
	       a->kind == ACT_SET_SCORE || a->kind == ACT_PRACTICE ||
	       a->kind == ACT_SET_POSITION;
}

static const char *
apply_action(struct replay_reader *rd, json_t *element)
{
	struct match_state before = rd->state;
	struct match_events ev;
	struct action a;

	if (!matchjson_read_action(element, &a))
		return "it has an action that this program does not know";
	if (!is_play_action(&a))
		return NULL;
	if (match_apply(&rd->state, &a, rd->move_space, &ev).err != MATCH_OK)
		return "it has an action that the rules do not allow";
	return add_events(rd, &before, &ev) ? NULL : "out of memory";
}

/* Returns true if text has 1 to `most` bytes, all of them in `allowed`. */
static bool
consists_of(const char *text, const char *allowed, size_t most)
{
	size_t n = strlen(text);

	return n >= 1 && n <= most && strspn(text, allowed) == n;
}

#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

static bool
read_header(struct replay_reader *rd, json_t *match)
{
	struct replay *r = rd->r;
	const char *game, *end, *name[2];
	json_int_t number, length, score[2];
	const struct variant *v;

	if (json_unpack(match, "{s:I, s:s, s:I, s:[ss!], s:s, s:[II!]}", "match", &number,
		"game", &game, "length", &length, "players", &name[0], &name[1], "end", &end,
		"score", &score[0], &score[1]) != 0)
		return false;
	v = variant_find(game);
	if (v == NULL || length < 0 || length > MATCH_LENGTH_MAX ||
	    (end[0] != '\0' && !consists_of(end, LOWER "_", sizeof(rd->end) - 1)))
		return false;
	for (unsigned i = 0; i < 2; i++) {
		if (score[i] < 0 || score[i] > UINT32_MAX ||
		    !consists_of(name[i], LOWER UPPER DIGITS "_-", NAME_MAX_LETTERS))
			return false;
		rd->final_score[i] = (unsigned)score[i];
		(void)sbuf_copy(r->name[i], sizeof(r->name[i]), name[i]);
	}
	(void)snprintf(
	    r->match_number, sizeof(r->match_number), "%" JSON_INTEGER_FORMAT, number);
	(void)sbuf_copy(rd->end, sizeof(rd->end), end);
	match_init(&rd->state, v, (unsigned)length);
	return true;
}

/* Adds an error found by an analysis.  A move has at most two errors: one for the double and
 * one for the play.  An invalid error is skipped. */
static void
add_move_error(struct replay_reader *rd, json_t *element)
{
	json_int_t move, seat;
	double error;
	const char *mark, *best;
	struct replay_move *m;
	struct sbuf b;
	size_t n;

	if (json_unpack(element, "{s:I, s:I, s:F, s:s, s:s}", "move", &move, "seat", &seat,
		"error", &error, "mark", &mark, "best", &best) != 0 ||
	    seat < 0 || seat > 1 || move < 1 || move > rd->r->n ||
	    !(error >= 0 && error < 100) || !consists_of(mark, "?!", 3) ||
	    !consists_of(best, LOWER DIGITS " /*()-", 47))
		return;
	m = &rd->r->moves[move - 1];
	n = strlen(m->move_errors);
	b = (struct sbuf){ m->move_errors, sizeof(m->move_errors), n, false };
	sbuf_add(&b, n > 0 ? ", " : "");
	/* the opponent's error, listed with the move that ended a game */
	if ((enum seat)seat != m->seat)
		sbuf_addf(&b, "and %s: ", rd->r->name[seat]);
	sbuf_addf(&b, "%s -%.3f; better: %s", mark, error, best);
	if (!sbuf_ok(&b))
		m->move_errors[n] = '\0';
}

static const char *
read_json(struct replay_reader *rd, const char *text, size_t n)
{
	const char *why = NULL;
	json_t *match = matchjson_read(text, n, &why);
	json_t *actions = json_object_get(match, "actions");
	json_t *errors = json_object_get(match, "errors");

	if (match != NULL && (!json_is_array(actions) || !read_header(rd, match)))
		why = "it is not an exported match, or its game is one that this program does "
		      "not "
		      "know";
	for (size_t i = 0; why == NULL && i < json_array_size(actions); i++)
		why = apply_action(rd, json_array_get(actions, i));
	for (size_t i = 0; why == NULL && i < json_array_size(errors); i++)
		add_move_error(rd, json_array_get(errors, i));
	json_decref(match);
	return why;
}

/* ---- .mat ---- */

/* Copies a name for use in a board line.  Each character that is not an ASCII letter or digit
 * becomes one '_'. */
static void
copy_plain_name(char out[NAME_MAX_LETTERS + 1], const char *name)
{
	size_t n = 0;

	for (; *name != '\0' && n < NAME_MAX_LETTERS; name++) {
		char c = *name;
		bool letter =
		    (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');

		if (letter)
			out[n++] = c;
		else if (utf8_starts_char(c))
			out[n++] = '_';
	}
	out[n] = '\0';
}

/* Makes equal names different: Zoë and Zoé become Zo_1 and Zo_2. */
static void
make_names_distinct(struct replay *r)
{
	size_t n = strlen(r->name[0]);

	if (strcmp(r->name[0], r->name[1]) != 0)
		return;
	if (n == NAME_MAX_LETTERS)
		n--;
	for (unsigned i = 0; i < 2; i++)
		(void)sbuf_copy(r->name[i] + n, 2, i == 0 ? "1" : "2");
}

static const char *
apply_actions(struct replay_reader *rd, const struct matchread *m)
{
	match_init(&rd->state, VARIANT_FIBS, m->state.length);
	for (unsigned i = 0; i < m->n; i++) {
		struct match_state before = rd->state;
		struct match_events ev;

		CHECK(match_apply(&rd->state, &m->action[i], rd->move_space, &ev).err ==
		      MATCH_OK);
		if (!add_events(rd, &before, &ev))
			return "out of memory";
	}
	return NULL;
}

/* Reads the whole file before showing any of it.  A file whose end is missing is accepted. */
static const char *
read_mat(struct replay_reader *rd, char *text, size_t n, char why[100])
{
	struct matchread *m = calloc(1, sizeof(*m));
	const char *fault = NULL;

	if (m != NULL)
		m->action = calloc(MATCHREAD_ACTIONS_MAX, sizeof(*m->action));
	if (m == NULL || m->action == NULL) {
		fault = "out of memory";
	} else if (!matchread(m, text, n, rd->move_space)) {
		(void)snprintf(why, 100, "line %u: %.80s", m->note[0].line, m->note[0].why);
		fault = why;
		/* matchread reports the missing end in its last note, which is not an error
		 * here. */
	} else if (m->notes_len > m->unfinished) {
		(void)snprintf(rd->first_error, sizeof(rd->first_error), ". Line %u: %s",
		    m->note[0].line, m->note[0].why);
	}
	for (unsigned i = 0; fault == NULL && i < 2; i++) {
		copy_plain_name(rd->r->name[i], m->name[i]);
		rd->final_score[i] = m->state.score[i];
	}
	make_names_distinct(rd->r);
	if (fault == NULL)
		fault = apply_actions(rd, m);
	if (fault == NULL && !m->unfinished)
		(void)sbuf_copy(rd->end, sizeof(rd->end), "won");
	if (m != NULL)
		free(m->action);
	free(m);
	return fault;
}

/* Adds the final position. */
static const char *
add_final_position(struct replay_reader *rd)
{
	bool won = rd->end[0] == '\0' || strcmp(rd->end, "won") == 0;
	struct replay_move *m;
	struct sbuf b;

	m = add_move(rd, &rd->state);
	if (m == NULL)
		return "out of memory";
	SBUF_INIT(&b, m->description);
	sbuf_addf(&b, "%s%s%s: %s %u, %s %u%s", rd->end[0] != '\0' ? "The end" : "So far",
	    won ? "" : ", ", won ? "" : rd->end, rd->r->name[0], rd->final_score[0],
	    rd->r->name[1], rd->final_score[1], rd->first_error);
	return NULL;
}

/* Reads a match as JSON, or otherwise as .mat or SGF. */
static const char *
read_match_text(struct replay_reader *rd, char *text, size_t n, char why[100])
{
	if (n == 0)
		return "it is empty";
	return text[0] == '{' ? read_json(rd, text, n) : read_mat(rd, text, n, why);
}

bool
replay_open(struct replay *r, const char *path, char *why, size_t size)
{
	struct replay opened = { .n = 0 };
	struct replay_reader rd = { .r = &opened,
		.move_space = malloc(sizeof(*rd.move_space)) };
	const char *fault = NULL;
	struct sbuf error;
	char clause[100], clean[400];
	size_t n;
	char *text;

	sbuf_init(&error, why, size);
	(void)sbuf_copy(opened.match_number, sizeof(opened.match_number), "0");
	text = regular_read(path, MATCHJSON_BYTES_MAX, &n, &error);
	if (text != NULL) {
		fault = rd.move_space != NULL ? read_match_text(&rd, text, n, clause)
					      : "out of memory";
		if (fault == NULL)
			fault = add_final_position(&rd);
		if (fault != NULL)
			sbuf_addf(&error, "%s: %s", path, fault);
	}
	free(text);
	free(rd.move_space);
	if (text == NULL || fault != NULL) {
		sbuf_addc(&error, '.');
		(void)text_copy(
		    clean, sizeof(clean), why); /* the path may contain control characters */
		(void)sbuf_copy(why, size, clean);
		replay_close(&opened);
		return false;
	}
	replay_close(r);
	*r = opened;
	return true;
}

void
replay_close(struct replay *r)
{
	free(r->moves);
	*r = (struct replay){ .n = 0 };
}

/* ---- stepping through the moves ---- */

static unsigned
first_move_of_game(const struct replay *r, long game)
{
	for (unsigned i = 0; i < r->n; i++)
		if ((long)r->moves[i].game_no >= game)
			return i;
	return r->n - 1;
}

bool
replay_seek(struct replay *r, const char *words)
{
	char word[12] = "";
	long n = 0;
	int got = sscanf(words, "%11s %9ld", word, &n);

	if (r->n == 0)
		return false;
	if (strcmp(word, "next") == 0)
		r->at += r->at + 1 < r->n;
	else if (strcmp(word, "previous") == 0)
		r->at -= r->at > 0;
	else if (strcmp(word, "first") == 0)
		r->at = 0;
	else if (strcmp(word, "last") == 0)
		r->at = r->n - 1;
	else if (strcmp(word, "game") == 0 && got == 2)
		r->at = first_move_of_game(r, n);
	else if (strcmp(word, "move") == 0 && got == 2 && n > 0)
		r->at = n > (long)r->n ? r->n - 1 : (unsigned)n - 1;
	else
		return false;
	return true;
}

void
replay_board_lines(const struct replay *r, const char *self, char board[REPLAY_BOARD_MAX],
    char extra[REPLAY_BOARD_MAX], char *line, size_t size)
{
	const struct replay_move *m = &r->moves[r->at];
	const struct board_view view = {
		.match = &m->state_before,
		.name = { r->name[0], r->name[1] },
		.seat = word_is(r->name[1], self) ? SEAT_1 : SEAT_0,
	};
	struct sbuf b;

	sbuf_init(&b, board, REPLAY_BOARD_MAX);
	boardtext_draw(&b, &view, BOARDSTYLE_RAW);
	board[strcspn(board, "\r\n")] = '\0';
	sbuf_init(&b, extra, REPLAY_BOARD_MAX);
	boardtext_add_extra_line(&b, &view);
	extra[strcspn(extra, "\r\n")] = '\0';
	(void)snprintf(line, size, "Match %s, game %u, move %u. %s", r->match_number,
	    m->game_no, r->at + 1, m->description);
}
