/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The line reader: line ends, telnet commands, limits.  Every input is also tried cut in two at
 * every position. */
#include "base/rng.h"
#include "base/sbuf.h"
#include "proto/line.h"
#include "tests/unit/test.h"

/* The result as text: [line] for a line, ! for an overlong one, {fb fe 03} for a reply, ? for a
 * telnet error. */
struct reader_events {
	char space[8192];
	struct sbuf text;
};

static void
hear(struct reader_events *h, const struct line_result *step, const char *buf)
{
	switch (step->event) {
	case LINE_INCOMPLETE:
		return;
	case LINE_READY:
		assert_int_equal(buf[step->len], '\0');
		assert_int_equal(strlen(buf), step->len);
		sbuf_addf(&h->text, "[%s]", buf);
		return;
	case LINE_OVERLONG:
		sbuf_addc(&h->text, '!');
		return;
	case LINE_REPLY:
		sbuf_addf(&h->text, "{%02x %02x %02x}", step->reply[0], step->reply[1],
		    step->reply[2]);
		return;
	case LINE_WINDOW_SIZE:
		sbuf_addf(&h->text, "<%u %u>", step->window_columns, step->window_rows);
		return;
	case LINE_TELNET_ERROR:
		sbuf_addc(&h->text, '?');
		return;
	}
	fail();
}

/* Pushes one piece completely.  buf is reused for other connections between pieces, as in the
 * server. */
static void
feed_bytes(struct line_reader *r, const char *in, size_t n, char *kept, struct reader_events *h)
{
	char buf[LINE_BYTES_MAX + 1];
	size_t at = 0;

	memcpy(buf, kept, r->len);
	for (;;) {
		struct line_result step = line_push(r, (const uint8_t *)in + at, n - at, buf);

		assert_true(step.used <= n - at);
		at += step.used;
		hear(h, &step, buf);
		if (step.event == LINE_INCOMPLETE)
			break;
		assert_true(step.used > 0);
	}
	assert_int_equal(at, n);
	assert_true(r->len <= LINE_BYTES_MAX);
	memcpy(kept, buf, r->len);
	memset(buf, 0x55, sizeof(buf));
}

static bool asks_window_size;

static void
start(struct line_reader *r, struct reader_events *h)
{
	memset(r, 0, sizeof(*r));
	r->window_asked = asks_window_size;
	SBUF_INIT(&h->text, h->space);
}

/* Tries the input in one piece, byte by byte, and cut in two at every place. */
static void
expect(const char *in, size_t n, const char *want)
{
	static struct reader_events h;
	char kept[LINE_BYTES_MAX];
	struct line_reader r;

	start(&r, &h);
	feed_bytes(&r, in, n, kept, &h);
	assert_string_equal(h.text.text, want);
	start(&r, &h);
	for (size_t i = 0; i < n; i++)
		feed_bytes(&r, in + i, 1, kept, &h);
	assert_string_equal(h.text.text, want);
	for (size_t cut = 0; cut <= n; cut++) {
		start(&r, &h);
		feed_bytes(&r, in, cut, kept, &h);
		feed_bytes(&r, in + cut, n - cut, kept, &h);
		assert_string_equal(h.text.text, want);
	}
	assert_true(sbuf_ok(&h.text));
}

#define EXPECT_EVENTS(in, want) expect((in), sizeof(in) - 1, (want))

/* Tries all ways of cutting a short input, one bit per gap. */
static void
expect_every_partition(const char *in, size_t n, const char *want)
{
	static struct reader_events h;
	char kept[LINE_BYTES_MAX];

	assert_true(n >= 1 && n <= 14);
	for (unsigned cuts = 0; cuts < 1u << (n - 1); cuts++) {
		struct line_reader r;
		size_t from = 0;

		start(&r, &h);
		for (size_t i = 1; i <= n; i++) {
			if (i < n && (cuts >> (i - 1) & 1u) == 0)
				continue;
			feed_bytes(&r, in + from, i - from, kept, &h);
			from = i;
		}
		assert_string_equal(h.text.text, want);
	}
}

TEST(all_line_ends_are_known)
{
	EXPECT_EVENTS("one\r\ntwo\nthree\rfour\r\0five\n", "[one][two][three][four][five]");
	EXPECT_EVENTS("\r\n\r\n", "[][]");
	EXPECT_EVENTS("\n\n", "[][]");
	EXPECT_EVENTS("\r\r", "[][]");
	EXPECT_EVENTS("\n\r", "[][]");
	EXPECT_EVENTS("a\r\n\nb\n", "[a][][b]");
	EXPECT_EVENTS("a\r\0\nb\n", "[a][][b]"); /* CR NUL is a line end */
}

TEST(an_unfinished_line_is_not_a_line)
{
	EXPECT_EVENTS("", "");
	EXPECT_EVENTS("abc", "");
	EXPECT_EVENTS("abc\ndef", "[abc]");
}

TEST(nul_bytes_are_ignored)
{
	EXPECT_EVENTS("a\0b\0\0c\n", "[abc]");
	EXPECT_EVENTS("\0\n", "[]");
	EXPECT_EVENTS("a\r\0\0b\n", "[a][b]");
}

TEST(all_other_bytes_pass_unchanged)
{
	char in[254];
	char want[258];
	size_t n = 0;
	struct sbuf b;

	SBUF_INIT(&b, want);
	sbuf_addc(&b, '[');
	for (int c = 1; c < 255; c++) {
		if (c == '\r' || c == '\n')
			continue;
		in[n++] = (char)c;
		sbuf_addc(&b, (char)c);
	}
	in[n++] = '\n';
	sbuf_addc(&b, ']');
	expect(in, n, want);
}

TEST(telnet_commands_are_removed)
{
	EXPECT_EVENTS("a\377\377b\n", "[a\377b]");     /* IAC IAC stands for a byte 255 */
	EXPECT_EVENTS("a\377\361b\n", "[ab]");         /* NOP */
	EXPECT_EVENTS("a\377\366b\377\364\n", "[ab]"); /* AYT, IP */
	EXPECT_EVENTS("a\377\360b\n", "[ab]");         /* SE without SB */
	EXPECT_EVENTS("a\377\nb\n", "[ab]");           /* an unknown command of two bytes */
	EXPECT_EVENTS("a\r\377\361\nb\n", "[a][b]");   /* CR and LF still form one line end */
	EXPECT_EVENTS("\377\372\030\0vt100\377\360x\n", "[x]");
	EXPECT_EVENTS("\377\372\030\0\377\377a\377\360x\n", "[x]"); /* IAC IAC within SB */
	EXPECT_EVENTS("\377\372\030\r\n\377\360x\n", "[x]");        /* no line ends within SB */
}

TEST(unknown_options_are_refused_each_time)
{
	EXPECT_EVENTS("\377\373\003", "{ff fe 03}"); /* WILL -> DONT */
	EXPECT_EVENTS("\377\375\003", "{ff fc 03}"); /* DO -> WONT */
	EXPECT_EVENTS("\377\375\003\377\375\003", "{ff fc 03}{ff fc 03}");
	EXPECT_EVENTS("ab\377\375\030c\n", "{ff fc 18}[abc]");
	EXPECT_EVENTS("\377\375\377", "{ff fc ff}");
	EXPECT_EVENTS("\377\374\003\377\376\003x\n",
	    "[x]"); /* no reply to WONT and DONT, to avoid loops */
}

TEST(echo_is_never_answered)
{
	EXPECT_EVENTS("\377\375\001\377\376\001\377\373\001\377\374\001x\n", "[x]");
}

#define WINDOW_SIZE_MESSAGE(bytes) "\377\372\037" bytes "\377\360"

TEST(the_window_size_is_reported_once_requested)
{
	EXPECT_EVENTS(
	    "\377\373\037a" WINDOW_SIZE_MESSAGE("\0\144\0\036") "b\n", "{ff fe 1f}[ab]");
	asks_window_size = true;
	EXPECT_EVENTS("\377\373\037\377\373\037a" WINDOW_SIZE_MESSAGE("\0\144\0\036") "b\n",
	    "<100 30>[ab]");
	/* other options are still refused */
	EXPECT_EVENTS("\377\373\030\377\375\037", "{ff fe 18}{ff fc 1f}");
	EXPECT_EVENTS("\377\374\037" WINDOW_SIZE_MESSAGE("\0\120\0\030"), "<80 24>");
	EXPECT_EVENTS(
	    WINDOW_SIZE_MESSAGE("\0\0\0\0") WINDOW_SIZE_MESSAGE("\1\0\2\0"), "<0 0><256 512>");
	EXPECT_EVENTS(WINDOW_SIZE_MESSAGE("\0\377\377\377\377\377\377"),
	    "<255 65535>"); /* 255 is doubled */
	EXPECT_EVENTS(WINDOW_SIZE_MESSAGE("\377\377\377\377\377\377\377\377"), "<65535 65535>");
	EXPECT_EVENTS(WINDOW_SIZE_MESSAGE("\15\12\0\12") "x\r\n", "<3338 10>[x]");
	/* malformed sizes */
	EXPECT_EVENTS(WINDOW_SIZE_MESSAGE("") WINDOW_SIZE_MESSAGE("\0\120\0")
			  WINDOW_SIZE_MESSAGE("\0\120\0\030\0") "x\n",
	    "[x]");
	/* a 255 that is not doubled */
	EXPECT_EVENTS(WINDOW_SIZE_MESSAGE("\0\377\0\030")
			  WINDOW_SIZE_MESSAGE("\0\377\373\0\030") "x\n",
	    "[x]");
	EXPECT_EVENTS("\377\372\030\0\120\0\030\377\360"
		      "\377\372\377\360"
		      "x\n",
	    "[x]");
	EXPECT_EVENTS("\377\372\030\037\0\120\0\030\377\360"
		      "x\n",
	    "[x]");
	EXPECT_EVENTS(WINDOW_SIZE_MESSAGE("\0\120\0\030\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0")
			  WINDOW_SIZE_MESSAGE("\0\120\0\030"),
	    "<80 24>");
	expect_every_partition(
	    WINDOW_SIZE_MESSAGE("\0\377\377\0\030") "a\r\n", 13, "<255 24>[a]");
	asks_window_size = false;
}

TEST(long_subnegotiations_are_errors)
{
	char in[4 * LINE_SUB_MAX + 16];

	memset(in, 'x', sizeof(in));
	memcpy(in, "\377\372", 2);
	memcpy(in + 2 + LINE_SUB_MAX, "\377\360y\n", 4);
	expect(in, 2 + LINE_SUB_MAX + 4, "?[y]"); /* the IAC exceeds the limit by one byte */
	memset(in + 2, 'x', sizeof(in) - 2);
	memcpy(in + 1 + LINE_SUB_MAX, "\377\360y\n", 4);
	expect(in, 1 + LINE_SUB_MAX + 4, "[y]");
	memset(in + 2, 'x', sizeof(in) - 2);
	expect(in, 2 + 3 * (LINE_SUB_MAX + 1),
	    "???"); /* a subnegotiation without an end causes one error after another */
}

TEST(lines_up_to_the_limit_pass)
{
	static const size_t over[] = { LINE_BYTES_MAX - 1, LINE_BYTES_MAX, LINE_BYTES_MAX + 1 };

	for (size_t i = 0; i < ARRAY_LEN(over); i++) {
		static char in[LINE_BYTES_MAX + 8];
		static struct reader_events h;
		char kept[LINE_BYTES_MAX];
		struct line_reader r;
		size_t n = over[i];

		memset(in, 'x', n);
		memcpy(in + n, "\r\ny\n", 4);
		start(&r, &h);
		feed_bytes(&r, in, n + 4, kept, &h);
		if (n <= LINE_BYTES_MAX) {
			assert_int_equal(h.text.len, n + 2 + 3);
			assert_int_equal(h.text.text[n], 'x');
		} else {
			assert_string_equal(h.text.text, "![y]");
		}
	}
}

TEST(a_megabyte_without_a_line_end_is_one_error)
{
	static char in[4096];
	static struct reader_events h;
	char kept[LINE_BYTES_MAX];
	struct line_reader r;

	memset(in, 'z', sizeof(in));
	start(&r, &h);
	for (int i = 0; i < 256; i++)
		feed_bytes(&r, in, sizeof(in), kept, &h);
	assert_string_equal(h.text.text, "");
	feed_bytes(&r, "\nok\n", 4, kept, &h);
	assert_string_equal(h.text.text, "![ok]");
}

TEST(short_inputs_in_every_partition)
{
	expect_every_partition("a\r\nb\n\rc\r\0d\ne", 12, "[a][b][][c][d]");
	expect_every_partition(
	    "\377\375\003a\377\377\r\377\361\nb\n", 13, "{ff fc 03}[a\377][b]");
	expect_every_partition("a\377\372\030\377\377b\377\360\r\0\n", 12, "[a][]");
}

/* The result for random bytes does not depend on how they are cut into pieces. */
TEST(lines_do_not_depend_on_how_bytes_are_cut)
{
	static const unsigned char spice[] = { 255, 255, 250, 240, 251, 253, 254, 1, 3, 31,
		'\r', '\n', '\n', 0, 'a' };
	struct rng rng;

	rng_seed(&rng, 17);
	for (int round = 0; round < 6000; round++) {
		static struct reader_events whole, pieces;
		char kept[LINE_BYTES_MAX];
		char in[200];
		struct line_reader r;
		size_t n = rng_below(&rng, sizeof(in)) + 1;

		for (size_t i = 0; i < n; i++)
			in[i] = (char)spice[rng_below(&rng, sizeof(spice))];
		asks_window_size = round % 2 == 1;
		start(&r, &whole);
		feed_bytes(&r, in, n, kept, &whole);
		start(&r, &pieces);
		for (size_t at = 0; at < n;) {
			size_t piece = rng_below(&rng, 7) + 1;

			if (piece > n - at)
				piece = n - at;
			feed_bytes(&r, in + at, piece, kept, &pieces);
			at += piece;
		}
		assert_string_equal(pieces.text.text, whole.text.text);
	}
	asks_window_size = false;
}
