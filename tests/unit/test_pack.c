/* SPDX-License-Identifier: MIT */
/* Packed data is read back exactly as written. */
#include "test.h"

#include "base/pack.h"

struct fields {
	uint32_t number;
	char text[8];
	void *block;
	size_t block_len;
	int file;
};

static void
carry(struct pack *p, struct fields *f)
{
	PACK(p, f->number);
	PACK_TEXT(p, f->text);
	pack_block(p, &f->block, &f->block_len);
	pack_fd(p, &f->file);
}

static struct pack
written(uint32_t number, const char *text, size_t n)
{
	char bytes[300];
	struct fields f = { .number = number, .block = bytes, .block_len = n, .file = 40 };
	struct pack p = { .reading = false };

	memset(bytes, 7, sizeof(bytes));
	(void)strncat(f.text, text, sizeof(f.text) - 1);
	carry(&p, &f);
	assert_false(p.bad);
	return p;
}

TEST(packed_data_is_read_back)
{
	for (size_t n = 0; n < 300; n += 99) {
		struct pack p = written(12345, "seven77", n);
		struct fields f = { .file = -1 };

		pack_read(&p);
		carry(&p, &f);
		assert_false(p.bad);
		assert_int_equal(p.at, p.len);
		assert_int_equal(f.number, 12345);
		assert_string_equal(f.text, "seven77");
		assert_int_equal(f.block_len, n);
		for (size_t i = 0; i < n; i++)
			assert_int_equal(((unsigned char *)f.block)[i], 7);
		assert_true((f.block == NULL) == (n == 0));
		assert_int_equal(f.file, 40);
		assert_int_equal(p.fds[0], -1);
		free(f.block);
		pack_done(&p);
	}
}

TEST(truncated_data_is_bad_and_reads_as_zero)
{
	struct pack whole = written(12345, "seven77", 10);
	const size_t len = whole.len;

	pack_done(&whole);
	for (size_t n = 0; n < len; n++) {
		struct pack p = written(12345, "seven77", 10);
		struct fields f = { .number = 1, .text = "x", .file = 3 };

		p.len = n;
		pack_read(&p);
		carry(&p, &f);
		assert_true(p.bad);
		assert_int_equal(f.number, n < 4 ? 0 : 12345);
		assert_null(f.block);
		assert_int_equal(f.block_len, 0);
		assert_int_equal(f.file, -1);
		pack_done(&p);
	}
}

TEST(a_text_that_is_too_long_is_bad)
{
	char text[20] = "a text of some words", small[5] = "";
	struct pack p = { .reading = false };

	text[19] = '\0';
	PACK_TEXT(&p, text);
	pack_read(&p);
	PACK_TEXT(&p, small);
	assert_true(p.bad);
	assert_string_equal(small, "");
	pack_done(&p);
}

TEST(a_block_longer_than_the_data_is_bad)
{
	uint64_t much = UINT64_MAX;
	struct pack p = { .reading = false };
	void *block = NULL;
	size_t n = 0;

	PACK(&p, much);
	pack_read(&p);
	pack_block(&p, &block, &n);
	assert_true(p.bad);
	assert_null(block);
	assert_int_equal(n, 0);
	pack_done(&p);
}

TEST(lists_are_read_to_their_end)
{
	struct pack p = { .reading = false };
	unsigned n = 0;

	for (unsigned i = 0; pack_more(&p, i < 100000); i++)
		PACK(&p, i);
	pack_read(&p);
	for (unsigned x = 0; pack_more(&p, false); n++) {
		PACK(&p, x);
		assert_int_equal(x, n);
	}
	assert_int_equal(n, 100000);
	assert_false(p.bad);
	assert_false(pack_more(&p, true)); /* after the end */
	assert_true(p.bad);
	pack_done(&p);
}
