/* SPDX-License-Identifier: MIT */
/* What everyone may see: one session of gammond follows the lobby and each match that a browser
 * watches, and its lines are passed on to any number of browsers.  A line becomes one frame,
 * whatever the number of watchers.
 *
 * The lines of a match since its last snapshot are kept.  A watcher has a position among them
 * and no queue: one that cannot take more continues from its position later, or from the newest
 * snapshot if its position is no longer kept.  So a slow watcher costs no memory. */
#ifndef WEB_WATCH_H
#define WEB_WATCH_H

#include <jansson.h>

#include "net/link.h"

#include "client-web/conn.h"
#include "client-web/stream.h"

#define WATCH_LOG 256u /* lines kept of a match */
#define WATCH_EARLY                                                                            \
	64u /* lines of room at which a snapshot is requested, which replaces them */
#define WATCH_SLICE 500u      /* sends before the events of the network are looked at again */
#define WATCH_QUESTIONS 1024u /* commands of the public session that wait for their answers */
#define WATCH_TOPICS_MAX 1000u

/* A match, or one of the two topics without a number. */
struct topic {
	UT_hash_handle hh;
	uint64_t m;
	uint64_t acts; /* number of the last act */
	struct frame *log[WATCH_LOG];
	uint64_t first, next; /* numbers of the oldest line kept and of the next one */
	struct link watchers;
	unsigned watchers_len;
	struct link waiting; /* in watch.waiting while a line is being sent */
	struct link *at;     /* the next watcher to be sent to; NULL: not being sent */
	bool more;           /* another line arrived meanwhile */
	bool refreshing;     /* a snapshot was requested */
	bool stale;          /* no lines are taken until a snapshot arrives */
	bool over;           /* the match has ended or been saved */
};

struct watcher {
	struct link link;
	struct topic *topic; /* NULL: unused */
	struct conn *conn;
	uint64_t next; /* number of the line to be sent next */
};

/* Called with the answer, which begins with `{"re":`, or with NULL if gammond has gone.  Events
 * that contain parts of the answer are passed first. */
typedef void watch_answer_fn(struct conn *c, const char *line, size_t n);

struct question {
	uint64_t id; /* 0: free */
	struct conn *conn;
	watch_answer_fn *fn;
};

struct watch {
	struct session *session; /* NULL: gammond cannot be reached */
	struct topic *matches;
	struct topic everyone; /* lines for all browsers that have not logged in */
	struct topic lobby;    /* changes of the lists of users and matches */
	struct link waiting;   /* topics with a line to send */
	struct frame *hello;   /* the first line of gammond; NULL: not yet connected */
	uint64_t last_m;       /* the match of the last snapshot */
	uint64_t questions;    /* asked so far */
	struct question open[WATCH_QUESTIONS];
};

void watch_begin(struct web *web);
/* The stream is open: opens the public session, and asks again for everything watched. */
void watch_connected(struct web *web);
/* Requests the snapshots for which there was no room before. */
void watch_tick(struct web *web);

/* Sends what waits, at most WATCH_SLICE times.  Returns whether something is left. */
bool watch_slice(struct web *web);

/* Sends a command, an object whose id is replaced, and calls fn with the answer.  Returns the
 * question's id, 0 if too much is waiting or gammond cannot be reached. */
uint64_t watch_ask(struct web *web, json_t *command, struct conn *c, watch_answer_fn *fn);
/* The answer is not wanted any more.  0 does nothing. */
void watch_forget(struct web *web, uint64_t id);

/* Returns the topic of a match that is being followed, or NULL. */
struct topic *watch_match(struct web *web, uint64_t m);
/* Returns the members of its snapshot with the changes since then, which the caller releases,
 * or NULL. */
json_t *watch_state(const struct topic *t);
/* Begins with the snapshot; `late`: with the next line. */
void watcher_add(struct watcher *w, struct topic *t, struct conn *c, bool late);
/* An unused watcher is left alone. */
void watcher_remove(struct web *web, struct watcher *w);
/* Stops following the match of the last snapshot if it has no watchers. */
void watch_tidy(struct web *web);
/* Sends as much as the browser takes. */
void watcher_push(struct watcher *w);

#endif
