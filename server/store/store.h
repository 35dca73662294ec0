/* SPDX-License-Identifier: MIT */
/* The store: users, settings, matches and every action, in one SQLite database.  The only
 * place with SQL.
 *
 * A turn: the first write opens a transaction, store_commit ends it, then output may leave.  A
 * write that fails is remembered: later writes do nothing, store_commit says so, and the
 * process must end, because what the turn has done in memory cannot be taken back.  So callers
 * of the write verbs test nothing.
 *
 * A write that contradicts what is stored (an unknown id, a seq that is not the next, a second
 * open match of a pair, a match ended twice) is a mistake of the caller and makes the turn
 * STORE_BROKEN.  A failed read finds nothing, and store_commit says so.  A broken store reads
 * nothing and never touches the disk again.
 *
 * A callback may call every verb but store_commit, store_tend, store_probe, store_idle and
 * store_close.
 *
 * Times: _ms milliseconds, _s seconds since 1970 (UTC).  Texts given are copied; texts handed
 * to a callback are valid during the call.  Names are compared without regard to case and kept
 * as first written.  Every verb costs a few index look-ups; none scans a table. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "base/sbuf.h"

struct store;

#define STORE_NAME_MAX 20u
#define STORE_HASH_MAX 128u /* encoded password hash with its NUL */
#define STORE_HOST_MAX 64u
#define STORE_EMAIL_MAX 128u
#define STORE_SEED_BYTES 32u
#define STORE_VARIANT_MAX 24u
#define STORE_TOKEN_HASH_BYTES 32u

enum store_err {
	STORE_OK,
	STORE_BROKEN, /* the process must end, a restart recovers (never retry an fsync) */
	/* of store_open only */
	STORE_LOCKED,    /* another process uses the data directory */
	STORE_DIRECTORY, /* cannot be made, read or written, or is full */
	STORE_FOREIGN,   /* not our database */
	STORE_NEWER,     /* made by a newer program */
	STORE_OLDER,   /* of store_open_reader: made by an older program, and not brought up to
			  date yet */
	STORE_DAMAGED, /* quick_check or foreign_key_check found damage */
};

enum store_durability {
	STORE_DURABLE_FULL, /* synchronous=FULL: an acknowledged turn survives loss of power */
	STORE_DURABLE_NORMAL, /* the last turns before a loss of power may be missing */
};

/* Of the newest migration in schema/. */
int store_schema_version(void);

/* Opens (makes, migrates) DIR/gammond.db under a lock on the directory.  dir NULL: a private
 * database in memory, for tests.  vfs: name of an SQLite VFS, NULL for the default one.  On an
 * error *store_out is NULL and error holds one sentence for the operator. */
MUST_USE enum store_err store_open(const char *dir, enum store_durability durability,
    const char *vfs, struct store **store_out, struct sbuf *error);

/* Opens DIR/gammond.db for reading only and without the lock, so also while a server uses it
 * (or after one was killed); makes, checks and migrates nothing.  Each read sees the last
 * committed turn.  Writing breaks the store. */
MUST_USE enum store_err store_open_reader(
    const char *dir, struct store **store_out, struct sbuf *error);

/* True when it is so large (64 MiB) that it was opened without being looked through; then it is
 * to be checked at once beside the running server. */
bool store_unchecked(const struct store *s);

/* A look through the database of a directory, with a connection of its own: whether it is
 * sound.  A server may be using it.  NULL: no memory. */
struct store_check;
MUST_USE struct store_check *store_check_new(const char *dir);
/* Takes long.  In any thread, and nothing else of this room may run in that one meanwhile. */
void store_check_run(struct store_check *c);
/* From another thread while it runs: it ends soon, without a verdict worth anything. */
void store_check_stop(struct store_check *c);
/* When it has run: STORE_OK, STORE_DAMAGED, STORE_FOREIGN, or that it could not be done; then
 * with a sentence. */
enum store_err store_check_verdict(const struct store_check *c, struct sbuf *why);
void store_check_free(struct store_check **c);

/* Copies the database of dir, which a server may be using, into the folder `to`, which is made
 * when it is not there and must not hold one: the state of one moment, looked through.  Takes
 * long.  A data directory that can be served.  With a sentence when it fails; then nothing is
 * left. */
MUST_USE enum store_err store_backup(const char *dir, const char *to, struct sbuf *error);

/* It has proved to be damaged: from now on nothing is written, not even by closing it. */
void store_abandon(struct store *s);

/* Commits nothing; closes with a checkpoint and lets go of the lock. */
void store_close(struct store **store);

/* Ends the turn: COMMIT when something was written.  STORE_BROKEN as above; then `error` (may
 * be NULL) gets one sentence for the log. */
MUST_USE enum store_err store_commit(struct store *s, struct sbuf *error);

/* After a commit, when its output has left: moves the journal into the database when it holds
 * so many pages or more.  The fewer there are the shorter it takes, but a page that changes
 * often is moved the more often; may be left out for a while, then the commit does it.
 * *moved_out: how many pages, 0 when nothing was done. STORE_BROKEN as above. */
MUST_USE enum store_err store_tend(struct store *s, unsigned pages, unsigned *moved_out);

/* True when this turn has written something. */
bool store_dirty(const struct store *s);

/* True when this turn has written as much as one should: what else has come is for the next
 * one.  The room of the journal is for such a turn and the largest step beyond it. */
bool store_spent(const struct store *s);

/* True while the disk has no room for the largest turn: writing commands are to be refused, and
 * what can wait is not to be written.  Changes only in store_commit, store_probe and
 * store_idle.  What is written all the same has what is left of the room, and counts. */
bool store_refusing(const struct store *s);

/* While refusing, between turns, now and then: tries whether there is room again.  True when
 * there is. */
bool store_probe(struct store *s);

/* Between turns with nothing to do: a checkpoint when the journal has grown.  Its file stays as
 * long as it was, unless that is very long: writing over is cheaper than growing.  STORE_BROKEN
 * as above. */
MUST_USE enum store_err store_idle(struct store *s);

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

/* Makes a user from name, hash, rating, experience and created_s; returns the id, 0 when the
 * name is taken (in any case of letters) or the write failed. */
int64_t store_user_create(struct store *s, const struct user_record *u);

/* Looks a user up; false when there is none.  One that was erased has no name any more. */
bool store_user_by_name(struct store *s, const char *name, struct user_record *u_out);
bool store_user_by_id(struct store *s, int64_t id, struct user_record *u_out);

/* In place of `was`; false, and nothing changed, when the user has another one, or there is
 * none. */
bool store_user_set_hash(struct store *s, int64_t id, const char *was, const char *hash);
void store_user_set_rating(struct store *s, int64_t id, double rating, uint32_t experience);
/* A host that is too long is cut. */
void store_user_set_login(struct store *s, int64_t id, int64_t at_s, const char *host);
void store_user_set_logout(struct store *s, int64_t id, int64_t at_s, const char *host);

void store_user_set_email(
    struct store *s, int64_t id, const char *email); /* cut to STORE_EMAIL_MAX - 1 */

/* One setting or variable: replaced when there. */
void store_setting_set(struct store *s, int64_t user, const char *name, const char *value);
void store_settings_each(struct store *s, int64_t user,
    void (*fn)(void *ctx, const char *name, const char *value), void *ctx);

/* ---- ratings of games beside backgammon, by the name of the game ---- */

/* False: he has none yet. */
bool store_game_rating(struct store *s, int64_t user, const char *game, double *rating_out,
    uint32_t *experience_out);
void store_game_rating_set(
    struct store *s, int64_t user, const char *game, double rating, uint32_t experience);
/* All that he has, by name. */
void store_game_ratings_each(struct store *s, int64_t user,
    void (*fn)(void *ctx, const char *game, double rating, uint32_t experience), void *ctx);

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

/* Those behind (rating, user) in ascending order of both, at most limit; rating -HUGE_VAL: from
 * the lowest. False when reading failed: then these were not all. */
MUST_USE bool store_ranked_walk(struct store *s, const char *game, double rating, int64_t user,
    unsigned limit, void (*fn)(void *ctx, double rating, int64_t user), void *ctx);
/* How many stand before (rating, user) with a rating of less than below. */
unsigned store_ranked_before(
    struct store *s, const char *game, double rating, int64_t user, double below);
/* Those with a rating of less than below, in the order of the list, at most limit. */
void store_ranked_each(struct store *s, const char *game, double below, unsigned limit,
    void (*fn)(void *ctx, const struct ranked_record *r), void *ctx);
/* Those who have an experience but too little for the list, in its order: at most `most` behind
 * the first `skip`, which are walked over. */
void store_newcomers_each(struct store *s, const char *game, unsigned skip, unsigned most,
    void (*fn)(void *ctx, const struct ranked_record *r), void *ctx);

/* ---- messages that users leave for each other ---- */

/* delivered: he has seen it already, because he is on line. */
void store_message_add(struct store *s, int64_t user, int64_t sender, int64_t at_s,
    const char *text, bool delivered);
/* Those kept for a user, oldest first. */
void store_messages_each(struct store *s, int64_t user,
    void (*fn)(void *ctx, const char *sender, int64_t at_s, const char *text), void *ctx);
unsigned store_messages_count(struct store *s, int64_t user);
/* All of his have been shown; those shown in a session before are forgotten. */
void store_messages_delivered(struct store *s, int64_t user);
void store_messages_forget(struct store *s, int64_t user);

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
void store_operator_add(struct store *s, const struct operator_record *r);
/* The latest `most`, newest first; of name only what he did and what was done to him ("":
 * everything). */
void store_operator_each(struct store *s, const char *name, unsigned most,
    void (*fn)(void *ctx, const struct operator_record *r), void *ctx);

void store_user_set_role(struct store *s, int64_t id, const char *role);

/* He is nobody any more: his row goes by the name new_name, which must be free, without
 * password, address, hosts, settings, messages, silence, token and ratings of other games.  His
 * matches must have ended. */
void store_user_erase(struct store *s, int64_t id, const char *new_name, int64_t at_s);

struct ban_record {
	bool address; /* what is an address or network, not a user */
	const char *what;
	int64_t until_s; /* 0 for good */
	int64_t at_s;
	const char *actor, *why;
};
void store_ban_set(struct store *s, const struct ban_record *b); /* replaced when there */
void store_ban_lift(
    struct store *s, bool address, const char *what); /* nothing when there is none */
/* All of one kind, in the order of their texts; those that are over too. */
void store_bans_each(struct store *s, bool address,
    void (*fn)(void *ctx, const struct ban_record *b), void *ctx);

struct mute_record {
	int64_t user;
	const char *name; /* when listed */
	bool all;         /* all talk; else shouting only */
	int64_t until_s;  /* 0 for good */
	int64_t at_s;
	const char *actor, *why;
};
void store_mute_set(struct store *s, const struct mute_record *m); /* replaced when there */
void store_mute_lift(struct store *s, int64_t user);
/* False: none.  Also one that is over. */
bool store_mute_of(struct store *s, int64_t user, bool *all_out, int64_t *until_s_out);
void store_mutes_each(
    struct store *s, void (*fn)(void *ctx, const struct mute_record *m), void *ctx);

/* What operators have switched; false when never. */
bool store_server_setting(struct store *s, const char *name, struct sbuf *value_out);
void store_server_setting_set(struct store *s, const char *name, const char *value);

/* ---- tokens: what somebody comes back with instead of the password.  Only hashes are kept.
 * ---- */

struct token_record {
	int64_t user;
	uint8_t hash[STORE_TOKEN_HASH_BYTES];
	int64_t until_s; /* worth nothing from then on */
	char mode[8];    /* "telnet", "tiny", "clip" */
	int64_t match;   /* that he plays, or played when his connection ended; 0 none */
	bool old;        /* when found: not the newest, but the one before it */
};

/* The token of a user from now on, the only one. */
void store_token_set(struct store *s, const struct token_record *t);
/* Whose it is, by t_out->hash; false when nobody's.  Also one that is over. */
bool store_token_find(
    struct store *s, const uint8_t hash[STORE_TOKEN_HASH_BYTES], struct token_record *t_out);
/* One that was found is used, and `next` follows it.  The one that was the newest until now may
 * be used once more; used in that way, it is gone. */
void store_token_use(struct store *s, const struct token_record *t,
    const uint8_t next[STORE_TOKEN_HASH_BYTES], int64_t until_s);
/* These do nothing when he has none. */
void store_token_match(struct store *s, int64_t user, int64_t match);
void store_token_revoke(struct store *s, int64_t user);
/* Until when the newest one of his holds; 0 when he has none. */
int64_t store_token_until(struct store *s, int64_t user);
/* Forgets at most `most` of those that are over; how many. */
unsigned store_tokens_forget(struct store *s, int64_t now_s, unsigned most);

/* True when DIR holds a database (or a file of its name). */
bool store_exists(const char *dir);

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
	uint32_t terms;      /* of its games: STORE_TERM_ bits */
	bool unrated;        /* must not change ratings */
};

enum store_term {
	STORE_TERM_CRAWFORD = 1,    /* the Crawford rule holds, whatever the players have set */
	STORE_TERM_NO_CRAWFORD = 2, /* it does not */
	STORE_TERM_NO_CUBE = 4,     /* nobody may double */
};

/* Makes an unfinished match from user, length, variant, seed, created_ms, tournament and what
 * follows it; the id, 0 when the write failed.  A pair has at most one unfinished match that is
 * of no tournament: end the old one first, or the store breaks. */
int64_t store_match_create(struct store *s, const struct match_record *m);
bool store_match_by_id(struct store *s, int64_t id, struct match_record *m_out);
/* The unfinished match of two users, in either order; none of a tournament. */
bool store_match_open(
    struct store *s, int64_t user_a, int64_t user_b, struct match_record *m_out);
/* The last match of two users, finished or not. */
bool store_match_last(
    struct store *s, int64_t user_a, int64_t user_b, struct match_record *m_out);
/* All matches of two users, oldest first; stops when fn returns false. */
void store_matches_pair_each(struct store *s, int64_t user_a, int64_t user_b,
    bool (*fn)(void *ctx, const struct match_record *m), void *ctx);
/* Unfinished matches of a user, latest action first, none of a tournament; stops when fn
 * returns false. */
void store_matches_open_each(struct store *s, int64_t user,
    bool (*fn)(void *ctx, const struct match_record *m), void *ctx);
unsigned store_matches_open_count(struct store *s, int64_t user);
/* The same of those of tournaments. */
void store_matches_tournament_each(struct store *s, int64_t user,
    bool (*fn)(void *ctx, const struct match_record *m), void *ctx);
void store_match_score(struct store *s, int64_t id, const uint32_t score[2]);
/* An unfinished match, as far as it takes to see whether it lies unused. */
struct match_brief {
	int64_t id;
	int64_t last_ms;
	char name[2][STORE_NAME_MAX + 1]; /* of the seats */
};
/* Unfinished matches of no tournament with an id above `after`, lowest first, at most `most`:
 * how many were put into out. */
unsigned store_matches_open_after(
    struct store *s, int64_t after, unsigned most, struct match_brief *out);
/* reason must not be empty, at_ms not 0.  Those that are "expired" are counted for themselves.
 */
void store_match_end(struct store *s, int64_t id, int64_t at_ms, const char *reason, int winner,
    const uint32_t score[2]);

/* What a rated match did to one player. */
struct rating_record {
	int64_t match;
	int64_t user;
	double before, after;
	uint32_t experience_before, experience_after;
	int64_t at_ms;
	char game[STORE_VARIANT_MAX]; /* of which rating; "" backgammon */
};
void store_rating_add(struct store *s, const struct rating_record *r);
void store_ratings_each(struct store *s, int64_t match,
    void (*fn)(void *ctx, const struct rating_record *r), void *ctx);

/* One action of a match, in the stored form of rules/match.h. */
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
/* Also sets last_ms of the match. */
void store_action_add(struct store *s, const struct action_record *a);
/* All actions of a match in order; stops when fn returns false. */
void store_actions_each(struct store *s, int64_t match,
    bool (*fn)(void *ctx, const struct action_record *a), void *ctx);
/* At most so many of them, from number seq on. */
void store_actions_from(struct store *s, int64_t match, uint32_t seq, unsigned most,
    bool (*fn)(void *ctx, const struct action_record *a), void *ctx);

/* ---- counters of the whole server: kept in the turn of what they count, never counted ---- */

enum store_counter {
#define COUNTER(counter, name, sql) COUNTER_##counter,
#include "store/counters.def"
#undef COUNTER
	COUNTER_COUNT
};

int64_t store_counter(struct store *s, enum store_counter which);
void store_counter_add(struct store *s, enum store_counter which, int64_t n);
/* Sets it; with `more` only when that makes it larger, which else writes nothing. */
void store_counter_set(struct store *s, enum store_counter which, int64_t value, bool more);

int64_t store_users_count(struct store *s);   /* COUNTER_USERS; without those erased */
int64_t store_accounts_made(struct store *s); /* ever: the id of the newest */
int64_t store_bytes(struct store *s);         /* of the database without its journal */

/* ---- comings, goings and use ---- */

#define STORE_VISITS 20u /* events that are kept */

/* One that came or went; event is the caller's word for how. */
void store_visit_add(struct store *s, int64_t at_s, const char *name, const char *event);
/* Those kept, oldest first. */
void store_visits_each(struct store *s,
    void (*fn)(void *ctx, int64_t at_s, const char *name, const char *event), void *ctx);

/* How many were on line in (a part of) one hour of the clock. */
struct hour_record {
	int64_t hour;         /* since 1970 */
	int64_t watched_ms;   /* how much of it the server ran */
	int64_t user_ms;      /* everybody's time on line in it */
	uint32_t least, most; /* on line at once */
};

/* Adds to what is known of that hour. */
void store_hour_add(struct store *s, const struct hour_record *h);
/* From an hour on, in order. */
void store_hours_each(struct store *s, int64_t from,
    void (*fn)(void *ctx, const struct hour_record *h), void *ctx);
/* Forgets at most `most` of the hours before one. */
void store_hours_forget(struct store *s, int64_t before, unsigned most);

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
	char host[STORE_HOST_MAX]; /* the network it was made from; "" not known */
};

/* Makes one from name, director, seed, created_ms and host; its id, 0 when one that is not over
 * has that name, or the write failed. */
int64_t store_tourney_create(struct store *s, const struct tourney_record *r);
bool store_tourney_by_id(struct store *s, int64_t id, struct tourney_record *r_out);
void store_tourney_rename(struct store *s, int64_t id, const char *name);
/* From ended_ms, cancelled, format, players and winner.  Once. */
void store_tourney_end(struct store *s, const struct tourney_record *r);
/* Those that are not over, in order. */
void store_tourneys_open_each(struct store *s, void (*fn)(void *ctx, int64_t id), void *ctx);
/* Those that are over, the last one first: at most `most` with an id below `before`. */
void store_tourneys_over_each(struct store *s, int64_t before, unsigned most,
    void (*fn)(void *ctx, const struct tourney_record *r), void *ctx);

struct tourney_act_record {
	int64_t tourney;
	uint32_t seq; /* 0, 1, ... without gaps */
	int64_t at_ms;
	int64_t actor; /* user, 0 the server */
	const char *kind;
	const char *text;
};
void store_tourney_act_add(struct store *s, const struct tourney_act_record *r);
/* In order, from seq `from` on; stops when fn returns false. */
void store_tourney_acts_each(struct store *s, int64_t tourney, uint32_t from,
    bool (*fn)(void *ctx, const struct tourney_act_record *r), void *ctx);

/* Somebody has to do with it from now on, if not yet. */
void store_tourney_member_add(struct store *s, int64_t user, int64_t tourney);
/* A director has invited somebody; they have to do with it, too.  How many invitations that
 * were later than since_ms somebody has had (to this tournament; to any), and how many a
 * director has given. */
void store_tourney_invited(
    struct store *s, int64_t user, int64_t tourney, int64_t inviter, int64_t at_ms);
bool store_tourney_was_invited(
    struct store *s, int64_t user, int64_t tourney, int64_t since_ms);
unsigned store_tourney_invitations_of(struct store *s, int64_t user, int64_t since_ms);
unsigned store_tourney_invitations_by(struct store *s, int64_t inviter, int64_t since_ms);
/* What others have done since then in those that a user has to do with, the newest
 * STORE_NOTICE_TOURNEYS of them, if they are not over, or were not then: the kinds of acts that
 * schema/009_tourney_member.sql names.  The newest tournament first, of each the last act
 * first, `most` of it; stops when fn returns false. */
#define STORE_NOTICE_TOURNEYS 100
void store_tourney_notices_each(struct store *s, int64_t user, int64_t since_ms, unsigned most,
    bool (*fn)(void *ctx, const struct tourney_act_record *r), void *ctx);

/* What became of somebody in one that is over. */
struct tourney_place_record {
	int64_t user, tourney;
	uint32_t from, to; /* places he shares */
	/* when read */
	char name[STORE_TOURNEY_NAME_MAX];
	uint32_t players;
	int64_t ended_ms;
};
void store_tourney_place_set(struct store *s, const struct tourney_place_record *r);
/* The last ones first; titles: only those he won alone. */
void store_tourney_places_each(struct store *s, int64_t user, bool titles, unsigned most,
    void (*fn)(void *ctx, const struct tourney_place_record *r), void *ctx);
unsigned store_tourney_titles(struct store *s, int64_t user);

#endif
