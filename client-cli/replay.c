/* SPDX-License-Identifier: MIT */
/* See replay.h.  Owns the moves: some 400 bytes each. */
#define _GNU_SOURCE /* getline */
#include "replay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sbuf.h"
#include "base/utf8.h"
#include "proto/boardtext.h"
#include "proto/matread.h"
#include "proto/words.h"
#include "rules/listing.h"

struct reader {
	struct replay *r;
	struct match_state state;
	struct move_space *space;
	unsigned length;
	char game[32], end[16];
	unsigned score[2];
	bool begun; /* the head is complete */
	unsigned room;
};

/* ---- the moves ---- */

static struct replay_move *
add_move(struct reader *rd, const struct match_state *before)
{
	struct replay *r = rd->r;

	if (r->n == rd->room) {
		unsigned room = rd->room == 0 ? 256 : rd->room * 2;
		struct replay_move *more = realloc(r->move, room * sizeof(*more));

		if (more == NULL)
			return NULL;
		r->move = more;
		rd->room = room;
	}
	r->move[r->n] = (struct replay_move){ .before = *before, .game = before->game_no };
	return &r->move[r->n++];
}

/* How a game or the match ended stands behind the move that ended it. */
static void
add_end(struct reader *rd, const struct match_event *e)
{
	struct replay *r = rd->r;
	struct replay_move *m = r->n > 0 ? &r->move[r->n - 1] : NULL;
	struct sbuf b;

	if (m == NULL || m->game != rd->state.game_no)
		return;
	b = (struct sbuf){ m->text, sizeof(m->text), strlen(m->text), false };
	if (e->kind == EV_GAME_DRAWN)
		sbuf_add(&b, ". The game is a draw");
	else
		sbuf_addf(&b, ". %s wins %u point%s", r->name[e->seat], (unsigned)e->points,
		    e->points == 1 ? "" : "s");
}

/* The position that a list's line belongs to: rolled, and not moved yet. */
static struct match_state
shown_before(const struct match_state *before, const struct match_events *ev,
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

/* False when memory is out. */
static bool
add_events(struct reader *rd, const struct match_state *before, const struct match_events *ev)
{
	for (unsigned i = 0; i < ev->n && rd->r->n < REPLAY_MOST; i++) {
		const struct match_event *e = &ev->e[i];
		struct match_state shown = shown_before(before, ev, e);
		struct replay_move *m;
		enum seat seat;
		char text[80];
		struct sbuf b;

		SBUF_ON(&b, text);
		if (!listing_line(&b, before, ev, i, &seat)) {
			if (e->kind == EV_GAME_DRAWN || e->kind == EV_GAME_WON)
				add_end(rd, e);
			continue;
		}
		m = add_move(rd, &shown);
		if (m == NULL)
			return false;
		m->seat = seat;
		(void)snprintf(m->text, sizeof(m->text), "%s: %s", rd->r->name[seat], text);
		if (e->kind == EV_GAME_WON)
			add_end(rd, e);
	}
	return true;
}

/* ---- the file ---- */

/* What clocks and connections did is no move, and the times that would judge it are not all in
 * the file. */
static bool
is_of_play(const struct action *a)
{
	return a->kind <= ACT_DRAW_REJECT || a->kind == ACT_POINTS || a->kind == ACT_PRACTICE ||
	       a->kind == ACT_TAKEBACK;
}

/* A line of an action.  NULL, or what is wrong. */
static const char *
action_line(struct reader *rd, const char *line)
{
	struct match_state before = rd->state;
	char kind[16], text[256] = "", automatic[8];
	struct match_events ev;
	struct action a;
	int seat;

	if (sscanf(line,
		"{\"seat\": %d, \"at\": %*[0-9-], \"ms\": %*[0-9], \"auto\": %7[a-z], "
		"\"kind\": \"%15[a-z_]\", \"text\": \"%255[^\"]",
		&seat, automatic, kind, text) < 3 ||
	    seat < 0 || seat > 2 ||
	    !action_read(kind, (enum seat)seat, strcmp(automatic, "true") == 0, text, &a))
		return "it has an action that nobody knows";
	if (!is_of_play(&a))
		return NULL;
	if (match_apply(&rd->state, &a, rd->space, &ev).err != MATCH_OK)
		return "it has an action that the rules do not allow";
	return add_events(rd, &before, &ev) ? NULL : "there is no memory";
}

/* A line of the head. */
static const char *
head_line(struct reader *rd, const char *line)
{
	struct replay *r = rd->r;

	(void)sscanf(line, "\"match\": %23[0-9]", r->number);
	(void)sscanf(line, "\"game\": \"%31[a-z-]\"", rd->game);
	(void)sscanf(line, "\"length\": %3u", &rd->length);
	(void)sscanf(line, "\"end\": \"%15[a-z_]\"", rd->end);
	(void)sscanf(line, "\"score\": [%9u, %9u]", &rd->score[0], &rd->score[1]);
	(void)sscanf(line, "\"players\": [\"%20[^\"]\", \"%20[^\"]\"]", r->name[0], r->name[1]);
	if (strncmp(line, "\"actions\": [", 12) != 0)
		return NULL;
	if (variant_find(rd->game) == NULL || rd->length > MATCH_LENGTH_MAX ||
	    r->name[1][0] == '\0')
		return "it is no export of a match, or of a game that this program does not "
		       "know";
	match_init(&rd->state, variant_find(rd->game), rd->length);
	rd->begun = true;
	return NULL;
}

/* A line of the errors that an analysis has found; a move has at most two, of the double and of
 * the play.  One that is damaged is left out. */
static void
error_line(struct reader *rd, const char *line)
{
	unsigned move;
	double error;
	char mark[4], best[48], cube[8];
	unsigned seat;
	struct replay_move *m;
	struct sbuf b;
	size_t n;

	if (sscanf(line,
		"{\"move\": %9u, \"seat\": %1u, \"cube\": %7[a-z], \"error\": %lf, "
		"\"mark\": \"%3[?!]\", \"best\": \"%47[^\"]\"",
		&move, &seat, cube, &error, mark, best) != 6 ||
	    seat > 1 || move < 1 || move > rd->r->n || !(error >= 0 && error < 100))
		return;
	m = &rd->r->move[move - 1];
	n = strlen(m->mark);
	b = (struct sbuf){ m->mark, sizeof(m->mark), n, false };
	sbuf_add(&b, n > 0 ? ", " : "");
	if (seat != m->seat) /* behind the last move of a game */
		sbuf_addf(&b, "and %s: ", rd->r->name[seat]);
	sbuf_addf(&b, "%s -%.3f; better: %s", mark, error, best);
	if (!sbuf_ok(&b))
		m->mark[n] = '\0';
}

static const char *
read_lines(struct reader *rd, FILE *file)
{
	char *line = NULL;
	size_t room = 0;
	const char *why = NULL;
	bool whole = false;

	while (why == NULL && getline(&line, &room, file) > 0) {
		whole = whole || (rd->begun && line[0] == ']');
		if (!rd->begun)
			why = head_line(rd, line);
		else if (line[0] == '{' && whole)
			error_line(rd, line);
		else if (line[0] == '{')
			why = action_line(rd, line);
	}
	free(line);
	if (why == NULL && !rd->begun)
		return "it is no export of a match";
	return why != NULL || whole ? why : "its end is missing";
}

/* ---- .mat ---- */

/* A name as a board line can have it: another character is one `_`, however many bytes it has.
 */
static void
take_name(char out[NAME_MAX_LETTERS + 1], const char *name)
{
	size_t n = 0;

	for (; *name != '\0' && n < NAME_MAX_LETTERS; name++) {
		char c = *name;
		bool letter =
		    (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');

		if (letter)
			out[n++] = c;
		else if (utf8_begins(c))
			out[n++] = '_';
	}
	out[n] = '\0';
}

/* Zoë and Zoé are Zo_1 and Zo_2. */
static void
tell_apart(struct replay *r)
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
play_again(struct reader *rd, const struct matread *m)
{
	match_init(&rd->state, VARIANT_FIBS, m->state.length);
	for (unsigned i = 0; i < m->n; i++) {
		struct match_state before = rd->state;
		struct match_events ev;

		CHECK(match_apply(&rd->state, &m->action[i], rd->space, &ev).err == MATCH_OK);
		if (!add_events(rd, &before, &ev))
			return "there is no memory";
	}
	return NULL;
}

/* The whole of it is read before any of it is shown; its end may be missing. */
static const char *
read_mat(struct reader *rd, FILE *file, char why[100])
{
	struct matread *m = calloc(1, sizeof(*m));
	char *text = malloc(MATREAD_BYTES_MAX + 2);
	const char *fault = NULL;
	size_t n = text != NULL ? fread(text, 1, MATREAD_BYTES_MAX + 1, file) : 0;

	if (m != NULL)
		m->action = calloc(MATREAD_ACTIONS_MAX, sizeof(*m->action));
	if (m == NULL || text == NULL || m->action == NULL) {
		fault = "there is no memory";
	} else {
		text[n] = '\0';
		if (!matread(m, text, n, rd->space) && !m->unfinished) {
			(void)snprintf(why, 100, "line %u: %.80s", m->line, m->why);
			fault = why;
		}
	}
	for (unsigned i = 0; fault == NULL && i < 2; i++) {
		take_name(rd->r->name[i], m->name[i]);
		rd->score[i] = m->state.score[i];
	}
	tell_apart(rd->r);
	if (fault == NULL)
		fault = play_again(rd, m);
	if (fault == NULL && !m->unfinished)
		(void)sbuf_copy(rd->end, sizeof(rd->end), "won");
	if (m != NULL)
		free(m->action);
	free(m);
	free(text);
	return fault;
}

/* An object of JSON, or else a .mat file. */
static const char *
read_file(struct reader *rd, FILE *file, char why[100])
{
	int first = getc(file);

	if (first == EOF)
		return ferror(file) ? strerror(errno) : "there is nothing in it";
	(void)ungetc(first, file);
	return first == '{' ? read_lines(rd, file) : read_mat(rd, file, why);
}

/* The position at the end. */
static const char *
close_moves(struct reader *rd)
{
	bool won = rd->end[0] == '\0' || strcmp(rd->end, "won") == 0;
	struct replay_move *m;

	m = add_move(rd, &rd->state);
	if (m == NULL)
		return "there is no memory";
	(void)snprintf(m->text, sizeof(m->text), "%s%s%s: %s %u, %s %u",
	    rd->end[0] != '\0' ? "The end" : "So far", won ? "" : ", ", won ? "" : rd->end,
	    rd->r->name[0], rd->score[0], rd->r->name[1], rd->score[1]);
	return NULL;
}

bool
replay_open(struct replay *r, const char *path, char *why, size_t size)
{
	struct replay opened = { .n = 0 };
	struct reader rd = { .r = &opened, .space = malloc(sizeof(*rd.space)) };
	FILE *file = fopen(path, "rbe");
	const char *fault = NULL;
	char clause[100];

	(void)sbuf_copy(opened.number, sizeof(opened.number), "0");
	if (file == NULL)
		fault = strerror(errno);
	else if (rd.space == NULL)
		fault = "there is no memory";
	if (fault == NULL)
		fault = read_file(&rd, file, clause);
	if (fault == NULL)
		fault = close_moves(&rd);
	if (file != NULL)
		(void)fclose(file);
	free(rd.space);
	if (fault != NULL) {
		(void)snprintf(why, size, "%s: %s.", path, fault);
		replay_close(&opened);
	} else {
		replay_close(r);
		*r = opened;
	}
	return fault == NULL;
}

void
replay_close(struct replay *r)
{
	free(r->move);
	*r = (struct replay){ .n = 0 };
}

/* ---- going through it ---- */

static unsigned
first_of(const struct replay *r, long game)
{
	for (unsigned i = 0; i < r->n; i++)
		if ((long)r->move[i].game >= game)
			return i;
	return r->n - 1;
}

bool
replay_go(struct replay *r, const char *words)
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
		r->at = first_of(r, n);
	else if (strcmp(word, "move") == 0 && got == 2 && n > 0)
		r->at = n > (long)r->n ? r->n - 1 : (unsigned)n - 1;
	else
		return false;
	return true;
}

void
replay_lines(const struct replay *r, const char *self, char board[REPLAY_BOARD_MAX],
    char extra[REPLAY_BOARD_MAX], char *line, size_t size)
{
	const struct replay_move *m = &r->move[r->at];
	const struct board_view view = {
		.match = &m->before,
		.name = { r->name[0], r->name[1] },
		.seat = word_is(r->name[1], self) ? SEAT_1 : SEAT_0,
	};
	struct sbuf b;

	sbuf_init(&b, board, REPLAY_BOARD_MAX);
	boardtext_draw(&b, &view, BOARDSTYLE_LINES);
	board[strcspn(board, "\r\n")] = '\0';
	sbuf_init(&b, extra, REPLAY_BOARD_MAX);
	boardtext_extra(&b, &view);
	extra[strcspn(extra, "\r\n")] = '\0';
	(void)snprintf(line, size, "Match %s, game %u, move %u. %s", r->number, m->game,
	    r->at + 1, m->text);
}
