/* SPDX-License-Identifier: MIT */
/* The actions of the buttons, one for each member of enum button_action. */
#ifndef CLIENT_BUTTON_KEYS_H
#define CLIENT_BUTTON_KEYS_H

#include "session.h"

/* Presses button i; does nothing if there is no such button. */
void button_press(struct session *s, unsigned i);

/* Closes the list and watches a user. */
void watch_from_list(struct session *s, const char *name);

#endif
