/* SPDX-License-Identifier: MIT */
/* What everyone may see.  One session of gammond, the public session, follows the lobby and
 * each match that a browser watches.  Each of its lines becomes one frame, which all watchers
 * share.
 *
 * The lines of a match since its last snapshot are kept.  A watcher has a position among them
 * and no queue.  If its socket is full, it continues from its position later, or from the
 * newest snapshot if its position is no longer kept.  So a slow watcher costs no memory. */
#ifndef WEB_WATCH_H
#define WEB_WATCH_H

#include <jansson.h>

#include "net/link.h"

#include "client-web/conn.h"
#include "client-web/stream.h"

#define WATCH_LOG_LINES 256u     /* lines kept of a match */
#define WATCH_REFRESH_MARGIN 64u /* lines of room left when the next snapshot is requested */
/* commands of the public session that wait for their answers */
#define WATCH_QUESTIONS_MAX 1024u
#define WATCH_TOPICS_MAX 1000u
#define WATCH_KEPT_ANSWERS 64u         /* answers kept for other browsers */
#define WATCH_KEPT_ANSWER_BYTES 65536u /* bytes of one kept answer */

/* A match, or one of the two topics without a number. */
struct topic {
	UT_hash_handle hh;
	uint64_t m;
	uint64_t last_act; /* number of the last act */
	struct frame *log[WATCH_LOG_LINES];
	uint64_t first_line,
	    next_line; /* numbers of the oldest line kept and of the next line */
	struct link watchers;
	unsigned watchers_len;
	struct link waiting_link; /* in watch.waiting_topics while a line is being sent */
	struct link *at; /* the next watcher to be sent a line; NULL: no line is being sent */
	bool more_lines; /* another line arrived while a line was being sent */
	bool snapshot_requested;
	bool stale;      /* no lines are taken until a snapshot arrives */
	bool match_over; /* the match has ended or been saved */
};

struct watcher {
	struct link link;
	struct topic *topic; /* NULL: unused */
	struct conn *conn;
	uint64_t next_line; /* number of the line to be sent next */
};

/* Called with the answer, a line that begins with `{"re":`, or with NULL if the public session
 * has ended.  Before that, called with each event that contains a part of the answer. */
typedef void watch_answer_fn(struct conn *c, const char *line, size_t n);

struct question {
	uint64_t id; /* 0: free */
	char *key;   /* the command, if its answer is kept for others; NULL: it is not */
	struct conn *conn;
	watch_answer_fn *fn;
};

/* The answer to a command about tournaments.  Whenever a tournament changes, all browsers that
 * show it request the same lists.  Kept until the next change, and for at most a second. */
struct kept_answer {
	char *key, *line;
	size_t len;
};

struct watch {
	struct session *session; /* NULL: gammond cannot be reached */
	struct topic *matches;
	struct topic everyone_topic;  /* lines for all browsers that have not logged in */
	struct topic lobby_topic;     /* changes to the lists of users and matches */
	struct link waiting_topics;   /* topics with a line to send */
	struct frame *greeting;       /* the first line from gammond; NULL: not yet connected */
	uint64_t last_snapshot_match; /* the match of the last snapshot */
	uint64_t questions_asked;     /* number of questions asked so far */
	struct question open_questions[WATCH_QUESTIONS_MAX];
	struct kept_answer kept_answers[WATCH_KEPT_ANSWERS];
	unsigned kept_answers_len;
};

void watch_begin(struct web *web);
/* Called when the stream is open.  Opens the public session, and watches all matches again. */
void watch_connected(struct web *web);
/* Requests the missing snapshots that could not be requested before. */
void watch_tick(struct web *web);

/* Sends waiting lines to at most CONN_SLICE watchers.  Returns whether any are left. */
bool watch_send_slice(struct web *web);

/* Sends a command (a JSON object, whose id is replaced) and calls fn with the answer.  Returns
 * the question's id, 0 if too much is waiting or gammond cannot be reached. */
uint64_t watch_ask(struct web *web, json_t *command, struct conn *c, watch_answer_fn *fn);
/* Returns the answer to a command if it is kept, or NULL. */
const struct kept_answer *watch_find_kept_answer(const struct web *web, const json_t *command);
/* Cancels a question: its function is not called.  An id of 0 is ignored. */
void watch_cancel_question(struct web *web, uint64_t id);

/* Returns the topic of a match that is being followed, or NULL. */
struct topic *watch_find_match(struct web *web, uint64_t m);
/* Returns the snapshot of a match updated with the lines since then, or NULL.  The caller
 * releases it. */
json_t *topic_match_state(const struct topic *t);
/* Adds an unused watcher.  It starts with the snapshot, or, with `late`, with the next line. */
void watcher_add(struct watcher *w, struct topic *t, struct conn *c, bool late);
/* Removes a watcher; does nothing if it is unused. */
void watcher_remove(struct web *web, struct watcher *w);
/* Stops following the match of the last snapshot if it has no watchers. */
void watch_drop_unwatched(struct web *web);
/* Sends lines until the browser has all lines or its socket is full.  Sends the greeting in
 * place of lines of the lobby that are no longer kept. */
void watcher_push(struct watcher *w);

#endif
