/* SPDX-License-Identifier: MIT */
/* News: what everybody on line may hear of everybody else.
 *
 * Who somebody is and that they came are state of their session, numbered by their last
 * change; that they left is a row that stays until all have passed it; what is said to all is
 * an event in a bounded ring.  All share one sequence of numbers, and each session has a
 * cursor: the number up to which it has been told.  To catch up is to write, in order of their
 * numbers, the news behind the cursor: of a row that changed often the last state only, of a
 * visit that began and ended meanwhile nothing.  What somebody wants to hear (`notify`,
 * `report`, `silent`, gags, language) is asked when it is written.
 *
 * While few are on line (FEED_AT_ONCE) all catch up at once, so that everybody hears everything
 * in the words of the moment.  Among more, the end of each turn serves a slice of them
 * (feed_forget), as many as that turn's other work leaves room for: what somebody does never
 * waits for what everybody is told of it.
 *
 * Order: whatever else is written to a session at the start of a line (session_write) makes it
 * catch up first, so each hears things in the order in which they happened.  Three
 * things go before that: a session with too much unsent output (world_config.output_soft) gets
 * no news; one that is being sent a long answer or the list at log-in (pager.h) gets them
 * behind it; and a turn in which very much has been told already (FEED_TURN_BYTES) must come to
 * its end. Private lines pass then, between whole lines.
 *
 * When the ring has gone round before somebody was told, one line says so.
 */
#ifndef OUTPUT_FEED_H
#define OUTPUT_FEED_H

#include "output/visit_words.h"

#define FEED_AT_ONCE 320u        /* on line, up to which all are told at once */
#define FEED_AT_ONCE_WORK 16384u /* listeners in one turn, after which they wait as well */
#define FEED_AT_ONCE_BEHIND 16u  /* news of which not all have been told, likewise */
#define FEED_SLICE 64u           /* sessions served at the end of a turn */
#define FEED_SLICE_BYTES 131072u /* the same in bytes */
#define FEED_TURN_BYTES 1048576u /* in a turn, after which private lines pass among many */
#define FEED_VISITS 1024u        /* sessions looked at there */
#define FEED_EVENTS 1024u        /* kept in the ring */
#define FEED_LEAVERS 65536u      /* most that wait for the slowest */

/* What the end of a turn may cost: sessions that are sent something, and bytes. */
struct feed_budget {
	unsigned sessions;
	size_t bytes;
};

/* ---- what happens ---- */

/* A number for somebody who is about to be on line: they hear what comes behind it. */
uint64_t feed_number(struct world *w);

/* They have come (news.came_no and came are set). */
void feed_came(struct world *w, struct session *s);

/* They are leaving; why and reason as in session_kick, of END_KICKED only. */
void feed_left(struct world *w, const struct session *s, enum session_end how, const char *why,
    enum msg_id reason);

/* A public row has changed: lines 5 and 6 to every client program. */
void feed_row(struct world *w, struct session *s);

enum feed_kind {
	FEED_SHOUT,     /* text */
	FEED_WAVE,      /* flag: again */
	FEED_BROADCAST, /* text */
	FEED_STOP,      /* n[0] seconds, flag: restart */
	FEED_STOP_CANCELLED,
	FEED_START,     /* name[0] joiner, name[1] inviter, game, n[0] length, flag: resumed */
	FEED_WON,       /* name[0] winner, game, n: length, the winner's points, the other's */
	FEED_LEFT_GAME, /* name[0] who, name[1] the other */
	FEED_TOURNEY,   /* about; all may hear it */
	FEED_TOURNEY_MEMBERS, /* about; it concerns some */
	FEED_KINDS,
};

struct feed_event {
	uint64_t no;
	enum feed_kind kind;
	session_id author;  /* hears nothing of it; 0 none */
	int64_t user;       /* the author's, for gags */
	match_handle match; /* the author plays: those in it hear them all the same */
	char name[2][STORE_NAME_MAX + 1];
	const struct variant *game;
	unsigned n[3];
	bool flag;
	bool apart;  /* said while that could be told apart from turns */
	void *about; /* what else its words need; theirs to free */
	char *text;
};

/* How one kind is told: whether a listener wants to hear of such things at all; of this one
 * (NULL: all who want the kind do); the words; frees `about` (NULL nothing to free). */
struct feed_words {
	bool (*wants)(const struct session *to);
	bool (*wants_this)(const struct session *to, const struct feed_event *e);
	void (*say)(struct session *to, const struct feed_event *e);
	void (*drop)(void *about);
	bool apart; /* whoever said it, it shows nothing of what turns have changed */
};

/* words: a row for each kind.  NULL when memory is out. */
struct feed *feed_new(const struct feed_words *const words[FEED_KINDS]);
void feed_free(struct feed **f);

/* An event that all on line may hear of.  e: kind and what belongs to it; name, text are
 * copied, about is taken over; author NULL where there is none. */
void feed_tell(
    struct world *w, struct feed_event *e, const struct session *author, const char *text);

/* The number that the next event will have: put into session.skip of those who have been told
 * of it in other words. */
uint64_t feed_next(const struct world *w);

/* ---- who hears it ---- */

/* Writes what there is for it.  True: it is up to date.  Bounded by world_config.output_soft.
 */
bool feed_catch_up(struct world *w, struct session *s);

/* It is about to be closed: what it has not been told yet, it is not told any more. */
void feed_skip(struct world *w, struct session *s);

/* There may be something for it. */
bool feed_behind(const struct world *w, const struct session *s);

/* What is left for the end of a turn; after the commit. */
bool feed_busy(const struct world *w);
void feed_forget(struct world *w, struct feed_budget *b);

/* It is being shown who is on line: of all these it will hear that they leave. */
void feed_seen(const struct world *w, struct session *s);

/* ---- turns ---- */

void feed_commit(struct world *w);

/* Somebody has come on line or is no longer there: for the round. */
void feed_online(struct world *w, struct session *s, bool on);

/* It goes to another process.  Everybody has heard all, or: */
struct pack;
void feed_carry(struct world *w, struct pack *p);
/* What they have not heard is left out, and they are told so. */
void feed_give_up(const struct world *w, struct session *s);

/* Figures for tests: of all turns together. */
struct feed_work {
	uint64_t lines;   /* news written */
	uint64_t served;  /* sessions that got some in a round */
	uint64_t visited; /* sessions looked at by rounds */
	uint64_t lost;    /* times somebody was told that something was left out */
	size_t leavers;   /* rows that wait now */
};
struct feed_work feed_work(const struct world *w);

#endif
