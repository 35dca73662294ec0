/* SPDX-License-Identifier: MIT */
/* What the program asks the server by itself, and the answers, which are not shown. */
#ifndef CLIENT_QUERY_H
#define CLIENT_QUERY_H

#include "model.h"

/* Once at the log-in: the style of the boards, and a token to come back by.  Who has come by
 * one is given the next: to ask for another would end that which counts until it is read. */
void query_at_login(struct model *m);

/* The clock of the match. */
void query_clock(struct model *m);

/* Says something for the dice of a match that is being agreed on, which nobody can know before:
 * see the server's `help seed`. */
void query_seed(struct model *m);

/* A command that no server knows, so it does nothing and is allowed everywhere.  Its answer
 * marks a place among the lines: between two of them a list of people is one that the user
 * asked for, and after one an export or a replay is complete, or was refused in whatever words.
 */
#define QUERY_MARK "gammon-list"

/* QUERY_MARK is about to be sent.  False: for MARK_NONE, or when too many are unanswered. */
MUST_USE bool query_mark(struct model *m, enum mark mark);

/* The user has typed a command: who is away may be reminded of it again, once.  list: it goes
 * between two marks.  A server that answers them in other words is not waited for beyond the
 * next command. */
void query_typed(struct model *m, bool list);

/* Takes a line that answers something that was asked; true when it is not to be shown. */
MUST_USE bool query_answered(struct model *m, const char *line);

#endif
