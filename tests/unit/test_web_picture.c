/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Pictures of positions: a complete PNG of each game, and the checkers drawn in it. */

#include <zlib.h>

#include "client-web/image.h"
#include "rules/variant.h"
#include "tests/unit/test.h"

static struct picture picture;
static size_t size;
static uint8_t pixels[PICTURE_HEIGHT][PICTURE_WIDTH + 1]; /* byte 0 of a row: its filter */

static void
draw(void)
{
	assert_true(picture_begin(&picture));
	while ((size = picture_draw_rows(&picture, 100)) == 0)
		assert_in_range(picture.row, 1, PICTURE_HEIGHT - 1);
	picture_end(&picture);
}

static size_t
number(const uint8_t *at)
{
	return (size_t)at[0] << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 | at[3];
}

/* Checks all chunks and unpacks the pixels. */
static void
unpack(void)
{
	static const char *const TYPES[] = { "IHDR", "PLTE", "IDAT", "IEND" };
	uLongf len = sizeof(pixels);
	size_t at = 8;

	assert_memory_equal(picture.png, "\x89PNG\r\n\x1a\n", 8);
	for (unsigned i = 0; i < ARRAY_LEN(TYPES); i++) {
		size_t n = number(picture.png + at);

		assert_in_range(at + 12 + n, 0, size);
		assert_memory_equal(picture.png + at + 4, TYPES[i], 4);
		assert_int_equal(number(picture.png + at + 8 + n),
		    crc32(0, picture.png + at + 4, (uInt)n + 4));
		if (i == 0) {
			assert_int_equal(number(picture.png + at + 8), PICTURE_WIDTH);
			assert_int_equal(number(picture.png + at + 12), PICTURE_HEIGHT);
		} else if (i == 2) {
			assert_int_equal(
			    uncompress((uint8_t *)pixels, &len, picture.png + at + 8, n), Z_OK);
		}
		at += 12 + n;
	}
	assert_int_equal(at, size);
	assert_int_equal(len, sizeof(pixels));
	for (unsigned y = 0; y < PICTURE_HEIGHT; y++)
		assert_int_equal(pixels[y][0], 0);
}

/* Returns the red level, 0 to 5, at the centre of the i-th checker of a pile. */
static unsigned
red(unsigned column, bool top, unsigned i)
{
	unsigned x = 30 + 76 * column + 38, y = 30 + 34 + 50 * i;

	return pixels[top ? y : PICTURE_HEIGHT - y][x + 1] / 36u;
}

TEST(every_game_has_a_picture)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		struct match_state m;

		match_init(&m, variant_of_game(v, 1), 5);
		variant_start_board(&m.board, m.variant);
		picture_set_position(&picture.position, &m);
		draw();
		unpack();
		assert_in_range(size, 5000, 60000); /* WhatsApp shows at most 300 KB */
	}
}

TEST(checkers_are_drawn_on_their_points)
{
	struct match_state m;

	match_init(&m, variant_find("backgammon"), 5);
	variant_start_board(&m.board, m.variant);
	m.o = SEAT_0;
	picture_set_position(&picture.position, &m);
	draw();
	unpack();
	assert_int_equal(red(8, false, 4), 5);  /* five white checkers on 6 */
	assert_int_equal(red(13, true, 1), 5);  /* two white checkers on 24 */
	assert_int_equal(red(13, false, 0), 0); /* two dark checkers on 1 */
	assert_int_equal(red(1, true, 0), 5);   /* five white checkers on 13 */
	assert_int_equal(red(1, false, 0), 0);
	assert_int_equal(red(7, false, 0), 2); /* the bar is empty */
	m.o = SEAT_1;
	picture_set_position(&picture.position, &m);
	draw();
	unpack();
	assert_int_equal(red(8, false, 4), 0);
}

TEST(pinned_and_borne_off_checkers_are_drawn)
{
	struct match_state m;

	match_init(&m, variant_find("plakoto"), 5);
	variant_start_board(&m.board, m.variant);
	m.o = SEAT_0;
	m.board.at[0][24] = 10;
	m.board.at[0][20] = 2;
	m.board.at[0][0] = 3;
	m.board.at[1][24] = 14;
	m.board.at[1][5] = 1;
	board_set_pinned(&m.board, SEAT_1, 5, true);
	picture_set_position(&picture.position, &m);
	draw();
	unpack();
	assert_int_equal(red(9, true, 0), 0); /* on 20 */
	assert_int_equal(red(9, true, 1), 5);
	assert_int_equal(red(9, true, 2), 5);
	assert_int_equal(red(14, false, 2), 5); /* borne off */
	assert_int_equal(red(14, true, 0), 2);
}

TEST(a_snapshot_has_the_same_picture)
{
	static const char SNAPSHOT[] =
	    "{\"points\":[-2,0,0,0,0,5,0,3,0,0,0,-4,5,0,0,0,-3,0,-5,0,0,1,0,0],\"bar\":[1,0],"
	    "\"off\":[0,1],\"reserve\":[0,0],\"pinned\":[[],[]],\"cube\":4,\"owner\":1,"
	    "\"dice\":[6,1],\"seat\":0,\"for\":\"move\"}";
	static uint8_t first[PICTURE_BYTES_MAX];
	json_t *match = json_loads(SNAPSHOT, 0, NULL);
	struct match_state m;
	size_t first_size;

	image_read_position(&picture.position, match);
	json_decref(match);
	draw();
	memcpy(first, picture.png, sizeof(first));
	first_size = size;
	match_init(&m, variant_find("backgammon"), 5);
	variant_start_board(&m.board, m.variant);
	m.board.at[0][24] = 0;
	m.board.at[0][PT_BAR] = m.board.at[0][22] = 1;
	m.board.at[1][13] = 4;
	m.board.at[1][0] = 1;
	m.o = m.turn = SEAT_0;
	m.cube = 4;
	m.cube_owner = SEAT_1;
	m.dice = (struct dice_pair){ { 6, 1 } };
	picture_set_position(&picture.position, &m);
	draw();
	assert_int_equal(size, first_size);
	assert_memory_equal(picture.png, first, size);
}

TEST(missing_and_malformed_members_are_tolerated)
{
	static const char *const LINES[] = { "{}", "[]",
		("{\"points\":[300,-300],\"pinned\":[[99,0,-1],3],\"owner\":77,\"seat\":9,"
		 "\"dice\":[99],\"for\":\"move\",\"cube\":123456}") };

	for (unsigned i = 0; i < ARRAY_LEN(LINES); i++) {
		json_t *match = json_loads(LINES[i], 0, NULL);

		image_read_position(&picture.position, match);
		json_decref(match);
		draw();
		unpack();
	}
}
