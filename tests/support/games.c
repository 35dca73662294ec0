/* SPDX-License-Identifier: MIT */
/* See games.h.  Owns the texts of the files; the facts point into them. */
#include "tests/support/games.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

#define FILE_BYTES (1u << 16)

static struct game_facts *games_read;

static void
fail_bad_file(const char *name, const char *line)
{
	(void)fprintf(stderr, "tests/data/games/%s.txt: %s\n", name, line);
	exit(1);
}

static char *
read_file(const char *name)
{
	char path[80];
	char *text = calloc(1, FILE_BYTES);
	FILE *f;

	(void)snprintf(path, sizeof(path), "tests/data/games/%s.txt", name);
	f = fopen(path, "r");
	if (f == NULL || text == NULL)
		fail_bad_file(name, "cannot be read (run from the project folder)");
	if (fread(text, 1, FILE_BYTES, f) == FILE_BYTES)
		fail_bad_file(name, "is too long");
	(void)fclose(f);
	return text;
}

/* Cuts off the next field of a play.  Text after the fifth bar is not split. */
static const char *
next_field(char **rest)
{
	char *at = *rest;
	char *bar = at != NULL ? strstr(at, " | ") : NULL;

	*rest = bar != NULL ? bar + 3 : NULL;
	if (bar != NULL)
		*bar = '\0';
	return at;
}

static void
read_play(struct game_facts *g, unsigned no, char *rest)
{
	struct worked_position *p;

	g->worked = realloc(g->worked, (g->n_worked + 1) * sizeof(*g->worked));
	CHECK(g->worked != NULL);
	p = &g->worked[g->n_worked++];
	*p = (struct worked_position){ .no = no };
	p->rule = next_field(&rest);
	p->mover = next_field(&rest);
	p->other = next_field(&rest);
	p->actions = next_field(&rest);
	p->outcome = next_field(&rest);
	p->position_after = rest;
	if (p->outcome == NULL)
		fail_bad_file(g->name, p->rule);
}

/* Reads numbers separated by blanks.  Returns how many there were. */
static unsigned
read_numbers(const char *text, int base, uint64_t *to, unsigned most)
{
	unsigned n = 0;
	char *end;

	for (; n < most; n++, text = end) {
		to[n] = strtoull(text, &end, base);
		if (end == text)
			break;
	}
	return n;
}

static void
read_rolls(struct game_facts *g, const char *text)
{
	uint64_t n[DISTINCT_ROLLS];

	if (read_numbers(text, 10, n, DISTINCT_ROLLS) != DISTINCT_ROLLS)
		fail_bad_file(g->name, text);
	for (unsigned i = 0; i < DISTINCT_ROLLS; i++)
		g->opening_play_counts[i] = (unsigned)n[i];
}

static void
read_line(struct game_facts *g, char *line, unsigned *no)
{
	char *rest = strchr(line, ' ');

	if (rest == NULL)
		fail_bad_file(g->name, line);
	*rest++ = '\0';
	if (strcmp(line, "title") == 0)
		g->title = rest;
	else if (strcmp(line, "start") == 0)
		g->start = rest;
	else if (strcmp(line, "rules") == 0)
		g->rules = rest;
	else if (strcmp(line, "resign") == 0)
		g->max_resign = (unsigned)strtoul(rest, NULL, 10);
	else if (strcmp(line, "pips") == 0)
		g->pips = (unsigned)strtoul(rest, NULL, 10);
	else if (strcmp(line, "counts") == 0)
		(void)read_numbers(rest, 10, g->perft_counts, 3);
	else if (strcmp(line, "rolls") == 0)
		read_rolls(g, rest);
	else if (strcmp(line, "hash") == 0)
		(void)read_numbers(rest, 16, g->game_hashes, 2);
	else if (strcmp(line, "game") == 0)
		*no = (unsigned)strtoul(rest, NULL, 10);
	else if (strcmp(line, "play") == 0)
		read_play(g, *no, rest);
	else if (strcmp(line, "score") != 0 &&
		 strcmp(line, "cycle") != 0) /* lines that only other programs read */
		fail_bad_file(g->name, line);
}

const struct game_facts *
game_facts(const char *name)
{
	struct game_facts *g = games_read;
	unsigned no = 1;
	char *at;

	while (g != NULL && strcmp(g->name, name) != 0)
		g = g->next;
	if (g != NULL)
		return g;
	g = calloc(1, sizeof(*g));
	CHECK(g != NULL);
	(void)snprintf(g->name, sizeof(g->name), "%s", name);
	g->title = g->start = g->rules = g->boards = "";
	g->next = games_read;
	games_read = g;
	at = g->text = read_file(name);
	while (*at != '\0' && strncmp(at, "@board ", 7) != 0) {
		size_t n = strcspn(at, "\n");
		char *next = at + n + (at[n] == '\n');

		at[n] = '\0';
		if (n > 0)
			read_line(g, at, &no);
		at = next;
	}
	g->boards = at;
	return g;
}

bool
game_rules_mention(const struct game_facts *g, const char *word)
{
	size_t n = strlen(word);

	for (const char *at = g->rules; (at = strstr(at, word)) != NULL; at += n)
		if ((at == g->rules || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
			return true;
	return false;
}
