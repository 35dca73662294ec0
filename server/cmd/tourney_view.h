/* SPDX-License-Identifier: MIT */
/* What `tournament` shows: lists and tables, nothing is changed.
 *
 * rest: what follows the tournament's number, without blanks around it, "" nothing; may be cut
 * up. */
#ifndef CMD_TOURNEY_VIEW_H
#define CMD_TOURNEY_VIEW_H

#include "cmd/cmd.h"
#include "tournament/tourney.h"

/* Those that are not over; "over [FROM]": the last of those that are, "all" or a number: both.
 */
void tourney_show_list(struct ctx *c, char *rest);

void tourney_show_info(struct ctx *c, struct tourney *t, char *rest);
void tourney_show_standings(struct ctx *c, struct tourney *t, char *rest);
void tourney_show_pairings(struct ctx *c, struct tourney *t, char *rest);
void tourney_show_bracket(struct ctx *c, struct tourney *t, char *rest);
void tourney_show_results(struct ctx *c, struct tourney *t, char *rest);
void tourney_show_export(struct ctx *c, struct tourney *t, char *rest);

/* The lines of `whois` about a user's tournaments and titles. */
void tourney_whois(struct ctx *c, int64_t user);

#endif
