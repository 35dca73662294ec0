/* SPDX-License-Identifier: MIT */
/* Lines from the server: see receive.h. */
#include "receive.h"

#include <stdlib.h>
#include <string.h>

#include "base/sbuf.h"

#include "boards.h"
#include "query.h"
#include "seal.h"
#include "sentence.h"
#include "server_lines.h"
#include "texts.h"
#include "translate.h"

static void
remove_person(struct model *m, const char *name)
{
	struct person *p = model_find_person(m, name);

	if (p == NULL)
		return;
	tree_remove(&m->people, &p->name_node);
	m->n_people--;
	free(p);
}

/* Shows a row of a list that the user requested. */
static void
log_who_row(struct model *m, const struct fibs_who *w)
{
	char text[200];
	enum language l = m->queries.language;
	struct sbuf b;

	m->query_marks.list_rows++;
	SBUF_INIT(&b, text);
	texts_addf(
	    &b, l, "%-20s rating %7.2f  experience %-5u ", w->name, w->rating, w->experience);
	if (w->opponent[0] != '\0')
		texts_addf(&b, l, "plays %s", w->opponent);
	else if (w->watching[0] != '\0')
		texts_addf(&b, l, "watches %s", w->watching);
	else
		sbuf_add(&b, texts_translate(l, w->ready ? "ready" : "not ready"));
	sbuf_add(&b, w->away ? texts_translate(l, ", away") : "");
	if (w->idle_s >= 60)
		texts_addf(&b, l, ", idle %u min", w->idle_s / 60);
	model_log(m, LOG_SERVER, text);
}

static void
update_person(struct model *m, const struct fibs_line *line)
{
	struct fibs_who who;
	struct person *p;

	if (!fibs_read_who(line, &who))
		return;
	if (m->query_marks.list_arriving)
		log_who_row(m, &who);
	p = model_find_person(m, who.name);
	if (p == NULL && m->n_people < PEOPLE_MAX && (p = calloc(1, sizeof(*p))) != NULL) {
		m->n_people++;
		p->who = who;
		tree_add(&m->people, &p->name_node);
	}
	if (p != NULL)
		p->who = who;
	if (strcmp(who.name, m->self) != 0)
		return;
	m->ready = who.ready;
	m->away = who.away;
	if (who.opponent[0] == '\0')
		m->next_game_offered = m->next_game_joined = false;
	(void)sbuf_copy(m->opponent, sizeof(m->opponent), who.opponent);
	(void)sbuf_copy(m->watching, sizeof(m->watching), who.watching);
}

static enum log_kind
log_kind_of(const struct fibs_line *l)
{
	switch (l->kind) {
	case FIBS_SAYS:
	case FIBS_YOU_SAY:
	case FIBS_MESSAGE:
	case FIBS_ALERTS:
		return LOG_PRIVATE;
	case FIBS_LOGIN:
	case FIBS_LOGOUT:
		return LOG_LOGINS;
	case FIBS_TEXT:
		return strncmp(l->text, "** ", 3) == 0 ? LOG_REFUSAL : LOG_SERVER;
	default:
		return LOG_PUBLIC;
	}
}

/* Translates a notice that a user has logged in or out.  It is one of the server's texts
 * followed by a full stop.  Returns false for any other line. */
static bool
translate_login_notice(const struct model *m, const struct fibs_line *l, char *out, size_t size)
{
	char text[200];
	struct sbuf b;
	size_t n;
	bool stop;

	if ((l->kind != FIBS_LOGIN && l->kind != FIBS_LOGOUT) ||
	    !sbuf_copy(text, sizeof(text), l->text))
		return false;
	n = strlen(text);
	stop = n > 0 && text[n - 1] == '.';
	text[n - stop] = '\0';
	sbuf_init(&b, out, size);
	if (!translate_line(m->queries.language, text, &b))
		return false;
	if (stop)
		sbuf_addc(&b, '.');
	return true;
}

static void
log_fibs_line(struct model *m, const struct fibs_line *l)
{
	char text[2200];

	if (!translate_login_notice(m, l, text, sizeof(text)))
		fibs_readable_text(l, m->queries.language, text, sizeof(text));
	model_log(m, log_kind_of(l), text);
}

/* Returns whether the line is a row of the list of users who are away.  The rows have no
 * numbers: a name, a colon and that user's text. */
static bool
is_away_row(struct model *m, const char *line)
{
	struct sentence s;

	if (sentence_read("The following users are away:", line, &s))
		m->message_group = GROUP_AWAY_LIST;
	else if (m->message_group != GROUP_AWAY_LIST)
		return false;
	else if (sentence_read_start("%n: ", line, &s) != NULL)
		return true;
	else
		m->message_group = GROUP_NONE;
	return false;
}

/* Returns true if field n of CLIP line 2 (the user's own settings), counted from 0 after the
 * name, is "1". */
static bool
own_info_flag(const char *text, unsigned n)
{
	while (n-- > 0) {
		text += strcspn(text, " ");
		text += strspn(text, " ");
	}
	return *text == '1';
}

/* Shows the stored lines of the message of the day. */
static void
log_motd(struct model *m)
{
	const char *end = m->motd.text + m->motd.len;

	for (const char *at = m->motd.text; at < end; at += strlen(at) + 1)
		log_fibs_line(m, &(struct fibs_line){ .kind = FIBS_TEXT, .text = at });
	m->motd.len = 0;
}

/* Stores a line of the message of the day, which arrives in English, until the language of the
 * account is known.  Returns true if the line was stored. */
static bool
hold_motd(struct model *m, const char *line)
{
	size_t n = strlen(line);

	if (m->motd.complete || !query_language_awaited(m))
		return false;
	if (n + 1 >= sizeof(m->motd.text) - m->motd.len) {
		log_motd(m);
		m->motd.complete = true;
		return false;
	}
	memcpy(m->motd.text + m->motd.len, line, n);
	m->motd.len += n;
	m->motd.text[m->motd.len++] = '\0';
	return true;
}

/* Shows the stored message of the day.  If the language of the account is not English and the
 * server knows `additions`, drops the message instead: the answer to `additions` repeats it in
 * that language. */
static void
release_motd(struct model *m)
{
	bool other = m->server_is_gammond && m->queries.language != LANG_EN;

	if (m->motd.len == 0 || m->message_group == GROUP_MOTD || query_language_awaited(m) ||
	    (other && query_additions_awaited(m)))
		return;
	if (!other || !m->queries.additions_on)
		log_motd(m);
	m->motd.len = 0;
}

static void
handle_login(struct model *m, const struct fibs_line *l)
{
	m->clip = true;
	if (strcmp(m->self, l->name) != 0) /* the style to restore belongs to another user */
		m->boardstyle_to_restore = 0;
	(void)sbuf_copy(m->self, sizeof(m->self), l->name);
	query_token_and_style(m);
}

static void
process_line(struct model *m, const char *line, int64_t now_ms)
{
	struct fibs_line l;

	if (boards_read_replay(m, line))
		return;
	fibs_read_line(line, m->clip && m->message_group != GROUP_MOTD, &l);
	if (!m->clip || (m->message_group == GROUP_MOTD && strcmp(line, "4") == 0))
		fibs_read_line(line, true, &l);
	/* before the log-in only the welcome line, which contains a time, has a number; after
	 * the log-in there is no second welcome line */
	if (m->clip ? l.kind == FIBS_WELCOME
		    : l.kind < FIBS_BOARD &&
			  (l.kind != FIBS_WELCOME || strspn(l.text, "0123456789") < 5))
		l = (struct fibs_line){ .kind = FIBS_TEXT, .text = line };
	if (m->message_group == GROUP_MOTD && l.kind == FIBS_QUOTED_TEXT)
		l.kind = FIBS_TEXT;
	if (l.kind == FIBS_TEXT && m->message_group != GROUP_MOTD && is_away_row(m, line))
		l.kind = FIBS_QUOTED_TEXT;
	switch (l.kind) {
	case FIBS_WELCOME:
		handle_login(m, &l);
		break;
	case FIBS_OWN_INFO:
		m->autoboard = own_info_flag(l.text, 1);
		m->moreboards = own_info_flag(l.text, 10);
		break;
	case FIBS_MOTD_BEGIN:
	case FIBS_MOTD_END:
		m->message_group = l.kind == FIBS_MOTD_BEGIN ? GROUP_MOTD : GROUP_NONE;
		m->motd.complete |= l.kind == FIBS_MOTD_END;
		break;
	case FIBS_WHO:
		update_person(m, &l);
		break;
	case FIBS_WHO_END:
		m->query_marks.list_complete = true;
		break;
	case FIBS_LOGOUT:
		remove_person(m, l.name);
		if (strcmp(m->inviter, l.name) == 0)
			m->inviter[0] = '\0';
		log_fibs_line(m, &l);
		break;
	case FIBS_BOARD:
		boards_read(m, line);
		break;
	case FIBS_BOARD_EXTRA:
		boards_read_extra(m, line);
		break;
	case FIBS_SAYS:
	case FIBS_ALERTS:
	case FIBS_MESSAGE:
		m->attention |= ATTENTION_MESSAGE;
		(void)sbuf_copy(m->last_sender, sizeof(m->last_sender), l.name);
		log_fibs_line(m, &l);
		break;
	case FIBS_QUOTED_TEXT:
		if (!seal_line_quotes_user(m, line))
			log_fibs_line(m, &l);
		break;
	case FIBS_TEXT:
		if (m->message_group == GROUP_MOTD
			? !hold_motd(m, line)
			: !m->clip || !server_lines_read(m, line, now_ms))
			log_fibs_line(m, &l);
		break;
	default:
		log_fibs_line(m, &l);
		break;
	}
}

void
receive_line(struct model *m, const char *line, int64_t now_ms)
{
	process_line(m, line, now_ms);
	release_motd(m);
}
