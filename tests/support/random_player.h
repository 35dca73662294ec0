/* SPDX-License-Identifier: MIT */
/* A player that reads the lines of a FIBS-compatible server, answers what the server asks of a
 * player, and picks each move at random from the legal ones.  Needs board style 3 and nothing
 * specific to any server.  Pure, except for the random number generator it is given. */
#ifndef SUPPORT_RANDOM_PLAYER_H
#define SUPPORT_RANDOM_PLAYER_H

#include "base/rng.h"
#include "base/sbuf.h"
#include "rules/notation.h"

#define RANDOM_PLAYER_COMMAND_MAX 64u

struct random_player {
	const char *rival;  /* the opponent's name; owned by the caller, must stay valid */
	struct board board; /* the last board received: the player is SEAT_0 */
	unsigned dice[2];   /* the player's own roll; 0: none */
	enum numbering numbering;
	bool move_on_board; /* play when the next board arrives */
};

/* The kind of a line, as bits. */
enum player_line_kind {
	DUEL_BOARD = 1, /* a board for this player, which was read */
	DUEL_MOVED = 2, /* the opponent has rolled or moved */
	DUEL_ASKED = 4, /* the player must answer; the answer is in command */
	DUEL_MOVE = 8,  /* with DUEL_ASKED: the answer is a move */
	DUEL_GAME_OVER = 16,
	DUEL_MATCH_OVER = 32,
	DUEL_INVITED = 64,   /* by the opponent; DUEL_ASKED is set too */
	DUEL_STARTED = 128,  /* a match has started or resumed */
	DUEL_STOPPED = 256,  /* the match was interrupted: a player has left */
	DUEL_NO_SAVED = 512, /* there is no saved match: invite with a length */
	DUEL_REFUSED = 1024, /* any other line that begins with "** ", except notices */
	DUEL_BROKEN = 2048,  /* an impossible board, or a move request with no legal move */
};

/* Takes one line, without its line end and without leading prompts.  Appends the answer, if
 * any, to command, which must be empty.  Returns a set of enum duel bits, 0 for a line that
 * does not concern a player. */
unsigned random_player_line(struct random_player *d, const char *line, struct rng *rng,
    struct move_space *space, struct sbuf *command);

#endif
