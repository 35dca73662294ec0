/* SPDX-License-Identifier: MIT */
/* The last events of users of JSON lines, for users who log in again with a token and `since`
 * (PROTOCOL.md 14.6).  Kept for JSON_LOG_KEPT_S after the connection has ended, for at most
 * JSON_LOGS_MAX users.  Lost when the server ends.
 *
 * Adding an event moves at most JSON_LOG_BYTES bytes. */
#include "output/json_log.h"

#include <stdlib.h>
#include <string.h>

#include "output/output.h"

#define JSON_LOG_BYTES 16384u /* bytes of lines: some sixty acts */
#define JSON_LOGS_MAX 1000u
#define JSON_LOG_KEPT_S 3600

struct json_log {
	UT_hash_handle hh; /* in world.json_logs once the session has ended */
	int64_t user;
	int64_t disconnected_ms;
	uint64_t last_event_no; /* number of the last event of the connection */
	uint64_t lost_up_to_no; /* all events up to this number may be missing */
	int64_t refused_since; /* `since` of the log-in that started this numbering: a number of
			    the previous numbering; -1: none */
	size_t complete_len;   /* bytes of complete lines */
	size_t len;            /* bytes, including the line being written */
	bool keeps_line;       /* the line being written is kept */
	char text[JSON_LOG_BYTES];
};

/* Returns the number of the event at the start of a line. */
static uint64_t
event_number(const char *line)
{
	return strtoull(strstr(line, "\"s\":") + 4, NULL, 10);
}

static const char *
next_line(const char *line)
{
	return strchr(line, '\n') + 1;
}

void
json_log_event_begin(struct session *s, const char *event, uint64_t number)
{
	static const char *const left_out[] = { "welcome", "token", "bye", "who", "left" };
	struct json_log *l = s->screen.json->log;

	if (l == NULL)
		return;
	l->last_event_no = number;
	l->keeps_line = true;
	for (size_t i = 0; i < ARRAY_LEN(left_out); i++)
		l->keeps_line = l->keeps_line && strcmp(event, left_out[i]) != 0;
}

void
json_log_add(struct session *s, const char *text, size_t n)
{
	struct json_log *l = s->screen.json->log;

	if (l == NULL || !l->keeps_line)
		return;
	while (l->len + n >= sizeof(l->text) && l->complete_len > 0) {
		size_t first = (size_t)(next_line(l->text) - l->text);

		l->lost_up_to_no = event_number(l->text);
		l->len -= first;
		l->complete_len -= first;
		memmove(l->text, l->text + first, l->len + 1);
	}
	if (l->len + n >= sizeof(l->text)) { /* the line does not fit */
		l->keeps_line = false;
		l->lost_up_to_no = l->last_event_no;
		l->len = 0;
		l->text[0] = '\0';
		return;
	}
	memcpy(l->text + l->len, text, n);
	l->len += n;
	l->text[l->len] = '\0';
}

void
json_log_event_end(struct session *s)
{
	struct json_log *l = s->screen.json->log;

	if (l == NULL)
		return;
	l->complete_len = l->len;
	l->keeps_line = false;
}

static bool
is_expired(const struct world *w, const struct json_log *l)
{
	return w->mono_ms - l->disconnected_ms >= JSON_LOG_KEPT_S * 1000;
}

void
json_log_keep(struct world *w, struct session *s)
{
	struct json_log *l = s->screen.json->log, *old, *next;

	if (l == NULL)
		return;
	s->screen.json->log = NULL;
	/* up to three more numbers: a text, `bye`, and left_out between them */
	l->last_event_no = s->screen.json->last_event_no + 3;
	l->user = s->player->user;
	l->disconnected_ms = w->mono_ms;
	HASH_FIND(hh, w->json_logs, &l->user, sizeof(l->user), old);
	if (old != NULL) {
		HASH_DEL(w->json_logs, old);
		free(old);
	}
	HASH_ADD(hh, w->json_logs, user, sizeof(l->user), l);
	if (l->hh.tbl == NULL)
		free(l);
	HASH_ITER(hh, w->json_logs, old, next) /* oldest first */
	{
		if (HASH_COUNT(w->json_logs) <= JSON_LOGS_MAX && !is_expired(w, old))
			break;
		HASH_DEL(w->json_logs, old);
		free(old);
	}
}

void
json_log_replay(struct world *w, struct session *s)
{
	struct json_lines *j = s->screen.json;
	struct json_log *l;

	HASH_FIND(hh, w->json_logs, &s->player->user, sizeof(s->player->user), l);
	if (l != NULL)
		HASH_DEL(w->json_logs, l);
	if (l == NULL || is_expired(w, l) || j->since_event < 0 ||
	    (uint64_t)j->since_event < l->lost_up_to_no ||
	    (uint64_t)j->since_event > l->last_event_no || j->since_event == l->refused_since) {
		free(l);
		j->log = calloc(1, sizeof(*l)); /* NULL: no event is kept */
		if (j->log != NULL) {
			j->log->lost_up_to_no = j->last_event_no;
			j->log->refused_since = j->since_event;
		}
		/* `welcome`, the next event, must have a number that is not above `since` */
		j->skipped_event_no = (uint64_t)j->since_event != j->last_event_no + 1
					  ? (uint64_t)j->since_event
					  : 0;
		return;
	}
	for (const char *line = l->text; *line != '\0'; line = next_line(line))
		if (event_number(line) > (uint64_t)j->since_event)
			session_write_wire(s, line, (size_t)(next_line(line) - line));
	j->last_event_no = l->last_event_no;
	j->skipped_event_no = (uint64_t)l->refused_since;
	j->log = l;
}

void
json_logs_free(struct world *w)
{
	struct json_log *l, *next;

	HASH_ITER(hh, w->json_logs, l, next)
	{
		HASH_DEL(w->json_logs, l);
		free(l);
	}
}
