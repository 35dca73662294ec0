/* SPDX-License-Identifier: MIT */
/* What a tournament is, in plain words: for `tournament info` and for the head of an export. */
#ifndef TOURNAMENT_VIEW_INFO_H
#define TOURNAMENT_VIEW_INFO_H

#include "tournament_view/view.h"

/* Its name, what it is set to, and its directors. */
void info_head(const struct view *v);

/* Who is invited and who waits, and its draw; nothing where there is none. */
void info_more(const struct view *v);

/* The settings that differ from the default, or all. */
void info_settings(const struct view *v, bool all);

#endif
