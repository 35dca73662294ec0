/* SPDX-License-Identifier: MIT */
/* Declarations shared by the files of server/cmd/tournament.  The subcommands of `tournament`
 * are the rows of words.def. */
#ifndef TOURNAMENT_COMMAND_H
#define TOURNAMENT_COMMAND_H

#include "cmd/cmd.h"
#include "cmd/when.h"
#include "tournament/tournament.h"

enum sub_user {
	SUB_FOR_ANYBODY,
	SUB_FOR_PLAYER,
	SUB_FOR_DIRECTOR,
};

enum sub_tournament {
	SUB_TOURNAMENT_NONE,
	SUB_TOURNAMENT_NAMED,
	SUB_TOURNAMENT_OWN,
};

/* A subcommand as it was typed. */
struct sub_call {
	struct ctx *c;
	struct world *w; /* w and out: copies of c->w and c->out */
	struct out *out;
	const struct subcommand *sub;
	struct tourney *t; /* NULL if the row says NONE */
	char *rest; /* the remaining arguments, without blanks around them; may be modified */
	struct tourney_act a; /* the act to be done; at first only its kind is set, from the
			       * row */
};

typedef void subcommand_fn(struct sub_call *x);

struct subcommand {
	const char *name, *usage_args;
	enum sub_user who;
	enum sub_tournament tournament_arg;
	bool changes, publishes_text;
	enum tourney_act_kind act;
	subcommand_fn *run;
};

/* All rows; ends with a row whose name is NULL. */
extern const struct subcommand SUBCOMMANDS[];

/* Returns the row that a word means, NULL if there is none or it is ambiguous. */
const struct subcommand *sub_find_row(const char *word);

/* Prints "** usage: tournament add N NAME".  Returns false. */
bool sub_print_usage(struct sub_call *x);

/* Returns whether the user directs the tournament or is an operator. */
bool sub_user_directs(const struct sub_call *x);

/* Carries out the act x->a.  Returns false after reporting why it was refused. */
bool sub_do_act(struct sub_call *x);

/* Like sub_do_act, but also returns false if the user receives the public notification of the
 * act and so needs no answer. all: that notification goes to all users, if the tournament is
 * announced to all. */
bool sub_do_act_needs_answer(struct sub_call *x, bool all);

/* Returns the text that explains a refusal. self: the act concerns the user, otherwise another
 * user. */
enum msg_id sub_refusal_text(enum tourney_err err, bool self);

/* Prints why an act was refused.  Returns false. */
bool sub_report_refusal(struct sub_call *x, enum tourney_err err);

/* Formats a time (ms since 1970) in the user's time zone: "2026-11-25 20:00 CET".  Returns
 * text. */
#define SUB_TIME_MAX 64u
const char *sub_time_text(const struct sub_call *x, int64_t at_ms, char text[SUB_TIME_MAX]);

/* Reads a time (seconds since 1970).  Returns false after printing an error. */
bool sub_parse_time(struct sub_call *x, int64_t *at_s_out);

/* Reads a number >= 1, limited to SUB_NUMBER_MAX; `otherwise` if no word is left.  Returns
 * false after printing an error. */
#define SUB_NUMBER_MAX 1000000000u
bool sub_parse_number(struct sub_call *x, unsigned otherwise, unsigned *n_out);

/* Finds an entry by the whole name of its player, preferably one that is not withdrawn.
 * Returns ENTRY_UNKNOWN if there is none. */
entry_no sub_find_entry(const struct tourney *t, const char *name);

/* Reads the name of a player of the tournament.  Returns false after printing an error. */
bool sub_parse_entry(struct sub_call *x, entry_no *e_out);

/* Prints words, separated by single blanks, on indented lines no wider than a screen. */
void sub_print_words(struct sub_call *x, const char *words);

/* sub_side_of_entry: the side (0, 1) of an entry in a pairing.  sub_side_name: the player's
 * name on one side of the act's pairing. */
unsigned sub_side_of_entry(const struct tourney *t, uint32_t pairing, entry_no e);
const char *sub_side_name(const struct sub_call *x, unsigned side);

/* Prints the lines of `whois` about a user's tournament results and titles. */
void tournament_whois(struct ctx *c, int64_t user);

#define SUB(n, a, who, which, acts, talks, act, f) subcommand_fn f;
#include "cmd/tournament/words.def"
#undef SUB

#endif
