/* SPDX-License-Identifier: MIT */
/* A random player: see random_player.h.  A line costs a few comparisons, a move costs a list of
 * the legal plays.  The lines are documented in PROTOCOL.md 4 (the board) and 5 (playing). */
#include "random_player.h"

#include <stdlib.h>
#include <string.h>

enum {
	F_LENGTH = 3, /* fields of the board line */
	F_POINTS = 6, /* point 0 */
	F_DICE = 33,
	F_COLOUR = 41,
	F_HOME = 45,
	F_BAR = 47,
	F_COUNT = 53,
};

static bool
begins(const char *line, const char *with)
{
	return strncmp(line, with, strlen(with)) == 0;
}

/* Returns the rest of a line that begins with the name; NULL for other lines. */
static const char *
behind_name(const char *line, const char *name)
{
	size_t n = strlen(name);

	return strncmp(line, name, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

/* ---- boards ---- */

/* Reads the numbers of "board:NAME:NAME:3:..." from field 3 on. */
static bool
read_fields(const char *at, long f[F_COUNT])
{
	unsigned n = 0;

	for (; n < F_LENGTH; n++) {
		at = strchr(at, ':');
		if (at == NULL)
			return false;
		at++;
	}
	for (; n < F_COUNT; n++) {
		char *end;

		f[n] = strtol(at, &end, 10);
		if (end == at || (*end != ':' && n + 1 < F_COUNT))
			return false;
		at = end + 1;
	}
	return true;
}

static bool
read_board(struct random_player *d, const char *line)
{
	long f[F_COUNT] = { 0 };
	struct board *b = &d->board;
	long mine;

	if (!read_fields(line, f))
		return false;
	*b = (struct board){ 0 };
	mine = f[F_COLOUR];
	d->numbering = notation_numbering(&VARIANTS[0], mine > 0);
	for (unsigned p = 1; p <= 24; p++) {
		long n = f[F_POINTS + p];
		unsigned own = notation_flip(p, d->numbering);

		if (n * mine > 0)
			b->at[SEAT_0][own] = (uint8_t)labs(n);
		else if (n != 0)
			b->at[SEAT_1][25 - own] = (uint8_t)labs(n);
	}
	for (unsigned i = 0; i < 2; i++) {
		b->at[i][PT_OFF] = (uint8_t)f[F_HOME + i];
		b->at[i][PT_BAR] = (uint8_t)f[F_BAR + i];
		d->dice[i] =
		    f[F_DICE + i] >= 1 && f[F_DICE + i] <= 6 ? (unsigned)f[F_DICE + i] : 0;
	}
	return variant_check_board(b, &VARIANTS[0]);
}

static unsigned
play(struct random_player *d, struct rng *rng, struct move_space *space, struct sbuf *command)
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
	notation_play(command, &space->result[rng_below(rng, n)].play, d->numbering);
	return DUEL_ASKED | DUEL_MOVE;
}

static unsigned
board_line(struct random_player *d, const char *line, struct rng *rng, struct move_space *space,
    struct sbuf *command)
{
	if (!read_board(d, line))
		return DUEL_BROKEN;
	return DUEL_BOARD | (d->move_on_board ? play(d, rng, space, command) : 0);
}

/* ---- lines ---- */

/* Handles lines that begin with "You". */
static unsigned
own_line(struct random_player *d, const char *line)
{
	if (begins(line, "You win the "))
		return strstr(line, " match ") != NULL ? DUEL_MATCH_OVER | DUEL_GAME_OVER
						       : DUEL_GAME_OVER;
	if (begins(line, "You are now playing with ")) {
		d->dice[0] = d->dice[1] = 0;
		return DUEL_STARTED;
	}
	return 0;
}

static unsigned
rival_line(struct random_player *d, const char *rest, struct sbuf *command)
{
	if (begins(rest, "moves ") || begins(rest, "rolls "))
		return DUEL_MOVED;
	if (begins(rest, "wins the "))
		return strstr(rest, " match ") != NULL ? DUEL_MATCH_OVER | DUEL_GAME_OVER
						       : DUEL_GAME_OVER;
	if (begins(rest, "doubles. Type 'accept'") || begins(rest, "wants to resign.")) {
		sbuf_add(command, "accept");
		return DUEL_ASKED;
	}
	if (begins(rest, "has joined you")) {
		d->dice[0] = d->dice[1] = 0;
		return DUEL_STARTED;
	}
	return strstr(rest, "The game was saved") != NULL ? DUEL_STOPPED : 0;
}

static const char *const NOTICES[] = {
	"** You're now ready ",
	"** You invited ",
	"** Please wait for ",
	"** Player ",
};

/* Handles lines that begin with "** ": notices, refusals, and ends of matches. */
static unsigned
star_line(const char *line)
{
	if (begins(line, "** There's no saved match with "))
		return DUEL_NO_SAVED;
	if (begins(line, "** You are now playing ") || strstr(line, " has joined you") != NULL)
		return DUEL_STARTED;
	if (strstr(line, " has left the game") != NULL ||
	    strstr(line, "The game was saved") != NULL)
		return DUEL_STOPPED;
	for (unsigned i = 0; i < ARRAY_LEN(NOTICES); i++)
		if (begins(line, NOTICES[i]))
			return 0;
	return DUEL_REFUSED;
}

static unsigned
join_line(const char *line, const struct random_player *d, struct sbuf *command)
{
	if (begins(line, "Type 'join' if ")) {
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

	if (begins(line, "board:You:"))
		return board_line(d, line, rng, space, command);
	if (begins(line, "** "))
		return star_line(line);
	if (begins(line, "Please move "))
		return play(d, rng, space, command);
	if (begins(line, "It's your turn to move.")) {
		d->move_on_board = true;
		return 0;
	}
	if (begins(line, "It's your turn. Please roll or double")) {
		sbuf_add(command, "roll");
		return DUEL_ASKED;
	}
	if (begins(line, "Type 'join"))
		return join_line(line, d, command);
	if (begins(line, "You "))
		return own_line(d, line);
	rest = behind_name(line, d->rival);
	return rest != NULL ? rival_line(d, rest, command) : 0;
}
