/* SPDX-License-Identifier: MIT */
/* Which buttons there are: what the user can do now.  Pure. */
#ifndef CLIENT_BUTTONS_H
#define CLIENT_BUTTONS_H

#include "view.h"

/* Finds the buttons of a view; sets view.start when they belong on the start screen. */
void buttons_find(struct view *v, struct model *m);

#endif
