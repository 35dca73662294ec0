/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The verifier of exported matches: what it accepts, and malicious files. */
#include "base/sbuf.h"
#include "file/verify.h"
#include "tests/support/sealed.h"
#include "tests/unit/test.h"

#define MATCH_NUMBER "77"
#define TEXT_1 "a word"
#define TEXT_2 ""
#define ROLLS 3000u /* number of rolls computed for the tests */

static uint8_t seed[FAIR_SEED_BYTES], dice[ROLLS][2];
static char seed_hex[FAIR_HEX_ROOM], commitment[FAIR_HEX_ROOM];
static char body[8192];
static struct sbuf file;
static struct verified_match verified_result;

static const char *
verify_error(const char *text, size_t n)
{
	size_t whole;
	char *bytes = sealed(text, n, &whole);
	const char *why = verify_text(bytes, whole, &verified_result);

	free(bytes);
	return why;
}

#define VERIFY_ERROR(text) verify_error(text, strlen(text))

/* Returns the two digits of a roll; `wrong`: of a different roll. */
static const char *
dice_text(uint32_t no, bool wrong)
{
	static char text[4][3];
	static unsigned next;
	char *out = text[next++ % 4];

	assert_true(no < ROLLS);
	out[0] = (char)('0' + (wrong ? 1 + dice[no][0] % 6 : dice[no][0]));
	out[1] = (char)('0' + dice[no][1]);
	return out;
}

#define HEAD                                                                                   \
	"{\n\"gammond\": 1,\n\"match\": " MATCH_NUMBER ",\n\"commitment\": \"%s\",\n"          \
	"\"seed\": \"%s\",\n\"texts\": [\"" TEXT_1 "\", \"" TEXT_2 "\"],\n\"actions\": ["
#define ACTION_HEAD "\n{\"seat\": 0, \"at\": 1, \"ms\": 5, \"auto\": false, \"kind\": "

static void
begin(void)
{
	SBUF_INIT(&file, body);
	sbuf_addf(&file, HEAD, commitment, seed_hex);
	sbuf_addf(&file,
	    ACTION_HEAD
	    "\"start\", \"text\": \"o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 "
	    "dice=%s,%s\"}",
	    dice_text(0, false), dice_text(1, false));
}

static void
add(const char *kind, const char *text)
{
	sbuf_addf(&file, "," ACTION_HEAD "\"%s\", \"text\": \"%s\"}", kind, text);
}

static void
roll(uint32_t no, bool wrong)
{
	char text[40];

	(void)snprintf(
	    text, sizeof(text), "roll=%u dice=%s", (unsigned)no, dice_text(no, wrong));
	add("roll", text);
}

static const char *
end(void)
{
	sbuf_add(&file, "\n],\n");
	assert_true(sbuf_ok(&file));
	return verify_error(file.text, file.len);
}

TEST(rolls_that_follow_from_the_seed_are_accepted)
{
	begin();
	add("move", "13/7 8/7");
	roll(2, false);
	add("double", "");
	roll(3, false);
	assert_null(end());
	assert_int_equal(verified_result.match_id, 77);
	assert_int_equal(verified_result.rolls, 4);
	assert_string_equal(verified_result.commitment, commitment);
}

TEST(a_game_started_by_the_last_winner_uses_no_roll)
{
	begin();
	add("start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=2 dice=-");
	roll(2, false);
	assert_null(end());
	assert_int_equal(verified_result.rolls, 3);
}

TEST(a_roll_that_does_not_follow_from_the_seed_is_detected)
{
	static const char *const WHY = "a roll does not follow from the seed";

	begin();
	roll(2, true);
	assert_string_equal(end(), WHY);
	begin(); /* one roll left out */
	roll(3, false);
	assert_string_equal(end(), WHY);
	begin(); /* one roll repeated */
	roll(1, false);
	assert_string_equal(end(), WHY);
	begin();
	add("start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=4294967295 dice=11,22");
	assert_string_equal(end(), WHY);
}

/* A roll in an unknown notation would be skipped by the check. */
TEST(an_unknown_action_is_refused)
{
	static const char *const WHY = "it has an action that this program does not know";
	static const char *const BAD[][2] = {
		{ "rolled", "roll=2 dice=66" },
		{ "roll", "roll=2  dice=66" },
		{ "roll", "roll=2 dice=66 " },
		{ "roll", "roll=02 dice=66" },
		{ "roll", "dice=66" },
		{ "takeback", "roll=-1" },
		{ "double", "roll=2 dice=66" },
	};

	for (unsigned i = 0; i < ARRAY_LEN(BAD); i++) {
		begin();
		add(BAD[i][0], BAD[i][1]);
		assert_string_equal(end(), WHY);
	}
	begin();
	sbuf_add(&file, ",\n7");
	assert_string_equal(end(), WHY);
	begin();
	sbuf_add(&file, ",\n{\"seat\": 4294967296, \"auto\": false, \"kind\": \"double\", "
			"\"text\": \"\"}");
	assert_string_equal(end(), WHY);
}

TEST(after_a_takeback_the_stream_is_rewound)
{
	begin();
	roll(2, false);
	roll(3, false);
	add("takeback", "roll=2");
	roll(2, false);
	roll(3, false);
	roll(4, false);
	add("takeback", "roll=3");
	assert_null(end());
	assert_int_equal(verified_result.rolls, 3);
	begin();
	add("takeback", "roll=3"); /* there is no roll 3 to take back */
	assert_string_equal(end(), "a roll does not follow from the seed");
}

TEST(the_seed_of_an_unfinished_match_is_secret)
{
	SBUF_INIT(&file, body);
	sbuf_addf(&file,
	    "{\"match\": 1, \"commitment\": \"%s\", \"seed\": null, \"texts\": [\"\", \"\"], "
	    "\"actions\": [],\n",
	    commitment);
	assert_string_equal(
	    verify_error(body, file.len), "the match is not over, so its seed is a secret");
}

TEST(a_seed_that_does_not_match_the_commitment_is_detected)
{
	static const char *const BAD[] = { "", "00", "zz",
		"0000000000000000000000000000000000000000000000000000000000000000",
		"000000000000000000000000000000000000000000000000000000000000000000" };

	for (unsigned i = 0; i < ARRAY_LEN(BAD); i++) {
		SBUF_INIT(&file, body);
		sbuf_addf(&file, HEAD "],\n", commitment, BAD[i]);
		assert_string_equal(verify_error(body, file.len),
		    "the seed is not the one that was committed to");
	}
}

TEST(a_file_in_which_any_byte_has_changed_is_refused)
{
	size_t n;
	char *bytes;

	begin();
	roll(2, false);
	assert_null(end());
	bytes = sealed(body, file.len, &n);
	for (size_t i = 0; i < n; i++) {
		bytes[i] = (char)(bytes[i] ^ 1);
		assert_string_equal(verify_text(bytes, n, &verified_result),
		    "it has changed since it was exported");
		bytes[i] = (char)(bytes[i] ^ 1);
	}
	assert_null(verify_text(bytes, n, &verified_result));
	for (size_t i = 0; i < n; i++) {
		char *part = malloc(i + 1);

		assert_non_null(part);
		memcpy(part, bytes, i);
		assert_non_null(verify_text(part, i, &verified_result));
		free(part);
	}
	free(bytes);
}

/* Some readers would use the first occurrence, others the last. */
TEST(a_member_that_appears_twice_is_refused)
{
	begin();
	sbuf_add(&file, "\n],\n\"actions\": [");
	assert_string_equal(end(), "it is not an exported match");
	begin();
	sbuf_addf(&file, "\n],\n\"seed\": \"%s\",\n\"errors\": [", seed_hex);
	assert_string_equal(end(), "it is not an exported match");
	begin();
	sbuf_add(&file, ",\n{\"seat\": 0, \"auto\": false, \"kind\": \"double\", \"text\": "
			"\"\", \"kind\": \"roll\"}");
	assert_string_equal(end(), "it is not an exported match");
}

TEST(files_that_are_not_matches_are_refused)
{
	static const char *const BAD[] = {
		"",
		"{",
		"{}",
		"[",
		"\"match\": ",
		"{\n\"match\": 1,\n\"texts\": [\"\"",
		"{\n\"match\": 1,\n\"texts\": [\"\"],\n\"actions\": [\n],\n",
		"{\"match\": \"1\", \"commitment\": \"\", \"seed\": \"\", \"texts\": [\"\", "
		"\"\"], \"actions\": [], ",
		"{\"match\": 1, \"commitment\": \"\", \"seed\": \"\", \"texts\": [\"\", \"\", "
		"\"\"], \"actions\": [], ",
		"{\"match\": 1, \"commitment\": \"\", \"seed\": \"\", \"texts\": [\"\", "
		"\"\"], \"actions\": {}, ",
		"{\"match\": 1, \"commitment\": \"\", \"seed\": \"\", \"texts\": [\"\", \"a "
		"text of more than the sixty-four bytes that a player may say for the "
		"dice\"], \"actions\": [], ",
		"{\"match\": 1, \"commitment\": "
		"\"00000000000000000000000000000000000000000000000000000000000000000\", "
		"\"seed\": \"\", \"texts\": [\"\", \"\"], \"actions\": [], ",
	};

	for (unsigned i = 0; i < ARRAY_LEN(BAD); i++)
		assert_string_equal(VERIFY_ERROR(BAD[i]), "it is not an exported match");
	assert_non_null(verify_text("", 0, &verified_result));
}

/* Each takeback rewinds the dice stream. */
TEST(plays_may_be_taken_back_any_number_of_times)
{
	size_t room = 1u << 20;
	char *text = malloc(room);
	const char *why;

	assert_non_null(text);
	begin();
	sbuf_init(&file, text, room);
	sbuf_add(&file, body);
	for (unsigned i = 2; i < ROLLS; i++)
		roll(i, false);
	for (unsigned i = 2; i < ROLLS; i++) {
		add("takeback", "roll=2999");
		roll(2999, false);
	}
	why = end();
	free(text);
	assert_null(why);
	assert_int_equal(verified_result.rolls, ROLLS);
}

TEST(an_unreadable_file_is_an_error)
{
	assert_int_equal(verify_file("/nowhere/at/all"), 1);
	assert_int_equal(verify_file("/dev/zero"), 1);
	assert_int_equal(verify_file("/"), 1);
}

BEFORE_ALL
{
	struct fair_dice stream;

	for (unsigned i = 0; i < sizeof(seed); i++)
		seed[i] = (uint8_t)(i * 7 + 1);
	fair_hex(seed, seed_hex);
	fair_draw_commitment(seed, commitment);
	fair_dice_init(
	    &stream, seed, MATCH_NUMBER, TEXT_1, strlen(TEXT_1), TEXT_2, strlen(TEXT_2));
	for (unsigned i = 0; i < ROLLS; i++)
		fair_dice_roll(&stream, i, dice[i]);
}
