/* SPDX-License-Identifier: MIT */
/* A match from a file: exported by a server as JSON (PROTOCOL.md 12), or a .mat file of any
 * program.  Shown move by move, as by the server's `replay`.  No server is needed; verify.h
 * checks the dice. */
#ifndef CLIENT_REPLAY_H
#define CLIENT_REPLAY_H

#include "client-cli/model/position.h"

#define REPLAY_MOVES_MAX 20000u /* moves that are read; later ones are dropped */

struct replay_move {
	struct match_state state_before; /* dice rolled, nothing moved yet */
	unsigned game_no;
	enum seat seat;        /* seat that made the move */
	char move_errors[160]; /* "?? -0.451; better: 8/5 6/5"; "" if none */
	char description[200]; /* "anna: 31: 8/5 6/5"; for the last move, how the match ended */
};

struct replay {
	char match_number[24]; /* number of the match on its server; "0" if unknown */
	char name[2][NAME_MAX_LETTERS + 1];
	struct replay_move *moves; /* the last element is the final position */
	unsigned n;                /* 0: no match is open */
	unsigned at;
};

/* Opens the file at its first move and closes the previous one.  Returns false with the reason
 * in `why` on failure; the previous file then stays open. */
MUST_USE bool replay_open(struct replay *r, const char *path, char *why, size_t size);
void replay_close(struct replay *r);

/* Goes to "next", "previous", "first", "last", "move N" or "game N", stopping at the first and
 * the last position.  Returns false for any other text. */
bool replay_seek(struct replay *r, const char *words);

/* Writes the lines `board:` and `board+:` (to `extra`; "" if there is none) of the current move
 * as a server would send them to a user named `self`, and the line that describes the move. */
#define REPLAY_BOARD_MAX 512u
void replay_board_lines(const struct replay *r, const char *self, char board[REPLAY_BOARD_MAX],
    char extra[REPLAY_BOARD_MAX], char *line, size_t size);

#endif
