/* SPDX-License-Identifier: MIT */
/* The store: users, settings, matches and every action.  This file has its records, verbs.def
 * what can be done with them, and an engine (struct store_engine) does it: SQLite is the first
 * one.  Nothing of an engine's inside is known above.
 *
 * A turn: the first write opens a transaction, store_commit ends it, and when a sync has
 * covered it output may leave.  A write that fails is remembered: later writes do nothing,
 * store_commit says so, and the process must end, because what the turn has done in memory
 * cannot be taken back.  So callers of the write verbs test nothing.
 *
 * A write that contradicts what is stored (an unknown id, a seq that is not the next, a second
 * open match of a pair, a match ended twice) is a mistake of the caller and makes the turn
 * STORE_BROKEN.  A failed read finds nothing, and store_commit says so.  A broken store reads
 * nothing and never touches the disk again.
 *
 * A callback may call every verb but those of the turn and store_close.
 *
 * Times: _ms milliseconds, _s seconds since 1970 (UTC).  Texts given are copied; texts handed
 * to a callback are valid during the call.  Names are compared without regard to case and kept
 * as first written.  Every verb costs a few index look-ups; none scans a table. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "base/sbuf.h"

struct store;

#define STORE_NAME_MAX 20u
#define STORE_HASH_MAX 128u /* encoded password hash with its NUL */
#define STORE_HOST_MAX 64u
#define STORE_HASH_BOT                                                                         \
	"bot" /* in place of a hash: the server's own player; no password is right */
#define STORE_EMAIL_MAX 128u
#define STORE_SEED_BYTES 32u
#define STORE_VARIANT_MAX 24u
#define STORE_TOKEN_HASH_BYTES 32u
#define STORE_DICE_TEXT_MAX 65u /* a player's text for the dice, with its NUL */

enum store_err {
	STORE_OK,
	STORE_BROKEN, /* the process must end, a restart recovers (never retry an fsync) */
	STORE_AGAIN,  /* of store_sync_end only: it has not ended */
	/* of store_open only */
	STORE_LOCKED,    /* another process uses the data directory */
	STORE_DIRECTORY, /* cannot be made, read or written, or is full */
	STORE_AWAY,      /* another machine that keeps the database does not answer */
	STORE_FOREIGN,   /* not our database */
	STORE_NEWER,     /* made by a newer program */
	STORE_OLDER,   /* of store_open_reader: made by an older program, and not brought up to
			  date yet */
	STORE_DAMAGED, /* the check found damage */
	STORE_STALE, /* of store_check, store_backup: only an index does not say what its table
			does */
};

/* What is synced: turns; what store_tend and store_idle have done, for which nobody waits. */
enum store_sync {
	STORE_SYNC_TURNS,
	STORE_SYNC_MOVED,
	STORE_SYNCS
};

enum store_durability {
	STORE_DURABLE_FULL,   /* an acknowledged turn survives loss of power */
	STORE_DURABLE_NORMAL, /* the last turns before a loss of power may be missing */
};

/* Opens (makes, migrates) the database of a data directory, which nobody else may use then. dir
 * NULL: a private one in memory, for tests.  engine: by its name, NULL the first one.  On an
 * error *store_out is NULL and error holds one sentence for the operator. */
MUST_USE enum store_err store_open(const char *dir, enum store_durability durability,
    const char *engine, struct store **store_out, struct sbuf *error);

/* Opens it for reading only, also while a server uses it (or after one was killed); makes,
 * checks and migrates nothing.  Each read sees the last committed turn.  Writing breaks the
 * store. */
MUST_USE enum store_err store_open_reader(
    const char *dir, struct store **store_out, struct sbuf *error);

/* Commits nothing; NULL does nothing.  No sync is under way. */
void store_close(struct store **store);

/* Commits, and syncs in place: for who has no loop. */
MUST_USE enum store_err store_save(struct store *s, struct sbuf *error);

/* To end a store_check that runs in another thread; { 0 } before. */
struct store_stop {
	atomic_bool asked;
	atomic_flag held; /* by who uses `running`: for a moment */
	void *running;    /* the engine's connection; NULL none */
};

/* Looks through all of a database, which a server may be using: STORE_OK when it is sound, else
 * with a sentence; whole: also whether each index says what its table does.  Takes long; in any
 * thread, and no other call may run in that one meanwhile.  store_check_stop, where stop is not
 * NULL, ends it soon, without a verdict worth anything. */
enum store_err store_check(
    const char *dir, bool whole, struct store_stop *stop, struct sbuf *why);
void store_check_stop(struct store_stop *stop);

/* Makes the indexes anew when they are all that is wrong with the database of dir, which nobody
 * may use meanwhile (STORE_LOCKED).  STORE_OK: it is sound now; else it is as it was, with a
 * sentence. */
MUST_USE enum store_err store_repair(const char *dir, struct sbuf *error);

/* Copies the database of dir, which a server may be using, into the folder `to`, which is made
 * when it is not there and must not hold one: the state of one moment, looked through.  Takes
 * long.  A data directory that can be served.  With a sentence when it fails; then nothing is
 * left. */
MUST_USE enum store_err store_backup(const char *dir, const char *to, struct sbuf *error);

/* Copies a database of one engine into one of the other, which is made when it is not there,
 * and must have no rows but those of every new one; no server may use either.  Every table is
 * read again on both sides, and compared; then it is committed as a whole, so that what is
 * interrupted leaves an empty database. moved: called for each table, with its rows.  Takes
 * long: all rows three times. With a sentence when it fails. */
MUST_USE enum store_err store_move(const char *from, const char *to,
    void (*moved)(void *ctx, const char *table, int64_t rows), void *ctx, struct sbuf *error);

/* Opens it when no server uses it any more, and waits for that, however long, where another
 * machine may have one that does: also for one that was quicker.  Ends the connection of a
 * server that has committed nothing for 12 s, which one in order does every 3 s, and has asked
 * for nothing either.  What has been there once and goes away is waited for as well.  waits:
 * called four times a second while there is something to wait for, as far as it answers; away:
 * why the database cannot be reached, NULL it can.  ready: called before it is opened, which
 * shuts out who had it for good; false, which is an error without a sentence, leaves it to
 * them. error: not NULL. */
typedef void store_waits_fn(void *ctx, const char *away);
MUST_USE enum store_err store_open_next(const char *place, enum store_durability durability,
    store_waits_fn *waits, bool (*ready)(void *ctx), void *ctx, struct store **store_out,
    struct sbuf *error);

/* True when DIR holds a database (or a file of its name). */
bool store_exists(const char *dir);

/* Forgets that there was a database in DIR, which is lost: store_open makes a new one then.
 * With a sentence when there is one, or a server uses DIR. */
MUST_USE enum store_err store_forget(const char *dir, struct sbuf *error);

/* ---- users ---- */

struct user_record {
	int64_t id; /* > 0 */
	char name[STORE_NAME_MAX + 1];
	char hash[STORE_HASH_MAX];   /* encoded password hash */
	char email[STORE_EMAIL_MAX]; /* "" none */
	double rating;
	uint32_t experience; /* sum of the lengths of rated matches */
	int64_t created_s;
	int64_t last_login_s; /* 0 never */
	char last_login_host[STORE_HOST_MAX];
	int64_t last_logout_s; /* 0 never */
	char last_logout_host[STORE_HOST_MAX];
	char role[16]; /* "user", "operator", "admin" */
};

/* ---- the rating lists: those with more experience than this, highest rating first, then
 * lowest id. game "": that of backgammon, whose ratings are those of struct user_record. ----
 */

#define STORE_RANKED_EXPERIENCE 50 /* also in schema/002_, 005_ and 010_*.sql */

struct ranked_record {
	int64_t user;
	char name[STORE_NAME_MAX + 1];
	double rating;
	uint32_t experience;
};

/* ---- operators ---- */

#define STORE_BAN_MAX 64u /* what is banned, with its NUL */

/* One act of an operator; the log only grows.  Texts are valid during the call.  No length is
 * given to texts here: the caller bounds them. */
struct operator_record {
	int64_t id; /* when read */
	int64_t at_s;
	const char *actor;        /* "": on the server's own command line */
	const char *act;          /* one word */
	const char *whom;         /* a user, an address; "" nobody */
	const char *detail, *why; /* "" none */
};

struct ban_record {
	bool address; /* what is an address or network, not a user */
	const char *what;
	int64_t until_s; /* 0 for good */
	int64_t at_s;
	const char *actor, *why;
};

struct mute_record {
	int64_t user;     /* 0 a network's */
	const char *name; /* when listed; the network */
	bool all;         /* all talk; else shouting only */
	int64_t until_s;  /* 0 for good */
	int64_t at_s;
	const char *actor, *why;
};

/* ---- tokens: what somebody comes back with instead of the password.  Only hashes are kept.
 * ---- */

struct token_record {
	int64_t user;
	uint8_t hash[STORE_TOKEN_HASH_BYTES];
	int64_t until_s; /* worth nothing from then on */
	char mode[8];    /* "telnet", "tiny", "clip" */
	int64_t match;   /* that they play, or played when their connection ended; 0 none */
	bool old;        /* when found: not the newest, but the one before it */
};

/* ---- passwords that operators have made ---- */

struct reset_record {
	int64_t user;
	char actor[STORE_NAME_MAX + 1]; /* the operator */
	int64_t at_s;
	int64_t until_s; /* worth nothing from then on */
};

/* ---- reports of users that no operator has answered yet ---- */

struct report_record {
	int64_t id; /* when read, and the names */
	int64_t reporter, target;
	const char *reporter_name, *target_name;
	int64_t at_s;
	const char *text;
	const char *lines; /* what both said last in public, with line ends */
};

/* ---- matches ---- */

struct match_record {
	int64_t id;                       /* > 0 */
	int64_t user[2];                  /* seat 0: the inviter */
	char name[2][STORE_NAME_MAX + 1]; /* filled when read */
	uint8_t length;                   /* 0 unlimited */
	char variant[STORE_VARIANT_MAX];
	uint8_t seed[STORE_SEED_BYTES];
	int64_t created_ms;
	int64_t last_ms;   /* last action */
	uint32_t score[2]; /* after the last finished game: a copy of what the actions say, for
			      lists */
	int64_t ended_ms;  /* 0: unfinished */
	char end_reason[16]; /* "" unfinished; "won", "replaced", "corrupt", ... */
	int winner;          /* seat, -1 none */
	uint32_t actions;    /* how many are stored */
	int64_t tournament;  /* 0, or the one it is played for */
	uint32_t pairing;    /* of it */
	bool bound;          /* unfinished: that tournament decides when it is played and how it
				ends; set when it is created.  false: an ordinary match */
	uint32_t terms;      /* of its games: STORE_TERM_ bits */
	bool unrated;        /* must not change ratings */
	bool committed;      /* the commitment could be seen before it began */
	char text[2][STORE_DICE_TEXT_MAX]; /* of the players, for the dice */
};

/* What dice are made from, beside the number of the match: rules/RULES.md 5.2. */
struct dice_record {
	uint8_t seed[STORE_SEED_BYTES];
	char text[2][STORE_DICE_TEXT_MAX];
};

enum store_term {
	STORE_TERM_CRAWFORD = 1,    /* the Crawford rule holds, whatever the players have set */
	STORE_TERM_NO_CRAWFORD = 2, /* it does not */
	STORE_TERM_NO_CUBE = 4,     /* nobody may double */
};
/* An unfinished match, as far as it takes to see whether it lies unused. */
struct match_brief {
	int64_t id;
	int64_t last_ms;
	char name[2][STORE_NAME_MAX + 1]; /* of the seats */
};

/* A player of a saved match with an ask to resume it, or an announced end. */
struct asked_record {
	int64_t user, match;
	uint32_t days;     /* on which the player asked to resume it */
	int64_t last_day;  /* the latest of them, since 1970; -1 none */
	int64_t missed_ms; /* when the opponent last asked without being heard; 0: shown */
	int64_t warned_ms; /* when its end was announced; 0 not yet */
};

/* What a rated match did to one player. */
struct rating_record {
	int64_t match;
	int64_t user;
	double before, after;
	uint32_t experience_before, experience_after;
	int64_t at_ms;
	char game[STORE_VARIANT_MAX]; /* of which rating; "" backgammon */
	double factor;                /* the part of the formula's change that counted */
	bool heavy; /* it was cut, or the opponent's room was used up to three quarters */
};

/* A change of the last 24 hours that limits those to come (schema/031_pair_day.sql). */
struct rating_recent {
	int64_t match, user;
	const char *game; /* "" backgammon */
	int64_t at_ms;
	int64_t opponent;
	const char *network; /* the opponent's; "" counts singly */
	bool newcomer;
	double change;
};

/* Such changes of one user in one game, added up by opponent, network and newcomer. */
struct rating_sum {
	int64_t opponent;
	char network[STORE_HOST_MAX];
	bool newcomer;
	double change;
	unsigned matches;
};

/* What one opponent did to a user's rating in matches that were heavy (struct rating_record).
 */
struct rating_pair {
	const char *user, *opponent;
	const char *host[2]; /* from which the two logged in last; "" unknown */
	unsigned days, matches, cut;
	double change;
};

/* One action of a match, in the stored form of rules/action.h. */
struct action_record {
	int64_t match;
	uint32_t seq;        /* 0, 1, ... without gaps */
	int64_t at_ms;       /* wall clock */
	uint32_t elapsed_ms; /* since the action before, monotonic clock; 0 for the first after
				a pause */
	uint16_t credit_ms;  /* of it, lag of the one who acts: 0..1000 */
	int seat;            /* 0, 1; 2 nobody */
	bool automatic;
	const char *kind;
	const char *text;
};

/* ---- what players have done: kept in the turn of what is counted ---- */

/* Of matches of one game and length. */
struct totals_record {
	uint32_t won, lost, open; /* matches; ended unfinished */
	uint32_t gammons, gammons_lost;
	uint32_t taken, passed; /* own doubles */
	uint32_t takes, passes, takes_won;
	uint32_t timed; /* plays, in so many ms */
	uint64_t ms;
};

/* Rolls but for opening ones; of those from the bar how many entered, and should have. */
struct roll_record {
	uint64_t pair[6][6];
	uint64_t bar, entered;
	double expected;
};

#define STORE_BEST 5 /* of each kind are kept */

/* ---- analysis of matches that are over ---- */

#define STORE_REVIEW_BEST_MAX 48u
#define STORE_SUSPECT_DECISIONS 200 /* also in schema/019_review.sql */

/* What was found of one player; eval/analysis.h says what the fields are. */
struct review_record {
	uint32_t plies;
	bool by_gnubg; /* else by the server itself */
	uint32_t plays, cubes;
	double play_error, cube_error;
	uint32_t marks[3];
	uint32_t best_roll, best_double, best_take, best_drop;
	uint32_t rolls;
	double luck, luck_worth;
};

/* An error. */
struct review_mark {
	uint32_t move; /* as `replay` counts them */
	bool of_cube;
	int seat;
	double error;
	char best[STORE_REVIEW_BEST_MAX]; /* what to type instead */
};

/* Sums of a player in one game. */
struct error_totals_record {
	uint32_t matches, decisions;
	double error;
	uint32_t rolls;
	double luck;
	uint32_t timed; /* counted plays that were typed */
	double seconds, squares;
};

/* ---- counters of the whole server: kept in the turn of what they count, never counted ---- */

enum store_counter {
#define COUNTER(counter, name, sql) COUNTER_##counter,
#include "store/counters.def"
#undef COUNTER
	COUNTER_COUNT
};

/* ---- comings, goings and use ---- */

#define STORE_VISITS 20u /* events that are kept */

/* How many were on line in (a part of) one hour of the clock. */
struct hour_record {
	int64_t hour;         /* since 1970 */
	int64_t watched_ms;   /* how much of it the server ran */
	int64_t user_ms;      /* everybody's time on line in it */
	uint32_t least, most; /* on line at once */
};

/* ---- tournaments ---- */

#define STORE_TOURNEY_NAME_MAX 41u /* with its NUL */

struct tourney_record {
	int64_t id;
	char name[STORE_TOURNEY_NAME_MAX];
	int64_t director;
	char director_name[STORE_NAME_MAX + 1];
	uint8_t seed[STORE_SEED_BYTES];
	int64_t created_ms;
	int64_t ended_ms; /* 0 not over */
	bool cancelled;
	char format[24]; /* the rest: "" and 0 until it is over */
	uint32_t players;
	char winner[64];
	char host[STORE_HOST_MAX]; /* the network it was made from; "" not known, or over */
};

struct tourney_act_record {
	int64_t tourney;
	uint32_t seq; /* 0, 1, ... without gaps */
	int64_t at_ms;
	int64_t actor; /* user, 0 the server */
	const char *kind;
	const char *text;
};
#define STORE_NOTICE_TOURNEYS 100

/* What became of somebody in one that is over. */
struct tourney_place_record {
	int64_t user, tourney;
	uint32_t from, to; /* places that are shared */
	/* when read */
	char name[STORE_TOURNEY_NAME_MAX];
	uint32_t players;
	int64_t ended_ms;
};

/* ---- engines ---- */

/* A table of functions.  struct store is the engine's own, and begins with a pointer to this.
 */
struct store_engine {
	const char *name;
	enum store_err (*open)(const char *dir, enum store_durability durability,
	    struct store **store_out, struct sbuf *error);
	enum store_err (*open_reader)(
	    const char *dir, struct store **store_out, struct sbuf *error);
	void (*close)(struct store *s);
	enum store_err (*check)(
	    const char *dir, bool whole, struct store_stop *stop, struct sbuf *why);
	enum store_err (*repair)(const char *dir, struct sbuf *error);
	void (*interrupt)(void *running);
	enum store_err (*backup)(const char *dir, const char *to, struct sbuf *error);
	bool (*exists)(const char *dir);
	enum store_err (*forget)(const char *dir, struct sbuf *error); /* NULL: no need */
	/* of store_open_next: until nobody has the lock, also when it cannot be reached at
	 * first, if it has been there; NULL: there is nothing to wait for */
	enum store_err (*wait)(const char *place, bool was_there, store_waits_fn *waits,
	    void *ctx, struct sbuf *error);
#define VERB(type, name, params, args) type(*name) params;
#define VOID_VERB(name, params, args) void(*name) params;
#include "store/verbs.def"
};

extern const struct store_engine STORE_SQLITE;     /* open.c */
extern const struct store_engine STORE_POSTGRESQL; /* open.c */

/* All of them, the default one first; ends with NULL. */
extern const struct store_engine *const STORE_ENGINES[];

static inline const struct store_engine *
store_engine_of(const struct store *s)
{
	return *(const struct store_engine *const *)(const void *)s;
}

/* Somebody may be waiting for its turns to stop: store_open_next. */
static inline bool
store_is_watched(const struct store *s)
{
	return store_engine_of(s)->wait != NULL;
}

#define VERB(type, name, params, args)                                                         \
	static inline type store_##name params                                                 \
	{                                                                                      \
		return store_engine_of(s)->name args;                                          \
	}
#define VOID_VERB(name, params, args)                                                          \
	static inline void store_##name params                                                 \
	{                                                                                      \
		store_engine_of(s)->name args;                                                 \
	}
#include "store/verbs.def"

#endif
