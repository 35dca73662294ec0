/* SPDX-License-Identifier: MIT */
/* Simulates tournaments: a simulated clock, users who come, leave, are late, withdraw or never
 * show up, directors who interfere, and servers that go down.  Everything is determined by the
 * seed.  Keeps every act as text, so that the state can be rebuilt from it. */
#ifndef SUPPORT_TOURNEYS_H
#define SUPPORT_TOURNEYS_H

#include "base/rng.h"
#include "tourney/tournament.h"

#define RUN_DIRECTOR 100000 /* the user who created the tournament */
#define RUN_PEOPLE_MAX 1024u
#define RUN_START_MS 1700000000000 /* initial time of the clock */

/* Behaviour of users; probabilities are per thousand. */
struct run_habits {
	unsigned never_comes;        /* per entrant: never shows up */
	unsigned leaves_per_1000;    /* per user and step: leaves for a while */
	unsigned withdraws_per_1000; /* per step: an entrant withdraws */
	unsigned enters_per_1000;    /* per step after the start: a new user tries to enter */
	unsigned directs_per_1000;   /* per step: an act of the director */
	unsigned appoints_per_1000;  /* per step: a player proposes a start */
	unsigned restarts_per_1000;  /* per step: the server is down for a while */
	bool by_strength; /* the higher rating wins; otherwise both are equally likely to win */
};

/* RUN_CALM: users only play.  RUN_WILD: users behave as badly as possible. */
extern const struct run_habits RUN_CALM, RUN_WILD;

struct run_log_line {
	enum tourney_act_kind kind;
	int64_t at_ms, actor;
	char *text; /* the text that tourney_act_write wrote */
};

struct run_person {
	double rating;
	bool never_comes, online;
};

struct run_match {
	uint32_t pairing;
	int64_t end_ms;
};

struct tourney_run {
	struct tourney t;
	struct rng rng;
	struct run_habits habits;
	int64_t now_ms;
	struct run_person people[RUN_PEOPLE_MAX]; /* user u is people[u - 1] */
	unsigned people_n;
	struct run_match *live_matches;
	size_t live_matches_n, live_matches_max;
	int64_t matches; /* match ids assigned */
	/* acts of directors and appointments so far, which are limited */
	unsigned interferences;
	unsigned restarts;        /* restarts so far, which are limited too */
	struct run_log_line *log; /* all acts */
	size_t log_n, log_max;
	/* optional callbacks; may be NULL */
	void *ctx;
	void (*on_act)(void *ctx, struct tourney_run *r, const struct tourney_act *a);
	/* called before a Swiss round is applied */
	void (*on_swiss_round)(void *ctx, struct tourney_run *r, const struct swiss_round *in,
	    const struct swiss_result *out);
};

/* Starts with a new tournament in phase planned, created and directed by RUN_DIRECTOR. */
void run_init(struct tourney_run *r, uint64_t seed, const struct run_habits *habits);
void run_free(struct tourney_run *r);

/* Fills in at_ms, makes room, applies the act and keeps its text.  Returns any error.  Checks
 * the state. */
enum tourney_err run_act(struct tourney_run *r, struct tourney_act *a);

/* Copies a state; free it with run_free_copy. */
void run_copy(const struct tourney *t, struct tourney *out);

/* Makes room and applies an act to a state.  Returns NULL, or what is wrong: tourney_gate
 * returned a different error, a refusal changed the state, or the state is not sound. */
const char *run_try_act(
    struct tourney *t, const struct tourney_act *a, enum tourney_err *err_out);

/* Applies a setting, such as "format swiss", which must be accepted. */
void run_set(struct tourney_run *r, const char *text);

/* Enters a new user.  Returns false if refused. */
bool run_enter(struct tourney_run *r);

/* Opens the tournament, enters n new users of different ratings, checks them in and starts.
 * Returns false if it was cancelled for lack of players. */
bool run_start(struct tourney_run *r, unsigned n);

/* Does everything that is due, then advances the clock to the next event.  Returns false when
 * the tournament is over. */
bool run_step(struct tourney_run *r);

/* Runs steps until the tournament is over.  Returns false if that takes far more steps than any
 * tournament needs. */
bool run_play(struct tourney_run *r);

/* Rebuilds the state from the text of all acts.  Free it with run_free_copy. */
void run_replay(const struct tourney_run *r, struct tourney *out);
void run_free_copy(struct tourney *t);

/* Returns the whole state as text for comparison.  The caller frees it. */
char *run_dump(const struct tourney *t);

/* Returns whether the text of all acts reproduces the current state. */
bool run_replays(const struct tourney_run *r);

/* Allocates memory for tourney_scratch_size.  The caller frees it. */
void *run_alloc_scratch(const struct tourney *t);

/* Marks a user as present or absent in all their entries. */
void run_presence(struct tourney_run *r, int64_t user, bool here);

#endif
