/* SPDX-License-Identifier: MIT */
/* What the files of `tournament` share. */
#ifndef CMD_TOURNAMENT_H
#define CMD_TOURNAMENT_H

#include "cmd/cmd.h"
#include "cmd/when.h"
#include "tournament/tournament.h"

/* t: NULL where the row says NONE.  rest: what follows, may be cut up. */
typedef void sub_fn(struct ctx *c, struct tourney *t, char *rest);

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

struct sub {
	const char *name, *args;
	enum sub_who who;
	enum sub_which which;
	bool acts, talks;
	sub_fn *run;
};

/* All rows; ends with a row whose name is NULL. */
extern const struct sub SUBS[];

/* The row that a word means; NULL none, or several. */
const struct sub *sub_find(const char *word);

/* "** usage: tournament add N NAME" */
void sub_usage(struct ctx *c, sub_fn *of);

/* He directs it, or may do as if. */
bool sub_directs(const struct ctx *c, const struct tourney *t);

/* Does one act; false: told why not. */
bool sub_do(struct ctx *c, struct tourney *t, struct tourney_act *a);

/* The same for an act that carries nothing. */
bool sub_do_plain(struct ctx *c, struct tourney *t, enum tourney_act_kind kind);

/* Whether what the members of a tournament, or all on line, hear of an act reaches him, so that
 * he needs no answer of his own. */
bool sub_hears(const struct ctx *c, const struct tourney *t, bool all);

/* What is said of a refusal, of an act that is about himself or about somebody else. */
enum msg_id sub_refusal(enum tourney_err err, bool himself);

/* Tells why an act was refused. */
void sub_refused(
    struct ctx *c, const struct tourney *t, const struct tourney_act *a, enum tourney_err err);

/* A time of the tournament (ms since 1970) as he reads it: "2026-11-25 20:00 CET". */
#define SUB_TIME_MAX 64u
void sub_time_text(const struct ctx *c, int64_t at_ms, char text[SUB_TIME_MAX]);

/* Reads a time (seconds since 1970); false: told what is wrong with it.  `of` is whose usage is
 * told when there is none. */
bool sub_take_time(struct ctx *c, sub_fn *of, char **rest, int64_t *at_s_out);

/* Words (parted by single blanks) in lines of their own, no wider than a screen. */
void sub_words(struct ctx *c, const char *words);

/* Its name may be that of a tournament, beside t's; false: told why not.  Blanks in it become
 * single ones. */
bool sub_name_ok(struct ctx *c, const struct tourney *t, char *name);

/* The side of an entry in a pairing. */
unsigned sub_side(const struct tourney *t, uint32_t pairing, entry_no e);

/* The lines of `whois` about a user's tournaments and titles. */
void tournament_whois(struct ctx *c, int64_t user);

#define SUB(n, a, who, which, acts, talks, f) sub_fn f;
#include "cmd/tournament.def"
#undef SUB

#endif
