/* SPDX-License-Identifier: MIT */
/* Help pages, in the user's language.  Interactive users first see the topics in groups.  In a
 * page, a line that begins with "@board " is replaced by a picture of the position that it
 * specifies (proto/boardspec.h), and "@formats" by descriptions of the tournament formats.
 * Finding a page takes time linear in the number of pages.  A page is written as fast as the
 * client reads it. */
#include "cmd/cmd.h"

#include <string.h>

#include "people/people.h"
#include "output/output.h"
#include "proto/boardspec.h"
#include "proto/boardtext.h"
#include "proto/words.h"
#include "tournament_view/words.h"

#define TOPIC_MAX 32u
#define TOPIC_WIDTH 20
#define TOPIC_COLUMNS 4u
#define BOARD_LINE_PREFIX "@board "
#define FORMATS_LINE "@formats\n"
#define LINE_MAX_BYTES 256u
#define FIRST_TOPIC_COLUMN 18u /* column of the first topic of a group */
#define RIGHT_MARGIN 80u

/* ---- topics ---- */

/* Topics that `help` without an argument shows to interactive users.  Only operators see the
 * last group. */
static const struct topic_group {
	void (*print_topics)(struct out *out, const char *topics);
	const char *topics;
} TOPIC_GROUPS[] = {
	{ msg_help_first, "beginner rules move commands names boardstyle" },
	{ msg_help_playing,
	    "play invite join rematch roll double accept resign draw leave clock" },
	{ msg_help_games, "variants nackgammon hyper tavli plakoto narde grasshopper" },
	{ msg_help_people, "who whois tell say kibitz shout message gag waitfor" },
	{ msg_help_watching, "watch look board pip ratings formula" },
	{ msg_help_saved,
	    "show history match replay analyse export oldmoves oldboard last stat" },
	{ msg_help_tournaments, "tournament tournament_formats tournament_settings" },
	{ msg_help_settings, "set toggle direction language screen timezones password client" },
	{ msg_help_order, "operators mute kick ban broadcast operlog view" },
};

/* Words that users try, with the topic they mean. */
static const struct topic_alias {
	const char *word, *topic;
} TOPIC_ALIASES[] = {
	{ "?", "help" },
	{ "aiuto", "help" },
	{ "ajuda", "help" },
	{ "hepl", "help" },
	{ "archive", "history" },
	{ "bracket", "tournament_views" },
	{ "chat", "tell" },
	{ "cube", "double" },
	{ "director", "tournament" },
	{ "doubling", "double" },
	{ "elimination", "tournament_formats" },
	{ "games", "variants" },
	{ "groups", "tournament_formats" },
	{ "knockout", "tournament_formats" },
	{ "options", "toggle" },
	{ "pairings", "tournament_views" },
	{ "players", "who" },
	{ "ready", "toggle-ready" },
	{ "regole", "rules" },
	{ "regras", "rules" },
	{ "resume", "invite" },
	{ "robot", "bots" },
	{ "settings", "set" },
	{ "standings", "tournament_views" },
	{ "start", "beginner" },
	{ "swiss", "tournament_formats" },
	{ "tutorial", "beginner" },
	{ "undo", "practice" },
};

static bool
is_operators_topic(const char *topic)
{
	for (const struct command *cmd = COMMANDS; cmd->name != NULL; cmd++)
		if (cmd->role > ROLE_USER && word_is(cmd->help_topic, topic))
			return true;
	return word_is(topic, "operators");
}

static bool
is_operator(const struct session *s)
{
	return s->player->role >= ROLE_OPERATOR;
}

/* Returns whether a session may read a topic.  Client programs may read all topics, as on
 * FIBS. */
static bool
may_read_topic(const struct session *s, const char *topic)
{
	return !session_is_interactive(s) || is_operator(s) || !is_operators_topic(topic);
}

/* Writes the next line of up to four topics, without trailing blanks.  Returns false after the
 * last line. */
static bool
print_topics_line(struct world *w, struct session *s, void *state)
{
	unsigned *next = state, n = 0;
	char topic[TOPIC_MAX];
	struct sbuf b;
	int pad = 0;

	while (n < TOPIC_COLUMNS) {
		SBUF_INIT(&b, topic);
		if (!w->config.help_topic_name(*next, &b))
			break;
		(*next)++;
		if (!may_read_topic(s, topic))
			continue;
		out_addf(&s->out, "%*s%s", pad, "", topic);
		pad = TOPIC_WIDTH - (int)b.len;
		n++;
	}
	if (n > 0 || *next == 0)
		out_text(&s->out, "\n");
	return n == TOPIC_COLUMNS;
}

static void
help_topics(struct ctx *c)
{
	static const struct pager_kind list = { .step = print_topics_line };
	unsigned next = 0;

	msg_help_lead(c->out, c->w->config.server_name);
	pager_begin(c->w, c->s, &list, &next, sizeof(next));
}

/* Breaks the topics of a group into lines of at most RIGHT_MARGIN columns. */
static void
wrap_topics(struct sbuf *b, const char *topics)
{
	size_t used = 0; /* columns of the topics in this line */

	for (size_t n; *topics != '\0'; topics += n + (topics[n] == ' ')) {
		n = strcspn(topics, " ");
		if (used > 0 && FIRST_TOPIC_COLUMN + used + 1 + n > RIGHT_MARGIN) {
			sbuf_addf(b, "\n%*s", (int)FIRST_TOPIC_COLUMN, "");
			used = 0;
		}
		sbuf_addf(b, "%s%.*s", used > 0 ? " " : "", (int)n, topics);
		used += n + (used > 0);
	}
}

static void
help_groups(struct ctx *c)
{
	bool person = session_is_interactive(c->s);
	unsigned n = ARRAY_LEN(TOPIC_GROUPS) - !is_operator(c->s);
	struct out out = *c->out;

	out.catalogue = &CATALOGUES[session_page_language(c->s)];
	msg_help_groups(&out, c->w->config.server_name);
	for (unsigned i = 0; i < n; i++) {
		char broken[LINE_MAX_BYTES];
		struct sbuf b;

		SBUF_INIT(&b, broken);
		wrap_topics(&b, TOPIC_GROUPS[i].topics);
		TOPIC_GROUPS[i].print_topics(&out, person ? broken : TOPIC_GROUPS[i].topics);
	}
	msg_newline(&out);
	msg_help_all(&out);
}

/* ---- finding a page ---- */

static const char *
help_page_of(const struct ctx *c, const char *topic)
{
	if (c->w->config.houserules != NULL && word_is(topic, "houserules"))
		return c->w->config.houserules;
	return c->w->config.help_page(topic, session_page_language(c->s));
}

static const char *
topic_of_alias(const struct ctx *c, const char *word)
{
	for (size_t i = 0; session_is_interactive(c->s) && i < ARRAY_LEN(TOPIC_ALIASES); i++)
		if (word_is(word, TOPIC_ALIASES[i].word))
			return TOPIC_ALIASES[i].topic;
	return NULL;
}

/* Finds the only topic that begins with the word.  `names_out` receives the names of all topics
 * that begin with the word. */
static bool
topic_by_prefix(struct ctx *c, const char *word, struct sbuf *topic_out, struct sbuf *names_out)
{
	char topic[TOPIC_MAX];
	struct sbuf b;
	unsigned n = 0;

	for (unsigned i = 0;; i++) {
		SBUF_INIT(&b, topic);
		if (!c->w->config.help_topic_name(i, &b))
			return n == 1;
		if (!word_is_prefix(word, topic) || !may_read_topic(c->s, topic))
			continue;
		if (n == 0)
			sbuf_add(topic_out, topic);
		sbuf_addf(names_out, "%s%s", n++ > 0 ? ", " : "", topic);
	}
}

/* Finds a topic by its name, a command, another word for the topic, or a unique prefix. */
static bool
find_topic(struct ctx *c, const char *word, struct sbuf *topic_out, struct sbuf *names_out)
{
	const struct command *cmd;
	const char *topic = word;

	if (help_page_of(c, word) == NULL) {
		cmd = cmd_find(word);
		topic = cmd != NULL ? cmd->help_topic : topic_of_alias(c, word);
	}
	if (topic == NULL)
		return topic_by_prefix(c, word, topic_out, names_out);
	sbuf_add(topic_out, topic);
	return true;
}

/* ---- showing a page ---- */

/* Draws a position.  Uses the default style if the user's board style is one for client
 * programs. */
static void
draw_example_board(struct session *s, const char *spec)
{
	char text[BOARDTEXT_BYTES_MAX];
	unsigned style = session_boardstyle(s);
	struct match_state m;
	struct board_view view = { .match = &m,
		.name = { "anna", "bob" },
		.seat = SEAT_0,
		.catalogue = s->out.catalogue };
	struct sbuf b;

	CHECK(boardspec_read(spec, &m)); /* never fails: a test reads the spec of every page */
	SBUF_INIT(&b, text);
	boardtext_draw(&b, &view, boardtext_is_drawn(style) ? style : BOARDSTYLE_USER_DEFAULT);
	out_text(&s->out, text);
}

static void
show_line(struct session *s, const char *line, size_t n)
{
	char spec[LINE_MAX_BYTES];
	struct sbuf b;

	if (strncmp(line, FORMATS_LINE, strlen(FORMATS_LINE)) == 0) {
		words_formats(&s->out);
		return;
	}
	if (strncmp(line, BOARD_LINE_PREFIX, strlen(BOARD_LINE_PREFIX)) != 0) {
		s->out.write(s->out.ctx, line, n);
		return;
	}
	n -= strlen(BOARD_LINE_PREFIX) + (line[n - 1] == '\n');
	SBUF_INIT(&b, spec);
	sbuf_addn(&b, line + strlen(BOARD_LINE_PREFIX), n);
	CHECK(sbuf_ok(&b));
	draw_example_board(s, spec);
}

/* Writes a page line by line.  Built-in pages are never freed, so no copy is needed. */
static bool
show_next_line(struct world *w, struct session *s, void *state)
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
	static const struct pager_kind lines = { .step = show_next_line };
	struct pager_text copy = { 0 };
	struct out out;

	if (page != c->w->config.houserules) {
		pager_begin(c->w, c->s, &lines, &page, sizeof(page));
		return;
	}
	/* Show a copy, because a reload may replace the house rules meanwhile. */
	out = pager_text_out(&copy, c->out);
	out.catalogue = &CATALOGUES[session_page_language(c->s)];
	msg_houserules_head(&out);
	out_text(&out, page);
	pager_show_text(c->w, c->s, &copy);
}

static void
help_on_topic(struct ctx *c, const char *word)
{
	char topic[TOPIC_MAX], names[512];
	const char *page = NULL;
	struct sbuf t, b;

	SBUF_INIT(&t, topic);
	SBUF_INIT(&b, names);
	if (find_topic(c, word, &t, &b))
		page = help_page_of(c, topic);
	if (page != NULL && may_read_topic(c->s, topic)) {
		show_page(c, page);
	} else if (page != NULL) {
		msg_help_operators(c->out);
	} else if (b.len > 0 && !session_is_clip(c->s)) {
		msg_help_several(c->out, word, names);
	} else {
		msg_no_help(c->out, word);
	}
}

void
cmd_help(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	bool person = session_gets_additions(c->s);

	if (word == NULL && person)
		help_groups(c);
	else if (word == NULL || (person && word_is(word, "all")))
		help_topics(c);
	else
		help_on_topic(c, word);
}

bool
cmd_suggest_help(struct ctx *c, const char *word, char *rest)
{
	const char *topic = help_page_of(c, word) != NULL ? word : topic_of_alias(c, word);

	if (topic == NULL || !may_read_topic(c->s, topic))
		return false;
	if (word_is(topic, "help"))
		cmd_help(c, rest);
	else
		msg_unknown_topic(c->out, topic);
	return true;
}

void
cmd_about(struct ctx *c, char *rest)
{
	(void)rest;
	show_page(c, help_page_of(c, "about"));
}
