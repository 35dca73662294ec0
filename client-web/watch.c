/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
#include "client-web/watch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "os/log.h"

#include "client-web/browser.h"
#include "client-web/web.h"

/* The ids of the commands `watch` and `unwatch` are these plus the number of the match; those
 * of questions are smaller. */
#define WATCH_ID_BASE (UINT64_C(1) << 40)
#define UNWATCH_ID_BASE (UINT64_C(1) << 41)

#define TOPIC_OF(link_ptr) LINK_OWNER(link_ptr, struct topic, waiting_link)
#define WATCHER_OF(link_ptr) LINK_OWNER(link_ptr, struct watcher, link)

/* ---- topics and watchers ---- */

static void
topic_init(struct topic *t, uint64_t m)
{
	memset(t, 0, sizeof(*t));
	t->m = m;
	link_init(&t->watchers);
	link_init(&t->waiting_link);
}

static void
drop_log(struct topic *t)
{
	for (; t->first_line < t->next_line; t->first_line++)
		frame_drop(t->log[t->first_line % WATCH_LOG_LINES]);
}

static void
topic_free(struct web *web, struct topic *t)
{
	HASH_DEL(web->watch.matches, t);
	link_remove(&t->waiting_link);
	drop_log(t);
	free(t);
}

struct topic *
watch_find_match(struct web *web, uint64_t m)
{
	struct topic *t;

	HASH_FIND(hh, web->watch.matches, &m, sizeof(m), t);
	return t;
}

/* Forgets one of the matches that have ended, even if pages still show it. */
static void
drop_ended_topic(struct web *web)
{
	struct topic *t = web->watch.matches;

	while (t != NULL && !t->match_over)
		t = t->hh.next;
	/* removing the last watcher frees t */
	for (unsigned n = t != NULL ? t->watchers_len : 0; n > 0; n--)
		watcher_remove(web, WATCHER_OF(t->watchers.next));
}

static struct topic *
topic_new(struct web *web, uint64_t m)
{
	struct topic *t;

	if (HASH_COUNT(web->watch.matches) >= WATCH_TOPICS_MAX)
		drop_ended_topic(web);
	t = HASH_COUNT(web->watch.matches) < WATCH_TOPICS_MAX ? malloc(sizeof(*t)) : NULL;
	if (t == NULL)
		return NULL;
	topic_init(t, m);
	HASH_ADD(hh, web->watch.matches, m, sizeof(t->m), t);
	if (t->hh.tbl == NULL) {
		free(t);
		return NULL;
	}
	return t;
}

void
watcher_add(struct watcher *w, struct topic *t, struct conn *c, bool late)
{
	*w = (struct watcher){
		.topic = t, .conn = c, .next_line = late ? t->next_line : t->first_line
	};
	link_init(&w->link);
	link_append(&t->watchers, &w->link);
	t->watchers_len++;
	watcher_push(w);
}

/* Sends `watch` or `unwatch`.  ids: WATCH_ID_BASE or UNWATCH_ID_BASE, by which the answer is
 * recognised. Returns false if there is no session or it has no room. */
static bool
send_watch_command(struct web *web, const char *name, uint64_t ids, uint64_t m)
{
	char line[96];
	struct sbuf out;

	SBUF_INIT(&out, line);
	sbuf_addf(
	    &out, "{\"id\":%" PRIu64 ",\"c\":\"%s\",\"m\":%" PRIu64 "}", ids + m, name, m);
	if (web->watch.session == NULL || !session_has_room(web->watch.session, out.len))
		return false;
	session_send(web->watch.session, line, out.len);
	return true;
}

/* Requests a snapshot if the match needs one and none has been requested. */
static void
request_snapshot(struct web *web, struct topic *t)
{
	if (t->stale || t->next_line - t->first_line >= WATCH_LOG_LINES - WATCH_REFRESH_MARGIN)
		t->snapshot_requested = t->snapshot_requested ||
					send_watch_command(web, "watch", WATCH_ID_BASE, t->m);
}

/* Stops following a match that has no watchers. */
static void
drop_unwatched(struct web *web, struct topic *t)
{
	if (t->m == 0 || !link_alone(&t->watchers))
		return;
	(void)send_watch_command(web, "unwatch", UNWATCH_ID_BASE, t->m);
	topic_free(web, t);
}

void
watcher_remove(struct web *web, struct watcher *w)
{
	struct topic *t = w->topic;

	if (t == NULL)
		return;
	w->topic = NULL;
	if (t->at == &w->link)
		t->at = w->link.next;
	link_remove(&w->link);
	t->watchers_len--;
	drop_unwatched(web, t);
}

/* The browser for which a snapshot was requested may have gone. */
void
watch_drop_unwatched(struct web *web)
{
	struct topic *t = watch_find_match(web, web->watch.last_snapshot_match);

	if (t != NULL)
		drop_unwatched(web, t);
}

void
watcher_push(struct watcher *w)
{
	struct frame *hello = w->conn != NULL ? w->conn->web->watch.greeting : NULL;
	struct topic *t = w->topic;

	if (t == NULL)
		return;
	if (w->next_line < t->first_line && t->m != 0) {
		w->next_line = t->first_line; /* the newest snapshot */
	} else if (w->next_line < t->first_line && w->conn->out == NULL && hello != NULL) {
		w->next_line = t->next_line;
		conn_send(w->conn, hello);
	}
	while (w->next_line < t->next_line && w->conn->out == NULL &&
	       w->conn->state == CONN_WEBSOCKET) {
		struct frame *frames[CONN_FRAMES_PER_SEND];
		unsigned n = 0;

		for (uint64_t i = w->next_line; i < t->next_line && n < CONN_FRAMES_PER_SEND;
		     i++)
			frames[n++] = t->log[i % WATCH_LOG_LINES];
		w->next_line += conn_send_some(w->conn, frames, n);
	}
}

/* Updates the cube of a state with an act.  A take gives the cube to the player who
 * was doubled.  So does a redouble (a beaver), even if the doubler then takes. */
static void
update_cube(json_t *state, const json_t *act, const char *kind)
{
	const json_int_t value = json_integer_value(json_object_get(act, "value"));
	const bool redoubled = strcmp(kind, "redouble") == 0;
	json_int_t doubler = json_integer_value(json_object_get(state, "turn"));

	if (strcmp(kind, "double") == 0) {
		(void)json_object_set(state, "turn", json_object_get(act, "seat"));
	} else if (redoubled || strcmp(kind, "take") == 0) {
		(void)json_object_set_new(
		    state, "cube", json_integer(redoubled ? value / 2 : value));
		(void)json_object_set_new(state, "owner", json_integer(1 - doubler));
	} else if (strcmp(kind, "start") == 0 || strcmp(kind, "autodouble") == 0) {
		(void)json_object_set_new(state, "cube", json_integer(value > 0 ? value : 1));
		(void)json_object_set_new(state, "owner", json_null());
	}
}

json_t *
topic_match_state(const struct topic *t)
{
	json_t *state = NULL;

	for (uint64_t i = t->first_line; i < t->next_line; i++) {
		const struct frame *f = t->log[i % WATCH_LOG_LINES];
		const char *text = memmem(f->bytes, f->len, "{\"", 2);
		json_t *line = text == NULL ? NULL
					    : json_loadb(text,
						  f->len - (size_t)(text - f->bytes), 0, NULL);
		const char *kind = json_string_value(json_object_get(line, "kind"));

		if (json_is_integer(json_object_get(line, "points")))
			(void)json_object_del(line, "points"); /* not the board's points */
		if (state == NULL)
			state = json_incref(line);
		else
			(void)json_object_update(state, line);
		if (kind != NULL)
			update_cube(state, line, kind);
		json_decref(line);
	}
	return state;
}

/* ---- sending to all watchers ---- */

/* Appends a line.  The oldest line is dropped if the log is full. */
static void
topic_add_line(struct web *web, struct topic *t, const char *line, size_t n)
{
	struct frame *f = frame_new_message(WEBSOCKET_TEXT, line, n);

	if (f == NULL) {
		/* Watchers need a snapshot in place of this line. */
		drop_log(t);
		t->stale = true;
		return;
	}
	if (t->next_line - t->first_line == WATCH_LOG_LINES)
		frame_drop(t->log[t->first_line++ % WATCH_LOG_LINES]);
	t->log[t->next_line++ % WATCH_LOG_LINES] = f;
	if (t->at != NULL) {
		t->more_lines = true;
		return;
	}
	/* Rotates the watchers so that none is always last. */
	if (!link_alone(&t->watchers))
		link_append(&t->watchers, t->watchers.next);
	t->at = t->watchers.next;
	link_append(&web->watch.waiting_topics, &t->waiting_link);
}

/* Sends to at most n watchers.  Returns how many. */
static unsigned
topic_send(struct topic *t, unsigned n)
{
	unsigned done = 0;

	while (done < n && t->at != &t->watchers) {
		struct watcher *w = WATCHER_OF(t->at);

		t->at = t->at->next;
		watcher_push(w); /* may end this connection, but no other */
		done++;
	}
	return done;
}

bool
watch_send_slice(struct web *web)
{
	struct watch *wt = &web->watch;
	unsigned left = CONN_SLICE;

	while (left > 0 && !link_alone(&wt->waiting_topics)) {
		struct topic *t = TOPIC_OF(wt->waiting_topics.next);

		left -= topic_send(t, left);
		if (t->at != &t->watchers)
			break;
		t->at = t->more_lines ? t->watchers.next : NULL;
		t->more_lines = false;
		if (t->at == NULL)
			link_remove(&t->waiting_link);
		else
			link_append(&wt->waiting_topics, &t->waiting_link);
		if (left > 0)
			left--;
	}
	return !link_alone(&wt->waiting_topics);
}

/* ---- answers kept for others ---- */

/* Returns a key for the kept answer to a command about tournaments, which the caller frees;
 * NULL for other commands. */
static char *
kept_answer_key(const json_t *command)
{
	const char *what = json_string_value(json_object_get(command, "what"));
	json_t *copy;
	char *key;

	if (what == NULL || (strncmp(what, "tournament", 10) != 0 &&
				strcmp(what, "standings") != 0 && strcmp(what, "bracket") != 0))
		return NULL;
	copy = json_copy((json_t *)(uintptr_t)command);
	(void)json_object_del(copy, "id");
	key = json_dumps(copy, JSON_SORT_KEYS);
	json_decref(copy);
	return key;
}

static void
drop_kept_answers(struct watch *wt)
{
	while (wt->kept_answers_len > 0) {
		struct kept_answer *k = &wt->kept_answers[--wt->kept_answers_len];

		free(k->key);
		free(k->line);
	}
}

static void
keep_answer(struct watch *wt, const char *key, const char *line, size_t n)
{
	struct kept_answer k = { strdup(key), strndup(line, n), n };

	if (k.key == NULL || k.line == NULL || n > WATCH_KEPT_ANSWER_BYTES ||
	    wt->kept_answers_len == WATCH_KEPT_ANSWERS) {
		free(k.key);
		free(k.line);
		return;
	}
	wt->kept_answers[wt->kept_answers_len++] = k;
}

const struct kept_answer *
watch_find_kept_answer(const struct web *web, const json_t *command)
{
	char *key = kept_answer_key(command);
	unsigned i = 0;

	while (key != NULL && i < web->watch.kept_answers_len &&
	       strcmp(web->watch.kept_answers[i].key, key) != 0)
		i++;
	i = key != NULL ? i : web->watch.kept_answers_len;
	free(key);
	return i < web->watch.kept_answers_len ? &web->watch.kept_answers[i] : NULL;
}

/* ---- questions ---- */

uint64_t
watch_ask(struct web *web, json_t *asked, struct conn *c, watch_answer_fn *fn)
{
	struct watch *wt = &web->watch;
	uint64_t id = ++wt->questions_asked;
	struct question *q = &wt->open_questions[id % WATCH_QUESTIONS_MAX];
	char line[WEBSOCKET_MESSAGE_MAX + 64];
	size_t n;

	if (wt->session == NULL || q->id != 0 ||
	    json_object_set_new(asked, "id", json_integer((json_int_t)id)) != 0)
		return 0;
	n = json_dumpb(asked, line, sizeof(line), JSON_COMPACT);
	if (n == 0 || n > sizeof(line) || !session_has_room(wt->session, n))
		return 0;
	session_send(wt->session, line, n);
	*q = (struct question){ id, kept_answer_key(asked), c, fn };
	return id;
}

void
watch_cancel_question(struct web *web, uint64_t id)
{
	struct question *q = &web->watch.open_questions[id % WATCH_QUESTIONS_MAX];

	if (id != 0 && q->id == id)
		q->conn = NULL; /* the slot stays in use until the answer arrives */
}

static void
handle_answer(struct web *web, uint64_t id, const char *line, size_t n, bool last)
{
	struct question q = web->watch.open_questions[id % WATCH_QUESTIONS_MAX];

	if (q.id != id)
		return;
	if (last) {
		if (q.key != NULL && line != NULL)
			keep_answer(&web->watch, q.key, line, n);
		free(q.key);
		web->watch.open_questions[id % WATCH_QUESTIONS_MAX] = (struct question){ 0 };
	}
	if (q.conn != NULL)
		q.fn(q.conn, line, n);
	else if (last)
		watch_drop_unwatched(web);
}

/* ---- the public session ---- */

/* Handles a snapshot.  Watchers that have received all lines skip it, unless it replaces acts
 * that gammonweb has not received. */
static void
handle_snapshot(struct web *web, uint64_t m, uint64_t n_acts, const char *line, size_t n)
{
	struct topic *t = watch_find_match(web, m);
	uint64_t before;
	bool whole;

	web->watch.last_snapshot_match = m;
	if (t == NULL && (t = topic_new(web, m)) == NULL)
		return;
	before = t->next_line;
	whole = !t->stale && t->last_act == n_acts;
	drop_log(t);
	t->last_act = n_acts;
	t->snapshot_requested = t->stale = t->match_over = false;
	topic_add_line(web, t, line, n);
	if (whole)
		for (struct link *l = t->watchers.next; l != &t->watchers; l = l->next)
			if (WATCHER_OF(l)->next_line == before)
				WATCHER_OF(l)->next_line = t->next_line;
}

/* Handles the start or resumption of a match, which gammond reports whether the match is
 * watched or not. */
static void
on_match_begins(struct web *web, uint64_t m, const char *line, size_t n)
{
	struct topic *t = watch_find_match(web, m);

	if (t != NULL) {
		t->stale = true;
		t->snapshot_requested = false;
		request_snapshot(web, t);
	}
	topic_add_line(web, &web->watch.lobby_topic, line, n);
}

static void
on_match_line(struct web *web, uint64_t m, uint64_t acts, bool ends, const char *line, size_t n)
{
	struct topic *t = watch_find_match(web, m);

	if (t == NULL || t->stale)
		return;
	if (acts != 0)
		t->last_act = acts;
	t->match_over = t->match_over || ends;
	if (t->next_line - t->first_line < WATCH_LOG_LINES) {
		topic_add_line(web, t, line, n);
	} else {
		/* The log must not lose the snapshot at its start. */
		drop_log(t);
		t->stale = true;
	}
	request_snapshot(web, t);
}

/* Notifies watchers that a match is no longer being played, or is hidden. */
static void
notify_match_gone(struct web *web, struct topic *t, const char *e)
{
	char line[64];
	struct sbuf out;

	SBUF_INIT(&out, line);
	sbuf_addf(&out, "{\"e\":\"%s\",\"m\":%" PRIu64 "}", e, t->m);
	topic_add_line(web, t, line, out.len);
	t->match_over = true;
}

/* Handles the answer to `watch`.  If gammond was restarted, a refusal may mean that the match
 * has not been resumed yet.  "busy" says nothing about the match, so a snapshot may be
 * requested again. */
static void
on_watch_answer(struct web *web, uint64_t m, const json_t *object)
{
	const char *err = json_string_value(json_object_get(object, "err"));
	struct topic *t = watch_find_match(web, m);

	if (t != NULL && link_alone(&t->watchers))
		topic_free(web, t); /* its last watcher had left before the snapshot came */
	else if (t == NULL || err == NULL)
		return;
	else if (strcmp(err, "busy") == 0)
		t->snapshot_requested = false;
	else if (t->stale)
		notify_match_gone(web, t, "end");
}

/* Handles the answer to `unwatch`.  If the topic exists again, a new watcher or a snapshot sent
 * before the unwatch created it.  If it has watchers, gammond may not send them its lines any
 * more, so a new snapshot is requested, unless the match is over or hidden. */
static void
on_unwatch_answer(struct web *web, uint64_t m)
{
	struct topic *t = watch_find_match(web, m);

	if (t != NULL && link_alone(&t->watchers)) {
		topic_free(web, t);
	} else if (t != NULL && !t->match_over) {
		t->stale = true;
		t->snapshot_requested = false;
		request_snapshot(web, t);
	}
}

/* Handles `hidden`: a player has switched `public` off. */
static void
on_match_hidden(struct web *web, uint64_t m)
{
	struct topic *t = watch_find_match(web, m);

	if (t == NULL)
		return;
	drop_log(t);
	images_forget(&web->images, m);
	t->stale = t->snapshot_requested = true; /* until the match begins again */
	notify_match_gone(web, t, "hidden");
}

/* Called when the public session has ended.  Fails the pending questions, and makes all matches
 * wait for a snapshot. */
static void
on_public_session_end(struct web *web)
{
	struct watch *wt = &web->watch;
	struct topic *t, *next;

	wt->session = NULL;
	drop_kept_answers(wt);
	for (unsigned i = 0; i < WATCH_QUESTIONS_MAX; i++)
		if (wt->open_questions[i].id != 0)
			handle_answer(web, wt->open_questions[i].id, NULL, 0, true);
	HASH_ITER(hh, wt->matches, t, next)
	{
		t->stale = true;
		t->snapshot_requested = false;
	}
}

void
watch_tick(struct web *web)
{
	struct topic *t, *next;

	drop_kept_answers(&web->watch);
	HASH_ITER(hh, web->watch.matches, t, next)
	{
		request_snapshot(web, t);
	}
}

static void
on_public_event(
    struct web *web, const char *e, const json_t *object, const char *line, size_t n)
{
	uint64_t m = (uint64_t)json_integer_value(json_object_get(object, "m"));
	uint64_t acts = (uint64_t)json_integer_value(json_object_get(object, "n"));

	if (strcmp(e, "tournament") == 0)
		drop_kept_answers(&web->watch);
	if (strcmp(e, "hello") == 0)
		browsers_set_greeting(web, line, n);
	else if (strcmp(e, "match") == 0)
		handle_snapshot(web, m, acts, line, n);
	else if (strcmp(e, "begins") == 0)
		on_match_begins(web, m, line, n);
	else if (strcmp(e, "hidden") == 0)
		on_match_hidden(web, m);
	else if (m != 0 && strcmp(e, "who") != 0)
		on_match_line(web, m, acts, strcmp(e, "end") == 0, line, n);
	else if (strcmp(e, "ping") == 0 || strcmp(e, "notice") == 0 ||
		 strcmp(e, "tournament") == 0)
		topic_add_line(web, &web->watch.everyone_topic, line, n);
	else
		topic_add_line(web, &web->watch.lobby_topic, line, n);
}

static void
on_public_line(struct session *s, char *line, size_t n)
{
	struct web *web = s->web;
	json_t *object = n > 0 ? json_loadb(line, n, 0, NULL) : NULL;
	const char *e = json_string_value(json_object_get(object, "e"));
	uint64_t re = (uint64_t)json_integer_value(json_object_get(object, "re"));

	if (line == NULL)
		on_public_session_end(web);
	else if (re >= UNWATCH_ID_BASE)
		on_unwatch_answer(web, re - UNWATCH_ID_BASE);
	else if (re >= WATCH_ID_BASE)
		on_watch_answer(web, re - WATCH_ID_BASE, object);
	else if (re != 0)
		handle_answer(web, re, line, n, e == NULL);
	else if (e != NULL)
		on_public_event(web, e, object, line, n);
	else if (line != NULL && json_object_get(object, "err") != NULL)
		log_client(LOG_LEVEL_WARN, "stream_refused", "reason=\"%s\"",
		    json_string_value(json_object_get(object, "say")));
	json_decref(object);
}

void
watch_connected(struct web *web)
{
	static const char PUBLIC[] = "{\"id\":0,\"c\":\"public\"}";
	struct watch *wt = &web->watch;

	wt->session = session_open(web, NULL, true, on_public_line, NULL);
	if (wt->session == NULL)
		return;
	session_send(wt->session, PUBLIC, sizeof(PUBLIC) - 1);
	watch_tick(web);
}

void
watch_begin(struct web *web)
{
	topic_init(&web->watch.everyone_topic, 0);
	topic_init(&web->watch.lobby_topic, 0);
	link_init(&web->watch.waiting_topics);
}
