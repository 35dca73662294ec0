/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The reader of position records, and the program build/legalplays as its users see it. */
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "tests/support/jsonl.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

#define START "[0,0,0,0,0,0,5,0,3,0,0,0,0,5,0,0,0,0,0,0,0,0,0,0,2,0]"
#define GOOD_RECORD                                                                            \
	"{\"id\": \"a\", \"variant\": \"backgammon\", \"position\": " START                    \
	", \"opponent\": " START ", \"dice\": [6, 6]}"
#define CLOSED_OUT_RECORD                                                                      \
	"{\"id\": \"W19\", \"variant\": \"backgammon\", "                                      \
	"\"position\": [9,0,0,0,0,0,0,0,3,0,0,0,0,2,0,0,0,0,0,0,0,0,0,0,0,1], "                \
	"\"opponent\": [1,2,2,2,2,2,2,0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0], "                \
	"\"dice\": [6,4]}"

TEST(members_may_be_in_any_order_and_unknown_ones_are_skipped)
{
	static const char text[] =
	    "\t{ \"dice\":[1,2], \"x\":{\"y\":[1,-2.5e3,{\"z\":null}],\"q\":\"\\\"]}\"}, "
	    "\"e\":[], \"o\":{}, \"t\":true, \"id\":\"i-7\", \"opponent\":" START
	    ",\"variant\":\"v\" ,\"position\" : " START " } \r";
	struct record r;

	assert_null(record_read(text, sizeof(text) - 1, &r));
	assert_string_equal(r.id, "i-7");
	assert_string_equal(r.variant, "v");
	assert_int_equal(r.dice[0], 1);
	assert_int_equal(r.dice[1], 2);
	assert_int_equal(r.numbers_per_side, 26);
	assert_int_equal(r.board.at[SEAT_0][13], 5);
	assert_int_equal(r.board.at[SEAT_1][24], 2);
	assert_false(r.has_results);
	record_free(&r);
}

TEST(malformed_records_are_refused)
{
	static const char *const row[] = {
		"",
		"x",
		"[]",
		"{}",
		"{\"id\"}",
		"{\"id\":\"a\"}",
		"{\"id\":\"\"}",
		"{\"id\":\"a\\n\"}",
		"{\"id\":7}",
		"{\"id\":\"a\",\"id\":\"a\"}",
		"{\"x\":[[[[[[[[[[1]]]]]]]]]]}",
		"{\"x\":nul}",
		"{\"x\":\"",
		"{\"x\":\"\\",
		"{\"dice\":[1]}",
		"{\"dice\":[1,2,3]}",
		"{\"dice\":[0,1]}",
		"{\"dice\":[1,7]}",
		"{\"dice\":[01,1]}",
		"{\"dice\":[1,]}",
		"{\"position\":[1,2,3]}",
		"{\"position\":[36,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}",
		"{\"position\":[-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}",
		GOOD_RECORD "x",
		GOOD_RECORD GOOD_RECORD,
	};
	struct record r, before;

	memset(&r, 0x5a, sizeof(r));
	before = r;
	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		if (record_read(row[i], strlen(row[i]), &r) == NULL)
			fail_msg("taken: %s", row[i]);
		assert_memory_equal(&r, &before, sizeof(r));
	}
	/* every prefix of a good record */
	for (size_t n = 0; n < strlen(GOOD_RECORD); n++)
		assert_non_null(record_read(GOOD_RECORD, n, &r));
	assert_null(record_read(GOOD_RECORD, strlen(GOOD_RECORD), &r));
	record_free(&r);
}

/* Some bytes of a good line are replaced.  The reader always returns, and never reads outside
 * the line (checked by sanitizers). */
TEST(changed_bytes_are_read_or_refused)
{
	unsigned taken = 0, refused = 0;
	struct rng g;

	rng_seed(&g, 9);
	for (unsigned i = test_cases(50000); i > 0; i--) {
		size_t n = strlen(CLOSED_OUT_RECORD);
		char *line = malloc(n);
		struct record r;

		assert_non_null(line);
		memcpy(line, CLOSED_OUT_RECORD, n);
		for (unsigned k = rng_below(&g, 4); k > 0; k--)
			line[rng_below(&g, (uint32_t)n)] = (char)rng_below(&g, 256);
		if (record_read(line, n - rng_below(&g, 2), &r) == NULL) {
			taken++;
			record_free(&r);
		} else {
			refused++;
		}
		free(line);
	}
	assert_true(taken > 0 && refused > 0);
}

/* ---- the program ---- */

static const char *
program_path(void)
{
	static char path[4096];
	const char *tools = getenv("GAMMON_TOOLS");

	if (tools == NULL)
		return "build/legalplays";
	(void)snprintf(path, sizeof(path), "%s/legalplays", tools);
	return path;
}

/* Runs the program on input.  Returns its exit status and its two outputs. */
static int
run_program(const char *input, char *out, size_t out_size, char *err, size_t err_size)
{
	char name[] = "/tmp/test_jsonl.XXXXXX";
	char command[8192];
	int status;
	size_t n;
	FILE *f;
	int fd = mkstemp(name);

	assert_true(fd >= 0);
	f = fdopen(fd, "w+");
	assert_non_null(f);
	(void)snprintf(command, sizeof(command), "'%s' 2>'%s' <<'END'\n%s\nEND\n",
	    program_path(), name, input);
	FILE *p = popen(command, "r");
	assert_non_null(p);
	n = fread(out, 1, out_size - 1, p);
	out[n] = '\0';
	status = pclose(p);
	n = fread(err, 1, err_size - 1, f);
	err[n] = '\0';
	assert_int_equal(fclose(f), 0);
	assert_int_equal(unlink(name), 0);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

TEST(legalplays_answers_each_record)
{
	char out[4096], err[4096];

	assert_int_equal(run_program(CLOSED_OUT_RECORD "\n" CLOSED_OUT_RECORD, out, sizeof(out),
			     err, sizeof(err)),
	    0);
	assert_string_equal(err, "");
	/* no legal play: the unchanged position */
	assert_string_equal(out,
	    "{\"id\": \"W19\", \"legal_final_positions\": "
	    "[\"9000000030000200000000000112222220200000000000000000\"], \"count\": 1}\n"
	    "{\"id\": \"W19\", \"legal_final_positions\": "
	    "[\"9000000030000200000000000112222220200000000000000000\"], \"count\": 1}\n");
}

TEST(legalplays_reports_bad_lines_and_answers_the_rest)
{
	static const char input[] =
	    "rubbish\n\n" CLOSED_OUT_RECORD "\n"
	    "{\"id\":\"b\",\"variant\":\"ludo\",\"position\":" START ",\"opponent\":" START
	    ",\"dice\":[1,2]}\n"
	    "{\"id\":\"c\",\"variant\":\"backgammon\",\"position\":" START
	    ",\"opponent\":[15,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1],\"dice\":[1,"
	    "2]}";
	char out[4096], err[4096];

	assert_int_equal(run_program(input, out, sizeof(out), err, sizeof(err)), 1);
	assert_string_equal(err,
	    "legalplays: line 1: not a JSON object\n"
	    "legalplays: line 4: unknown variant\n"
	    "legalplays: line 5: position and opponent are no board of this variant\n");
	assert_non_null(strstr(out, "\"W19\""));
	assert_ptr_equal(strchr(out, '\n'), out + strlen(out) - 1);
}
