/* SPDX-License-Identifier: MIT */
/* A player without a plan: reads the lines of a FIBS-compatible server and answers what they
 * ask of one who plays, each move chosen at random among the legal ones.  Needs board style 3;
 * nothing of any server's own.  Pure but for the generator given. */
#ifndef SUPPORT_RANDOM_PLAYER_H
#define SUPPORT_RANDOM_PLAYER_H

#include "base/rng.h"
#include "base/sbuf.h"
#include "rules/notation.h"

#define DUELIST_COMMAND_MAX 64u

struct random_player {
	const char *rival;  /* their name; the owner's, and stays */
	struct board board; /* the last one seen: own seat is SEAT_0 */
	unsigned dice[2];   /* own ones; 0: none */
	enum numbering numbering;
	bool move_on_board; /* the board that comes next is to be played */
};

/* What a line was, as bits. */
enum duel {
	DUEL_BOARD = 1, /* an own board; it is read */
	DUEL_MOVED = 2, /* the rival has rolled or moved */
	DUEL_ASKED = 4, /* something is asked of the player: the answer is in the command */
	DUEL_MOVE = 8,  /* ... and it is a move */
	DUEL_GAME_OVER = 16,
	DUEL_MATCH_OVER = 32,
	DUEL_INVITED = 64,   /* by the rival; ASKED too */
	DUEL_STARTED = 128,  /* a match has begun, or goes on */
	DUEL_STOPPED = 256,  /* the match does not go on for now: somebody has left */
	DUEL_NO_SAVED = 512, /* there is no match to go on with: invite with a length */
	DUEL_REFUSED = 1024, /* any other line that begins with "** " and is no notice */
	DUEL_BROKEN =
	    2048, /* a board that cannot be, or a move asked for that does not exist */
};

/* Takes one line, without its end and without prompts before it.  The answer, if any, goes to
 * command, which must be empty.  Returns what it was: a sum of enum duel, 0 for a line that
 * says nothing to a player. */
unsigned random_player_line(struct random_player *d, const char *line, struct rng *rng,
    struct move_space *space, struct sbuf *command);

#endif
