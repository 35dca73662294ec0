/* SPDX-License-Identifier: MIT */
/* A tournament: its state is what tourney_apply makes of its acts, at play, after a crash, in
 * an export, in a test.  Pure: time comes in as a number, who is on line is told, memory is the
 * caller's.
 *
 * Its life: planned -> open (entries are taken) -> closed -> running -> finished, or cancelled
 * at any time.  What is due by itself (the start, the next round, seating, lateness, the end)
 * is found by tourney_due; the caller does it as an act like any other.
 *
 * Numbers in comments are those of tourney/RULES.md. */
#ifndef TOURNEY_TOURNAMENT_H
#define TOURNEY_TOURNAMENT_H

#include "tourney/act.h"
#include "tourney/bracket.h"
#include "tourney/format.h"
#include "tourney/settings.h"
#include "tourney/standing.h"
#include "tourney/swiss.h"

#define TOURNEY_DIRECTORS_MAX 8u
#define TOURNEY_INVITED_MAX 64u /* who have not answered */
#define TOURNEY_WAITING_MAX 64u
#define TOURNEY_GUESTS_MAX (TOURNEY_INVITED_MAX + TOURNEY_WAITING_MAX)
#define TOURNEY_HEX_MAX 64u        /* SHA-256 or a seed of 32 bytes in hex */
#define TOURNEY_NOW_MS (5 * 60000) /* how long a proposal of "now" is meant */
#define TOURNEY_SETTLE_MS                                                                      \
	(10 * 60000)                 /* so long the last result by somebody's word can change */
#define TOURNEY_UNDO_MS (10 * 60000) /* what a director did to the field can be undone */
#define TOURNEY_UNDO_MAX 8u
#define TOURNEY_LATE_ENTRY_MS (5 * 60000) /* into a bye of round 1, after the start (26) */
#define TOURNEY_WHY_MAX 255u
#define TOURNEY_LACK_MS                                                                        \
	(10 * 60000)                 /* a start waits for players before directors are asked   \
				      */
#define TOURNEY_ASK_MS (30 * 60000)  /* ... and for their answer */
#define TOURNEY_HOLD_MS (15 * 60000) /* a director holds a match up no longer (40) */
#define TOURNEY_PLAN_MAX_MS                                                                    \
	(180 * (int64_t)86400000) /* age limit of an event without entrants from elsewhere */
#define TOURNEY_PLAN_FACTOR 3     /* an event with entrants is kept that much longer (45) */
#define TOURNEY_NO_PAIRING 0xffffffffu
#define TOURNEY_KNOWN_WORDS 512u /* 32,768 bits, 8 for each entry of the largest field */
#define TOURNEY_REMINDERS 3u

/* The pairings of the knock-out, as bracket.h takes them. */
#define TOURNEY_BRACKET(t) (t)->pairings + (t)->base, (t)->pairings_n - (t)->base

/* Hours before the start, descending, at which players are reminded (24). */
extern const uint16_t TOURNEY_REMIND_HOURS[TOURNEY_REMINDERS];

enum tourney_phase {
	TOURNEY_PLANNED,
	TOURNEY_OPEN,
	TOURNEY_CLOSED,
	TOURNEY_RUNNING,
	TOURNEY_FINISHED,
	TOURNEY_CANCELLED,
};

/* Which part of a running tournament is played. */
enum tourney_stage {
	STAGE_ROUNDS,  /* rounds of pairings (Swiss, losses, robin, groups) */
	STAGE_BRACKET, /* a knock-out: the tournament itself, or after its groups */
	STAGE_PLAYOFF, /* for a shared title */
};

struct tourney_entry {
	int64_t user;
	char name[TOURNEY_USER_MAX + 1];
	double rating; /* when they entered */
	uint16_t
	    seed; /* from 1, after the start; 0 not seeded: came late, or did not check in */
	uint8_t missed; /* matches lost by absence */
	uint8_t losses;
	uint8_t byes;
	int8_t floated; /* in the round before, as in swiss.h */
	int32_t points; /* their score group: points of rule 34; by losses: minus the losses */
	bool checked_in;
	bool withdrawn; /* plays no more, by their own will, the director's, or for missing two
			   rounds */
	bool cancelled; /* of a round robin, under half of it played: their matches do not count
			   (25) */
	bool late;      /* came after the start */
	entry_no planned;    /* whom they meet in the next round by the director's word;
				ENTRY_NOBODY they have the bye, ENTRY_UNKNOWN nothing is said */
	bool own_will;       /* withdrawn: by their own word */
	bool came_back;      /* ... which they have taken back, once */
	uint16_t left_round; /* withdrawn: the round that was played then */
	bool absent;         /* was not here at the start, and lost the place */
	/* not part of the state: told by the caller, see tourney_presence */
	bool here;
	int64_t gone_ms; /* !here: since when */
};

/* Somebody who is invited, or waits for a place. */
struct tourney_guest {
	int64_t user;
	char name[TOURNEY_USER_MAX + 1];
	double rating;
	entry_no place; /* invited to play in place of that entry; ENTRY_UNKNOWN: as one more */
	bool waits;     /* has asked for a place; else is invited and has not answered */
	bool attends;   /* waits, and has checked in */
};

/* Settings of a round as announced with its first match; all its matches use them (48). */
struct tourney_terms {
	bool waits_once;  /* one lateness loses the match ... */
	uint8_t late_min; /* ... and how many minutes count as one */
	uint8_t clock;    /* a word of the setting */
	uint8_t overtime; /* minutes */
};

/* What is known of a pairing while it is not over, and of its match. */
struct tourney_bout {
	int64_t match;      /* row in the store; 0 not begun */
	int64_t earlier;    /* the match that it had before it was to be played again; 0 none */
	int64_t ready_ms;   /* when both players were known; 0 not yet */
	int64_t due_ms;     /* when it is to start */
	int64_t late_ms[2]; /* from when the next lateness of a side counts; 0: from due_ms */
	int64_t proposed_ms[2]; /* start proposed by a side; 1 now; 0 none */
	int64_t said_ms[2];     /* when they did */
	int64_t limit_ms;       /* the latest start that players may agree on */
	uint8_t late[2];        /* how many times a side was late */
	uint8_t points[2];      /* penalty points that a side gets (22) */
	uint16_t reminded;      /* hours of the last reminder; 0 none */
	struct tourney_terms terms;
	bool held;       /* by the director */
	bool was_held;   /* at least once */
	bool agrees[2];  /* a side wants it to be held once more */
	int64_t held_ms; /* held: since when */
	bool walkover;   /* ended unplayed: a player had left, or it was cancelled */
	int64_t word_ms; /* when somebody's word ended it, not the board or the clock; 0 */
	bool unrated;    /* what its match did to ratings was taken back */
	/* not part of the state: told by the caller */
	bool interrupted; /* the match has begun, and is not being played just now */
	int64_t
	    lose_ms[2]; /* ... when a side that is not here loses it by that; INT64_MAX never */
	int64_t wait_ms;  /* put off until then */
	int64_t still_ms; /* its last action (monotonic) when directors were told that nothing
			     follows; 0 they were not */
	uint32_t open_prev, open_next; /* list of those that are ready and not over */
};

/* How something a director did is undone: an act, without actor and time. */
struct tourney_undo {
	enum tourney_act_kind kind;
	int64_t at_ms; /* when it was done; 0 none */
	entry_no entry;
	int64_t user;
	char name[TOURNEY_USER_MAX + 1];
	double rating;
};

/* What can still be undone. */
struct tourney_undoing {
	int64_t off_ms; /* when the tournament was called off; 0 it was not */
	char off_why[TOURNEY_WHY_MAX + 1];
	struct tourney_undo act[TOURNEY_UNDO_MAX]; /* a ring of the last ones */
	unsigned n;                                /* that were ever added */
};

/* A timed start for which too few players were present. */
struct tourney_lack {
	int64_t since_ms; /* 0 there were enough */
	int64_t asked_ms; /* when the directors were asked what to do; 0 not yet */
};

/* When something may be due; not part of the state. */
struct tourney_when {
	int64_t look_ms; /* nothing is due before; INT64_MIN: look */
	int64_t wait_ms; /* the next round, start or order is put off until then */
	int64_t plan_ms; /* set by the caller: cancelled after this time if unattended;
			    0 never */
};

struct tourney {
	int64_t id; /* row in the store */
	char name[TOURNEY_NAME_MAX + 1];
	struct tourney_settings set;
	enum tourney_phase phase;
	enum tourney_stage stage;
	bool called; /* players are to check in */
	bool paused;
	int64_t paused_ms;                       /* paused: since when */
	int64_t director[TOURNEY_DIRECTORS_MAX]; /* users; 0 free.  The first made it. */
	char director_name[TOURNEY_DIRECTORS_MAX][TOURNEY_USER_MAX + 1];
	char commitment[TOURNEY_HEX_MAX + 1];     /* "" none yet */
	char seed[TOURNEY_HEX_MAX + 1];           /* "" not shown yet */
	int64_t created_ms, started_ms, ended_ms; /* 0 not yet */
	int64_t last_ms;                          /* of the last act */
	struct tourney_undoing undoing;
	struct tourney_lack lack;
	int64_t lenient_ms;     /* nobody's lateness counts before: the server was down (19) */
	uint32_t acts;          /* how many: seq of the next */
	unsigned round, rounds; /* STAGE_ROUNDS: the one that is played (0: none yet); how many;
				   rounds 0: not known beforehand */
	unsigned by_hand;       /* the round before which it stood still to be paired by hand */
	unsigned groups;        /* of format groups */
	unsigned in;            /* entries that are not withdrawn */
	unsigned guests_n;      /* in the order in which they were invited, or began to wait */
	struct tourney_guest guests[TOURNEY_GUESTS_MAX];
	uint32_t base; /* first pairing of the knock-out */
	/* memory of the caller, see tourney_need */
	struct tourney_entry *entries;
	unsigned entries_n, entries_room;
	struct pairing *pairings;
	struct tourney_bout *bouts;
	uint32_t pairings_n, pairings_room;
	/* derived */
	uint32_t open, open_last; /* list of open bouts in the order in which they became ready;
				     TOURNEY_NO_PAIRING none */
	unsigned open_n;
	uint64_t known[TOURNEY_KNOWN_WORDS]; /* bits by hash of user: who may have an entry */
	struct tourney_when when;
};

enum tourney_err {
	TOURNEY_OK,
	TOURNEY_NOT_PLANNED, /* only before entries are taken */
	TOURNEY_NOT_OPEN,    /* no entries are taken */
	TOURNEY_IS_OPEN,     /* already */
	TOURNEY_HAS_STARTED, /* only before the start */
	TOURNEY_NOT_STARTED, /* only while it is played */
	TOURNEY_IS_OVER,     /* finished or cancelled */
	TOURNEY_TOO_FEW,     /* fewer than two players */
	TOURNEY_IS_FULL,
	TOURNEY_ENTERED,     /* they already have an entry */
	TOURNEY_NOT_ENTERED, /* no such entry */
	TOURNEY_WITHDRAWN,   /* they have withdrawn */
	TOURNEY_CHECKED_IN,  /* already */
	TOURNEY_INVITED,     /* already */
	TOURNEY_WAITS,       /* is on the waiting list */
	TOURNEY_HAS_ROOM,    /* nobody needs to wait */
	TOURNEY_LIST_FULL,   /* no room for one more who waits, or is invited */
	/* of the server (tournament/tournament.h), not of the rules */
	TOURNEY_REFUSES,      /* wants no invitations, or none of this director */
	TOURNEY_INVITED_LATE, /* was invited to it not long ago */
	TOURNEY_INVITED_MUCH, /* has had enough invitations today */
	TOURNEY_INVITES_MUCH, /* has invited enough today */
	TOURNEY_ACTS_MUCH,    /* has done enough in it in the last hour */
	TOURNEY_TABLE_FULL,   /* as many are open or played as there may be */
	TOURNEY_PLANS_OWN,    /* as many of this account are not open yet as may be */
	TOURNEY_PLANS_HOST,   /* ... of this address */
	TOURNEY_PLANS_FULL,   /* ... of all */
	TOURNEY_TOO_EARLY,    /* to check in */
	TOURNEY_TOO_LATE, /* for a late entry; what follows from that result has begun; the next
			     round is paired */
	TOURNEY_LOW_RATING,
	TOURNEY_HIGH_RATING,
	TOURNEY_NO_SUCH_PAIRING, /* there is no such pairing, or its players are not known */
	TOURNEY_PAIRING_OVER,
	TOURNEY_BEGUN,     /* their first match, or this match, has begun */
	TOURNEY_NOT_BEGUN, /* that match has not */
	TOURNEY_BAD_SETTING,
	TOURNEY_BAD_ORDER, /* not each entry once */
	TOURNEY_BAD_SCORE, /* the winner's points are not the match's length, or the loser's are
			    */
	TOURNEY_PAUSED,    /* already */
	TOURNEY_NOT_PAUSED,
	TOURNEY_DIRECTS,      /* is a director already */
	TOURNEY_DIRECTS_NOT,  /* is none; or the last one */
	TOURNEY_DIRECTORS,    /* no room for one more */
	TOURNEY_OWN_MATCH,    /* of tourney_own_match: somebody else has to do it */
	TOURNEY_PAIRS_FOLLOW, /* who plays whom follows from the format, or no round comes */
	TOURNEY_HAS_PAIR,   /* one of them is paired by hand already, or somebody has the bye */
	TOURNEY_NO_BYE,     /* the players are even in number */
	TOURNEY_NOT_OVER,   /* that match is to be played yet; or nothing is to be confirmed */
	TOURNEY_CALLED_OFF, /* already, or nothing may begin because of that */
	TOURNEY_NOTHING_DONE, /* nothing can be undone */
	TOURNEY_HELD_ONCE,    /* a match is held once, again only if both players agree */
	TOURNEY_HELD_NOT,     /* it has not been held yet: there is nothing to agree to */
	TOURNEY_OWN_WILL,     /* they have withdrawn themselves: only they can come back */
	TOURNEY_BAD_ACT,      /* malformed: a program's mistake, or a damaged store */
	TOURNEY_ERR_COUNT,
};

/* What followed from an act, beside the act itself. */
enum tourney_news {
	TNEWS_READY,   /* pairing: both players are known, it is due at bouts[].due_ms */
	TNEWS_OVER,    /* pairing: decided: by this act, as a bye, by a withdrawal */
	TNEWS_ROUND,   /* a round begins: t->round */
	TNEWS_DROPPED, /* n is an entry: out for missing two matches (25) */
	TNEWS_LAST, /* all is decided, the last of it by somebody's word: see tourney_settled_ms
		     */
};
typedef void tourney_news_fn(
    void *ctx, const struct tourney *t, enum tourney_news what, uint32_t n);

/* A tournament before its `create`. */
void tourney_init(struct tourney *t, int64_t id);

/* Room that the act needs: the caller makes entries, pairings and bouts at least so large
 * before tourney_apply (growing keeps what is there). */
void tourney_need(const struct tourney *t, const struct tourney_act *a, unsigned *entries_out,
    uint32_t *pairings_out);

/* Whether the act may happen now: what tourney_apply would say. */
enum tourney_err tourney_gate(const struct tourney *t, const struct tourney_act *a);

/* Applies one act.  TOURNEY_OK, or *t is untouched.  news may be NULL.  Cost: O(1) and a few
 * steps along a bracket; create, start, round, bracket and a late entry are linear in the
 * field. */
MUST_USE enum tourney_err tourney_apply(
    struct tourney *t, const struct tourney_act *a, tourney_news_fn *news, void *ctx);

/* Internal consistency; false is a bug. Linear. */
bool tourney_check(const struct tourney *t);

/* ---- what is due ---- */

/* Somebody of the tournament has come or gone. */
void tourney_presence(struct tourney *t, entry_no e, bool here, int64_t now_ms);

/* What the caller knows of a player who is on line. */
enum tourney_free {
	PLAYER_FREE,
	PLAYER_BUSY,  /* plays something that can be left for later */
	PLAYER_BOUND, /* plays a match of a tournament: is not late */
};
struct tourney_eyes {
	void *ctx;
	enum tourney_free (*look)(void *ctx, const struct tourney *t, entry_no e);
	/* Whether a user from another network than its maker's has entered, or waits; asked
	 * when anybody has.  NULL: yes. */
	bool (*attended)(void *ctx, const struct tourney *t);
	bool clock_doubted; /* nothing is cancelled, and no player forfeits at a deadline;
			       look_ms has to be reset when it is believed again */
};

enum tourney_due {
	DUE_NOTHING, /* until t->when.look_ms, or until something happens */
	DUE_ACT,     /* apply act_out as it is */
	DUE_SEAT,    /* begin the match of act_out->pairing, then apply `seat` with its row */
	DUE_GO_ON,   /* both are here: go on with the interrupted match of act_out->pairing */
	DUE_LOST,    /* act_out->side has been away from it for too long: end it, then apply
			`result` */
	DUE_START,   /* find the order of seeding, then apply `start` */
	DUE_PAIR,    /* pair the next round (tourney_swiss_*), then apply `round` */
	DUE_ORDER,   /* apply `bracket` with the order of tourney_bracket_order */
};

/* The next thing that is due.  Call again after it was done; it says the same until then, but a
 * DUE_SEAT or DUE_GO_ON that could not be done now is put off for some seconds by
 * tourney_put_off. Cost: linear in the open pairings, at most once for each thing found. */
enum tourney_due tourney_due(struct tourney *t, int64_t now_ms, const struct tourney_eyes *eyes,
    struct tourney_act *act_out);

/* pairing TOURNEY_NO_PAIRING: a start, round or order. */
void tourney_put_off(struct tourney *t, uint32_t pairing, int64_t until_ms);

/* The match of a pairing is not being played any more, or again; told by the caller.  lose_ms:
 * when a side loses it by being away; NULL never. */
void tourney_interrupted(
    struct tourney *t, uint32_t pairing, bool is, const int64_t lose_ms[2]);

/* ---- orders and pairings for those acts ---- */

/* Entries that start (checked in when that is asked for, not withdrawn), in order of rating,
 * the best first, or as the director ordered them; a draw shuffles them.  out has room for
 * entries_n; returns how many. */
unsigned tourney_starters(const struct tourney *t, entry_no *out);

/* At least two would start: with check-in those who are checked in, and waiting guests who are.
 */
bool tourney_can_start(const struct tourney *t);

/* Bytes of scratch for the functions below that ask for some. */
size_t tourney_scratch(const struct tourney *t);

/* Whom an entry meets in the next round by the director's word; ENTRY_UNKNOWN nobody, also when
 * one of the two has left since; ENTRY_NOBODY they have the bye, if somebody has one. */
entry_no tourney_planned(const struct tourney *t, entry_no e);

/* Input of swiss_pair for the next round, without those who are paired by hand; players_out has
 * room for entries_n, met_out for pairings_n.  Costs a table where they are odd in number.
 * False when the pairs follow without it (fewer than two are left, or the last three of a
 * tournament by losses): then result_out holds them; its `pairs` has room for one. */
bool tourney_swiss_input(const struct tourney *t, void *scratch,
    struct swiss_player *players_out, struct swiss_met *met_out, struct swiss_round *round_out,
    struct swiss_result *result_out);

/* Appends the text of a `round` act: who is paired by hand, then that result. */
void tourney_pairs_text(
    const struct tourney *t, const struct swiss_result *r, struct sbuf *out);

/* Order of the entries of a `bracket` act that is due (knock-out after groups, play-off);
 * returns how many.  out has room for entries_n. */
unsigned tourney_bracket_order(const struct tourney *t, void *scratch, entry_no *out);

/* ---- looking ---- */

/* The entry of a user that is in force, ENTRY_UNKNOWN none.  Linear in the entries; for most of
 * those who have none O(1), so that entering all of them is not quadratic. */
entry_no tourney_entry_of(const struct tourney *t, int64_t user);

/* Their open pairing, TOURNEY_NO_PAIRING none.  Linear in the open pairings. */
uint32_t tourney_open_pairing(const struct tourney *t, entry_no e);

/* The section of a pairing; those of a play-off are a knock-out of their own. */
enum section tourney_section(const struct tourney *t, uint32_t pairing);

/* How many may enter. */
unsigned tourney_capacity(const struct tourney *t);

/* Who is invited or waits, by user; NULL neither.  Linear in them, of whom there are few. */
const struct tourney_guest *tourney_guest_of(const struct tourney *t, int64_t user);

/* How many of them wait, and how many do not. */
unsigned tourney_waiting(const struct tourney *t);
unsigned tourney_invited(const struct tourney *t);

/* When it is cancelled because it has not started (45); INT64_MAX never.  attended: a user from
 * another network than its maker's has entered, or waits for a place. */
int64_t tourney_expires_ms(const struct tourney *t, bool attended);

bool tourney_directs(const struct tourney *t, int64_t user);

/* Whether its actor plays the match that the act of a director decides, stops, gives time to,
 * or takes the opponent out of.  The gate does not ask: acts of older programs replay. */
bool tourney_own_match(const struct tourney *t, const struct tourney_act *a);

/* The act that undoes the last thing which can be undone: a director called it off, took an
 * entry out, replaced its player or invited somebody to do so, not longer than TOURNEY_UNDO_MS
 * ago. False: there is none. */
bool tourney_undo(
    const struct tourney *t, int64_t actor, int64_t now_ms, struct tourney_act *act_out);

/* Whether who plays in pairing q of the knock-out follows from the result of p. */
bool tourney_follows(const struct tourney *t, uint32_t p, uint32_t q);

/* Whether a director may hold that pairing: once, again only if both players agree.  The gate
 * does not ask: acts of older programs replay. */
bool tourney_may_hold(const struct tourney *t, uint32_t pairing);

/* The table of a group, or of all rounds; out has room for entries_n; returns how many rows. */
unsigned tourney_table(
    const struct tourney *t, unsigned group, void *scratch, struct standing_row *out);

/* Final places, or so far (from 0: none yet), of all entries; out has room for entries_n. */
void tourney_places(const struct tourney *t, void *scratch, struct bracket_place *out);

/* The bye of round 1, while that is played in rounds that are paired one by one; a late entrant
 * takes it (26).  TOURNEY_NO_PAIRING: there is none. */
uint32_t tourney_first_bye(const struct tourney *t);

/* How many rounds n players would play, of a Swiss tournament; by losses 0. */
unsigned tourney_rounds(const struct tourney *t, unsigned n);

/* Somebody has won it, or leads: not when nobody came, or who was left was absent. */
bool tourney_is_won(const struct tourney *t);

/* At least one match ended at the board: by play, resignation, time or absence from it.  Linear
 * in the pairings. */
bool tourney_was_played(const struct tourney *t);

/* Was among those who started, or came late; only once it runs. */
bool tourney_has_started(const struct tourney_entry *e);

/* All of the rounds, or of the knock-out, is decided: until when what comes next, which cannot
 * be taken back, waits because a result by somebody's word may still be changed; 0 it does not.
 * Linear in the pairings. */
int64_t tourney_settled_ms(const struct tourney *t);

/* The result of a pairing that is over may be changed or taken back: of rounds as long as they
 * are played, of a knock-out until what follows from it has begun. */
bool tourney_may_change(const struct tourney *t, uint32_t pairing);

/* The rounds are over, and a knock-out follows: after groups, or for a shared title. */
bool tourney_bracket_follows(const struct tourney *t);

/* Whether so much lateness loses the match of a pairing that was announced (22). */
bool tourney_too_late(const struct tourney *t, uint32_t pairing, unsigned late);

/* Minutes after which somebody who does not come at all has lost it. */
unsigned tourney_forfeit_min(const struct tourney *t, uint32_t pairing);

/* Plays no more: withdrawn, or has lost as often as one may. */
bool tourney_is_out(const struct tourney *t, entry_no e);

/* Of one that runs: they may play again although nobody is paired with them now, in a knock-out
 * only when there is a place that waits for an opponent.  Linear in the pairings of the
 * knock-out; the second form asks it of all at once: bit e % 8 of byte e / 8, of
 * TOURNEY_ENTRIES_MAX / 8 bytes. */
bool tourney_plays_on(const struct tourney *t, entry_no e);
void tourney_playing_on(const struct tourney *t, uint8_t *bits_out);

/* ---- for those who apply acts ---- */

/* Remembers that the user may have an entry; false: they never had one. */
void tourney_know(struct tourney *t, int64_t user);
bool tourney_may_be_known(const struct tourney *t, int64_t user);

/* How many play on: not withdrawn, and not out. */
unsigned tourney_left(const struct tourney *t);

/* Nothing that follows from a pairing of the knock-out stands. */
bool tourney_may_reopen(const struct tourney *t, uint32_t p);

bool tourney_rounds_are_over(const struct tourney *t);

/* Sets the bit of an entry; true: it was set before. */
static inline bool
bit_take(uint8_t *bits, entry_no e)
{
	bool was = (bits[e / 8] >> e % 8 & 1) != 0;

	bits[e / 8] = (uint8_t)(bits[e / 8] | 1u << e % 8);
	return was;
}

#endif
