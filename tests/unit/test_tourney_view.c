/* SPDX-License-Identifier: MIT */
/* How tournaments are displayed: drawings character by character, and every view of random
 * tournaments in random states, in every language: no line wider than the screen, no answer
 * longer than its limit. */
#include "base/utf8.h"
#include "proto/json.h"
#include "people/people.h"
#include "output/output.h"
#include "tournament/file.h"
#include "tournament_view/info.h"
#include "tests/support/rows.h"
#include "tests/support/tourneys.h"
#include "tests/unit/test.h"

#define TEXT_MAX (256u << 10)
#define ANSWER_MAX (40u << 10)

static char text[TEXT_MAX];
static struct sbuf buf;
static struct out out;

static void
clear_output(const struct catalogue *catalogue)
{
	SBUF_INIT(&buf, text);
	out = out_to_sbuf(&buf);
	out.catalogue = catalogue;
}

static void
utc(void *ctx, int64_t at_ms, const char *format, char *to, size_t size)
{
	time_text(at_ms / 1000, format, to, size);
}

/* Treats started matches with an even number as being in progress. */
static bool
playing(void *ctx, uint32_t pairing, unsigned score_out[2], bool *playing_out)
{
	const struct tourney *t = ctx;

	*playing_out = t->bouts[pairing].match % 2 == 0;
	score_out[0] = t->pairings[pairing].length - 1u;
	score_out[1] = score_out[0];
	return t->bouts[pairing].match % 3 > 0;
}

static struct view
view_of(struct tourney *t)
{
	return (struct view){ .out = &out,
		.t = t,
		.me = ENTRY_UNKNOWN,
		.now_ms = RUN_START_MS,
		.write_time = utc,
		.get_score = playing,
		.ctx = t };
}

/* Gives entries names made of letters only, by seed, or by number if there is no seed. */
static void
name_entries(struct tourney *t, unsigned length)
{
	for (unsigned e = 0; e < t->entries_n; e++) {
		unsigned n = t->entries[e].seed != 0 ? t->entries[e].seed : 1 + e;
		char *name = t->entries[e].name;

		memset(name, 'a' + (int)((n - 1) % 26), length);
		name[0] = (char)('A' + (n - 1) / 26 % 26);
		name[length] = '\0';
	}
}

/* ---- drawings ---- */

static struct tourney_run *
start_tourney(const char *format, unsigned players)
{
	struct tourney_run *r = malloc(sizeof(*r));

	CHECK(r != NULL);
	run_init(r, 7, &RUN_CALM);
	run_set(r, format);
	run_set(r, "length 25");
	assert_true(run_start(r, players));
	return r;
}

static void
free_tourney(struct tourney_run *r)
{
	run_free(r);
	free(r);
}

/* Plays the next waiting match: the better seed wins, except in every fifth pairing. */
static void
play_one(struct tourney_run *r)
{
	struct tourney *t = &r->t;
	uint32_t p = t->open_first;
	const struct pairing *x = &t->pairings[p];
	bool upset = p % 5 == 3;
	bool first = t->entries[x->side[0]].seed < t->entries[x->side[1]].seed;
	struct tourney_act seat = {
		.kind = TACT_seat, .pairing = p, .value = p + 1, .text = ""
	};
	struct tourney_act end = { .kind = TACT_result, .pairing = p, .text = "" };

	end.side = first != upset ? 0 : 1;
	end.score[end.side] = x->length;
	end.score[1 - end.side] = (uint16_t)(p % 20);
	assert_int_equal(run_act(r, &seat), TOURNEY_OK);
	assert_int_equal(run_act(r, &end), TOURNEY_OK);
}

static void
play_all(struct tourney_run *r)
{
	while (r->t.open_first != TOURNEY_NO_PAIRING)
		play_one(r);
}

static void
assert_bracket(
    struct tourney_run *r, enum section section, unsigned first, const char *expected)
{
	struct view v = view_of(&r->t);

	clear_output(NULL);
	assert_int_not_equal(view_bracket(&v, section, first, 0), 0);
	assert_true(sbuf_ok(&buf));
	if (strcmp(text, expected) != 0)
		(void)fputs(text, stdout); /* the assertion's message would be truncated */
	assert_string_equal(text, expected);
}

TEST(a_bracket_of_five_players_is_drawn)
{
	struct tourney_run *r = start_tourney("format single", 5);

	name_entries(&r->t, 4);
	assert_bracket(r, SECTION_MAIN, 1,
	    "Main bracket, rounds 1 to 3\n"
	    "  1 Aaaa\n"
	    "       Aaaa -------------.\n"
	    "    bye                  |\n"
	    "                         #5 ----------.\n"
	    "  4 Addd                 |            |\n"
	    "       #2 ---------------'            |\n"
	    "  5 Aeee                              |\n"
	    "                                      #7\n"
	    "  2 Abbb                              |\n"
	    "       Abbb -------------.            |\n"
	    "    bye                  |            |\n"
	    "                         #6 ----------'\n"
	    "  3 Accc                 |\n"
	    "       Accc -------------'\n"
	    "    bye\n"
	    "#N: pairing N, not over.\n");
	play_all(r);
	assert_bracket(r, SECTION_MAIN, 1,
	    "Main bracket, rounds 1 to 3\n"
	    "  1 Aaaa\n"
	    "       Aaaa -------------.\n"
	    "    bye                  |\n"
	    "                         Aaaa 25-4 ---.\n"
	    "  4 Addd                 |            |\n"
	    "       Addd 25-1 --------'            |\n"
	    "  5 Aeee                              |\n"
	    "                                      Aaaa 25-6\n"
	    "  2 Abbb                              |\n"
	    "       Abbb -------------.            |\n"
	    "    bye                  |            |\n"
	    "                         Abbb 25-5 ---'\n"
	    "  3 Accc                 |\n"
	    "       Accc -------------'\n"
	    "    bye\n");
	assert_bracket(r, SECTION_MAIN, 3,
	    "Main bracket, round 3, to 25\n"
	    "    Aaaa\n"
	    "       Aaaa 25-6\n"
	    "    Abbb\n");
	free_tourney(r);
}

TEST(a_double_elimination_of_eight_is_drawn)
{
	struct tourney_run *r = start_tourney("format double", 8);

	name_entries(&r->t, 5);
	play_all(r);
	assert_bracket(r, SECTION_MAIN, 1,
	    "Main bracket, rounds 1 to 3\n"
	    "  1 Aaaaa\n"
	    "       Aaaaa 25-0 -------.\n"
	    "  8 Ahhhh                |\n"
	    "                         Aaaaa 25-4 --.\n"
	    "  4 Adddd                |            |\n"
	    "       Adddd 25-1 -------'            |\n"
	    "  5 Aeeee                             |\n"
	    "                                      Aaaaa 25-6\n"
	    "  2 Abbbb                             |\n"
	    "       Abbbb 25-2 -------.            |\n"
	    "  7 Agggg                |            |\n"
	    "                         Abbbb 25-5 --'\n"
	    "  3 Acccc                |\n"
	    "       Affff 25-3 -------'\n"
	    "  6 Affff\n");
	assert_bracket(r, SECTION_LOSERS, 1,
	    "Losers' side, rounds 1 to 4\n"
	    "    Ahhhh\n"
	    "       Aeeee 25-7 -------.\n"
	    "    Aeeee                |\n"
	    "                         Aeeee 25-9 --.\n"
	    "       Affff ------------'            |\n"
	    "                                      Adddd 25-11 --.\n"
	    "    Agggg                             |             |\n"
	    "       Agggg 25-8 -------.            |             |\n"
	    "    Acccc                |            |             |\n"
	    "                         Adddd 25-10 -'             |\n"
	    "       Adddd ------------'                          |\n"
	    "                                                    Abbbb 25-12\n"
	    "                                      Abbbb --------'\n");
	assert_bracket(r, SECTION_FINAL, 1,
	    "Final, round 1, to 25\n"
	    "    Aaaaa\n"
	    "       Abbbb 25-13\n"
	    "    Abbbb\n");
	free_tourney(r);
}

TEST(a_bracket_of_sixteen_with_long_names_is_drawn)
{
	struct tourney_run *r = start_tourney("format single", 16);

	name_entries(&r->t, 20);
	for (unsigned i = 0; i < 13; i++)
		play_one(r);
	assert_bracket(r, SECTION_MAIN, 1,
	    "Main bracket, rounds 1 to 4\n"
	    "  1 Aaaaaaaaaaaaaaaaaaaa\n"
	    "       Aaaaaaaaaaaaaaaaaaaa 25-0\n"
	    " 16 Appppppppppppppppppp |\n"
	    "                         Ahhhhhhhhhhhhhhhhhhh 25-8\n"
	    "  8 Ahhhhhhhhhhhhhhhhhhh |            |\n"
	    "       Ahhhhhhhhhhhhhhhhhhh 25-1      |\n"
	    "  9 Aiiiiiiiiiiiiiiiiiii              |\n"
	    "                                      Addddddddddddddddddd 25-12\n"
	    "  4 Addddddddddddddddddd              |             |\n"
	    "       Addddddddddddddddddd 25-2      |             |\n"
	    " 13 Ammmmmmmmmmmmmmmmmmm |            |             |\n"
	    "                         Addddddddddddddddddd 25-9  |\n"
	    "  5 Aeeeeeeeeeeeeeeeeeee |                          |\n"
	    "       Alllllllllllllllllll 25-3                    |\n"
	    " 12 Alllllllllllllllllll                            |\n"
	    "                                                    #15\n"
	    "  2 Abbbbbbbbbbbbbbbbbbb                            |\n"
	    "       Abbbbbbbbbbbbbbbbbbb 25-4                    |\n"
	    " 15 Aooooooooooooooooooo |                          |\n"
	    "                         Abbbbbbbbbbbbbbbbbbb 25-10 |\n"
	    "  7 Aggggggggggggggggggg |            |             |\n"
	    "       Aggggggggggggggggggg 25-5      |             |\n"
	    " 10 Ajjjjjjjjjjjjjjjjjjj              |             |\n"
	    "                                      #14 ----------'\n"
	    "  3 Accccccccccccccccccc              |\n"
	    "       Accccccccccccccccccc 25-6      |\n"
	    " 14 Annnnnnnnnnnnnnnnnnn |            |\n"
	    "                         Accccccccccccccccccc 25-11\n"
	    "  6 Afffffffffffffffffff |\n"
	    "       Afffffffffffffffffff 25-7\n"
	    " 11 Akkkkkkkkkkkkkkkkkkk\n"
	    "#N: pairing N, not over.\n");
	free_tourney(r);
}

/* A forfeit, a result set by the director, and a double forfeit. */
TEST(forfeits_and_set_results_are_marked)
{
	struct tourney_run *r = start_tourney("format single", 4);
	struct tourney_act set = { .kind = TACT_setresult,
		.actor = RUN_DIRECTOR,
		.pairing = 0,
		.side = 1,
		.score = { 3, 25 },
		.text = "said so" };
	struct tourney_act both = {
		.kind = TACT_forfeit, .pairing = 1, .side = PAIRING_NOBODY, .text = "absent"
	};

	name_entries(&r->t, 4);
	assert_int_equal(run_act(r, &set), TOURNEY_OK);
	assert_int_equal(run_act(r, &both), TOURNEY_OK);
	assert_bracket(r, SECTION_MAIN, 1,
	    "Main bracket, rounds 1 to 2\n"
	    "  1 Aaaa\n"
	    "       Addd 25=3 --------.\n"
	    "  4 Addd                 |\n"
	    "                         Addd\n"
	    "  2 Abbb                 |\n"
	    "       - ff -------------'\n"
	    "  3 Accc\n"
	    "ff: by forfeit.\n"
	    "5=2: set by a director.\n");
	free_tourney(r);
}

TEST(views_that_do_not_exist_are_empty)
{
	struct tourney_run *r = start_tourney("format single", 40);
	struct view v = view_of(&r->t);

	clear_output(NULL);
	assert_int_equal(view_rounds(&v, SECTION_MAIN), 6);
	assert_int_equal(view_rounds(&v, SECTION_LOSERS), 0);
	assert_int_equal(view_rounds(&v, SECTION_ROUNDS), 0);
	assert_int_equal(view_bracket(&v, SECTION_MAIN, 0, 0), 0);
	assert_int_equal(view_bracket(&v, SECTION_MAIN, 7, 0), 0);
	assert_int_equal(view_bracket(&v, SECTION_LOSERS, 1, 0), 0);
	assert_int_equal(view_bracket(&v, SECTION_MAIN, 1, 4), 0);
	assert_int_equal(view_bracket(&v, SECTION_MAIN, 3, UINT32_MAX), 0);
	assert_int_equal(buf.len, 0);
	assert_int_equal(view_bracket(&v, SECTION_MAIN, 1, 3), 4);
	assert_int_equal(view_bracket(&v, SECTION_MAIN, 3, 0), 1);
	free_tourney(r);
}

/* ---- every view of random tournaments ---- */

static unsigned long views, lines;

static void
is_bounded(const char *what)
{
	assert_true(sbuf_ok(&buf));
	views++;
	if (buf.len > ANSWER_MAX)
		print_error("%s: %zu bytes\n", what, buf.len);
	assert_true(buf.len <= ANSWER_MAX);
	for (const char *line = text; *line != '\0';) {
		size_t n = strcspn(line, "\n");
		char one[512];

		assert_true(n < sizeof(one));
		memcpy(one, line, n);
		one[n] = '\0';
		if (utf8_width(one, strlen(one)) > TABLE_LINE_COLUMNS ||
		    (n > 0 && one[n - 1] == ' '))
			print_error("%s: %s|\n", what, one);
		assert_true(utf8_width(one, strlen(one)) <= TABLE_LINE_COLUMNS);
		assert_true(n == 0 || one[n - 1] != ' ');
		assert_int_equal(line[n], '\n');
		line += n + 1;
		lines++;
	}
	buf.len = 0;
	text[0] = '\0';
}

static void
view_random_tables(struct view *v, struct rng *rng)
{
	unsigned from = 1 + rng_below(rng, v->t->entries_n + 2);
	unsigned to = from + rng_below(rng, VIEW_ROWS_MAX);
	unsigned groups = v->t->groups > 0 ? v->t->groups : 1;
	bool knockout = tourney_is_knockout(&v->t->set);

	(void)view_places(v, from, to);
	is_bounded("places");
	if (knockout)
		return;
	(void)view_table(v, rng_below(rng, groups), from, to);
	is_bounded("table");
	(void)view_crosstable(v, rng_below(rng, groups), from, to, rng_below(rng, 14));
	is_bounded("cross");
}

static void
view_random_rounds(struct view *v, struct rng *rng)
{
	unsigned from = 1 + rng_below(rng, 20);

	(void)view_open_pairings(v, from, from + VIEW_ROWS_MAX - 1);
	is_bounded("open");
	if (v->t->entries_n > 0)
		(void)view_path(v, (entry_no)rng_below(rng, v->t->entries_n));
	is_bounded("path");
	for (unsigned s = 0; s < SECTION_COUNT; s++) {
		unsigned n = view_rounds(v, (enum section)s);
		unsigned round = n > 0 ? 1 + rng_below(rng, n) : 1;

		if (n == 0)
			continue;
		(void)view_round_pairings(
		    v, (enum section)s, -1, round, from, from + VIEW_ROWS_MAX - 1);
		is_bounded("round");
	}
}

static void
view_random_brackets(struct view *v, struct rng *rng)
{
	for (unsigned s = 0; s < SECTION_COUNT; s++) {
		unsigned n = view_rounds(v, (enum section)s), parts;

		if (n == 0)
			continue;
		parts = view_bracket(v, (enum section)s, 1 + rng_below(rng, n), 0);
		is_bounded("bracket");
		if (parts > 1)
			(void)view_bracket(v, (enum section)s, 1, rng_below(rng, parts));
		is_bounded("part of a bracket");
	}
}

static void
view_random_files(struct view *v, struct rng *rng)
{
	uint32_t n = 1 + v->t->entries_n + v->t->pairings_n, from = rng_below(rng, n), next;
	struct tourney_export f;

	info_settings(v, true);
	is_bounded("settings");
	tourney_export_begin(&f, v->t, NULL, v);
	assert_int_equal(tourney_export_record_count(&f), n + v->t->acts);
	next = tourney_export_text(&f, from, n, 30000, &out);
	is_bounded("file");
	assert_true(next > from && next <= n);
	next = tourney_export_json_lines(&f, from, n, 30000, &out);
	assert_true(buf.len <= ANSWER_MAX && next > from && next <= n);
	buf.len = 0;
	text[0] = '\0';
	tourney_export_end(&f);
}

/* Checks a copy in which all names are long. */
static void
view_everything(const struct tourney *of, struct rng *rng)
{
	unsigned language = rng_below(rng, LANG_COUNT);
	struct tourney copy = *of, *t = &copy;
	struct view v = view_of(t);

	copy.entries = malloc((of->entries_n + 1) * sizeof(*copy.entries));
	CHECK(copy.entries != NULL);
	if (of->entries_n > 0)
		memcpy(copy.entries, of->entries, of->entries_n * sizeof(*copy.entries));
	name_entries(t, 20);
	clear_output(language == LANG_EN ? NULL : &CATALOGUES[language]);
	v.now_ms = t->last_ms + (int64_t)rng_below(rng, 3) * 86400000;
	if (t->entries_n > 0 && rng_below(rng, 2) == 0)
		v.me = (entry_no)rng_below(rng, t->entries_n);
	if (t->started_ms != 0) {
		view_random_tables(&v, rng);
		view_random_rounds(&v, rng);
		view_random_brackets(&v, rng);
	}
	view_random_files(&v, rng);
	(void)view_winner(t, SECTION_MAIN);
	free(copy.entries);
}

static const char *const SOME[] = { "length 25 99", "length 99", "final 11", "reset 0",
	"reset 3", "chance 1", "consolation 1", "lastchance 1", "lastchance 2", "rounds 3",
	"rounds 30", "losses 9", "group 3", "group 16", "qualify 1", "points bellingham",
	"tiebreaks wins direct buchholz-1 buchholz median sonneborn progressive difference",
	"tiebreaks difference wins", "playoff 3", "schedule deadline", "late wait",
	"checkin 0" };

static void
run_random_tourney(uint64_t seed, unsigned most, unsigned every)
{
	struct tourney_run *r = malloc(sizeof(*r));
	struct rng rng;
	char set[64];
	struct sbuf b;

	CHECK(r != NULL);
	rng_seed(&rng, seed);
	run_init(r, seed, rng_below(&rng, 3) > 0 ? &RUN_WILD : &RUN_CALM);
	SBUF_INIT(&b, set);
	sbuf_add(&b, "format ");
	tourney_setting_word(TSET_format, (unsigned)(seed % FORMAT_COUNT), &b);
	run_set(r, set);
	run_set(r, "capacity 1024");
	if (most > FORMATS[seed % FORMAT_COUNT].entries_max)
		most = FORMATS[seed % FORMAT_COUNT].entries_max;
	for (unsigned n = rng_below(&rng, 8); n > 0; n--)
		run_set(r, SOME[rng_below(&rng, ARRAY_LEN(SOME))]);
	view_everything(&r->t, &rng);
	if (run_start(r, 2 + rng_below(&rng, most - 1)))
		while (run_step(r))
			if (rng_below(&rng, every) == 0)
				view_everything(&r->t, &rng);
	view_everything(&r->t, &rng);
	run_free(r);
	free(r);
}

TEST(every_view_of_random_tournaments_is_bounded)
{
	views = lines = 0;
	for (uint64_t seed = 1; seed <= test_cases(2100); seed++)
		run_random_tourney(seed, 24, 12);
	for (uint64_t seed = 2101; seed <= 2100 + test_cases(28); seed++)
		run_random_tourney(seed, 300, 400);
	print_message("%lu views, %lu lines\n", views, lines);
	assert_true(views > test_cases(50000));
}

/* Paged output contains every entry and every pairing exactly once. */
TEST(pages_of_a_large_file_are_complete)
{
	struct tourney_run *r = malloc(sizeof(*r));
	uint32_t next = 0, end, rows = 0, pages = 0;
	struct tourney_export f;
	struct view v;

	CHECK(r != NULL);
	run_init(r, 5, &RUN_CALM);
	run_set(r, "capacity 1024");
	assert_true(run_start(r, 1000));
	v = view_of(&r->t);
	clear_output(NULL);
	tourney_export_begin(&f, &r->t, NULL, &v);
	end = tourney_export_record_count(&f) - r->t.acts;
	while (next < end) {
		next = tourney_export_text(&f, next, end, 30000, &out);
		for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1)
			rows += strspn(line, " 0123456789-") >= 6;
		is_bounded("page");
		pages++;
	}
	tourney_export_end(&f);
	print_message("%u rows on %u pages\n", rows, pages);
	assert_int_equal(rows, r->t.entries_n + r->t.pairings_n);
	free_tourney(r);
}

/* ---- cells, JSON ---- */

TEST(cells_count_characters)
{
	struct columns c;

	clear_output(NULL);
	columns_begin(&c, &out);
	columns_add_left(&c, 4, "\xc3\xa9t\xc3\xa9s more");
	columns_add_right(&c, 4, "\xc3\xa9");
	columns_add_number(&c, 3, -7);
	columns_add_gap(&c, 200);
	columns_add_left(&c, 5, "nothing");
	columns_send(&c);
	assert_string_equal(text, "\xc3\xa9t\xc3\xa9s   \xc3\xa9 -7\n");
	assert_int_equal(utf8_width("\xc3\xa9t\xc3\xa9", 5), 3);
	assert_int_equal(utf8_prefix_bytes("\xc3\xa9t\xc3\xa9", 1), 2);
	assert_int_equal(utf8_prefix_bytes("\xc3\xa9t\xc3\xa9", 9), 5);
	assert_int_equal(utf8_fit_bytes("\xc3\xa9t\xc3\xa9", 9), 5);
	assert_int_equal(utf8_fit_bytes("\xc3\xa9t\xc3\xa9", 5), 5);
	assert_int_equal(utf8_fit_bytes("\xc3\xa9t\xc3\xa9", 4), 3);
	assert_int_equal(utf8_fit_bytes("\xc3\xa9", 1), 0);
}

TEST(json_output_is_valid)
{
	struct json j;

	clear_output(NULL);
	json_begin(&j, &out);
	json_open(&j, '{');
	json_key(&j, "a");
	json_add_text(&j, "q\"b\\c\n\t\x01\x7f \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
	json_key(&j, "bad");
	json_add_text(&j, "\xff \xc3 \xc0\x80 \xed\xa0\x80 \xf4\x90\x80\x80 \xe2\x82");
	json_key(&j, "list");
	json_open(&j, '[');
	json_add_int(&j, -9223372036854775807ll);
	json_add_real(&j, 1500.25, 6);
	json_add_bool(&j, true);
	json_add_bool(&j, false);
	json_add_null(&j);
	json_add_text(&j, NULL);
	json_add_text(&j, "");
	json_open(&j, '[');
	json_close(&j, ']');
	json_open(&j, '{');
	json_close(&j, '}');
	json_close(&j, ']');
	json_close(&j, '}');
	assert_string_equal(text,
	    "{\"a\":\"q\\\"b\\\\c\\u000a\\u0009\\u0001\\u007f \xc3\xa9 \xe2\x82\xac "
	    "\xf0\x9f\x98\x80\","
	    "\"bad\":\"\\ufffd \\ufffd \\ufffd\\ufffd \\ufffd\\ufffd\\ufffd "
	    "\\ufffd\\ufffd\\ufffd\\ufffd \\ufffd\\ufffd\","
	    "\"list\":[-9223372036854775807,1500.250000,true,false,null,null,\"\",[],{}]}");
}
