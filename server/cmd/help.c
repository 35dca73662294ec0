/* SPDX-License-Identifier: MIT */
/* Help pages, in the language of who asks.  A line of a page that begins with
 * "@board " becomes a picture of that position (proto/boardspec.h).  Finding a page is linear
 * in the number of pages; it is written as the reader takes it. */
#include "cmd/cmd.h"

#include <string.h>

#include "game/page.h"
#include "game/player.h"
#include "game/session.h"
#include "proto/boardspec.h"
#include "proto/boardtext.h"
#include "proto/words.h"

#define TOPIC_MAX 32u
#define TOPIC_WIDTH 20
#define COLUMNS 4u
#define PICTURE "@board "
#define LINE_MAX_BYTES 256u

/* The next line of the topics: four, and no blanks at its end.  False when there are none. */
static bool
topics_line(const struct world *w, struct out *out, unsigned from)
{
	char topic[TOPIC_MAX];
	struct sbuf b;
	int pad = 0;

	for (unsigned n = from; n < from + COLUMNS; n++) {
		SBUF_ON(&b, topic);
		if (!w->config.help_topic(n, &b)) {
			if (n > from || from == 0)
				out_text(out, "\n");
			return false;
		}
		out_addf(out, "%*s%s", pad, "", topic);
		pad = TOPIC_WIDTH - (int)b.len;
	}
	out_text(out, "\n");
	return true;
}

static bool
topics_step(struct world *w, struct session *s, void *state)
{
	unsigned *from = state;

	*from += COLUMNS;
	return topics_line(w, &s->out, *from - COLUMNS);
}

static void
help_topics(struct ctx *c)
{
	static const struct page_kind list = { .step = topics_step };
	unsigned from = 0;

	msg_help_lead(c->out, c->w->config.server_name);
	page_begin(c->w, c->s, &list, &from, sizeof(from));
}

/* ---- finding a page ---- */

/* Programs get what is English. */
static enum language
language_of(const struct ctx *c)
{
	return c->out->catalogue != NULL ? c->p->d.language : LANG_EN;
}

static const char *
page_of(const struct ctx *c, const char *topic)
{
	if (c->w->config.houserules != NULL && word_is(topic, "houserules"))
		return c->w->config.houserules;
	return c->w->config.help_page(topic, language_of(c));
}

/* The page of the only topic that begins so.  names_out gets all that do. */
static const char *
page_by_prefix(struct ctx *c, const char *word, struct sbuf *names_out)
{
	char topic[TOPIC_MAX];
	const char *page = NULL;
	struct sbuf b;
	unsigned n = 0;

	for (unsigned i = 0;; i++) {
		SBUF_ON(&b, topic);
		if (!c->w->config.help_topic(i, &b))
			return n == 1 ? page : NULL;
		if (!word_begins(word, topic))
			continue;
		page = page_of(c, topic);
		sbuf_addf(names_out, "%s%s", n++ > 0 ? ", " : "", topic);
	}
}

/* The page of a topic: by its name, by a command that means it, or by a prefix of one topic
 * alone. */
static const char *
find_page(struct ctx *c, const char *word, struct sbuf *names_out)
{
	const char *page = page_of(c, word);
	const struct command *cmd = page == NULL ? cmd_find(word) : NULL;

	if (page != NULL)
		return page;
	return cmd != NULL ? page_of(c, cmd->help) : page_by_prefix(c, word, names_out);
}

/* ---- showing it ---- */

/* Style 3 is for programs: who has it sees the second one. */
static void
show_picture(struct session *s, const char *spec)
{
	char text[BOARDTEXT_MAX];
	struct match_state m;
	struct board_view view = { &m, { "anna", "bob" }, SEAT_0, false };
	struct sbuf b;

	CHECK(boardspec_read(spec, &m)); /* a test reads all of them */
	SBUF_ON(&b, text);
	boardtext_draw(&b, &view, session_boardstyle(s) == 1 ? 1 : 2);
	out_text(&s->out, text);
}

static void
show_line(struct session *s, const char *line, size_t n)
{
	char spec[LINE_MAX_BYTES];
	struct sbuf b;

	if (strncmp(line, PICTURE, strlen(PICTURE)) != 0) {
		s->out.write(s->out.ctx, line, n);
		return;
	}
	n -= strlen(PICTURE) + (line[n - 1] == '\n');
	SBUF_ON(&b, spec);
	sbuf_addn(&b, line + strlen(PICTURE), n);
	CHECK(sbuf_ok(&b));
	show_picture(s, spec);
}

/* Pages stay as long as the server runs. */
static bool
page_line(struct world *w, struct session *s, void *state)
{
	const char **page = state;
	size_t n = strcspn(*page, "\n");

	(void)w;
	n += (*page)[n] == '\n';
	if (n > 0)
		show_line(s, *page, n);
	*page += n;
	return **page != '\0';
}

static void
show_page(struct ctx *c, const char *page)
{
	static const struct page_kind lines = { .step = page_line };

	page_begin(c->w, c->s, &lines, &page, sizeof(page));
}

void
cmd_help(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	const char *page;
	char names[512];
	struct sbuf b;

	if (word == NULL) {
		help_topics(c);
		return;
	}
	SBUF_ON(&b, names);
	page = find_page(c, word, &b);
	if (page != NULL)
		show_page(c, page);
	else if (b.len > 0 && !session_clip(c->s))
		msg_help_several(c->out, word, names);
	else
		msg_no_help(c->out, word);
}

void
cmd_about(struct ctx *c, char *rest)
{
	(void)rest;
	show_page(c, page_of(c, "about"));
}
