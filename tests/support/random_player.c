/* SPDX-License-Identifier: MIT */
/* A random player: see random_player.h.  A line costs a few comparisons, a move costs a list of
 * the legal plays.  The lines are documented in PROTOCOL.md 4 (the board) and 5 (playing). */
#include "random_player.h"

#include <stdlib.h>
#include <string.h>

enum {
	FIELD_LENGTH = 3, /* fields of the board line */
	FIELD_POINTS = 6, /* point 0 */
	FIELD_DICE = 33,
	FIELD_COLOUR = 41,
	FIELD_HOME = 45,
	FIELD_BAR = 47,
	FIELD_COUNT = 53,
};

static bool
starts_with(const char *line, const char *with)
{
	return strncmp(line, with, strlen(with)) == 0;
}

/* Returns the rest of a line that begins with the name; NULL for other lines. */
static const char *
after_name(const char *line, const char *name)
{
	size_t n = strlen(name);

	return strncmp(line, name, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

/* ---- boards ---- */

/* Reads the numbers of "board:NAME:NAME:3:..." from field 3 on. */
static bool
read_fields(const char *at, long f[FIELD_COUNT])
{
	unsigned n = 0;

	for (; n < FIELD_LENGTH; n++) {
		at = strchr(at, ':');
		if (at == NULL)
			return false;
		at++;
	}
	for (; n < FIELD_COUNT; n++) {
		char *end;

		f[n] = strtol(at, &end, 10);
		if (end == at || (*end != ':' && n + 1 < FIELD_COUNT))
			return false;
		at = end + 1;
	}
	return true;
}

static bool
read_board(struct random_player *d, const char *line)
{
	long f[FIELD_COUNT] = { 0 };
	struct board *b = &d->board;
	long mine;

	if (!read_fields(line, f))
		return false;
	*b = (struct board){ 0 };
	mine = f[FIELD_COLOUR];
	d->numbering = notation_numbering(&VARIANTS[0], mine > 0);
	for (unsigned p = 1; p <= 24; p++) {
		long n = f[FIELD_POINTS + p];
		unsigned own = notation_renumber(p, d->numbering);

		if (n * mine > 0)
			b->at[SEAT_0][own] = (uint8_t)labs(n);
		else if (n != 0)
			b->at[SEAT_1][25 - own] = (uint8_t)labs(n);
	}
	for (unsigned i = 0; i < 2; i++) {
		b->at[i][PT_OFF] = (uint8_t)f[FIELD_HOME + i];
		b->at[i][PT_BAR] = (uint8_t)f[FIELD_BAR + i];
		d->dice[i] = f[FIELD_DICE + i] >= 1 && f[FIELD_DICE + i] <= 6
				 ? (unsigned)f[FIELD_DICE + i]
				 : 0;
	}
	return variant_check_board(b, &VARIANTS[0]);
}

static unsigned
type_play(
    struct random_player *d, struct rng *rng, struct move_space *space, struct sbuf *command)
{
	unsigned n;

	d->move_on_board = false;
	if (d->dice[0] == 0 ||
	    d->dice[1] == 0) { /* the match was resumed, and the server sent no board */
		d->move_on_board = true;
		sbuf_add(command, "board");
		return DUEL_ASKED;
	}
	n = move_list(&VARIANTS[0], &d->board, SEAT_0, d->dice[0], d->dice[1], space);
	if (n == 0 || space->dice_used == 0)
		return DUEL_BROKEN;
	sbuf_add(command, "move ");
	notation_write_fibs(command, &space->result[rng_below(rng, n)].play, d->numbering);
	return DUEL_ASKED | DUEL_MOVE;
}

static unsigned
on_board_line(struct random_player *d, const char *line, struct rng *rng,
    struct move_space *space, struct sbuf *command)
{
	if (!read_board(d, line))
		return DUEL_BROKEN;
	return DUEL_BOARD | (d->move_on_board ? type_play(d, rng, space, command) : 0);
}

/* ---- lines ---- */

/* Handles lines that begin with "You". */
static unsigned
on_own_line(struct random_player *d, const char *line)
{
	if (starts_with(line, "You win the "))
		return strstr(line, " match ") != NULL ? DUEL_MATCH_OVER | DUEL_GAME_OVER
						       : DUEL_GAME_OVER;
	if (starts_with(line, "You are now playing with ")) {
		d->dice[0] = d->dice[1] = 0;
		return DUEL_STARTED;
	}
	return 0;
}

static unsigned
on_rival_line(struct random_player *d, const char *rest, struct sbuf *command)
{
	if (starts_with(rest, "moves ") || starts_with(rest, "rolls "))
		return DUEL_MOVED;
	if (starts_with(rest, "wins the "))
		return strstr(rest, " match ") != NULL ? DUEL_MATCH_OVER | DUEL_GAME_OVER
						       : DUEL_GAME_OVER;
	if (starts_with(rest, "doubles. Type 'accept'") ||
	    starts_with(rest, "wants to resign.")) {
		sbuf_add(command, "accept");
		return DUEL_ASKED;
	}
	if (starts_with(rest, "has joined you")) {
		d->dice[0] = d->dice[1] = 0;
		return DUEL_STARTED;
	}
	return strstr(rest, "The game was saved") != NULL ? DUEL_STOPPED : 0;
}

static const char *const IGNORED_NOTICES[] = {
	"** You're now ready ",
	"** You invited ",
	"** Please wait for ",
	"** Player ",
};

/* Handles lines that begin with "** ": notices, refusals, and ends of matches. */
static unsigned
on_star_line(const char *line)
{
	if (starts_with(line, "** There's no saved match with "))
		return DUEL_NO_SAVED;
	if (starts_with(line, "** You are now playing ") ||
	    strstr(line, " has joined you") != NULL)
		return DUEL_STARTED;
	if (strstr(line, " has left the game") != NULL ||
	    strstr(line, "The game was saved") != NULL)
		return DUEL_STOPPED;
	for (unsigned i = 0; i < ARRAY_LEN(IGNORED_NOTICES); i++)
		if (starts_with(line, IGNORED_NOTICES[i]))
			return 0;
	return DUEL_REFUSED;
}

static unsigned
on_join_line(const char *line, const struct random_player *d, struct sbuf *command)
{
	if (starts_with(line, "Type 'join' if ")) {
		sbuf_add(command, "join");
		return DUEL_ASKED;
	}
	if (strncmp(line + 11, d->rival, strlen(d->rival)) != 0)
		return 0; /* about other users */
	sbuf_addf(command, "join %s", d->rival);
	return DUEL_ASKED | DUEL_INVITED;
}

unsigned
random_player_line(struct random_player *d, const char *line, struct rng *rng,
    struct move_space *space, struct sbuf *command)
{
	const char *rest;

	if (starts_with(line, "board:You:"))
		return on_board_line(d, line, rng, space, command);
	if (starts_with(line, "** "))
		return on_star_line(line);
	if (starts_with(line, "Please move "))
		return type_play(d, rng, space, command);
	if (starts_with(line, "It's your turn to move.")) {
		d->move_on_board = true;
		return 0;
	}
	if (starts_with(line, "It's your turn. Please roll or double")) {
		sbuf_add(command, "roll");
		return DUEL_ASKED;
	}
	if (starts_with(line, "Type 'join"))
		return on_join_line(line, d, command);
	if (starts_with(line, "You "))
		return on_own_line(d, line);
	rest = after_name(line, d->rival);
	return rest != NULL ? on_rival_line(d, rest, command) : 0;
}
