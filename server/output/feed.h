/* SPDX-License-Identifier: MIT */
/* News about other users, for everyone online: log-ins, log-outs, who rows and announcements.
 *
 * A user's row and log-in are part of the session, numbered by their last change.  A log-out is
 * a row that is kept until all sessions have passed it.  Announcements to all are events in a
 * bounded ring.  All share one sequence of numbers, and each session has a cursor, the number
 * of the last news item it has received.  Catching up writes the news after the cursor in order
 * of their numbers.  If a row has changed several times, only its last state is written.  A
 * visit that began and ended in the meantime is skipped.  A user's preferences (`notify`,
 * `report`, `silent`, gags, language) are checked when the news is written.
 *
 * While few users are online (up to FEED_AT_ONCE_SESSIONS), all sessions catch up at once, so
 * each receives every item as it happens.  Otherwise a slice of them is served at the end of
 * each turn (feed_serve_round), as large as the turn's other work permits.  No action waits
 * until all users have been notified.
 *
 * Order: any other output to a session at the start of a line (session_write) makes it catch up
 * first, so each user reads things in the order in which they happened.  There are three
 * exceptions.  A session with too much unsent output (world_config.output_soft) gets no news.
 * A session that is receiving a long answer or the list at log-in (pager.h) gets news after it.
 * After FEED_TURN_BYTES of news, sessions wait for the end of the turn.  In these cases private
 * lines overtake news, but only between whole lines.
 *
 * If the ring has overwritten news before a session received it, one line says so. */
#ifndef OUTPUT_FEED_H
#define OUTPUT_FEED_H

#include "output/visit_words.h"

/* if at most this many sessions are online, all catch up at once */
#define FEED_AT_ONCE_SESSIONS 320u
/* recipients per turn; above that, sessions wait for the end of the turn */
#define FEED_AT_ONCE_RECIPIENTS 16384u
/* undelivered news items; above that, sessions wait for the end of the turn */
#define FEED_AT_ONCE_ITEMS_MAX 16u
#define FEED_SLICE_SESSIONS 64u  /* sessions served at the end of a turn */
#define FEED_SLICE_BYTES 131072u /* bytes written at the end of a turn */
/* bytes of news per turn, after which private lines overtake news */
#define FEED_TURN_BYTES 1048576u
#define FEED_VISITS_PER_TURN 1024u /* sessions visited at the end of a turn */
#define FEED_EVENTS_KEPT 1024u     /* events kept in the ring */
#define FEED_LEAVERS_KEPT 65536u   /* log-outs kept for the slowest session */

/* Budget for the end of a turn: sessions that receive output, and bytes. */
struct feed_budget {
	unsigned sessions;
	size_t bytes;
};

/* ---- announcing ---- */

/* Returns the number of the last news item, for a session that is about to go online: the
 * session receives the items after it. */
uint64_t feed_take_number(struct world *w);

/* Announces a log-in; news.login_item_no and login_kind must be set. */
void feed_login(struct world *w, struct session *s);

/* Announces a log-out.  why, reason: as in session_kick, for END_KICKED only. */
void feed_logout(struct world *w, const struct session *s, enum session_end how,
    const char *why, enum msg_id reason);

/* Announces that a user's public row has changed: every client program gets CLIP lines 5 and
 * 6. */
void feed_row_changed(struct world *w, struct session *s);

/* The kinds of events, each with the fields of struct feed_event that it uses. */
enum feed_kind {
	FEED_SHOUT,     /* text */
	FEED_WAVE,      /* flag: again */
	FEED_BROADCAST, /* text */
	FEED_SHUTDOWN,  /* n[0] seconds, flag: restart */
	FEED_SHUTDOWN_CANCELLED,
	FEED_MATCH_START, /* names[0] joiner, names[1] inviter, game, n[0] length, flag: resumed
			   */
	FEED_MATCH_WON, /* names[0] winner, game, n: length, the winner's points, the other's */
	FEED_LEFT_GAME, /* names[0] the player who left, names[1] the opponent */
	FEED_TOURNEY,   /* for all users; `kind_data` is described in tournament/audience.c */
	FEED_TOURNEY_MEMBERS, /* like FEED_TOURNEY, for entrants, directors and followers */
	FEED_KINDS,
};

struct feed_event {
	uint64_t no;
	enum feed_kind kind;
	session_id author;   /* the session that causes the event and does not receive it; 0:
			      * none */
	int64_t author_user; /* the author's account, for gags */
	/* the author's match: its players receive the event even if they gag the author */
	match_handle author_match;
	char names[2][STORE_NAME_MAX + 1];
	const struct variant *game;
	unsigned n[3];
	bool flag;
	bool bypass_sync; /* see output_bypass_sync */
	void *kind_data;  /* other data of this kind of event; freed by free_kind_data */
	char *text;
};

/* How one kind is delivered.  wants_kind: whether a session wants this kind at all.
 * wants_event: whether the session wants this event; NULL: `wants_kind` decides.  say: writes
 * the text.  free_kind_data: frees `kind_data`; NULL: nothing to free. */
struct feed_delivery {
	bool (*wants_kind)(const struct session *to);
	bool (*wants_event)(const struct session *to, const struct feed_event *e);
	void (*say)(struct session *to, const struct feed_event *e);
	void (*free_kind_data)(void *kind_data);
	/* events of this kind never show changes made by turns, see output_bypass_sync */
	bool bypass_sync;
};

/* words: one row per kind.  Returns NULL if memory runs out. */
struct feed *feed_new(const struct feed_delivery *const words[FEED_KINDS]);
void feed_free(struct feed **f);

/* Announces an event to all users.  e: the kind and its data; names and text are copied, and
 * `kind_data` is owned by the feed from then on.  author: NULL if there is none. */
void feed_announce(
    struct world *w, struct feed_event *e, const struct session *author, const char *text);

/* Returns the number that the next event will have.  The caller stores it in news.skip of
 * sessions that are notified separately. */
uint64_t feed_next_number(const struct world *w);

/* ---- delivery ---- */

/* Writes the news for a session.  Returns whether the session is now up to date.  Bounded by
 * world_config.output_soft. */
bool feed_catch_up(struct world *w, struct session *s);

/* Marks all news as received by a session that is about to be closed. */
void feed_mark_received(struct world *w, struct session *s);

/* Returns whether a session may have undelivered news. */
bool feed_is_behind(const struct world *w, const struct session *s);

/* feed_round_needed returns whether sessions must still catch up at the ends of turns.
 * feed_serve_round serves some of them, within the budget, and drops news that all have passed;
 * call it after the commit. */
bool feed_round_needed(const struct world *w);
void feed_serve_round(struct world *w, struct feed_budget *b);

/* Records that the session is being shown a list of users, so that it is notified when one of
 * them leaves. */
void feed_mark_list_shown(const struct world *w, struct session *s);

/* Resets the counts of the turn; called after each commit. */
void feed_reset_turn_counts(struct world *w);

/* Updates the current round after a session has gone online or offline. */
void feed_online_changed(struct world *w, struct session *s, bool on);

/* Packs or unpacks the number of the last item, to transfer it to another process.  Before
 * packing, call feed_drop_undelivered for each session. */
struct pack;
void feed_hand_over(struct world *w, struct pack *p);
/* Drops the news that a session has not received and notifies it. */
void feed_drop_undelivered(const struct world *w, struct session *s);

/* Counters for tests, since the start. */
struct feed_counts {
	uint64_t items_written;    /* news items written */
	uint64_t sessions_served;  /* sessions that received news in a round */
	uint64_t sessions_visited; /* sessions visited by rounds */
	uint64_t loss_notices;     /* notices sent in place of news that was dropped */
	size_t leavers_kept;       /* log-outs kept now */
};
struct feed_counts feed_counts(const struct world *w);

#endif
