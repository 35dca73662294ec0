/* SPDX-License-Identifier: MIT */
/* matchfiles: writes random matches to files and prints what is read from files of matches.
 *
 *     matchfiles write FOLDER COUNT SEED
 *     matchfiles read FILE...
 *
 * write makes COUNT matches of 0 (a money session of four games) to 25 points and writes each
 * as FOLDER/N.mat and FOLDER/N.sgf, N from 1.
 *
 * read prints for each file its name and "read" or "refused", a line for each note and item of
 * its header, the length of the match, and a line for each action: seat, kind, score, cube,
 * owner of the cube and position after it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/matchread.h"
#include "tests/support/random_match.h"

static void
save_form(const char *folder, unsigned n, const char *form, const struct random_match *p)
{
	char path[1000];
	FILE *f;

	(void)snprintf(path, sizeof(path), "%s/%u.%s", folder, n, form);
	f = fopen(path, "w");
	if (f == NULL || fwrite(p->text, 1, p->len, f) != p->len || fclose(f) != 0) {
		perror(path);
		exit(1);
	}
}

static void
write_match_files(const char *folder, unsigned count, unsigned seed)
{
	struct random_match *p = calloc(1, sizeof(*p));

	CHECK(p != NULL);
	p->for_gnubg = true;
	for (unsigned i = 1; i <= count; i++) {
		random_match_play(p, seed * UINT64_C(100000) + i, i % 26);
		random_match_write(p, "mat", false);
		save_form(folder, i, "mat", p);
		random_match_write(p, "sgf", false);
		save_form(folder, i, "sgf", p);
	}
	free(p);
}

static void
print_state(const struct match_state *m, const struct action *a)
{
	(void)printf("%u %s %u-%u %u %u", (unsigned)a->seat, action_kind_name(a->kind),
	    (unsigned)m->score[0], (unsigned)m->score[1], (unsigned)m->cube,
	    (unsigned)m->cube_owner);
	for (unsigned s = 0; s < 2; s++) {
		(void)printf(" ");
		for (unsigned p = 0; p <= PT_BAR; p++)
			(void)printf("%x", (unsigned)m->board.at[s][p]);
	}
	(void)printf("\n");
}

static void
read_and_print_match(const char *path, struct matchread *m, struct move_space *space)
{
	static char text[MATCHREAD_BYTES_MAX + 1];
	FILE *f = fopen(path, "r");
	struct match_state state;
	struct match_events ev;
	size_t n;

	if (f == NULL) {
		perror(path);
		exit(1);
	}
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	(void)fclose(f);
	(void)printf("file %s %s\n", path, matchread(m, text, n, space) ? "read" : "refused");
	for (unsigned i = 0; i < m->notes_len; i++)
		(void)printf("note %u %s\n", m->note[i].line, m->note[i].why);
	for (unsigned i = 0; i < 2; i++)
		(void)printf("info name %s\n", m->name[i]);
	for (unsigned i = 0; i < INFO_COUNT; i++)
		if (m->info[i][0] != '\0')
			(void)printf("info %s %s\n",
			    matchread_info_name((enum matchread_info)i), m->info[i]);
	if (m->year != 0)
		(void)printf("info date %04d-%02d-%02d\n", m->year, m->month, m->day);
	(void)printf("length %u\n", (unsigned)m->state.length);
	match_init(&state, VARIANT_FIBS, m->state.length);
	for (unsigned i = 0; i < m->n; i++) {
		CHECK(match_apply(&state, &m->action[i], space, &ev).err == MATCH_OK);
		print_state(&state, &m->action[i]);
	}
}

int
main(int argc, char **argv)
{
	struct matchread *m = calloc(1, sizeof(*m));
	struct move_space *space = malloc(sizeof(*space));

	CHECK(m != NULL && space != NULL);
	m->action = calloc(MATCHREAD_ACTIONS_MAX, sizeof(*m->action));
	CHECK(m->action != NULL);
	if (argc == 5 && strcmp(argv[1], "write") == 0) {
		write_match_files(argv[2], (unsigned)atoi(argv[3]), (unsigned)atoi(argv[4]));
	} else if (argc > 2 && strcmp(argv[1], "read") == 0) {
		for (int i = 2; i < argc; i++)
			read_and_print_match(argv[i], m, space);
	} else {
		(void)fprintf(stderr,
		    "usage: matchfiles write FOLDER COUNT SEED | matchfiles read FILE...\n");
		return 2;
	}
	free(m->action);
	free(space);
	free(m);
	return 0;
}
