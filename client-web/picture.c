/* SPDX-License-Identifier: MIT */
#include "client-web/picture.h"

#include <math.h>
#include <string.h>

#include "rules/variant.h"

/* Colours are numbers of a palette with six levels each of red, green and blue. */
#define RGB(r, g, b) ((uint8_t)(36 * (r) + 6 * (g) + (b)))
#define FRAME_COLOUR RGB(1, 1, 1)
#define TRAY_COLOUR RGB(2, 2, 2)
#define FIELD_COLOUR RGB(5, 5, 4)
#define LIGHT_POINT_COLOUR RGB(5, 4, 2)
#define DARK_POINT_COLOUR RGB(3, 1, 0)
#define WHITE RGB(5, 5, 5)
#define BLACK RGB(0, 0, 1)
#define COLOUR_LEVELS 6
#define PALETTE_COLOURS 216u

/* Pixels. */
#define BOARD_MARGIN 30.0
#define COLUMN_WIDTH 76.0
#define MIDDLE_Y (PICTURE_HEIGHT / 2.0)
#define POINT_LENGTH 240.0 /* length of a point */
#define CHECKER_RADIUS 33.0
#define CHECKER_DISTANCE 50.0 /* distance between the centres of two checkers */
/* checkers drawn in a pile; in a higher pile, one of them shows the count */
#define PILE_SHOWN_MAX 5u
#define DIE_HALF_WIDTH 27.0 /* half the width of a die and of the cube */

#define LEFT_TRAY_COLUMN 0u
#define BAR_COLUMN 7u
#define RIGHT_TRAY_COLUMN 14u

/* ---- positions ---- */

struct pile *
picture_point_pile(struct position *p, unsigned point)
{
	unsigned across = point <= 12 ? 13 - point : point - 12;

	return &p->at[across + (across > 6)][point > 12];
}

void
picture_set_bar_and_trays(
    struct position *p, uint8_t seat, unsigned bar, unsigned off, unsigned reserve)
{
	p->at[BAR_COLUMN][seat == SEAT_0] = (struct pile){ (uint8_t)bar, seat, false };
	p->at[RIGHT_TRAY_COLUMN][seat] = (struct pile){ (uint8_t)off, seat, false };
	p->at[LEFT_TRAY_COLUMN][seat] = (struct pile){ (uint8_t)reserve, seat, false };
}

void
picture_set_position(struct position *p, const struct match_state *m)
{
	*p = (struct position){ .cube_value = m->cube,
		.cube_owner = (uint8_t)m->cube_owner,
		.dice_owner = (uint8_t)m->turn,
		.dice = { m->dice.d[0], m->dice.d[1] } };
	for (uint8_t s = 0; s < 2; s++) {
		const uint8_t *at = m->board.at[s];

		for (unsigned own = 1; own <= 24; own++) {
			struct pile *pile = picture_point_pile(
			    p, s == m->o ? own : variant_opposite(m->variant, own));

			if (board_pinned(&m->board, s, own))
				pile->pins = true;
			else if (at[own] > 0)
				*pile = (struct pile){ at[own], s, pile->pins };
		}
		picture_set_bar_and_trays(p, s, at[PT_BAR], at[PT_OFF], at[PT_RESERVE]);
	}
}

/* ---- the colour at a place ---- */

/* Returns whether (x, y), relative to the centre of a number, is on one of its digits. */
static bool
is_on_digit(unsigned number, double size, double x, double y)
{
	static const uint16_t DIGITS[] = { 075557, 026227, 071747, 071717, 055711, 074717,
		074757, 071111, 075757, 075717 }; /* five rows of three bits */
	unsigned digits = number >= 1000 ? 4 : number >= 100 ? 3 : number >= 10 ? 2 : 1;
	double across = x / size + (4 * digits - 1) / 2.0, down = y / size + 2.5;
	unsigned column;

	if (across < 0 || across >= 4 * digits || down < 0 || down >= 5)
		return false;
	column = (unsigned)across % 4;
	if (column == 3)
		return false;
	for (unsigned i = (unsigned)across / 4 + 1; i < digits; i++)
		number /= 10;
	return (DIGITS[number % 10] >> (14 - 3 * (unsigned)down - column) & 1) != 0;
}

static uint8_t
seat_colour(unsigned seat)
{
	return seat == SEAT_0 ? WHITE : BLACK;
}

/* Returns the colour at (x, y), relative to the centre of a checker that shows the number (0:
 * none). */
static uint8_t
checker_colour(unsigned seat, unsigned number, double x, double y)
{
	double from_centre = hypot(x, y);

	if (from_centre > CHECKER_RADIUS - 3 ||
	    (from_centre > CHECKER_RADIUS - 10 && from_centre < CHECKER_RADIUS - 7))
		return seat_colour(1 - seat);
	return seat_colour(number != 0 && is_on_digit(number, 5, x, y) ? 1 - seat : seat);
}

static uint8_t
die_colour(unsigned number, unsigned seat, double x, double y)
{
	static const uint16_t PIPS[] = { 0, 0020, 0104, 0124, 0505, 0525, 0555 };
	unsigned column, row;
	bool pip;

	if (fabs(x) >= DIE_HALF_WIDTH - 3 || fabs(y) >= DIE_HALF_WIDTH - 3)
		return FRAME_COLOUR;
	column = (unsigned)((x + DIE_HALF_WIDTH - 3) / 16);
	row = (unsigned)((y + DIE_HALF_WIDTH - 3) / 16);
	pip = (PIPS[number % 7] >> (3 * row + column) & 1) != 0 &&
	      hypot(x - 16.0 * column + 16, y - 16.0 * row + 16) < 6;
	return seat_colour(pip ? 1 - seat : seat);
}

static uint8_t
colour_at(const struct position *p, double x, double y)
{
	static const double CUBE[] = { MIDDLE_Y + 225, MIDDLE_Y - 225, MIDDLE_Y };
	bool top = y < MIDDLE_Y;
	double depth = (top ? y : PICTURE_HEIGHT - y) - BOARD_MARGIN, across = x - BOARD_MARGIN;
	unsigned column = (unsigned)(across / COLUMN_WIDTH);
	bool tray = column % BAR_COLUMN == 0;
	const struct pile *pile;
	unsigned all;

	if (depth < 0 || across < 0 || column >= PICTURE_BOARD_COLUMNS)
		return FRAME_COLOUR;
	for (unsigned i = 0; i < 2 && p->dice_owner < 2; i++) {
		double from = x - BOARD_MARGIN - COLUMN_WIDTH * (p->dice_owner == 0 ? 11 : 4) +
			      (i == 0 ? 35 : -35);

		if (p->dice[i] != 0 && fabs(from) < DIE_HALF_WIDTH &&
		    fabs(y - MIDDLE_Y) < DIE_HALF_WIDTH)
			return die_colour(p->dice[i], p->dice_owner, from, y - MIDDLE_Y);
	}
	across -= COLUMN_WIDTH * (column + 0.5);
	y -= CUBE[p->cube_owner % 3];
	if (p->cube_value > 1 && column == LEFT_TRAY_COLUMN && fabs(across) < DIE_HALF_WIDTH &&
	    fabs(y) < DIE_HALF_WIDTH)
		return is_on_digit(p->cube_value, p->cube_value < 100 ? 6 : 3, across, y)
			   ? BLACK
			   : WHITE;
	pile = &p->at[column][top];
	all = (unsigned)pile->n + pile->pins;
	for (unsigned i = all < PILE_SHOWN_MAX ? all : PILE_SHOWN_MAX; i-- > 0;) {
		double from = depth - CHECKER_RADIUS - 1 - CHECKER_DISTANCE * i;
		bool last = i == PILE_SHOWN_MAX - 1 && all > PILE_SHOWN_MAX;

		if (hypot(across, from) < CHECKER_RADIUS)
			return checker_colour(
			    i == 0 && pile->pins ? 1u - pile->seat : pile->seat,
			    last ? pile->n : 0, across, top ? from : -from);
	}
	if (tray)
		return TRAY_COLOUR;
	if (fabs(across) > (COLUMN_WIDTH / 2 - 2) * (1 - depth / POINT_LENGTH))
		return FIELD_COLOUR;
	return (column + top + (column > BAR_COLUMN)) % 2 == 0 ? DARK_POINT_COLOUR
							       : LIGHT_POINT_COLOUR;
}

/* Returns the mean of 16 samples of a pixel, which smooths edges. */
static uint8_t
mean_colour_at(const struct position *p, unsigned x, unsigned y)
{
	unsigned r = 8, g = 8, b = 8;

	for (unsigned i = 0; i < 16; i++) {
		uint8_t c =
		    colour_at(p, x + (2 * (i % 4) + 1) / 8.0, y + (2 * (i / 4) + 1) / 8.0);

		r += c / 36u;
		g += c / 6u % 6u;
		b += c % 6u;
	}
	return RGB(r / 16, g / 16, b / 16);
}

/* ---- the file ---- */

#define SIGNATURE_BYTES 8u
#define CHUNK_OVERHEAD 12u /* length, type and checksum of a chunk */
#define IDAT_OFFSET                                                                            \
	(SIGNATURE_BYTES + CHUNK_OVERHEAD + 13u + CHUNK_OVERHEAD +                             \
	    3u * PALETTE_COLOURS) /* offset of IDAT */

static void
put_big_endian(uint8_t *at, size_t n)
{
	for (unsigned i = 0; i < 4; i++)
		at[i] = (uint8_t)(n >> (24 - 8 * i));
}

/* Writes the length, type and checksum of a chunk around its n bytes of data. */
static void
put_chunk(uint8_t *at, const char *type, size_t n)
{
	put_big_endian(at, n);
	memcpy(at + 4, type, 4);
	put_big_endian(at + 8 + n, crc32(0, at + 4, (uInt)(n + 4)));
}

bool
picture_begin(struct picture *picture)
{
	static const uint8_t HEADER[] = { 0, 0, PICTURE_WIDTH >> 8, PICTURE_WIDTH & 255, 0, 0,
		PICTURE_HEIGHT >> 8, PICTURE_HEIGHT & 255, 8, 3, 0, 0, 0 };
	uint8_t *palette = picture->png + SIGNATURE_BYTES + CHUNK_OVERHEAD + sizeof(HEADER);

	memcpy(picture->png, "\x89PNG\r\n\x1a\n", SIGNATURE_BYTES);
	memcpy(picture->png + SIGNATURE_BYTES + 8, HEADER, sizeof(HEADER));
	put_chunk(picture->png + SIGNATURE_BYTES, "IHDR", sizeof(HEADER));
	for (unsigned c = 0; c < PALETTE_COLOURS; c++) {
		palette[8 + 3 * c] = (uint8_t)(c / 36 * 51);
		palette[9 + 3 * c] = (uint8_t)(c / 6 % COLOUR_LEVELS * 51);
		palette[10 + 3 * c] = (uint8_t)(c % COLOUR_LEVELS * 51);
	}
	put_chunk(palette, "PLTE", 3 * (size_t)PALETTE_COLOURS);
	memset(picture->lower_corners, FRAME_COLOUR, sizeof(picture->lower_corners));
	picture->row = 0;
	picture->z = (z_stream){ .next_out = picture->png + IDAT_OFFSET + 8,
		.avail_out = PICTURE_BYTES_MAX - IDAT_OFFSET - 2 * CHUNK_OVERHEAD };
	return deflateInit(&picture->z, 6) == Z_OK;
}

void
picture_end(struct picture *picture)
{
	(void)deflateEnd(&picture->z);
}

size_t
picture_draw_rows(struct picture *picture, unsigned n)
{
	uint8_t above[PICTURE_WIDTH + 1], line[PICTURE_WIDTH + 1] = { 0 }; /* no filter */
	size_t len;

	for (; n > 0 && picture->row < PICTURE_HEIGHT; n--, picture->row++) {
		uint8_t *below = picture->lower_corners;

		memcpy(above, below, sizeof(above));
		for (unsigned x = 0; x <= PICTURE_WIDTH; x++)
			below[x] = colour_at(&picture->position, x, picture->row + 1.0);
		for (unsigned x = 0; x < PICTURE_WIDTH; x++)
			line[x + 1] = above[x] == above[x + 1] && above[x] == below[x] &&
					      above[x] == below[x + 1]
					  ? above[x]
					  : mean_colour_at(&picture->position, x, picture->row);
		picture->z.next_in = line;
		picture->z.avail_in = sizeof(line);
		CHECK(deflate(&picture->z, Z_NO_FLUSH) == Z_OK && picture->z.avail_in == 0);
	}
	if (picture->row < PICTURE_HEIGHT)
		return 0;
	CHECK(deflate(&picture->z, Z_FINISH) == Z_STREAM_END);
	len = picture->z.total_out;
	put_chunk(picture->png + IDAT_OFFSET, "IDAT", len);
	put_chunk(picture->png + IDAT_OFFSET + CHUNK_OVERHEAD + len, "IEND", 0);
	return IDAT_OFFSET + CHUNK_OVERHEAD + len + CHUNK_OVERHEAD;
}
