/* SPDX-License-Identifier: MIT */
/* Tournaments played by themselves: a clock of its own, people who come, go, are late, withdraw
 * or never show up, directors who interfere, servers that go down.  Everything follows from the
 * seed.  Keeps every act as text, so that the state can be made anew from it. */
#ifndef SUPPORT_TOURNEYS_H
#define SUPPORT_TOURNEYS_H

#include "base/rng.h"
#include "tourney/tournament.h"

#define RUN_DIRECTOR 100000 /* the user who made it */
#define RUN_PEOPLE_MAX 1024u
#define RUN_START_MS 1700000000000 /* when the clock begins */

/* What people do; chances are of a thousand. */
struct run_habits {
	unsigned noshow;    /* of an entrant: never comes */
	unsigned leaves;    /* of somebody at a step: goes away for a while */
	unsigned withdraws; /* at a step: somebody does */
	unsigned enters;    /* at a step after the start: somebody new tries to */
	unsigned directs;   /* at a step: an act of the director */
	unsigned appoints;  /* at a step: somebody proposes a start */
	unsigned restarts;  /* at a step: the server goes down for a while */
	bool by_strength;   /* results follow the ratings, else they are even */
};

/* Nobody does anything but play; and people as bad as they come. */
extern const struct run_habits RUN_CALM, RUN_WILD;

struct run_line {
	enum tourney_act_kind kind;
	int64_t at_ms, actor;
	char *text; /* as tourney_act_write gives it */
};

struct run_person {
	double rating;
	bool noshow, here;
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
	struct run_match *playing;
	size_t playing_n, playing_room;
	int64_t matches;      /* rows given out */
	unsigned meddled;     /* acts of directors and appointments so far, which are bounded */
	unsigned restarts;    /* and restarts */
	struct run_line *log; /* all acts */
	size_t log_n, log_room;
	/* what the caller may hang in; NULL: nothing */
	void *ctx;
	void (*after)(void *ctx, struct tourney_run *r, const struct tourney_act *a);
	/* asked before a Swiss round is applied */
	void (*paired)(void *ctx, struct tourney_run *r, const struct swiss_round *in,
	    const struct swiss_result *out);
};

/* A new tournament, created and directed by RUN_DIRECTOR, in phase planned. */
void run_init(struct tourney_run *r, uint64_t seed, const struct run_habits *habits);
void run_free(struct tourney_run *r);

/* Applies an act now (at_ms is filled in), with room, and keeps it.  Any error is returned; the
 * state is checked. */
enum tourney_err run_act(struct tourney_run *r, struct tourney_act *a);

/* A copy of a state, for run_forget. */
void run_copy(const struct tourney *t, struct tourney *out);

/* Makes room and applies any act to a state by itself.  NULL, or what is wrong: the gate said
 * something else, a refusal left a trace, the state is not sound. */
const char *run_try(struct tourney *t, const struct tourney_act *a, enum tourney_err *err_out);

/* The setting must be taken: "format swiss". */
void run_set(struct tourney_run *r, const char *text);

/* A new person who enters; false when they were refused. */
bool run_enter(struct tourney_run *r);

/* Opens, enters n new people of different ratings, checks them in, starts; false when it was
 * cancelled for lack of players. */
bool run_start(struct tourney_run *r, unsigned n);

/* One thing after another, then the clock goes on to what comes next.  False when the
 * tournament is over. */
bool run_step(struct tourney_run *r);

/* Steps until it is over; false when it was not after far more steps than it can need. */
bool run_play(struct tourney_run *r);

/* The state made anew from the text of all acts; free with run_forget. */
void run_replay(const struct tourney_run *r, struct tourney *out);
void run_forget(struct tourney *t);

/* Everything that is part of the state, as text to compare; the caller frees it. */
char *run_dump(const struct tourney *t);

/* True when the text of all acts gives the state that is there. */
bool run_replays(const struct tourney_run *r);

/* Memory for tourney_scratch; the caller frees it. */
void *run_scratch(const struct tourney *t);

/* Somebody comes or goes, wherever they have entered. */
void run_presence(struct tourney_run *r, int64_t user, bool here);

#endif
