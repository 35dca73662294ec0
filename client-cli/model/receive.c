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
person_gone(struct model *m, const char *name)
{
	struct person *p = model_find(m, name);

	if (p == NULL)
		return;
	tree_remove(&m->people, &p->by_name);
	m->people_count--;
	free(p);
}

/* Shows a row of a list that the user requested. */
static void
show_who(struct model *m, const struct fibs_who *w)
{
	char text[200];
	enum language l = m->asked.language;
	struct sbuf b;

	m->marks.rows++;
	SBUF_ON(&b, text);
	texts_addf(
	    &b, l, "%-20s rating %7.2f  experience %-5u ", w->name, w->rating, w->experience);
	if (w->opponent[0] != '\0')
		texts_addf(&b, l, "plays %s", w->opponent);
	else if (w->watching[0] != '\0')
		texts_addf(&b, l, "watches %s", w->watching);
	else
		sbuf_add(&b, texts_in(l, w->ready ? "ready" : "not ready"));
	sbuf_add(&b, w->away ? texts_in(l, ", away") : "");
	if (w->idle_s >= 60)
		texts_addf(&b, l, ", idle %u min", w->idle_s / 60);
	model_log(m, LOG_SERVER, text);
}

static void
person_is(struct model *m, const struct fibs_line *line)
{
	struct fibs_who who;
	struct person *p;

	if (!fibs_read_who(line, &who))
		return;
	if (m->marks.list)
		show_who(m, &who);
	p = model_find(m, who.name);
	if (p == NULL && m->people_count < PEOPLE_MAX && (p = calloc(1, sizeof(*p))) != NULL) {
		m->people_count++;
		p->who = who;
		tree_add(&m->people, &p->by_name);
	}
	if (p != NULL)
		p->who = who;
	if (strcmp(who.name, m->self) != 0)
		return;
	m->ready = who.ready;
	m->away = who.away;
	if (who.opponent[0] == '\0')
		m->next_game = m->joined = false;
	(void)sbuf_copy(m->opponent, sizeof(m->opponent), who.opponent);
	(void)sbuf_copy(m->watching, sizeof(m->watching), who.watching);
}

static enum log_kind
kind_of(const struct fibs_line *l)
{
	switch (l->kind) {
	case FIBS_SAYS:
	case FIBS_YOU_SAY:
	case FIBS_MESSAGE:
	case FIBS_ALERTS:
		return LOG_TOLD;
	case FIBS_LOGIN:
	case FIBS_LOGOUT:
		return LOG_PEOPLE;
	case FIBS_TEXT:
		return strncmp(l->text, "** ", 3) == 0 ? LOG_ERROR : LOG_SERVER;
	default:
		return LOG_TALK;
	}
}

/* Translates a notice that a user has logged in or out.  It is one of the server's texts
 * followed by a full stop.  Returns false for any other line. */
static bool
is_news(const struct model *m, const struct fibs_line *l, char *out, size_t size)
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
	if (!translate_line(m->asked.language, text, &b))
		return false;
	if (stop)
		sbuf_addc(&b, '.');
	return true;
}

static void
show(struct model *m, const struct fibs_line *l)
{
	char text[2200];

	if (!is_news(m, l, text, sizeof(text)))
		fibs_for_people(l, m->asked.language, text, sizeof(text));
	model_log(m, kind_of(l), text);
}

/* Returns whether the line is a row of the list of users who are away.  The rows have no
 * numbers: a name, a colon and that user's text. */
static bool
is_away_row(struct model *m, const char *line)
{
	struct sentence s;

	if (sentence_read("The following users are away:", line, &s))
		m->passage = PASSAGE_AWAY;
	else if (m->passage != PASSAGE_AWAY)
		return false;
	else if (sentence_begins("%n: ", line, &s) != NULL)
		return true;
	else
		m->passage = PASSAGE_NONE;
	return false;
}

/* Returns true if field n of CLIP line 2 (the user's own settings), counted from 0 after the
 * name, is "1". */
static bool
own_is(const char *text, unsigned n)
{
	while (n-- > 0) {
		text += strcspn(text, " ");
		text += strspn(text, " ");
	}
	return *text == '1';
}

/* Shows the stored lines of the message of the day. */
static void
show_motd(struct model *m)
{
	const char *end = m->motd.text + m->motd.len;

	for (const char *at = m->motd.text; at < end; at += strlen(at) + 1)
		show(m, &(struct fibs_line){ .kind = FIBS_TEXT, .text = at });
	m->motd.len = 0;
}

/* Stores a line of the message of the day, which arrives in English, until the language of the
 * account is known.  Returns true if the line was stored. */
static bool
hold_motd(struct model *m, const char *line)
{
	size_t n = strlen(line);

	if (m->motd.over || !query_language_due(m))
		return false;
	if (n + 1 >= sizeof(m->motd.text) - m->motd.len) {
		show_motd(m);
		m->motd.over = true;
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
settle_motd(struct model *m)
{
	bool other = m->ours && m->asked.language != LANG_EN;

	if (m->motd.len == 0 || m->passage == PASSAGE_MOTD || query_language_due(m) ||
	    (other && query_additions_due(m)))
		return;
	if (!other || !m->asked.additions)
		show_motd(m);
	m->motd.len = 0;
}

static void
logged_in(struct model *m, const struct fibs_line *l)
{
	m->clip = true;
	if (strcmp(m->self, l->name) != 0) /* the style to restore belongs to another user */
		m->style_before = 0;
	(void)sbuf_copy(m->self, sizeof(m->self), l->name);
	query_token_and_style(m);
}

static void
read_line(struct model *m, const char *line, int64_t now_ms)
{
	struct fibs_line l;

	if (boards_read_replay(m, line))
		return;
	fibs_read(line, m->clip && m->passage != PASSAGE_MOTD, &l);
	if (!m->clip || (m->passage == PASSAGE_MOTD && strcmp(line, "4") == 0))
		fibs_read(line, true, &l);
	/* before the log-in only the welcome line, which contains a time, has a number; after
	 * the log-in there is no second welcome line */
	if (m->clip ? l.kind == FIBS_WELCOME
		    : l.kind < FIBS_BOARD &&
			  (l.kind != FIBS_WELCOME || strspn(l.text, "0123456789") < 5))
		l = (struct fibs_line){ .kind = FIBS_TEXT, .text = line };
	if (m->passage == PASSAGE_MOTD && l.kind == FIBS_QUOTE)
		l.kind = FIBS_TEXT;
	if (l.kind == FIBS_TEXT && m->passage != PASSAGE_MOTD && is_away_row(m, line))
		l.kind = FIBS_QUOTE;
	switch (l.kind) {
	case FIBS_WELCOME:
		logged_in(m, &l);
		break;
	case FIBS_OWN:
		m->autoboard = own_is(l.text, 1);
		m->moreboards = own_is(l.text, 10);
		break;
	case FIBS_MOTD_BEGIN:
	case FIBS_MOTD_END:
		m->passage = l.kind == FIBS_MOTD_BEGIN ? PASSAGE_MOTD : PASSAGE_NONE;
		m->motd.over |= l.kind == FIBS_MOTD_END;
		break;
	case FIBS_WHO:
		person_is(m, &l);
		break;
	case FIBS_WHO_END:
		m->marks.whole = true;
		break;
	case FIBS_LOGOUT:
		person_gone(m, l.name);
		if (strcmp(m->inviter, l.name) == 0)
			m->inviter[0] = '\0';
		show(m, &l);
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
		m->attention |= ATTENTION_TOLD;
		(void)sbuf_copy(m->told_by, sizeof(m->told_by), l.name);
		show(m, &l);
		break;
	case FIBS_QUOTE:
		if (!seal_quoted(m, line))
			show(m, &l);
		break;
	case FIBS_TEXT:
		if (m->passage == PASSAGE_MOTD
			? !hold_motd(m, line)
			: !m->clip || !server_lines_read(m, line, now_ms))
			show(m, &l);
		break;
	default:
		show(m, &l);
		break;
	}
}

void
receive_line(struct model *m, const char *line, int64_t now_ms)
{
	read_line(m, line, now_ms);
	settle_motd(m);
}
