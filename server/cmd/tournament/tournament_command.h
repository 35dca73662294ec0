/* SPDX-License-Identifier: MIT */
/* Declarations shared by the files of server/cmd/tournament.  The subcommands of `tournament`
 * are the rows of words.def. */
#ifndef TOURNAMENT_COMMAND_H
#define TOURNAMENT_COMMAND_H

#include "cmd/cmd.h"
#include "cmd/when.h"
#include "tournament/tournament.h"

enum sub_who {
	SUB_ANYBODY,
	SUB_PLAYER,
	SUB_DIRECTOR,
};

enum sub_which {
	SUB_NONE,
	SUB_NAMED,
	SUB_OWN,
};

/* A subcommand as it was typed. */
struct call {
	struct ctx *c;
	struct world *w; /* w and out: copies of c->w and c->out */
	struct out *out;
	const struct sub *sub;
	struct tourney *t; /* NULL if the row says NONE */
	char *rest; /* the remaining arguments, without blanks around them; may be modified */
	struct tourney_act a; /* the act to be done; at first only its kind is set, from the
			       * row */
};

typedef void sub_fn(struct call *x);

struct sub {
	const char *name, *args;
	enum sub_who who;
	enum sub_which which;
	bool acts, talks;
	enum tourney_act_kind act;
	sub_fn *run;
};

/* All rows; ends with a row whose name is NULL. */
extern const struct sub SUBS[];

/* Returns the row that a word means, NULL if there is none or it is ambiguous. */
const struct sub *sub_find(const char *word);

/* Prints "** usage: tournament add N NAME".  Returns false. */
bool call_usage(struct call *x);

/* Returns whether the user directs the tournament or is an operator. */
bool call_directs(const struct call *x);

/* Carries out the act x->a.  Returns false after reporting why it was refused. */
bool call_act(struct call *x);

/* Like call_act, but also returns false if the user receives the public notification of the act
 * and so needs no answer. all: that notification goes to all users, if the tournament is
 * announced to all. */
bool call_act_needs_answer(struct call *x, bool all);

/* Returns the text that explains a refusal. self: the act concerns the user, otherwise another
 * user. */
enum msg_id sub_refusal(enum tourney_err err, bool self);

/* Prints why an act was refused.  Returns false. */
bool call_refused(struct call *x, enum tourney_err err);

/* Formats a time (ms since 1970) in the user's time zone: "2026-11-25 20:00 CET".  Returns
 * text. */
#define SUB_TIME_MAX 64u
const char *call_time(const struct call *x, int64_t at_ms, char text[SUB_TIME_MAX]);

/* Reads a time (seconds since 1970).  Returns false after printing an error. */
bool call_take_time(struct call *x, int64_t *at_s_out);

/* Reads a number >= 1, limited to CALL_NUMBER_END; `otherwise` if no word is left.  Returns
 * false after printing an error. */
#define CALL_NUMBER_END 1000000000u
bool call_take_number(struct call *x, unsigned otherwise, unsigned *n_out);

/* Finds an entry by the whole name of its player, preferably one that is not withdrawn.
 * Returns ENTRY_UNKNOWN if there is none. */
entry_no call_entry_named(const struct tourney *t, const char *name);

/* Reads the name of a player of the tournament.  Returns false after printing an error. */
bool call_take_entry(struct call *x, entry_no *e_out);

/* Prints words, separated by single blanks, on indented lines no wider than a screen. */
void call_words(struct call *x, const char *words);

/* sub_side: the side (0, 1) of an entry in a pairing.  call_side_name: the player's name on one
 * side of the act's pairing. */
unsigned sub_side(const struct tourney *t, uint32_t pairing, entry_no e);
const char *call_side_name(const struct call *x, unsigned side);

/* Prints the lines of `whois` about a user's tournament results and titles. */
void tournament_whois(struct ctx *c, int64_t user);

#define SUB(n, a, who, which, acts, talks, act, f) sub_fn f;
#include "cmd/tournament/words.def"
#undef SUB

#endif
