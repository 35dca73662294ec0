/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Packed data is read back as written, also by a reader with different fields. */
#include "test.h"

#include "base/pack.h"

struct fields {
	uint32_t number;
	bool yes[2];
	char text[8];
	void *block;
	size_t block_len;
	int file;
};

static void
carry(struct pack *p, struct fields *f)
{
	PACK(p, 1, f->number, 2, f->yes, 3, f->text);
	pack_block(p, 4, &f->block, &f->block_len);
	pack_fd(p, 5, &f->file);
}

static struct pack
write_fields(uint32_t number, const char *text, size_t n)
{
	char bytes[300];
	struct fields f = { number, { false, true }, "", bytes, n, 40 };
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
		struct pack p = write_fields(12345, "seven77", n);
		struct fields f = { .file = -1 };

		pack_start_reading(&p);
		carry(&p, &f);
		assert_false(p.bad);
		assert_int_equal(f.number, 12345);
		assert_true(!f.yes[0] && f.yes[1]);
		assert_string_equal(f.text, "seven77");
		assert_int_equal(f.block_len, n);
		for (size_t i = 0; i < n; i++)
			assert_int_equal(((unsigned char *)f.block)[i], 7);
		assert_true((f.block == NULL) == (n == 0));
		assert_int_equal(f.file, 40);
		assert_int_equal(p.fds[0], -1);
		free(f.block);
		pack_destroy(&p);
	}
}

/* Writes fields 1 and 3, in this order, after a part that uses the same tags. */
static struct pack
write_other_release(void)
{
	struct pack p = { .reading = false };
	uint32_t one = 1, three = 3, part = 7;
	int file = 50;

	if (pack_begin_part(&p, 9, true)) {
		PACK(&p, 1, part, 3, part);
		pack_fd(&p, 5, &file);
		pack_end_part(&p);
	}
	PACK(&p, 1, one, 3, three);
	return p;
}

TEST(unknown_fields_are_skipped_and_missing_ones_keep_their_values)
{
	struct pack p = write_other_release();
	uint32_t two = 20, three = 30, four = 40;
	int file = -1;

	pack_start_reading(&p);
	PACK(&p, 4, four, 3, three, 2, two);
	pack_fd(&p, 5, &file);
	assert_false(p.bad);
	assert_true(two == 20 && three == 3 && four == 40);
	assert_int_equal(file, -1);
	assert_int_equal(p.fds[0], 50); /* left open for the caller */
	pack_destroy(&p);
}

TEST(parts_are_read_in_any_order)
{
	struct pack p = { .reading = false };
	unsigned of[3] = { 0 };

	for (unsigned i = 0; i < 300; i++)
		PACK_PART(&p, 1 + i / 100, PACK(&p, 1, i));
	pack_start_reading(&p);
	for (unsigned k = 0; k < 2; k++)
		for (unsigned tag = 3; tag > 0; tag--)
			for (unsigned i = 0, x = 0; pack_begin_part(&p, tag, false); i++) {
				PACK(&p, 1, x);
				pack_end_part(&p);
				assert_int_equal(x, (tag - 1) * 100 + i);
				of[tag - 1]++;
			}
	assert_true(of[0] == 200 && of[1] == 200 && of[2] == 200);
	assert_false(pack_begin_part(&p, 4, true));
	assert_false(p.bad);
	pack_destroy(&p);
}

TEST(truncated_data_is_bad_and_nothing_is_read)
{
	struct pack whole = write_fields(12345, "seven77", 10);
	const size_t len = whole.len;

	pack_destroy(&whole);
	for (size_t n = 1; n < len; n++) {
		struct pack p = write_fields(12345, "seven77", 10),
			    around = { .reading = false };
		struct fields f = { .number = 1, .text = "x", .file = 3 };

		/* within a part: its length reveals that bytes are missing */
		PACK_PART(&around, 1, pack_bytes(&around, 2, p.bytes, p.len));
		around.len -= n;
		pack_start_reading(&around);
		assert_true(around.bad);
		assert_false(pack_begin_part(&around, 1, true));
		carry(&around, &f);
		assert_int_equal(f.number, 1);
		assert_string_equal(f.text, "x");
		assert_null(f.block);
		assert_int_equal(f.block_len, 0);
		assert_int_equal(f.file, 3);
		pack_destroy(&around);
		pack_destroy(&p);
	}
}

/* Writes a field of n bytes; reads it as a string in an array of five, a number, a bool
 * and a descriptor. */
static void
assert_bad_fields(const void *bytes, size_t n, bool text, bool number, bool yes, bool file)
{
	const bool bad[4] = { text, number, yes, file };

	for (unsigned i = 0; i < 4; i++) {
		struct pack p = { .reading = false };
		char small[5] = "old";
		uint32_t x = 77;
		bool flag = false;
		int fd = -1;

		pack_bytes(&p, 1, (void *)(uintptr_t)bytes, n);
		pack_start_reading(&p);
		if (i == 0)
			PACK(&p, 1, small);
		else if (i == 1)
			PACK(&p, 1, x);
		else if (i == 2)
			PACK(&p, 1, flag);
		else
			pack_fd(&p, 1, &fd);
		assert_int_equal(p.bad, bad[i]);
		if (bad[i])
			assert_true(strcmp(small, "old") == 0 && x == 77 && !flag && fd == -1);
		pack_destroy(&p);
	}
}

TEST(a_field_of_another_size_or_with_an_invalid_value_is_bad)
{
	assert_bad_fields("", 0, false, true, true, true);
	assert_bad_fields("\1", 1, false, true, false, true);
	assert_bad_fields("\2", 1, false, true, true, true);
	assert_bad_fields("abcd", 4, false, false, true, true);
	assert_bad_fields("ab\0d", 4, true, false, true, true);
	assert_bad_fields("abcde", 5, true, true, true, true);
}

TEST(a_descriptor_is_read_once)
{
	struct pack p = { .reading = false };
	int file = 40, again = -1;

	pack_fd(&p, 1, &file);
	pack_start_reading(&p);
	pack_fd(&p, 1, &again);
	assert_int_equal(again, 40);
	assert_false(p.bad);
	again = -1;
	pack_fd(&p, 1, &again);
	assert_int_equal(again, -1);
	assert_true(p.bad);
	pack_destroy(&p);
}

TEST(a_number_that_is_too_large_counts_as_missing)
{
	struct pack p = { .reading = false };

	assert_int_equal(pack_below(&p, 1, 5, 6), 5);
	pack_start_reading(&p);
	assert_int_equal(pack_below(&p, 1, 2, 6), 5);
	assert_int_equal(pack_below(&p, 1, 2, 5), 2);
	assert_int_equal(pack_below(&p, 2, 3, 5), 3);
	assert_false(p.bad);
	pack_destroy(&p);
}
