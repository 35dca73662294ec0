/* SPDX-License-Identifier: MIT */
/* A match that a server has exported as JSON (PROTOCOL.md 12), or one of a .mat file of
 * whatever program, move by move, as the server's `replay` has it.  Asks no server; whether the
 * dice are right is verify.h's question. */
#ifndef CLIENT_REPLAY_H
#define CLIENT_REPLAY_H

#include "position.h"

#define REPLAY_MOST 20000u /* moves; what is more is left out */

struct replay_move {
	struct match_state before; /* the dice rolled, nothing moved */
	unsigned game;
	enum seat seat; /* who did it */
	char mark[160]; /* what was wrong with it: "?? -0.451; better: 8/5 6/5"; "" nothing */
	char text[100]; /* "anna: 31: 8/5 6/5"; of the last one how the match ended */
};

struct replay {
	char number[24]; /* of the match, on its server; "0" not known */
	char name[2][NAME_MAX_LETTERS + 1];
	struct replay_move *move; /* the last one is the end */
	unsigned n;               /* 0: no match is open */
	unsigned at;
};

/* Opens the file at its first move, in place of what was open.  False with the reason in why;
 * then what was open is so still. */
MUST_USE bool replay_open(struct replay *r, const char *path, char *why, size_t size);
void replay_close(struct replay *r);

/* Goes to "next", "previous", "first", "last", "move N" or "game N"; past an end it stays
 * there. False: that is none of them. */
bool replay_go(struct replay *r, const char *words);

/* The board lines of the move it stands at, as a server would send them to somebody of that
 * name, and the line about it.  extra: "" none. */
#define REPLAY_BOARD_MAX 512u
void replay_lines(const struct replay *r, const char *self, char board[REPLAY_BOARD_MAX],
    char extra[REPLAY_BOARD_MAX], char *line, size_t size);

#endif
