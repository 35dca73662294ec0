/* SPDX-License-Identifier: MIT */
/* See visit_words.h: one row for each kind of log-in and log-out. */
#include "output/visit_words.h"

#include <string.h>

#include "people/session.h"
#include "proto/clip.h"

typedef void visit_text_fn(struct out *out, const char *name);

/* A kind of log-in or log-out.  event: the word in the store, which must keep its meaning.
 * news: writes the text for other users, without the full stop. */
struct visit_kind {
	const char *stored_word;
	visit_text_fn *write_text;
};

static const struct visit_kind LOGIN_KINDS[LOGIN_KIND_COUNT] = {
	[LOGIN_KIND_NORMAL] = { "login", msg_logs_in },
	[LOGIN_KIND_AGAIN] = { "again", msg_logs_in_again },
	[LOGIN_KIND_REGISTERED] = { "register", msg_registers },
};

static const struct visit_kind LOGOUT_KINDS[] = {
	[END_LOGOUT] = { "logout", msg_logs_out },
	[END_DROPPED] = { "drop", msg_drops_connection },
	[END_NETWORK] = { "network", msg_network_error },
	[END_TIMEOUT] = { "timeout", msg_connection_timed_out },
	[END_REPLACED] = { "replaced", msg_closed_old },
	[END_KICKED] = { "kick", msg_was_kicked },
	[END_SHUTDOWN] = { "logout", msg_logs_out },
};

static bool
write_event_text(const struct visit_kind *list, size_t n, struct out *out, const char *event,
    const char *name)
{
	for (size_t i = 0; i < n; i++) {
		if (strcmp(list[i].stored_word, event) != 0)
			continue;
		list[i].write_text(out, name);
		return true;
	}
	return false;
}

bool
visit_event_text(struct out *out, const char *event, const char *name)
{
	return write_event_text(LOGIN_KINDS, ARRAY_LEN(LOGIN_KINDS), out, event, name) ||
	       write_event_text(LOGOUT_KINDS, ARRAY_LEN(LOGOUT_KINDS), out, event, name);
}

/* Writes the text of a log-in or log-out for one recipient, without the full stop. */
static void
write_visit_text(const struct session *to, const char *name, visit_text_fn *news,
    const struct kick *kick, char text[SESSION_LOGOUT_TEXT_MAX])
{
	struct sbuf b;
	struct out words = out_to_sbuf(&b);

	sbuf_init(&b, text, SESSION_LOGOUT_TEXT_MAX);
	words.catalogue = to->out.catalogue;
	if (kick != NULL)
		msg_closes_connection(&words, name,
		    kick->why != NULL ? kick->why : msg_text(&words, kick->reason));
	else
		news(&words, name);
}

void
session_logout_text(const struct session *to, const struct session *about,
    const struct session_ending *p, char text[SESSION_LOGOUT_TEXT_MAX])
{
	write_visit_text(
	    to, about->player->name, LOGOUT_KINDS[p->how].write_text, p->kick, text);
}

/* Sends CLIP line 7 or 8, or only the text. */
static void
send_visit_text(struct session *to, enum clip_no no, const char *name, const char *text)
{
	if (session_is_clip(to))
		out_addf(&to->out, "%u %s %s.\n", (unsigned)no, name, text);
	else
		msg_news(&to->out, text);
}

void
session_tell_login(struct session *to, const struct session *about)
{
	const char *name = about->player->name;
	char text[SESSION_LOGOUT_TEXT_MAX];

	write_visit_text(to, name, LOGIN_KINDS[about->login_kind].write_text, NULL, text);
	send_visit_text(to, CLIP_LOGIN, name, text);
}

void
session_tell_logout(struct session *to, const char *name, enum session_end how, const char *why,
    enum msg_id reason)
{
	const struct kick kick = { why, reason };
	char text[SESSION_LOGOUT_TEXT_MAX];

	write_visit_text(
	    to, name, LOGOUT_KINDS[how].write_text, how == END_KICKED ? &kick : NULL, text);
	send_visit_text(to, CLIP_LOGOUT, name, text);
}

const char *
visit_login_word(enum login_kind how)
{
	return LOGIN_KINDS[how].stored_word;
}

const char *
visit_logout_word(enum session_end how)
{
	return LOGOUT_KINDS[how].stored_word;
}
