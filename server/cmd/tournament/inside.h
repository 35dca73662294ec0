/* SPDX-License-Identifier: MIT */
/* What the files of `tournament` share.  Its words are rows of words.def. */
#ifndef CMD_TOURNAMENT_H
#define CMD_TOURNAMENT_H

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

/* One of its words as it was typed. */
struct call {
	struct ctx *c;
	struct world *w; /* as in c, and out */
	struct out *out;
	const struct sub *sub;
	struct tourney *t;    /* NULL where the row says NONE */
	char *rest;           /* what follows, without blanks around it; may be cut up */
	struct tourney_act a; /* what is done, of the row's kind */
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

/* The row that a word means; NULL none, or several. */
const struct sub *sub_find(const char *word);

/* "** usage: tournament add N NAME"; false. */
bool call_usage(struct call *x);

/* They direct it, or may do as if. */
bool call_directs(const struct call *x);

/* Does the act; false: told why not. */
bool call_do(struct call *x);

/* The same, and what the members of the tournament, or all on line, hear of it does not reach
 * whoever did it: they need an answer. */
bool call_do_unheard(struct call *x, bool all);

/* What is said of a refusal, of an act that is about oneself or about somebody else. */
enum msg_id sub_refusal(enum tourney_err err, bool self);

/* Tells why an act is refused; false. */
bool call_refused(struct call *x, enum tourney_err err);

/* A time of the tournament (ms since 1970) as it is read: "2026-11-25 20:00 CET". */
#define SUB_TIME_MAX 64u
const char *call_time(const struct call *x, int64_t at_ms, char text[SUB_TIME_MAX]);

/* Reads a time (seconds since 1970); false: told what is wrong with it. */
bool call_take_time(struct call *x, int64_t *at_s_out);

/* A number from 1 on; `otherwise` when there is none.  False: told that it is no such number.
 */
#define CALL_NUMBER_END 1000000000u
bool call_take_number(struct call *x, unsigned otherwise, unsigned *n_out);

/* The entry of a player by the whole name, preferably one in force; ENTRY_UNKNOWN if there is
 * none. */
entry_no call_entry_named(const struct tourney *t, const char *name);

/* Reads the name of a player of the tournament.  Returns false after printing an error. */
bool call_take_entry(struct call *x, entry_no *e_out);

/* Words (parted by single blanks) in lines of their own, no wider than a screen. */
void call_words(struct call *x, const char *words);

/* The side of an entry in a pairing; the name of one side of the act's. */
unsigned sub_side(const struct tourney *t, uint32_t pairing, entry_no e);
const char *call_side_name(const struct call *x, unsigned side);

/* The lines of `whois` about a user's tournaments and titles. */
void tournament_whois(struct ctx *c, int64_t user);

#define SUB(n, a, who, which, acts, talks, act, f) sub_fn f;
#include "cmd/tournament/words.def"
#undef SUB

#endif
