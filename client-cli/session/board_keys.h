/* SPDX-License-Identifier: MIT */
/* Keys and clicks on the board: they move the cursor, and pick up and put down checkers of the
 * play being entered. */
#ifndef CLIENT_BOARD_KEYS_H
#define CLIENT_BOARD_KEYS_H

#include "client-cli/ui/screen.h"
#include "session.h"

/* Handles a key while the board has the focus.  Returns false for other keys. */
bool board_keys_press(struct session *s, const struct press *p);

/* Handles a click on a place of the board. */
void board_keys_click(struct session *s, unsigned place);
/* Handles the right mouse button, which moves a checker by the smaller number. */
void board_keys_right_click(struct session *s, unsigned x, unsigned y);
/* Ends dragging a checker. */
void board_keys_release(struct session *s, unsigned x, unsigned y);

/* Starts the draft of a play for a new roll, or ends the draft if the user need not move.
 * own: the table of the user's match; may be NULL unless EXPECTED_MOVE is expected. */
void board_keys_update(
    struct session *s, const struct table *own, enum expected_action expected);

#endif
