/* SPDX-License-Identifier: MIT */
/* See visit_words.h: one row for each kind of log-in and log-out. */
#include "output/visit_words.h"

#include <string.h>

#include "people/session.h"
#include "proto/clip.h"

typedef void news_fn(struct out *out, const char *name);

/* A kind of log-in or log-out.  event: the word in the store, which must keep its meaning.
 * news: writes the text for other users, without the full stop. */
struct word {
	const char *event;
	news_fn *news;
};

static const struct word COMINGS[COME_COUNT] = {
	[COME_IN] = { "login", msg_logs_in },
	[COME_AGAIN] = { "again", msg_logs_in_again },
	[COME_REGISTERED] = { "register", msg_registers },
};

static const struct word GOINGS[] = {
	[END_LOGOUT] = { "logout", msg_logs_out },
	[END_DROPPED] = { "drop", msg_drops_connection },
	[END_NETWORK] = { "network", msg_network_error },
	[END_TIMEOUT] = { "timeout", msg_connection_timed_out },
	[END_REPLACED] = { "replaced", msg_closed_old },
	[END_KICKED] = { "kick", msg_was_kicked },
	[END_SERVER] = { "logout", msg_logs_out },
};

static bool
tell_news(
    const struct word *list, size_t n, struct out *out, const char *event, const char *name)
{
	for (size_t i = 0; i < n; i++) {
		if (strcmp(list[i].event, event) != 0)
			continue;
		list[i].news(out, name);
		return true;
	}
	return false;
}

bool
visit_event_text(struct out *out, const char *event, const char *name)
{
	return tell_news(COMINGS, ARRAY_LEN(COMINGS), out, event, name) ||
	       tell_news(GOINGS, ARRAY_LEN(GOINGS), out, event, name);
}

/* Writes the text of a log-in or log-out for one recipient, without the full stop. */
static void
news_text(const struct session *to, const char *name, news_fn *news, const struct kick *kick,
    char text[SESSION_FAREWELL_MAX])
{
	struct sbuf b;
	struct out words = out_to(&b);

	sbuf_init(&b, text, SESSION_FAREWELL_MAX);
	words.catalogue = to->out.catalogue;
	if (kick != NULL)
		msg_closes_connection(&words, name,
		    kick->why != NULL ? kick->why : msg_text(&words, kick->reason));
	else
		news(&words, name);
}

void
session_farewell(const struct session *to, const struct session *about, const struct parting *p,
    char text[SESSION_FAREWELL_MAX])
{
	news_text(to, about->player->name, GOINGS[p->how].news, p->kick, text);
}

/* Sends CLIP line 7 or 8, or only the text. */
static void
tell_text(struct session *to, enum clip_no no, const char *name, const char *text)
{
	if (session_clip(to))
		out_addf(&to->out, "%u %s %s.\n", (unsigned)no, name, text);
	else
		msg_news(&to->out, text);
}

void
session_tell_came(struct session *to, const struct session *about)
{
	const char *name = about->player->name;
	char text[SESSION_FAREWELL_MAX];

	news_text(to, name, COMINGS[about->came].news, NULL, text);
	tell_text(to, CLIP_LOGIN, name, text);
}

void
session_tell_left(struct session *to, const char *name, enum session_end how, const char *why,
    enum msg_id reason)
{
	const struct kick kick = { why, reason };
	char text[SESSION_FAREWELL_MAX];

	news_text(to, name, GOINGS[how].news, how == END_KICKED ? &kick : NULL, text);
	tell_text(to, CLIP_LOGOUT, name, text);
}

const char *
visit_came_word(enum coming how)
{
	return COMINGS[how].event;
}

const char *
visit_left_word(enum session_end how)
{
	return GOINGS[how].event;
}
