/* SPDX-License-Identifier: MIT */
/* Chooses the buttons: what the user can do now.  Pure. */
#ifndef CLIENT_BUTTONS_H
#define CLIENT_BUTTONS_H

#include "view.h"

/* Sets the buttons of a view, and view.start if they belong on the start screen. */
void buttons_update(struct view *v, struct model *m);

#endif
