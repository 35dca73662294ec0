/* SPDX-License-Identifier: MIT */
/* A tournament.  tourney_apply computes its state from its acts: in play, after a crash, in an
 * export and in tests.  Pure: the caller passes the time, reports who is online, and provides
 * the memory.
 *
 * Phases: planned -> open (entries are accepted) -> closed -> running -> finished, or cancelled
 * at any time.  tourney_due finds work that is due without an act of a user (the start, the
 * next round, seating, lateness, the end); the caller performs it as an act like any other.
 *
 * Rule numbers in comments refer to tourney/RULES.md. */
#ifndef TOURNEY_TOURNAMENT_H
#define TOURNEY_TOURNAMENT_H

#include "tourney/act.h"
#include "tourney/bracket.h"
#include "tourney/format.h"
#include "tourney/settings.h"
#include "tourney/standing.h"
#include "tourney/swiss.h"

#define TOURNEY_DIRECTORS_MAX 8u
#define TOURNEY_INVITED_MAX 64u /* invited users who have not answered */
#define TOURNEY_WAITING_MAX 64u
#define TOURNEY_GUESTS_MAX (TOURNEY_INVITED_MAX + TOURNEY_WAITING_MAX)
#define TOURNEY_HEX_MAX 64u                 /* digits of a SHA-256 or a seed of 32 bytes */
#define TOURNEY_NOW_PROPOSAL_MS (5 * 60000) /* how long a proposal of "now" is valid */
/* how long a director's last result may still be changed */
#define TOURNEY_SETTLE_MS (10 * 60000)
/* how long a director's change to the entries can be undone */
#define TOURNEY_UNDO_MS (10 * 60000)
#define TOURNEY_UNDO_MAX 8u
/* time after the start for late entries into a bye of round 1 (rule 26) */
#define TOURNEY_LATE_ENTRY_MS (5 * 60000)
#define TOURNEY_REASON_MAX 255u
/* how long a start waits for players before the directors are asked */
#define TOURNEY_LACK_WAIT_MS (10 * 60000)
#define TOURNEY_DIRECTORS_WAIT_MS (30 * 60000) /* how long the directors may then take */
#define TOURNEY_HOLD_MS (15 * 60000) /* limit on a director's hold on a match (rule 40) */
/* upper limit for a plan without an entrant from another network (rule 45) */
#define TOURNEY_PLAN_MAX_MS (180 * (int64_t)86400000)
/* rule 45: a plan with an entrant from another network expires after this many times
 * unattended_limit_ms */
#define TOURNEY_PLAN_FACTOR 3
#define TOURNEY_NO_PAIRING 0xffffffffu
/* 32,768 bits, 8 for each entry of the largest tournament */
#define TOURNEY_USER_FILTER_WORDS 512u
#define TOURNEY_REMINDERS 3u

/* The pairings of the knock-out, as arguments for bracket.h. */
#define TOURNEY_BRACKET_ARGS(t)                                                                \
	(t)->pairings + (t)->bracket_base, (t)->pairings_n - (t)->bracket_base

/* Hours before the start, descending, at which players are reminded (rule 24). */
extern const uint16_t TOURNEY_REMIND_HOURS[TOURNEY_REMINDERS];

enum tourney_phase {
	TOURNEY_PLANNED,
	TOURNEY_OPEN,
	TOURNEY_CLOSED,
	TOURNEY_RUNNING,
	TOURNEY_FINISHED,
	TOURNEY_CANCELLED,
};

/* The part of a running tournament that is being played. */
enum tourney_stage {
	STAGE_ROUNDS,  /* rounds of pairings (Swiss, losses, robin, groups) */
	STAGE_BRACKET, /* a knock-out: the whole tournament, or after groups */
	STAGE_PLAYOFF, /* a knock-out for a shared title */
};

struct tourney_entry {
	int64_t user;
	char name[TOURNEY_USER_NAME_MAX + 1];
	double rating; /* at the time of entry */
	uint16_t seed; /* seed from 1, set at the start; 0: entered late, or not checked in */
	uint8_t missed_matches; /* matches lost by absence */
	uint8_t losses;
	uint8_t byes;
	int8_t floated; /* float in the previous round, as in swiss.h */
	int32_t points; /* score group: points of rule 34, or minus the losses */
	bool checked_in;
	bool withdrawn;  /* out: withdrew, was removed by a director, or missed two rounds */
	bool cancelled;  /* played less than half of a round robin, so its matches do not count
			  * (rule 25) */
	bool late_entry; /* entered after the start */
	entry_no planned_opponent; /* opponent in the next round as decided by a director;
			     ENTRY_NOBODY: has the bye; ENTRY_UNKNOWN: not decided */
	bool left_by_choice;       /* if withdrawn: by the player, not by a director */
	bool came_back;            /* came back after withdrawing, which is possible once */
	uint16_t left_round;       /* if withdrawn: the round being played at that time */
	bool missed_checkin;       /* had not checked in at the start and lost the place */
	/* not part of the state: reported by the caller, see tourney_set_presence */
	bool online;
	int64_t offline_since_ms; /* if not here: when the player left */
};

/* A user who has been invited or is waiting for a place. */
struct tourney_guest {
	int64_t user;
	char name[TOURNEY_USER_NAME_MAX + 1];
	double rating;
	entry_no replaces_entry; /* invited to replace this entry; ENTRY_UNKNOWN: invited as an
				  * additional entrant */
	bool waiting;    /* waits for a place; otherwise invited and has not answered yet */
	bool checked_in; /* waits and has checked in */
};

/* Settings of a round as announced with its first match; all its matches use them (rule 48). */
struct tourney_terms {
	bool late_once_loses; /* a player who is late once loses the match */
	uint8_t late_min;     /* minutes of lateness that count as being late once */
	uint8_t clock;        /* index of a word of the setting `clock` */
	uint8_t overtime;     /* minutes */
};

/* State of a pairing that is not over, and of its match. */
struct tourney_bout {
	int64_t match;         /* row in the store; 0: not begun */
	int64_t earlier_match; /* the earlier match, if the pairing must be played again; 0:
				* none */
	int64_t ready_ms;      /* when both players became known; 0: not yet */
	int64_t due_ms;        /* when the match must start */
	/* time from which a side's next lateness counts; 0: from due_ms */
	int64_t late_from_ms[2];
	int64_t proposed_start_ms[2]; /* start proposed by a side; 1: now; 0: none */
	int64_t proposal_ms[2];       /* time of the proposal */
	int64_t latest_start_ms;      /* the latest start that players may agree on */
	uint8_t times_late[2];        /* number of times a side was late */
	uint8_t penalty_points[2];    /* penalty points awarded to a side (rule 22) */
	uint16_t last_reminder_hours; /* last reminder sent: hours before the start; 0: none */
	struct tourney_terms terms;
	bool held;              /* on hold by a director */
	bool was_held;          /* has been on hold at least once */
	bool agrees_to_hold[2]; /* a side agrees that the match may be held again */
	int64_t held_since_ms;  /* if held: when the hold began */
	bool walkover;          /* no match: a player had left, or the pairing was cancelled */
	/* when a director's decision ended the pairing; 0: none did */
	int64_t director_decided_ms;
	bool unrated; /* the rating change of its match was reversed */
	/* not part of the state: reported by the caller */
	bool interrupted;   /* the match has begun but is not being played now */
	int64_t lose_ms[2]; /* if interrupted: when each absent side loses; INT64_MAX: never */
	int64_t postponed_until_ms; /* the pairing is postponed until this time */
	/* time of the match's last action (monotonic) when directors were * notified that it
	 * was idle; 0: they were not notified */
	int64_t idle_reported_ms;
	uint32_t open_prev, open_next; /* list of pairings that are ready and not over */
};

/* How a director's act is undone: an act without actor and time. */
struct tourney_undo {
	enum tourney_act_kind kind;
	int64_t at_ms; /* when the act to be undone was applied; 0: none */
	entry_no entry;
	int64_t user;
	char name[TOURNEY_USER_NAME_MAX + 1];
	double rating;
};

/* What can still be undone. */
struct tourney_undoing {
	int64_t called_off_ms; /* when the tournament was called off; 0: it was not */
	char call_off_reason[TOURNEY_REASON_MAX + 1];
	struct tourney_undo act[TOURNEY_UNDO_MAX]; /* ring buffer of the last acts */
	unsigned n;                                /* number of acts ever added */
};

/* A scheduled start for which too few players were present. */
struct tourney_player_lack {
	int64_t since_ms; /* when the start began to wait; 0: there were enough players */
	int64_t asked_ms; /* when the directors were asked; 0: not yet */
};

/* When something may be due; not part of the state. */
struct tourney_timing {
	/* when each setting was last changed; 0: never */
	int64_t setting_changed_ms[TSET_COUNT];
	int64_t next_scan_ms; /* nothing is due before this time; INT64_MIN: unknown, so a scan
			       * is needed */
	int64_t postponed_until_ms; /* time until which the next round, start or order is
				       postponed */
	/* set by the caller: an unattended tournament is cancelled after this time; 0: never */
	int64_t unattended_limit_ms;
};

struct tourney {
	int64_t id; /* row in the store */
	char name[TOURNEY_NAME_MAX + 1];
	struct tourney_settings set;
	enum tourney_phase phase;
	enum tourney_stage stage;
	bool checkin_called; /* players have been asked to check in */
	bool paused;
	int64_t paused_ms; /* if paused: when the pause began */
	int64_t
	    director[TOURNEY_DIRECTORS_MAX]; /* users; 0: free.  The first is the creator. */
	char director_name[TOURNEY_DIRECTORS_MAX][TOURNEY_USER_NAME_MAX + 1];
	char commitment[TOURNEY_HEX_MAX + 1];     /* "" if there is none yet */
	char seed[TOURNEY_HEX_MAX + 1];           /* "" until it is revealed */
	int64_t created_ms, started_ms, ended_ms; /* 0: not yet */
	int64_t last_ms;                          /* time of the last act */
	struct tourney_undoing undoing;
	struct tourney_player_lack player_lack;
	int64_t lenient_until_ms; /* no lateness counts before this time, after an outage (rule
				     19) */
	uint32_t acts;            /* number of acts; seq of the next one */
	unsigned round, rounds; /* STAGE_ROUNDS: the current round (0: none yet), and the number
				 * of rounds (0: not known in advance) */
	unsigned hand_paired_round; /* round before which the tournament paused for pairing by
				     * hand */
	unsigned groups;            /* number of groups; 1 in a plain round robin; else 0 */
	unsigned in;                /* number of entries not withdrawn */
	unsigned guests_n;          /* number of guests, in order of invitation or waiting */
	struct tourney_guest guests[TOURNEY_GUESTS_MAX];
	uint32_t bracket_base; /* first pairing of the knock-out */
	/* arrays provided by the caller, see tourney_room_needed */
	struct tourney_entry *entries;
	unsigned entries_n, entries_room;
	struct pairing *pairings;
	struct tourney_bout *bouts;
	uint32_t pairings_n, pairings_room;
	/* the following fields can be derived from the others */
	uint32_t open_first, open_last; /* list of open bouts in the order in which they became
				     ready; TOURNEY_NO_PAIRING if empty */
	unsigned open_n;
	uint64_t user_filter[TOURNEY_USER_FILTER_WORDS]; /* a filter by hash: a user whose bit
						is 0 never had an entry */
	struct tourney_timing timing;
};

enum tourney_err {
	TOURNEY_OK,
	TOURNEY_NOT_PLANNED, /* allowed only before entries open */
	TOURNEY_NOT_OPEN,    /* entries are not open */
	TOURNEY_IS_OPEN,     /* already open */
	TOURNEY_HAS_STARTED, /* allowed only before the start */
	TOURNEY_NOT_STARTED, /* allowed only while the tournament is running */
	TOURNEY_IS_OVER,     /* finished or cancelled */
	TOURNEY_TOO_FEW,     /* fewer than two players */
	TOURNEY_IS_FULL,
	TOURNEY_ALREADY_ENTERED,    /* the user already has an entry */
	TOURNEY_NOT_ENTERED,        /* no such entry */
	TOURNEY_WITHDRAWN,          /* the entry has withdrawn */
	TOURNEY_ALREADY_CHECKED_IN, /* already checked in */
	TOURNEY_ALREADY_INVITED,    /* already invited */
	TOURNEY_ALREADY_WAITING,    /* already on the waiting list */
	TOURNEY_HAS_ROOM,           /* there are free places */
	TOURNEY_LIST_FULL,          /* no room on the waiting list or for another invitation */
	/* returned by the server (tournament/tournament.h), not by the rules */
	TOURNEY_INVITATION_REFUSED, /* the user accepts no invitations, or none from this
				       director */
	TOURNEY_INVITED_RECENTLY,   /* the user was invited to this tournament recently */
	TOURNEY_TOO_MANY_INVITES_RECEIVED, /* the user has received enough invitations today */
	TOURNEY_TOO_MANY_INVITES_SENT,     /* the director has sent enough invitations today */
	TOURNEY_TOO_MANY_ACTS,       /* too many acts in this tournament in the last hour */
	TOURNEY_TOO_MANY_ACTIVE,     /* the maximum number of tournaments are open or running */
	TOURNEY_TOO_MANY_OWN_PLANS,  /* too many tournaments planned by this account */
	TOURNEY_TOO_MANY_HOST_PLANS, /* too many tournaments planned from this address */
	TOURNEY_TOO_MANY_PLANS,      /* too many tournaments planned on the server */
	TOURNEY_TOO_EARLY,           /* check-in has not begun */
	TOURNEY_TOO_LATE,            /* too late for a late entry; a match that depends on the
				      * result has begun; or the next round is paired */
	TOURNEY_LOW_RATING,
	TOURNEY_HIGH_RATING,
	TOURNEY_NO_SUCH_PAIRING, /* no such pairing, or its players are not known */
	TOURNEY_PAIRING_OVER,
	TOURNEY_MATCH_BEGUN,     /* the players' first match, or this match, has begun */
	TOURNEY_MATCH_NOT_BEGUN, /* the match has not begun */
	TOURNEY_BAD_SETTING,
	TOURNEY_BAD_ORDER, /* the list has a missing, wrong or repeated entry */
	TOURNEY_BAD_SCORE, /* the winner's points are not the match length, or the loser's are
			    */
	TOURNEY_ALREADY_PAUSED, /* already paused */
	TOURNEY_NOT_PAUSED,
	TOURNEY_ALREADY_DIRECTOR, /* already a director */
	TOURNEY_NOT_DIRECTOR,     /* not a director, or the only one left */
	TOURNEY_DIRECTORS_FULL,   /* no room for another director */
	TOURNEY_OWN_MATCH, /* must be done by another director: see tourney_affects_own_match */
	TOURNEY_PAIRS_ARE_FIXED, /* the format determines the pairings, or there is no further
				 round */
	TOURNEY_ALREADY_PAIRED,  /* one of the players is already paired by hand, or the bye is
				  * already given */
	TOURNEY_NO_BYE,          /* the number of players is even */
	TOURNEY_NOT_OVER,        /* the match is not over; or there is nothing to confirm */
	TOURNEY_CALLED_OFF, /* already called off; or nothing may begin because it is called
			     * off */
	TOURNEY_NOTHING_TO_UNDO,   /* nothing to undo */
	TOURNEY_ALREADY_HELD_ONCE, /* already held; another hold needs both players' consent */
	TOURNEY_NOT_HELD,       /* the match has not been held yet, so there is nothing to agree
				 * to */
	TOURNEY_LEFT_BY_CHOICE, /* the player withdrew; only the player can undo that */
	TOURNEY_BAD_ACT,        /* malformed: a bug, or a damaged store */
	TOURNEY_ERR_COUNT,
};

/* Consequences of an act, reported in addition to the act itself. */
enum tourney_news {
	TNEWS_READY,   /* n is a pairing: both players are known, due at bouts[n].due_ms */
	TNEWS_OVER,    /* n is a pairing: decided by this act, as a bye, or by a withdrawal */
	TNEWS_ROUND,   /* round t->round begins */
	TNEWS_DROPPED, /* n is an entry: dropped after two absences (rule 25) */
	TNEWS_ALL_DECIDED, /* everything is decided, and the last decision was a director's: see
		       tourney_settled_ms */
};
typedef void tourney_news_fn(
    void *ctx, const struct tourney *t, enum tourney_news what, uint32_t n);

/* Initialises a tournament before its `create`. */
void tourney_init(struct tourney *t, int64_t id);

/* Computes the room that an act needs.  Before tourney_apply the caller must enlarge entries,
 * pairings and bouts to at least that size, keeping their contents. */
void tourney_room_needed(const struct tourney *t, const struct tourney_act *a,
    unsigned *entries_out, uint32_t *pairings_out);

/* Checks whether the act is allowed now.  Returns what tourney_apply would return. */
enum tourney_err tourney_gate(const struct tourney *t, const struct tourney_act *a);

/* Applies one act.  Returns TOURNEY_OK; otherwise *t is unchanged.  news may be NULL.  Cost:
 * O(1) and a few steps along a bracket; create, start, round, bracket and a late entry are
 * linear in the entries. */
MUST_USE enum tourney_err tourney_apply(
    struct tourney *t, const struct tourney_act *a, tourney_news_fn *news, void *ctx);

/* Checks internal consistency; false means a bug.  Linear. */
bool tourney_check(const struct tourney *t);

/* ---- what is due ---- */

/* Reports that a player has logged in (here) or has left. */
void tourney_set_presence(struct tourney *t, entry_no e, bool here, int64_t now_ms);

/* What the caller reports about an online player. */
enum tourney_player_state {
	PLAYER_FREE,
	PLAYER_BUSY,             /* playing a match that can be interrupted */
	PLAYER_IN_TOURNEY_MATCH, /* playing a match of a tournament: does not count as late */
};
struct tourney_observer {
	void *ctx;
	enum tourney_player_state (*player_state)(
	    void *ctx, const struct tourney *t, entry_no e);
	/* Returns whether a user who has entered or waits is from a network other than the
	 * creator's; called only if there is an entry.  NULL: yes. */
	bool (*attended)(void *ctx, const struct tourney *t);
	bool clock_doubted;     /* the wall clock is doubted: nothing is cancelled and no player
				   forfeits at a deadline; next_scan_ms must be reset when the clock
				   is trusted again */
	int64_t doubt_began_ms; /* when the doubt began; INT64_MIN: there is none.  A time that
			       a director set before the doubt began has no effect until it is
			       set again or the clock is trusted */
};

enum tourney_due {
	DUE_NOTHING, /* nothing is due until t->timing.next_scan_ms, or until something changes
		      */
	DUE_ACT,     /* apply act_out unchanged */
	DUE_START_MATCH,  /* start the match of act_out->pairing, then apply `seat` with its row
			   */
	DUE_RESUME_MATCH, /* both players are here: resume the interrupted match of
			   * act_out->pairing */
	DUE_ABSENT_LOSES, /* act_out->side has been absent from the match for too long: end the
			   * match, then apply `result` */
	DUE_START_TOURNEY, /* compute the order of seeding, then apply `start` */
	DUE_PAIR_ROUND,    /* pair the next round (tourney_swiss_*), then apply `round` */
	DUE_START_BRACKET, /* apply `bracket` with the order of tourney_bracket_order */
};

/* Returns the next thing that is due.  Returns the same thing until it has been done, and then
 * the next.  If a DUE_START_MATCH or DUE_RESUME_MATCH is impossible now, postpone it for a few
 * seconds with tourney_put_off.  Cost: linear in the open pairings, at most once for each thing
 * found. */
enum tourney_due tourney_due(struct tourney *t, int64_t now_ms,
    const struct tourney_observer *observer, struct tourney_act *act_out);

/* Returns the setting (opens, starts or closes) whose time has come but which waits because the
 * clock is doubted; TSET_COUNT: none.  See doubt_began_ms of struct tourney_observer. */
enum tourney_setting tourney_doubted_time(
    const struct tourney *t, int64_t now_ms, int64_t doubt_began_ms);

/* Postpones a pairing or, with TOURNEY_NO_PAIRING, a start, round or order. */
void tourney_put_off(struct tourney *t, uint32_t pairing, int64_t until_ms);

/* Reports that the match of a pairing was interrupted or is being played again.  lose_ms: when
 * each side loses the match by absence; NULL: never. */
void tourney_set_interrupted(
    struct tourney *t, uint32_t pairing, bool is, const int64_t lose_ms[2]);

/* ---- orders and pairings for these acts ---- */

/* Lists the entries that start (not withdrawn, and checked in if required) in order of rating,
 * best first, or as ordered by a director; a draw shuffles them afterwards.  out has room for
 * entries_n. Returns their number. */
unsigned tourney_starters(const struct tourney *t, entry_no *out);

/* True if at least two players would start.  If check-in is required, only entries and waiting
 * guests who are checked in count. */
bool tourney_can_start(const struct tourney *t);

/* Returns the number of bytes of scratch needed by the functions below that take scratch. */
size_t tourney_scratch_size(const struct tourney *t);

/* Returns the opponent of an entry in the next round as decided by a director.  ENTRY_UNKNOWN:
 * not decided, or one of the two has left since; ENTRY_NOBODY: the entry gets the bye if there
 * is one. */
entry_no tourney_planned_opponent(const struct tourney *t, entry_no e);

/* Prepares the input of swiss_pair for the next round, without players paired by hand.
 * players_out has room for entries_n, met_out for pairings_n.  With an odd number of players it
 * computes the table.  Returns false when the pairs are determined without swiss_pair (fewer
 * than two players are left, or the last three of an elimination by losses): result_out then
 * holds them; its `pairs` must have room for one. */
bool tourney_swiss_input(const struct tourney *t, void *scratch,
    struct swiss_player *players_out, struct swiss_met *met_out, struct swiss_round *round_out,
    struct swiss_result *result_out);

/* Appends the text of a `round` act: the pairs made by hand, then the pairs of `r`. */
void tourney_pairs_text(
    const struct tourney *t, const struct swiss_result *r, struct sbuf *out);

/* Computes the order of entries for a `bracket` act that is due (knock-out after groups,
 * play-off). Returns their number.  out has room for entries_n. */
unsigned tourney_bracket_order(const struct tourney *t, void *scratch, entry_no *out);

/* ---- queries ---- */

/* Returns a user's entry that is not withdrawn; ENTRY_UNKNOWN if there is none.  Linear in the
 * entries, but O(1) for most users without an entry, so that the total cost of all entries is
 * not quadratic. */
entry_no tourney_entry_of(const struct tourney *t, int64_t user);

/* Returns the open pairing of an entry; TOURNEY_NO_PAIRING if there is none.  Linear in the
 * open pairings. */
uint32_t tourney_open_pairing(const struct tourney *t, entry_no e);

/* Returns the section of a pairing; play-off pairings form a separate knock-out. */
enum section tourney_section(const struct tourney *t, uint32_t pairing);

/* Returns the maximum number of entries. */
unsigned tourney_capacity(const struct tourney *t);

/* Returns the guest (invited or waiting) with that user, or NULL.  Linear in the guests, who
 * are few. */
const struct tourney_guest *tourney_guest_of(const struct tourney *t, int64_t user);

/* Return the numbers of waiting and of invited guests. */
unsigned tourney_waiting_count(const struct tourney *t);
unsigned tourney_invited_count(const struct tourney *t);

/* Returns the time at which the tournament is cancelled for not having started (rule 45);
 * INT64_MAX: never. attended: a user from a network other than its creator's has entered or is
 * waiting for a place. */
int64_t tourney_expires_ms(const struct tourney *t, bool attended);

bool tourney_directs(const struct tourney *t, int64_t user);

/* True if a director's act affects a match of the actor: the act concerns that match, removes
 * the actor's opponent from it, or corrects a result on which its players depend.  tourney_gate
 * does not check this, so that acts of older versions can be replayed. */
bool tourney_affects_own_match(const struct tourney *t, const struct tourney_act *a);

/* Finds the act that undoes the last act which can be undone: one by which a director called
 * the tournament off, removed an entry, replaced its player or invited a replacement, at most
 * TOURNEY_UNDO_MS ago.  Returns false if there is none. */
bool tourney_undo(
    const struct tourney *t, int64_t actor, int64_t now_ms, struct tourney_act *act_out);

/* True if the players of pairing q in the knock-out depend on the result of p. */
bool tourney_result_leads_to(const struct tourney *t, uint32_t p, uint32_t q);

/* True if a director may hold that pairing: once, and again only if both players agree.
 * tourney_gate does not check this, so that acts of older versions can be replayed. */
bool tourney_may_hold(const struct tourney *t, uint32_t pairing);

/* Computes the table of a group, or of all rounds.  out has room for entries_n.  Returns the
 * number of rows. */
unsigned tourney_table(
    const struct tourney *t, unsigned group, void *scratch, struct standing_row *out);

/* Computes the final places, or the places so far, of all entries; `from` is 0 for an entry
 * that has no place yet.  out has room for entries_n. */
void tourney_places(const struct tourney *t, void *scratch, struct bracket_place *out);

/* Returns the bye that a late entrant takes (rule 26): the first one of round 1, until round 2
 * is paired.  TOURNEY_NO_PAIRING if there is none, or if all rounds are paired at the start. */
uint32_t tourney_first_bye(const struct tourney *t);

/* Returns the number of rounds of a Swiss tournament with n players; 0 for an elimination by
 * losses. */
unsigned tourney_rounds(const struct tourney *t, unsigned n);

/* True if there is a winner or a leader; false if all players were absent. */
bool tourney_has_winner(const struct tourney *t);

/* True if at least one match ended at the board: by play, resignation, time or absence during
 * the match.  Linear in the pairings. */
bool tourney_was_played(const struct tourney *t);

/* True if the entry started or came late; valid once the tournament is running. */
bool tourney_entry_has_started(const struct tourney_entry *e);

/* Once all pairings of the rounds or of the knock-out are decided, the next step is final.
 * Returns the time until which that step waits because a director's result may still be
 * changed; 0 if it does not wait.  Linear in the pairings. */
int64_t tourney_settled_ms(const struct tourney *t);

/* True if the result of a finished pairing may be changed or reversed: for a pairing of the
 * rounds until all rounds are over, for one of a knock-out until a match that depends on the
 * result has begun. */
bool tourney_may_change(const struct tourney *t, uint32_t pairing);

/* True if the rounds are over and a knock-out follows: after groups, or for a shared title. */
bool tourney_bracket_follows(const struct tourney *t);

/* True if a player who has been late that many times loses the match of an announced pairing
 * (rule 22). */
bool tourney_late_loses(const struct tourney *t, uint32_t pairing, unsigned late);

/* Returns the number of minutes after which a player who stays away has lost the pairing. */
unsigned tourney_forfeit_minutes(const struct tourney *t, uint32_t pairing);

/* True if the entry is out: it has withdrawn or reached the limit of losses. */
bool tourney_is_out(const struct tourney *t, entry_no e);

/* For a running tournament: true if the entry may play again although it has no open pairing
 * with an opponent; in a knock-out, only if it has a place that is waiting for an opponent.
 * Linear in the pairings of the knock-out.
 *
 * tourney_playing_on computes the same for all entries: entry e is bit e % 8 of
 * bits_out[e / 8].  bits_out has room for TOURNEY_ENTRIES_MAX bits. */
bool tourney_plays_on(const struct tourney *t, entry_no e);
void tourney_playing_on(const struct tourney *t, uint8_t *bits_out);

/* ---- for the code that applies acts ---- */

/* tourney_add_to_user_filter adds a user to a filter, which is cheaper to check than the
 * entries. tourney_may_have_entered returns false only if the user never had an entry; true may
 * be wrong. */
void tourney_add_to_user_filter(struct tourney *t, int64_t user);
bool tourney_may_have_entered(const struct tourney *t, int64_t user);

/* Returns the number of entries that are not out. */
unsigned tourney_entries_remaining(const struct tourney *t);

/* True if nothing that follows from a pairing of the knock-out has begun or been decided. */
bool tourney_may_reopen(const struct tourney *t, uint32_t p);

bool tourney_rounds_are_over(const struct tourney *t);

/* Sets the bit of an entry.  Returns whether it was already set. */
static inline bool
bit_take(uint8_t *bits, entry_no e)
{
	bool was = (bits[e / 8] >> e % 8 & 1) != 0;

	bits[e / 8] = (uint8_t)(bits[e / 8] | 1u << e % 8);
	return was;
}

#endif
