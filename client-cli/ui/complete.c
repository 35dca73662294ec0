/* SPDX-License-Identifier: MIT */
/* Tab completion: see complete.h.  Scans all words of the expected kind; linear in the number
 * of users. */
#include "complete.h"

#include <string.h>

#include "base/sbuf.h"
#include "proto/words.h"

#include "client-cli/model/commands.h"

/* A search that counts the candidates for a word and picks one of them. */
struct search {
	const char *typed;
	unsigned wanted; /* index of the candidate to return */
	unsigned found;
	const char *word; /* that candidate */
};

static void
offer(struct search *s, const char *word)
{
	if (s->typed[0] != '\0' && !word_begins(s->typed, word))
		return;
	if (s->found++ == s->wanted)
		s->word = word;
}

static void
offer_all(struct search *s, const char *const *words)
{
	for (; *words != NULL; words++)
		offer(s, *words);
}

static void
offer_commands(struct search *s)
{
	for (const struct server_command *c = SERVER_COMMANDS; c->name != NULL; c++)
		if (c->for_users && !c->slip)
			offer(s, c->name);
	for (const struct local_command *c = LOCAL_COMMANDS; c->name != NULL; c++)
		offer(s, c->name);
}

static void
offer_games(struct search *s)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		offer(s, v->name);
}

/* Offers the users with whom this user interacts before all others. */
static void
offer_people(struct search *s, const struct model *m)
{
	const char *first[] = { m->told_by, m->opponent, m->inviter, m->watching };

	for (unsigned i = 0; i < ARRAY_LEN(first); i++) {
		bool again = first[i][0] == '\0';

		for (unsigned k = 0; k < i; k++)
			again = again || strcmp(first[i], first[k]) == 0;
		if (!again)
			offer(s, first[i]);
	}
	for (const struct person *p = model_first(m); p != NULL; p = model_next(p)) {
		bool again = strcmp(p->who.name, m->self) == 0;

		for (unsigned i = 0; i < ARRAY_LEN(first); i++)
			again = again || strcmp(p->who.name, first[i]) == 0;
		if (!again)
			offer(s, p->who.name);
	}
}

/* Copies word number n of the line; "" if there is none. */
static void
word_at(const char *line, unsigned n, char *out, size_t size)
{
	char text[EDIT_MAX + 1];
	char *rest = text;
	const char *word = "";

	(void)sbuf_copy(text, sizeof(text), line);
	for (unsigned i = 0; i <= n && word != NULL; i++)
		word = word_next(&rest);
	(void)sbuf_copy(out, size, word != NULL ? word : "");
}

/* Returns the number of words that begin before the offset `at`. */
static unsigned
words_before(const char *line, size_t at)
{
	unsigned n = 0;

	for (size_t i = 0; i < at; i++)
		n += line[i] != ' ' && (i == 0 || line[i - 1] == ' ');
	return n;
}

static void
offer_toggles(struct search *s)
{
	offer_all(s, SERVER_TOGGLES);
}

static void
offer_variables(struct search *s)
{
	offer_all(s, SERVER_VARIABLES);
}

static void
offer_shows(struct search *s)
{
	offer_all(s, SERVER_SHOWS);
}

static void
offer_pages(struct search *s)
{
	offer_commands(s);
	offer_games(s);
}

static void
offer_matches(struct search *s)
{
	offer(s, "practice");
	offer_games(s);
}

/* Arguments that are not names of users.  The first row that matches is used. */
static const struct {
	const char *command;
	unsigned place; /* number of words before the argument; 0: any */
	void (*offer)(struct search *s);
} ARGUMENTS[] = {
	{ "toggle", 0, offer_toggles },
	{ "set", 1, offer_variables },
	{ "set", 0, offer_games },
	{ "show", 1, offer_shows },
	{ "help", 1, offer_pages },
	{ "play", 1, offer_matches },
	{ "play", 0, offer_games },
	{ "invite", 3, offer_games },
};

static void
offer_at(struct search *s, const struct model *m, const char *line, size_t from)
{
	unsigned before = words_before(line, from);
	char command[32];

	word_at(line, 0, command, sizeof(command));
	if (before == 0) {
		offer_commands(s);
		return;
	}
	for (unsigned i = 0; i < ARRAY_LEN(ARGUMENTS); i++)
		if (word_is(command, ARGUMENTS[i].command) &&
		    (ARGUMENTS[i].place == 0 || ARGUMENTS[i].place == before)) {
			ARGUMENTS[i].offer(s);
			return;
		}
	offer_people(s, m);
}

bool
complete_word(
    struct completion *c, struct edit *e, const struct model *m, const struct notes *aliases)
{
	char rest[EDIT_MAX + 1];
	struct search s = { 0 };

	if (!c->on) {
		size_t n = 0;

		while (n < e->at && e->text[e->at - n - 1] != ' ')
			n++;
		if (n >= sizeof(c->typed))
			return false;
		c->from = e->at - n;
		memcpy(c->typed, e->text + c->from, n);
		c->typed[n] = '\0';
		c->next = 0;
		c->on = true;
	}
	s.typed = c->typed;
	s.wanted = c->next;
	offer_at(&s, m, e->text, c->from);
	if (words_before(e->text, c->from) == 0)
		for (size_t i = 0; i < aliases->n; i++)
			offer(&s, aliases->note[i].name);
	if (s.found == 0)
		return false;
	c->next = s.word != NULL ? c->next + 1 : 0;
	(void)sbuf_copy(rest, sizeof(rest), e->text + e->at);
	e->len = c->from;
	e->text[e->len] = '\0';
	{
		struct sbuf b = { e->text, sizeof(e->text), e->len, false };

		sbuf_add(&b, s.word != NULL ? s.word : c->typed);
		if (s.found == 1 && rest[0] == '\0') /* the only candidate */
			sbuf_addc(&b, ' ');
		e->at = b.len;
		sbuf_add(&b, rest);
		e->len = b.len;
	}
	return true;
}
