/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Valid user names, and text that may be shown to others. */
#include "proto/username.h"
#include "tests/unit/test.h"

TEST(valid_and_invalid_names)
{
	static const struct {
		const char *name;
		enum username_err want;
	} row[] = {
		{ "bob", USERNAME_OK },
		{ "Some_Player", USERNAME_OK },
		{ "___", USERNAME_OK },
		{ "abcdefghijklmnopqrst", USERNAME_OK }, /* 20 characters */
		{ "abcdefghijklmnopqrstu", USERNAME_TOO_LONG },
		{ "ab", USERNAME_TOO_SHORT },
		{ "_", USERNAME_TOO_SHORT },
		{ "", USERNAME_EMPTY },
		{ "bob1", USERNAME_BAD_CHARS },
		{ "bo b", USERNAME_BAD_CHARS },
		{ "bo:b", USERNAME_BAD_CHARS },
		{ "bo-b", USERNAME_BAD_CHARS },
		{ "<bob>", USERNAME_BAD_CHARS },
		{ "b\xc3\xb6"
		  "b",
		    USERNAME_BAD_CHARS },
		{ "bo\x1b", USERNAME_BAD_CHARS },
		{ "abcdefghijklmnopqrst1", USERNAME_BAD_CHARS },
		{ "Guests", USERNAME_OK },
		{ "names", USERNAME_OK },
		{ "a_gainst", USERNAME_OK },
		{ "operatore_b", USERNAME_OK },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++)
		assert_int_equal(username_check(row[i].name), row[i].want);
}

TEST(protocol_words_are_reserved_names)
{
	static const char *const row[] = { "erased_", "erased_b", "ERASED_By_Me", "guest",
		"you", "You", "BOARD", "who", "all", "system", "server", "FIBS", "noone",
		"unlimited", "ready", "away", "playing", "count", "from", "to", "name",
		"against", "Since", "operators", "Operator", "_sys_tem_", "Moderatore",
		"ROOT" };

	for (size_t i = 0; i < ARRAY_LEN(row); i++)
		assert_int_equal(username_check(row[i]), USERNAME_RESERVED);
}

TEST(names_resembling_the_server_name_are_recognised)
{
	static const char *const yes[][2] = { { "Back_gammon", "Back_gammon" },
		{ "backgammon", "Back_gammon" }, { "BACKGAMMON_", "back_gammon" },
		{ "b_a_c_k", "Back" }, { "club", "Club-2" },
		{ "abcdefghijklmnopqrst", "ABCDEFGHIJKLMNOPQRST" } };
	static const char *const no[][2] = { { "backgammons", "Back_gammon" },
		{ "backgammo", "Back_gammon" }, { "___", "___" }, { "___", "64" }, { "", "" } };

	for (size_t i = 0; i < ARRAY_LEN(yes); i++)
		assert_true(username_resembles(yes[i][0], yes[i][1]));
	for (size_t i = 0; i < ARRAY_LEN(no); i++)
		assert_false(username_resembles(no[i][0], no[i][1]));
}

TEST(names_easily_mistaken_for_another_are_recognised)
{
	static const char *const yes[][2] = { { "CIubBot", "ClubBot" },
		{ "StrongBoI", "StrongBot" }, { "EasyBot_", "EasyBot" },
		{ "Easy_Bot", "EasyBot" }, { "EasyBott", "EasyBot" },
		{ "StronngBot", "StrongBot" }, { "Adrnin", "Admin" }, { "VViIIiam", "William" },
		{ "biIl", "bill" }, { "Oscaar", "oscar" } };
	static const char *const no[][2] = { { "tom", "jom" }, { "hanna", "anna" },
		{ "tim", "jim" }, { "EasyBo", "EasyBot" }, { "easybird", "EasyBot" },
		{ "robert", "rupert" }, { "clubber", "ClubBot" }, { "", "" }, { "_", "__" } };

	for (size_t i = 0; i < ARRAY_LEN(yes); i++)
		assert_true(username_resembles(yes[i][0], yes[i][1]));
	for (size_t i = 0; i < ARRAY_LEN(no); i++)
		assert_false(username_resembles(no[i][0], no[i][1]));
}

TEST(folding_converts_to_lower_case_and_truncates)
{
	char out[USERNAME_MAX + 1];

	username_to_lower("Some_Player", out, sizeof(out));
	assert_string_equal(out, "some_player");
	username_to_lower("", out, sizeof(out));
	assert_string_equal(out, "");
	username_to_lower("ABCDEFGHIJKLMNOPQRSTUVWXYZ", out, sizeof(out));
	assert_string_equal(out, "abcdefghijklmnopqrst");
	username_to_lower("@[`{", out, sizeof(out));
	assert_string_equal(out, "@[`{");
}

TEST(valid_and_invalid_client_names)
{
	static const char *const good[] = { "a", "gammon_1.0", "?NT________________!",
		"=NTTourney1rganizer2", "<NL________________$", "12345678901234567890",
		"K\xc3\xb6ln", "a\u0300\u0300\u0300\u0300z\u0300" };
	static const char *const bad[] = { "", "123456789012345678901", "a b", "a\tb",
		"a\x1b[m", "a\x7f", "K\xf6ln", "a\xc2\xa0z", "a\xe2\x80\x8e", "\xc3",
		"a\u0300\u0300\u0300\u0300\u0300", "\u0300", "\u0300z" };

	for (size_t i = 0; i < ARRAY_LEN(good); i++)
		assert_true(clientname_ok(good[i]));
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_false(clientname_ok(bad[i]));
}

TEST(text_is_made_safe)
{
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "", "" }, { "hello  there", "hello  there" }, { "  hello  \t ", "  hello" },
		{ "   ", "" },
		{ "na\xc3\xafve \xe2\x82\xac \xf0\x9f\x8e\xb2",
		    "na\xc3\xafve \xe2\x82\xac \xf0\x9f\x8e\xb2" },
		{ "a\x07"
		  "b\x01"
		  "c\x7f"
		  "d",
		    "abcd" }, /* BEL, SOH, DEL */
		{ "a\r\nb\fc", "abc" }, { "\x1b[31mred\x1b[0m", "[31mred[0m" },
		{ "\xc2\x9b"
		  "31mred \xc2\x85",
		    "31mred" }, /* C1: CSI, NEL */
		{ "a\xe2\x80\xae"
		  "b",
		    "ab" }, /* right-to-left override */
		{ "a\xe2\x81\xa6"
		  "b\xe2\x81\xa9"
		  "c",
		    "abc" }, /* isolates */
		{ "a\xe2\x80\x8f"
		  "b\xd8\x9c"
		  "c",
		    "abc" }, /* RLM, ALM */
		{ "a\xe2\x80\x8b"
		  "b\xef\xbb\xbf"
		  "c\xc2\xad"
		  "d",
		    "abcd" }, /* zero width, BOM, soft hyphen */
		{ "a\xe2\x80\xa8"
		  "b\xe2\x80\xa9"
		  "c",
		    "abc" }, /* line and paragraph separator */
		{ "a\xf3\xa0\x81\x81"
		  "b",
		    "ab" }, /* tag */
		{ "a \xc2\xa0\xe3\x80\x80 ",
		    "a" }, /* no-break and ideographic space at the end */
		{ "a\xe3\x80\x80"
		  "b",
		    "a\xe3\x80\x80"
		    "b" },
		{ "a\tb\t\t", "a b" }, { "\x07\x1b", "" }, { "a \x07", "a" },
		{ "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d",
		    "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d" }, /* Hebrew letters */
#define MARK "\xcc\x80"
		{ "a" MARK MARK MARK MARK MARK "\x07" MARK "b" MARK,
		    "a" MARK MARK MARK MARK "b" MARK }, /* combining marks on one letter */
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		char text[64];

		memcpy(text, row[i].text, strlen(row[i].text) + 1);
		assert_true(text_make_safe(text));
		assert_string_equal(text, row[i].want);
		assert_true(text_make_safe(text)); /* clean text is unchanged */
		assert_string_equal(text, row[i].want);
	}
}

TEST(invalid_utf8_is_refused)
{
	static const char *const row[] = {
		"caf\xe9",
		"\x80",
		"\xc3",
		"ok\x07\xff",
		"\xc0\xaf", /* overlong */
		"\xe0\x80\xaf",
		"\xed\xa0\x80",     /* surrogate */
		"\xf4\x90\x80\x80", /* beyond the last code point */
		"\xe2\x80",
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		char text[16];

		memcpy(text, row[i], strlen(row[i]) + 1);
		assert_false(text_make_safe(text));
		assert_string_equal(text, row[i]); /* unchanged */
	}
}
