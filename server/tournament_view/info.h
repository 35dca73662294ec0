/* SPDX-License-Identifier: MIT */
/* Describes a tournament: for `tournament info` and for the head of an export. */
#ifndef TOURNAMENT_VIEW_INFO_H
#define TOURNAMENT_VIEW_INFO_H

#include "tournament_view/view.h"

/* Prints name, settings and directors. */
void info_head(const struct view *v);

/* Prints invited and waiting users, and commitment and seed of the draw, if any. */
void info_guests_and_draw(const struct view *v);

/* Prints the settings that are always shown or differ from the default; all: every setting. */
void info_settings(const struct view *v, bool all);

#endif
