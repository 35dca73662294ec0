/* SPDX-License-Identifier: MIT */
/* The store: users, settings, matches and every action.  This file declares its records,
 * verbs.def the operations (verbs), and an engine (struct store_engine) implements them.  Code
 * outside this folder does not depend on the engine.
 *
 * In a turn, the first write opens a transaction, and store_commit ends it.  The turn's output
 * may be sent once a sync that began after the commit has completed.  A failed write is
 * remembered: later writes do nothing and store_commit returns the error.  The process must
 * then end, because the changes that the turn made in memory cannot be undone.  So callers of
 * verbs that write need not check for errors.
 *
 * A write that contradicts the stored data (an unknown id, a seq that is not the next, a second
 * open match of a pair, a match ended twice) is a bug in the caller and makes the turn
 * STORE_BROKEN.  A failed read finds nothing, and store_commit returns the error.  A broken
 * store reads nothing and never touches the disk again.
 *
 * A callback may call every verb except those of the turn and store_close.
 *
 * Times with the suffix _ms are milliseconds, with _s seconds, since 1970 (UTC).  Texts passed
 * in are copied.  Texts passed to a callback are valid during the call.  Names are compared
 * without regard to case and stored as first written.  Every verb costs a few index look-ups;
 * none scans a table. */
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
#define STORE_HASH_MAX 128u /* encoded password hash, with its NUL */
#define STORE_HOST_MAX 64u
/* Stored instead of a password hash for the server's bots; no password matches it. */
#define STORE_HASH_BOT "bot"
#define STORE_EMAIL_MAX 128u
#define STORE_SEED_BYTES 32u
#define STORE_VARIANT_MAX 24u
#define STORE_TOKEN_HASH_BYTES 32u
#define STORE_DICE_TEXT_MAX 65u /* a player's text for the dice, with its NUL */

enum store_err {
	STORE_OK,
	STORE_BROKEN, /* the process must end; a restart recovers the database (fsync is never
		       * retried) */
	STORE_SYNC_INCOMPLETE, /* store_sync_end only: the sync is not complete */
	/* returned by functions that open, check, measure or copy a database: */
	STORE_LOCKED,       /* another process uses the data directory */
	STORE_INACCESSIBLE, /* cannot be created, read or written, or is full */
	STORE_UNREACHABLE,  /* the database server does not answer */
	STORE_FOREIGN,      /* not a database of this program */
	STORE_NEWER,        /* created or migrated by a newer version */
	STORE_OLDER,        /* store_open_reader only: of an older version, not migrated yet */
	STORE_FULL,    /* the disk has too little space for a migration: nothing was changed */
	STORE_DAMAGED, /* the check found damage */
	STORE_INDEX_STALE, /* store_check, store_backup: only an index disagrees with its table
			    */
};

/* The kinds of sync.  STORE_SYNC_WAL syncs turns.  STORE_SYNC_DATABASE syncs the work of
 * store_checkpoint_some and store_run_idle_work, for which no output waits. */
enum store_sync {
	STORE_SYNC_WAL,
	STORE_SYNC_DATABASE,
	STORE_SYNC_COUNT
};

enum store_durability {
	STORE_DURABLE_FULL,   /* an acknowledged turn survives a power failure */
	STORE_DURABLE_NORMAL, /* a power failure may lose the last turns */
};

/* Opens a database for this process only; creates or migrates it if needed.  database: a data
 * directory, or "postgresql:" and a connection string of libpq; NULL: a private database in
 * memory, for tests.  engine: a name, NULL for the default.  On an error *store_out is NULL and
 * `error` receives a sentence for the operator. */
MUST_USE enum store_err store_open(const char *database, enum store_durability durability,
    const char *engine, struct store **store_out, struct sbuf *error);

/* Opens the database for reading only, even while a server uses it or after a server was
 * killed.  Creates, checks and migrates nothing.  Each read sees the last committed turn.
 * Writing breaks the store. */
MUST_USE enum store_err store_open_reader(
    const char *database, struct store **store_out, struct sbuf *error);

/* Closes without a commit; NULL does nothing.  No sync may be in progress. */
void store_close(struct store **store);

/* Commits, and syncs in place: for callers without an event loop. */
MUST_USE enum store_err store_save(struct store *s, struct sbuf *error);

/* Used by store_check_stop to stop a store_check in another thread.  Initialise to { 0 }. */
struct store_stop {
	atomic_bool requested;
	atomic_flag running_lock;         /* a spin lock for `running` */
	void *running;                    /* the engine's connection, NULL if none */
	void (*interrupt)(void *running); /* set by the engine together with `running` */
};

/* Checks a whole database, even while a server uses it.  Returns STORE_OK if it is sound,
 * otherwise sets `why`.  whole: also compares each index with its table.  Takes a long time.
 * May be called in any thread.  store_check_stop makes it return soon, with a meaningless
 * result. stop may be NULL. */
enum store_err store_check(
    const char *database, bool whole, struct store_stop *stop, struct sbuf *why);
void store_check_stop(struct store_stop *stop);

/* Rebuilds the indexes of the database if nothing else is wrong with it.  No process may
 * use it (STORE_LOCKED).  Returns STORE_OK if the database is sound afterwards; otherwise
 * leaves it unchanged and sets `error`. */
MUST_USE enum store_err store_repair(const char *database, struct sbuf *error);

/* Copies the database, even while a server uses it, into the folder `to`, which is
 * created if needed and must not contain a database.  The copy shows the state at one moment,
 * is checked, and can be used as a data directory.  Takes a long time.  On failure sets `error`
 * and leaves no files. */
MUST_USE enum store_err store_backup(const char *database, const char *to, struct sbuf *error);

/* Empty files that 'gammond backup' leaves in the data directory of SQLite, for the server's
 * metrics.  The time of the first file is the time of the newest backup.  The second file
 * exists if the last backup failed or has damaged records. */
#define STORE_BACKUP_MADE_FILE "gammond.backup"
#define STORE_BACKUP_FAILED_FILE "gammond.backup_failed"

/* The file in the data directory with the findings of the last `gammond doctor`, in the text
 * format of Prometheus; the server adds it to its metrics. */
#define DOCTOR_FILE "gammond.doctor"
#define STORE_DOCTOR_MAX 4096u

/* A database of this size or more takes too long to check or to migrate while users wait: it is
 * checked while the server runs, and migrated only by a restart. */
#define STORE_LARGE_BYTES (INT64_C(64) << 20)

/* The size of a database and the space around it, in bytes. */
struct store_space {
	int64_t bytes; /* the database */
	int64_t free;  /* free space on its file system; -1: unknown */
	int64_t due;   /* needed by the migrations that the next start will run; 0: none */
	int64_t most;  /* needed by the most demanding migration of all versions, for a database
			* of this size */
};

/* Measures a database, even while a server uses it.  Returns STORE_INACCESSIBLE, with a
 * sentence in `error`, if the engine cannot tell. */
MUST_USE enum store_err store_space(
    const char *database, struct store_space *s_out, struct sbuf *error);

/* Copies a database of one engine into one of the other engine.  The target is created if
 * needed and must contain only the rows of a new database.  No server may use either.  Every
 * table is read back from both sides and compared before everything is committed at once, so an
 * interrupted copy leaves an empty database.  moved: called for each table with its number of
 * rows.  Takes a long time: reads all rows three times.  Sets `error` on failure. */
MUST_USE enum store_err store_move(const char *from, const char *to,
    void (*moved)(void *ctx, const char *table, int64_t rows), void *ctx, struct sbuf *error);

/* Opens the database once no server uses it.  If the engine is remote, waits without a limit
 * until no server uses it, even if another waiting process takes the database first.  Ends the
 * connection of a server that has neither committed nor queried for 12 s; a healthy server
 * commits every 3 s.  Also waits for a database that was reachable but no longer is.
 *
 * waits: called four times a second while waiting, unless the database is slow to answer; away:
 * why the database cannot be reached, NULL if it can.  ready: called before the database is
 * opened, which permanently locks out the previous server.  If `ready` returns false, the
 * database is not opened, and `error` stays empty.  error: must not be NULL. */
typedef void store_waiting_fn(void *ctx, const char *away);
MUST_USE enum store_err store_open_when_free(const char *database,
    enum store_durability durability, store_waiting_fn *waits, bool (*ready)(void *ctx),
    void *ctx, struct store **store_out, struct sbuf *error);

/* Returns whether DIR contains a database, or a file with its name. */
bool store_exists(const char *dir);

/* Forgets that DIR had a database that is now lost, so that store_open creates a new one.
 * Fails with a sentence if there is a database or a server uses DIR. */
MUST_USE enum store_err store_forget_lost(const char *dir, struct sbuf *error);

/* ---- users ---- */

struct user_record {
	int64_t id; /* > 0 */
	char name[STORE_NAME_MAX + 1];
	char hash[STORE_HASH_MAX];   /* encoded password hash */
	char email[STORE_EMAIL_MAX]; /* "": none */
	double rating;
	uint32_t experience; /* sum of the lengths of rated matches */
	int64_t created_s;
	int64_t last_login_s; /* 0: never */
	char last_login_host[STORE_HOST_MAX];
	int64_t last_logout_s; /* 0: never */
	char last_logout_host[STORE_HOST_MAX];
	char role[16];      /* "user", "operator", "admin" */
	bool marked_as_bot; /* marked as a bot: a program plays with this account, see `help
			       mark` */
};

/* ---- rating lists: users with more experience than this, highest rating first, then lowest
 * id. game "": backgammon, whose ratings are in struct user_record. ---- */

#define STORE_RANKED_EXPERIENCE 50 /* also in schema/002_, 005_ and 010_*.sql */

struct ranked_record {
	int64_t user;
	char name[STORE_NAME_MAX + 1];
	double rating;
	uint32_t experience;
};

/* ---- operators ---- */

#define STORE_BAN_MAX 64u /* with its NUL */

/* An act of an operator.  The log is never shortened.  Texts are valid during the call.  The
 * caller limits their length. */
struct operator_record {
	int64_t id; /* set only when read */
	int64_t at_s;
	const char *actor;        /* "": the command line of the server */
	const char *act;          /* a single word */
	const char *whom;         /* the user or address concerned; "": none */
	const char *detail, *why; /* "": none */
};

struct ban_record {
	bool is_address; /* `target` is an address or network rather than a user name */
	const char *target;
	int64_t until_s; /* 0: no end */
	int64_t at_s;
	const char *actor, *why;
};

struct mute_record {
	int64_t user;     /* 0: a network */
	const char *name; /* the user's name, set only in lists; or the network */
	bool all;         /* mutes all talk; otherwise only shouting */
	int64_t until_s;  /* 0: no end */
	int64_t at_s;
	const char *actor, *why;
};

/* ---- tokens, which replace the password at log-in.  Only hashes are stored. ---- */

struct token_record {
	int64_t user;
	uint8_t hash[STORE_TOKEN_HASH_BYTES];
	int64_t until_s;     /* the token is invalid from then on */
	char client_mode[8]; /* "telnet", "tiny", "clip" */
	int64_t match;       /* the match being played, or being played when the connection was
			      * lost; 0: none */
	bool old;            /* set when found: this is the token before the newest one */
};

/* ---- passwords made by operators ---- */

struct reset_record {
	int64_t user;
	char actor[STORE_NAME_MAX + 1]; /* the operator's name */
	int64_t at_s;
	int64_t until_s; /* the password is invalid from then on */
};

/* ---- users' reports that no operator has answered yet ---- */

struct report_record {
	int64_t id; /* id and names are set only when read */
	int64_t reporter, target;
	const char *reporter_name, *target_name;
	int64_t at_s;
	const char *text;
	/* what both users have said in public recently, one line each */
	const char *recent_talk;
};

/* ---- matches ---- */

struct match_record {
	int64_t id;                       /* > 0 */
	int64_t user[2];                  /* seat 0 is the inviter */
	char name[2][STORE_NAME_MAX + 1]; /* set only when read */
	uint8_t length;                   /* 0: unlimited */
	char variant[STORE_VARIANT_MAX];
	uint8_t seed[STORE_SEED_BYTES];
	int64_t created_ms;
	int64_t last_ms;     /* time of the last action */
	uint32_t score[2];   /* score after the last finished game; copied from the actions */
	int64_t ended_ms;    /* 0: unfinished */
	char end_reason[16]; /* "": unfinished; "won", "replaced", "corrupt", ... */
	int winner;          /* seat, -1: none */
	uint32_t actions;    /* number of stored actions */
	int64_t tournament;  /* 0: none */
	uint32_t pairing;    /* pairing in that tournament */
	bool bound;          /* unfinished, and subject to its tournament's decisions */
	uint32_t terms;      /* rules for the games of the match: STORE_TERM_ bits */
	bool unrated;        /* must not change ratings */
	bool dice_committed; /* the commitment was visible before the match began */
	char dice_text[2][STORE_DICE_TEXT_MAX]; /* the players' texts for the dice */
	/* a match that a player imported: user[] is 0 except for the owner's seat, if known */
	int64_t owner;        /* 0: not imported */
	bool shown_to_others; /* other users may read the match */
};

/* The inputs of the dice besides the match number: rules/RULES.md 5.2. */
struct dice_record {
	uint8_t seed[STORE_SEED_BYTES];
	char player_text[2][STORE_DICE_TEXT_MAX];
};

enum store_term {
	STORE_TERM_CRAWFORD = 1, /* the Crawford rule applies, whatever the players have set */
	STORE_TERM_NO_CRAWFORD = 2, /* the Crawford rule does not apply */
	STORE_TERM_NO_CUBE = 4,     /* no doubling */
};
/* An unfinished match as matches_open_after reads it. */
struct match_brief {
	int64_t id;
	int64_t last_ms;
	char name[2][STORE_NAME_MAX + 1]; /* names by seat */
};

/* A player's requests to resume a saved match, and the announced end of that match. */
struct resume_request_record {
	int64_t user, match;
	uint32_t request_day_count; /* number of days with a request */
	/* the latest day with a request, in days since 1970; -1: none */
	int64_t last_request_day;
	int64_t missed_request_ms; /* time of the opponent's last request that the player has
				    * not seen; 0: none */
	int64_t end_announced_ms;  /* time at which the end was announced; 0: not yet */
};

/* How a rated match changed one player's rating. */
struct rating_record {
	int64_t match;
	int64_t user;
	double before, after;
	uint32_t experience_before, experience_after;
	int64_t at_ms;
	char game[STORE_VARIANT_MAX]; /* the game of the rating; "": backgammon */
	double counted_fraction;      /* the fraction of the formula's change that counted */
	bool near_limit; /* the change was reduced, or three quarters of the opponent's
			  * allowance were used */
};

/* A rating change in the last 24 hours, which limits later changes
 * (schema/031_pair_day.sql). */
struct rating_recent {
	int64_t match, user;
	const char *game; /* "": backgammon */
	int64_t at_ms;
	int64_t opponent;
	const char *opponent_network; /* the opponent's network; "": the opponent is counted
				       * separately */
	bool opponent_is_new;
	double change;
};

/* The sum of the changes (struct rating_recent) of one user in one game that have the same
 * opponent, network and `opponent_is_new`. */
struct rating_sum {
	int64_t opponent;
	char opponent_network[STORE_HOST_MAX];
	bool opponent_is_new;
	double change_sum;
	unsigned matches;
};

/* The changes of a user's rating by matches near the limit (see `near_limit` in struct
 * rating_record) against one opponent. */
struct rating_pair {
	const char *user, *opponent;
	const char *host[2]; /* hosts of their last log-ins; "": unknown */
	unsigned days, matches, cut;
	double change;
};

/* An action of a match, as stored by rules/action.h. */
struct action_record {
	int64_t match;
	uint32_t seq;        /* 0, 1, ... without gaps */
	int64_t at_ms;       /* wall clock */
	uint32_t elapsed_ms; /* time since the previous action; 0 for the first action after a
			      * pause */
	uint16_t credit_ms;  /* the player's network lag, which was not counted as thinking
			      * time: 0..1000 */
	int seat;            /* 0, 1; 2: none */
	bool automatic;
	const char *kind;
	const char *text;
};

/* ---- checksums of finished matches ---- */

/* The checksums of one match and of its rating changes, as stored and as computed from the
 * stored rows.  The computed checksums are valid once store_checksum_read_actions has returned
 * true. */
struct checksum_record {
	int64_t match;
	int64_t stored, stored_ratings; /* stored checksums; if `stored` is 0, there are none */
	int64_t computed, computed_ratings;
	/* private to checksums.c: */
	struct match_record end;
	uint64_t chain;
	uint32_t seq;          /* number of the next action to read */
	unsigned actions_read; /* actions read by the last call */
};

/* ---- players' totals: updated in the turn of the event that they count ---- */

/* Totals of matches of one game and length. */
struct totals_record {
	uint32_t won, lost, unfinished; /* number of matches */
	uint32_t gammons_won, gammons_lost;
	uint32_t doubles_taken,
	    doubles_passed; /* the player's doubles that were taken or passed */
	uint32_t takes, passes, takes_won;
	uint32_t timed_plays; /* number of plays whose time was measured; `ms` is the sum of
			       * these times */
	uint64_t ms;
};

/* A user's rolls, except opening rolls.  bar: number of rolls with a checker on the bar;
 * bar_entered: how many of these entered a checker; bar_entered_expected: how many of them
 * should have entered a checker on average. */
struct roll_record {
	uint64_t dice_counts[6][6];
	uint64_t bar, bar_entered;
	double bar_entered_expected;
};

#define STORE_BESTS_KEPT 5 /* records kept of each kind */

/* ---- analysis of finished matches ---- */

#define STORE_REVIEW_BEST_MAX 48u
#define STORE_SUSPECT_DECISIONS_MIN 200 /* also in schema/019_review.sql */

/* The analysis of one player; eval/analysis.h explains the fields. */
struct review_record {
	uint32_t plies;
	bool by_gnubg; /* analysed by gnubg, otherwise by the built-in evaluator */
	uint32_t play_decisions, cube_decisions;
	double play_error, cube_error;
	uint32_t mark_counts[3];
	uint32_t best_roll, best_double, best_take, best_drop;
	uint32_t rolls;
	double luck, luck_worth;
};

/* An error in an analysed match. */
struct review_mark {
	uint32_t move_number; /* number of the move, as counted by `replay` */
	bool is_cube_decision;
	int seat;
	double error;
	char best[STORE_REVIEW_BEST_MAX]; /* the better choice, as a command */
};

/* Sums over a player's analysed matches of one game. */
struct error_totals_record {
	uint32_t matches, decisions;
	double error_sum;
	uint32_t rolls;
	double luck_sum;
	uint32_t timed_plays; /* number of plays that were typed, not automatic */
	double thinking_seconds, seconds_squared;
};

/* ---- counters of the whole server: updated in the turn of the event that they count, never
 * recounted ---- */

enum store_counter {
#define COUNTER(counter, name, sql) COUNTER_##counter,
#include "store/counters.def"
#undef COUNTER
	COUNTER_COUNT
};

/* ---- log-ins, log-outs and use ---- */

#define STORE_VISITS_KEPT 20u /* events kept */

/* Users online in an hour, or in the part of it in which the server ran. */
struct hour_record {
	int64_t hour;                    /* hours since 1970 */
	int64_t uptime_ms;               /* how long the server ran in this hour */
	int64_t online_ms;               /* sum of all users' time online */
	uint32_t min_online, max_online; /* users online at the same time */
};

/* ---- tournaments ---- */

#define STORE_TOURNEY_NAME_MAX 41u /* with its NUL */
#define STORE_HEADER_MAX 2000      /* size of the header of an imported match, with its NUL */

/* Matches that players imported have numbers greater than this.  Verbs that read a match, its
 * actions, its header or its analysis by number accept such numbers.  Nothing lists imported
 * matches together with other matches. */
#define STORE_IMPORT_BASE 1000000000
#define STORE_IMPORT_TEXT_MAX 4096u /* size of the text of some actions, with its NUL */

struct import_record {
	int64_t owner;
	int seat;                                 /* the owner's seat; 2: neither */
	char player_names[2][STORE_NAME_MAX + 1]; /* text from the file */
	const char *variant;
	uint8_t length;
	int64_t played_ms; /* > 0 */
	int64_t stored_ms;
	uint32_t score[2];
	int winner; /* seat, -1: none */
	uint32_t actions;
	const char *header; /* "": none */
	int64_t digest;     /* different for each match of the owner */
};

struct tourney_record {
	int64_t id;
	char name[STORE_TOURNEY_NAME_MAX];
	int64_t director;
	char director_name[STORE_NAME_MAX + 1];
	uint8_t seed[STORE_SEED_BYTES];
	int64_t created_ms;
	int64_t ended_ms; /* 0: not over */
	bool cancelled;
	char format[24]; /* format, players and winner are "" and 0 until the tournament is
			  * over */
	uint32_t players;
	char winner[64];
	char maker_host[STORE_HOST_MAX]; /* network of the tournament's creator; "": unknown, or
					  * the tournament is over */
};

struct tourney_act_record {
	int64_t tourney;
	uint32_t seq; /* 0, 1, ... without gaps */
	int64_t at_ms;
	int64_t actor; /* a user, 0: the server */
	const char *kind;
	const char *text;
};
#define STORE_NOTICE_TOURNEYS_MAX 100

/* A user's result in a finished tournament. */
struct tourney_place_record {
	int64_t user, tourney;
	uint32_t first_place, last_place; /* first and last of the places that the user shares;
					   * equal if the place is not shared */
	/* set only when read: */
	char name[STORE_TOURNEY_NAME_MAX];
	uint32_t players;
	int64_t ended_ms;
};

/* ---- engines ---- */

/* An engine's functions.  An engine defines struct store, which begins with a pointer to its
 * struct store_engine. */
struct store_engine {
	const char *name;
	enum store_err (*open)(const char *database, enum store_durability durability,
	    struct store **store_out, struct sbuf *error);
	enum store_err (*open_reader)(
	    const char *database, struct store **store_out, struct sbuf *error);
	void (*close)(struct store *s);
	enum store_err (*check)(
	    const char *database, bool whole, struct store_stop *stop, struct sbuf *why);
	enum store_err (*repair)(const char *database, struct sbuf *error);
	enum store_err (*backup)(const char *database, const char *to, struct sbuf *error);
	enum store_err (*measure_space)(
	    const char *database, struct store_space *s_out, struct sbuf *error);
	bool (*exists)(const char *dir);
	enum store_err (*forget_lost)(
	    const char *dir, struct sbuf *error); /* NULL: not needed */
	/* Waits until no process holds the lock: see store_open_when_free.  was_there: waits
	 * even if the database cannot be reached at first.  NULL: there is nothing to wait for.
	 */
	enum store_err (*wait_until_free)(const char *database, bool was_there,
	    store_waiting_fn *waits, void *ctx, struct sbuf *error);
#define VERB(type, name, params, args) type(*name) params;
#define VOID_VERB(name, params, args) void(*name) params;
#include "store/verbs.def"
};

extern const struct store_engine STORE_SQLITE;     /* sqlite/open.c */
extern const struct store_engine STORE_POSTGRESQL; /* postgresql/open.c */

/* All engines, the default first; ends with NULL. */
extern const struct store_engine *const STORE_ENGINES[];

static inline const struct store_engine *
store_engine_of(const struct store *s)
{
	return *(const struct store_engine *const *)(const void *)s;
}

/* Returns whether another process may be waiting in store_open_when_free for this process to
 * end. */
static inline bool
store_may_have_standby(const struct store *s)
{
	return store_engine_of(s)->wait_until_free != NULL;
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
