/* SPDX-License-Identifier: MIT */
/* What the files of `tournament` share. */
#ifndef CMD_TOURNEY_CMD_H
#define CMD_TOURNEY_CMD_H

#include "cmd/cmd.h"
#include "cmd/when.h"
#include "tournament/tourney.h"

/* t: NULL where the row says NONE.  rest: what follows, may be cut up. */
typedef void tsub_fn(struct ctx *c, struct tourney *t, char *rest);

enum tsub_who {
	TSUB_ANYBODY,
	TSUB_PLAYER,
	TSUB_DIRECTOR,
};

enum tsub_which {
	TSUB_NONE,
	TSUB_NAMED,
	TSUB_OWN,
};

struct tsub {
	const char *name, *args;
	enum tsub_who who;
	enum tsub_which which;
	bool acts, talks;
	tsub_fn *run;
};

/* All rows; ends with a row whose name is NULL. */
extern const struct tsub TSUBS[];

/* The row that a word means; NULL none, or several. */
const struct tsub *tsub_find(const char *word);

/* "** usage: tournament add N NAME" */
void tsub_usage(struct ctx *c, tsub_fn *of);

/* He directs it, or may do as if. */
bool tsub_directs(const struct ctx *c, const struct tourney *t);

/* Does one act; false: told why not. */
bool tsub_do(struct ctx *c, struct tourney *t, struct tourney_act *a);

/* The same for an act that carries nothing. */
bool tsub_do_plain(struct ctx *c, struct tourney *t, enum tourney_act_kind kind);

/* Whether what the members of a tournament, or all on line, hear of an act reaches him, so that
 * he needs no answer of his own. */
bool tsub_hears(const struct ctx *c, const struct tourney *t, bool all);

/* What is said of a refusal, of an act that is about himself or about somebody else. */
enum msg_id tsub_refusal(enum tourney_err err, bool himself);

/* Tells why an act was refused. */
void tsub_refused(
    struct ctx *c, const struct tourney *t, const struct tourney_act *a, enum tourney_err err);

/* A time of the tournament (ms since 1970) as he reads it: "2026-11-25 20:00 CET". */
#define TSUB_TIME_MAX 64u
void tsub_time_text(const struct ctx *c, int64_t at_ms, char text[TSUB_TIME_MAX]);

/* Reads a time (seconds since 1970); false: told what is wrong with it.  `of` is whose usage is
 * told when there is none. */
bool tsub_take_time(struct ctx *c, tsub_fn *of, char **rest, int64_t *at_s_out);

/* Words (parted by single blanks) in lines of their own, no wider than a screen. */
void tsub_words(struct ctx *c, const char *words);

/* Its name may be that of a tournament, beside t's; false: told why not.  Blanks in it become
 * single ones. */
bool tsub_name_ok(struct ctx *c, const struct tourney *t, char *name);

/* The side of an entry in a pairing. */
unsigned tsub_side(const struct tourney *t, uint32_t pairing, entry_no e);

#define TSUB(n, a, who, which, acts, talks, f) tsub_fn f;
#include "cmd/tourney.def"
#undef TSUB

#endif
