/* SPDX-License-Identifier: MIT */
/* What becomes of somebody's matches when they go, or are erased. */
#ifndef MATCH_LEAVING_H
#define MATCH_LEAVING_H

#include "world/event.h"

/* Subscribes to session_leaving (the match is saved, or of a tournament suspended) and
 * user_erased (unfinished matches end; those of tournaments are lost). */
subscriber match_on_event;

#endif
