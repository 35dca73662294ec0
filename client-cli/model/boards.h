/* SPDX-License-Identifier: MIT */
/* Handles the server's board lines: stores positions in the tables of the model, both of games
 * in progress and of earlier matches that are replayed. */
#ifndef CLIENT_BOARDS_H
#define CLIENT_BOARDS_H

#include "model.h"

/* Handles a line "board:...": the position of a game in progress. */
void boards_read(struct model *m, const char *line);
/* Handles a line "board+:...", which follows the board line that it belongs to. */
void boards_read_extra(struct model *m, const char *line);

/* While the answer to a replay command is awaited, holds back each board line: it belongs to
 * the replay only if the next line describes a move.  Returns true if the line was handled. */
MUST_USE bool boards_read_replay(struct model *m, const char *line);

/* Shows a move of an earlier match: its board lines (extra is "" if there is none) and the line
 * that describes it. */
void boards_show_replay(
    struct model *m, const char *board, const char *extra, const char *line, bool from_file);

#endif
