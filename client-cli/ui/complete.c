/* SPDX-License-Identifier: MIT */
/* Tab completion: see complete.h.  Scans all words of the expected kind; linear in the number
 * of users. */
#include "complete.h"

#include <string.h>

#include "base/sbuf.h"
#include "proto/words.h"

#include "client-cli/model/commands.h"

/* A search that counts the candidates for a word and picks one of them. */
struct candidate_search {
	const char *prefix;
	unsigned wanted_index; /* index of the candidate to return */
	unsigned n_found;
	const char *candidate; /* that candidate */
};

static void
offer_word(struct candidate_search *s, const char *word)
{
	if (s->prefix[0] != '\0' && !word_is_prefix(s->prefix, word))
		return;
	if (s->n_found++ == s->wanted_index)
		s->candidate = word;
}

static void
offer_words(struct candidate_search *s, const char *const *words)
{
	for (; *words != NULL; words++)
		offer_word(s, *words);
}

static void
offer_commands(struct candidate_search *s)
{
	for (const struct server_command *c = SERVER_COMMANDS; c->name != NULL; c++)
		if (c->for_users && !c->is_typo)
			offer_word(s, c->name);
	for (const struct local_command *c = LOCAL_COMMANDS; c->name != NULL; c++)
		offer_word(s, c->name);
}

static void
offer_games(struct candidate_search *s)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		offer_word(s, v->name);
}

/* Offers the users with whom this user interacts before all others. */
static void
offer_people(struct candidate_search *s, const struct model *m)
{
	const char *first[] = { m->last_sender, m->opponent, m->inviter, m->watching };

	for (unsigned i = 0; i < ARRAY_LEN(first); i++) {
		bool again = first[i][0] == '\0';

		for (unsigned k = 0; k < i; k++)
			again = again || strcmp(first[i], first[k]) == 0;
		if (!again)
			offer_word(s, first[i]);
	}
	for (const struct person *p = model_first_person(m); p != NULL;
	     p = model_next_person(p)) {
		bool again = strcmp(p->who.name, m->self) == 0;

		for (unsigned i = 0; i < ARRAY_LEN(first); i++)
			again = again || strcmp(p->who.name, first[i]) == 0;
		if (!again)
			offer_word(s, p->who.name);
	}
}

/* Copies word number n of the line; "" if there is none. */
static void
nth_word(const char *line, unsigned n, char *out, size_t size)
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
count_words_before(const char *line, size_t at)
{
	unsigned n = 0;

	for (size_t i = 0; i < at; i++)
		n += line[i] != ' ' && (i == 0 || line[i - 1] == ' ');
	return n;
}

static void
offer_toggles(struct candidate_search *s)
{
	offer_words(s, SERVER_TOGGLES);
}

static void
offer_variables(struct candidate_search *s)
{
	offer_words(s, SERVER_VARIABLES);
}

static void
offer_show_arguments(struct candidate_search *s)
{
	offer_words(s, SERVER_SHOW_ARGUMENTS);
}

static void
offer_help_pages(struct candidate_search *s)
{
	offer_commands(s);
	offer_games(s);
}

static void
offer_play_arguments(struct candidate_search *s)
{
	offer_word(s, "practice");
	offer_games(s);
}

/* Arguments that are not names of users.  The first row that matches is used. */
static const struct {
	const char *command;
	unsigned words_before; /* number of words before the argument; 0: any */
	void (*offer_arguments)(struct candidate_search *s);
} ARGUMENT_OFFERS[] = {
	{ "toggle", 0, offer_toggles },
	{ "set", 1, offer_variables },
	{ "set", 0, offer_games },
	{ "show", 1, offer_show_arguments },
	{ "help", 1, offer_help_pages },
	{ "play", 1, offer_play_arguments },
	{ "play", 0, offer_games },
	{ "invite", 3, offer_games },
};

static void
offer_for_position(
    struct candidate_search *s, const struct model *m, const char *line, size_t from)
{
	unsigned before = count_words_before(line, from);
	char command[32];

	nth_word(line, 0, command, sizeof(command));
	if (before == 0) {
		offer_commands(s);
		return;
	}
	for (unsigned i = 0; i < ARRAY_LEN(ARGUMENT_OFFERS); i++)
		if (word_is(command, ARGUMENT_OFFERS[i].command) &&
		    (ARGUMENT_OFFERS[i].words_before == 0 ||
			ARGUMENT_OFFERS[i].words_before == before)) {
			ARGUMENT_OFFERS[i].offer_arguments(s);
			return;
		}
	offer_people(s, m);
}

bool
complete_word(
    struct completion *c, struct edit *e, const struct model *m, const struct notes *aliases)
{
	char rest[EDIT_MAX + 1];
	struct candidate_search s = { 0 };

	if (!c->on) {
		size_t n = 0;

		while (n < e->at && e->text[e->at - n - 1] != ' ')
			n++;
		if (n >= sizeof(c->typed_word))
			return false;
		c->word_start = e->at - n;
		memcpy(c->typed_word, e->text + c->word_start, n);
		c->typed_word[n] = '\0';
		c->next_candidate = 0;
		c->on = true;
	}
	s.prefix = c->typed_word;
	s.wanted_index = c->next_candidate;
	offer_for_position(&s, m, e->text, c->word_start);
	if (count_words_before(e->text, c->word_start) == 0)
		for (size_t i = 0; i < aliases->n; i++)
			offer_word(&s, aliases->note[i].name);
	if (s.n_found == 0)
		return false;
	c->next_candidate = s.candidate != NULL ? c->next_candidate + 1 : 0;
	(void)sbuf_copy(rest, sizeof(rest), e->text + e->at);
	e->len = c->word_start;
	e->text[e->len] = '\0';
	{
		struct sbuf b = { e->text, sizeof(e->text), e->len, false };

		sbuf_add(&b, s.candidate != NULL ? s.candidate : c->typed_word);
		if (s.n_found == 1 && rest[0] == '\0') /* the only candidate */
			sbuf_addc(&b, ' ');
		e->at = b.len;
		sbuf_add(&b, rest);
		e->len = b.len;
	}
	return true;
}
