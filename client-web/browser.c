/* SPDX-License-Identifier: MIT */
#include "client-web/browser.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "proto/line.h"

#include "client-web/web.h"

/* ---- answers ---- */

static void
send_line(struct conn *c, const char *line, size_t n)
{
	conn_send_and_drop(c, frame_new_message(WEBSOCKET_TEXT, line, n));
}

/* Answers a command.  err: NULL if it succeeded. */
static void
reply(struct conn *c, json_int_t id, const char *err, const char *sentence)
{
	char line[160];
	struct sbuf out;

	if (id < 0)
		return;
	SBUF_INIT(&out, line);
	sbuf_addf(&out, "{\"re\":%" JSON_INTEGER_FORMAT, id);
	if (err == NULL)
		sbuf_add(&out, ",\"ok\":true}");
	else
		sbuf_addf(&out, ",\"err\":\"%s\",\"say\":\"%s\"}", err, sentence);
	CHECK(sbuf_ok(&out));
	send_line(c, line, out.len);
}

/* ---- commands of a browser that has not logged in ---- */

/* Forwards gammond's answer to a command under the browser's own id.  Returns whether the
 * command succeeded. */
static bool
forward_answer(struct conn *c, const char *line, size_t n)
{
	static const char OK[] = ",\"ok\":true";
	struct browser *b = c->browser;
	char *space = line != NULL ? malloc(n + 32) : NULL;
	const char *rest;
	struct sbuf out;

	b->question_id = 0;
	if (space == NULL) {
		reply(c, b->id, "busy", "The server cannot be reached.  Try again soon.");
		return false;
	}
	rest = line + strcspn(line, ",}");
	sbuf_init(&out, space, n + 32);
	sbuf_addf(&out, "{\"re\":%" JSON_INTEGER_FORMAT "%s", b->id, rest);
	if (b->id >= 0)
		send_line(c, space, out.len);
	free(space);
	return strncmp(rest, OK, sizeof(OK) - 1) == 0;
}

static void
on_answer(struct conn *c, const char *line, size_t n)
{
	(void)forward_answer(c, line, n);
}

/* Adds the browser to the watchers of a match that gammonweb already follows.  If it already
 * watches BROWSER_MATCHES_MAX matches, the first of them is dropped. */
static void
follow_match(struct conn *c, struct topic *t)
{
	struct watcher *free_one = NULL;

	for (unsigned i = 0; i < BROWSER_MATCHES_MAX; i++) {
		struct watcher *w = &c->browser->match_watchers[i];

		if (w->topic == t)
			return;
		if (w->topic == NULL)
			free_one = w;
	}
	if (free_one == NULL) {
		free_one = &c->browser->match_watchers[0];
		watcher_remove(c->web, free_one);
	}
	watcher_add(free_one, t, c, false);
}

/* gammond sends the snapshot immediately before this answer. */
static void
on_watch_answer(struct conn *c, const char *line, size_t n)
{
	struct topic *t = watch_find_match(c->web, c->web->watch.last_snapshot_match);

	if (forward_answer(c, line, n) && t != NULL && c->state == CONN_WEBSOCKET)
		follow_match(c, t);
	watch_drop_unwatched(c->web);
}

/* Returns whether gammond can read a command.  A command that is nested or too long is refused
 * without its id, so the browser would never get an answer. */
static bool
gammond_can_read(json_t *command)
{
	const char *key;
	json_t *value;

	json_object_foreach(command, key, value)
	{
		if (json_is_object(value) || json_is_array(value))
			return false;
	}
	return json_dumpb(command, NULL, 0, JSON_COMPACT) <= LINE_BYTES_MAX - 32;
}

static void
ask(struct conn *c, json_t *command, json_int_t id, watch_answer_fn *fn)
{
	struct browser *b = c->browser;

	if (!gammond_can_read(command)) {
		reply(c, id, "syntax", "A member is too long, or no text or number.");
		return;
	}
	if (b->question_id == 0)
		b->question_id = watch_ask(c->web, command, c, fn);
	else
		fn = NULL;
	if (fn == NULL || b->question_id == 0)
		reply(c, id, "busy", "One question at a time.");
	else
		b->id = id;
}

static void
command_watch(struct conn *c, json_t *command, json_int_t id)
{
	struct topic *t = watch_find_match(
	    c->web, (uint64_t)json_integer_value(json_object_get(command, "m")));

	if (t == NULL || t->first_line == t->next_line) {
		ask(c, command, id, on_watch_answer);
		return;
	}
	reply(c, id, NULL, NULL);
	if (c->state == CONN_WEBSOCKET)
		follow_match(c, t);
}

static void
command_unwatch(struct conn *c, json_t *command, json_int_t id)
{
	const json_t *m = json_object_get(command, "m");

	for (unsigned i = 0; i < BROWSER_MATCHES_MAX; i++) {
		struct watcher *w = &c->browser->match_watchers[i];

		if (w->topic != NULL &&
		    (m == NULL || w->topic->m == (uint64_t)json_integer_value(m)))
			watcher_remove(c->web, w);
	}
	reply(c, id, NULL, NULL);
}

/* A browser that asks for the list of users also receives its changes from then on. */
static void
command_get(struct conn *c, json_t *command, json_int_t id)
{
	struct browser *b = c->browser;
	const char *what = json_string_value(json_object_get(command, "what"));
	const struct kept_answer *kept;

	kept = b->question_id == 0 ? watch_find_kept_answer(c->web, command) : NULL;
	if (kept != NULL) {
		b->id = id;
		(void)forward_answer(c, kept->line, kept->len);
		return;
	}
	if (what != NULL && strcmp(what, "who") == 0 && b->lobby_watcher.topic == NULL)
		watcher_add(&b->lobby_watcher, &c->web->watch.lobby_topic, c, true);
	if (c->state == CONN_WEBSOCKET)
		ask(c, command, id, on_answer);
}

static void
command_ping(struct conn *c, json_t *command, json_int_t id)
{
	(void)command;
	reply(c, id, NULL, NULL);
}

static const struct {
	const char *name;
	void (*fn)(struct conn *c, json_t *command, json_int_t id); /* NULL: relayed */
} COMMANDS[] = {
	{ "watch", command_watch },
	{ "unwatch", command_unwatch },
	{ "get", command_get },
	{ "ping", command_ping },
	{ "login", NULL },
	{ "token", NULL },
	{ "register", NULL },
	{ "guest", NULL },
	{ "line", NULL },
};

/* ---- the private session ---- */

static void
relay(struct conn *c, char *text, size_t n)
{
	struct browser *b = c->browser;

	if (b->session == NULL)
		b->session =
		    session_open(c->web, &c->browser_address, c->secure, browser_on_line, c);
	if (b->session == NULL) {
		conn_close_websocket(c, WEBSOCKET_CLOSE_TRY_LATER, NULL);
		return;
	}
	/* JSON allows line breaks between tokens, but they would end the line for gammond. */
	for (size_t i = 0; i < n; i++)
		if (text[i] == '\n' || text[i] == '\r' || text[i] == '\0')
			text[i] = ' ';
	session_send(b->session, text, n);
}

static void
stop_watching(struct conn *c)
{
	struct browser *b = c->browser;

	watch_cancel_question(c->web, b->question_id);
	b->question_id = 0;
	watcher_remove(c->web, &b->everyone_watcher);
	watcher_remove(c->web, &b->lobby_watcher);
	for (unsigned i = 0; i < BROWSER_MATCHES_MAX; i++)
		watcher_remove(c->web, &b->match_watchers[i]);
}

static bool
event_is(const char *line, const char *e)
{
	size_t n = strlen(e);

	return strncmp(line, "{\"e\":\"", 6) == 0 && strncmp(line + 6, e, n) == 0 &&
	       line[6 + n] == '"';
}

void
browser_on_line(struct session *s, char *line, size_t n)
{
	struct conn *c = s->ctx;

	if (line == NULL) {
		/* The page reconnects when its WebSocket is closed. */
		c->browser->session = NULL;
		conn_close_websocket(c,
		    stream_ready(c->web) && s->refusal == NULL ? WEBSOCKET_CLOSE_NORMAL
							       : WEBSOCKET_CLOSE_TRY_LATER,
		    s->refusal);
		return;
	}
	if (event_is(line, "hello"))
		return; /* the browser has been greeted already */
	if (event_is(line, "welcome")) {
		c->browser->logged_in = true;
		stop_watching(c);
	}
	send_line(c, line, n);
	if (c->state == CONN_WEBSOCKET)
		session_report_backlog(s, conn_backlog(c));
}

bool
browser_takes_input(const struct conn *c)
{
	const struct session *s = c->browser->session;

	return s == NULL || session_has_room(s, WEBSOCKET_MESSAGE_MAX);
}

void
browser_resume_input(struct session *s)
{
	conn_resume(s->ctx);
}

/* ---- life cycle ---- */

void
browser_on_message(struct conn *c, char *text, size_t n)
{
	struct browser *b = c->browser;
	json_t *command, *id, *name;
	json_int_t number;
	size_t i = 0;

	if (b->logged_in) {
		relay(c, text, n);
		return;
	}
	if (!conn_may_ask(c)) {
		conn_close_websocket(c, WEBSOCKET_CLOSE_POLICY, NULL);
		return;
	}
	command = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
	id = json_object_get(command, "id");
	name = json_object_get(command, "c");
	number =
	    json_is_integer(id) && json_integer_value(id) >= 0 ? json_integer_value(id) : -1;
	while (json_is_string(name) && i < ARRAY_LEN(COMMANDS) &&
	       strcmp(COMMANDS[i].name, json_string_value(name)) != 0)
		i++;
	if (!json_is_string(name))
		reply(c, number < 0 ? 0 : number, "syntax", "A command is an object with c.");
	else if (i == ARRAY_LEN(COMMANDS))
		reply(c, number, "denied", "Log in first.");
	else if (COMMANDS[i].fn == NULL)
		relay(c, text, n);
	else
		COMMANDS[i].fn(c, command, number);
	json_decref(command);
}

static void
greet(struct conn *c)
{
	struct web *web = c->web;
	struct browser *b = c->browser;

	if (web->watch.session == NULL || web->watch.greeting == NULL ||
	    (b->greeted && b->session != NULL))
		return;
	b->greeted = true;
	conn_send(c, web->watch.greeting);
	if (c->state == CONN_WEBSOCKET && b->everyone_watcher.topic == NULL)
		watcher_add(&b->everyone_watcher, &web->watch.everyone_topic, c, true);
}

bool
browser_begin(struct conn *c)
{
	struct browser *b = calloc(1, sizeof(*b));

	if (b == NULL)
		return false;
	conn_make_websocket(c, b);
	greet(c);
	return true;
}

void
browsers_set_greeting(struct web *web, const char *line, size_t n)
{
	struct link *list = &web->conns.websockets;
	struct frame *hello = frame_new_message(WEBSOCKET_TEXT, line, n);

	if (hello == NULL)
		return;
	frame_drop(web->watch.greeting);
	web->watch.greeting = hello;
	for (struct link *l = list->next, *next; l != list; l = next) {
		next = l->next;
		greet(LINK_OWNER(l, struct conn, link));
	}
}

void
browser_drained(struct conn *c)
{
	struct browser *b = c->browser;

	if (b->session != NULL)
		session_report_backlog(b->session, 0);
	watcher_push(&b->everyone_watcher);
	watcher_push(&b->lobby_watcher);
	for (unsigned i = 0; i < BROWSER_MATCHES_MAX; i++)
		watcher_push(&b->match_watchers[i]);
}

void
browser_gone(struct conn *c)
{
	struct browser *b = c->browser;

	stop_watching(c);
	if (b->session != NULL)
		session_close(b->session);
	c->browser = NULL;
	free(b);
}
