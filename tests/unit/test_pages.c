/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The operator's text files: how they are prepared for display, and what is refused. */
#include <sys/stat.h>
#include <unistd.h>

#include "config/shipped_texts.h"
#include "tests/unit/test.h"

static char path[] = "/tmp/gammond-test-XXXXXX";

static char *
read_as(enum page_file kind, const void *bytes, size_t n, size_t most, struct sbuf *error)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
	return operator_text(kind, path, most, "Caissa", error);
}

static void
assert_page_text(enum page_file kind, const char *file, const char *want)
{
	char space[300];
	struct sbuf error;
	char *text;

	SBUF_INIT(&error, space);
	text = read_as(kind, file, strlen(file), SIZE_MAX, &error);
	if (text == NULL)
		fail_msg("%s", space);
	assert_string_equal(text, want);
	free(text);
}

static void
refused(enum page_file kind, const void *bytes, size_t n, size_t most, const char *why)
{
	char space[300], want[300];
	struct sbuf error;

	SBUF_INIT(&error, space);
	assert_null(read_as(kind, bytes, n, most, &error));
	(void)snprintf(want, sizeof(want), "%s%s", path, why);
	assert_string_equal(space, want);
}

#define ASSERT_REFUSED(kind, text, why) refused(kind, text, sizeof(text) - 1, SIZE_MAX, why)

TEST(a_file_is_prepared_for_display)
{
	assert_page_text(
	    PAGE_BANNER, "Here is @NAME@ (@NAME@)\n", "\nHere is Caissa (Caissa)\n\n");
	assert_page_text(PAGE_BANNER, "", "\n\n");
	assert_page_text(PAGE_MOTD, "", "");
	assert_page_text(PAGE_MOTD, "no end", "no end\n");
	assert_page_text(
	    PAGE_MOTD, "\n \n one\r\n\n\ntwo\tthree \n\n\n", " one\n\n\ntwo three\n");
	assert_page_text(PAGE_MOTD,
	    "\xef\xbb\xbf"
	    "caf\xc3\xa9 \x1b[31mred\x07\n",
	    "caf\xc3\xa9 [31mred\n");
	assert_page_text(
	    PAGE_HOUSERULES, "@board O 25\n\n5 points\n", "    @board O 25\n\n    5 points\n");
}

/* Client programs parse the lines of the banner and the message of the day. */
TEST(lines_that_would_confuse_clients_are_refused)
{
	ASSERT_REFUSED(PAGE_MOTD, "a\n4\n", ":2: begins with a digit or 'login:'");
	ASSERT_REFUSED(PAGE_BANNER, "\nlogin: now\n", ":2: begins with a digit or 'login:'");
	ASSERT_REFUSED(PAGE_MOTD,
	    "\xe2\x80\x8b"
	    "4\n",
	    ":1: begins with a digit or 'login:'");
	assert_page_text(PAGE_MOTD, " 4\n", " 4\n");
}

TEST(invalid_text_is_refused)
{
	ASSERT_REFUSED(PAGE_MOTD, "caf\xe9\n", ":1: not UTF-8");
	ASSERT_REFUSED(PAGE_HOUSERULES, "one\ntwo\n\xff\n", ":3: not UTF-8");
	ASSERT_REFUSED(PAGE_BANNER, "a\0b\n", ": it contains a NUL byte");
}

TEST(the_size_has_a_limit)
{
	static char bytes[16385];

	memset(bytes, 'a', sizeof(bytes));
	refused(PAGE_BANNER, bytes, 2049, SIZE_MAX, ": larger than 2048 bytes");
	refused(PAGE_BANNER, bytes, 513, 512, ": larger than 512 bytes");
	refused(PAGE_MOTD, bytes, 4097, SIZE_MAX, ": larger than 4096 bytes");
	refused(PAGE_HOUSERULES, bytes, 16385, SIZE_MAX, ": larger than 16384 bytes");
	bytes[0] = '\n';
	refused(PAGE_HOUSERULES, bytes, 202, SIZE_MAX, ":2: longer than 200 bytes");
	memset(bytes, '\n', sizeof(bytes));
	for (size_t i = 0; i < 16384; i += 2)
		bytes[i] = 'a';
	bytes[16384] = '\0';
	{
		char space[300];
		struct sbuf error;
		char *text;

		SBUF_INIT(&error, space);
		text = read_as(PAGE_HOUSERULES, bytes, 16384, SIZE_MAX, &error);
		assert_non_null(text);
		assert_int_equal(strlen(text), 8192 * 6);
		free(text);
	}
}

TEST(an_unreadable_file_is_refused)
{
	char space[300];
	struct sbuf error;

	SBUF_INIT(&error, space);
	assert_null(operator_text(PAGE_MOTD, "/nonexistent/motd", SIZE_MAX, "Caissa", &error));
	assert_string_equal(space, "/nonexistent/motd: No such file or directory");
	SBUF_INIT(&error, space);
	assert_null(operator_text(PAGE_MOTD, "/tmp", SIZE_MAX, "Caissa", &error));
	assert_string_equal(space, "/tmp: Is a directory");
}

/* The file is read again while the server runs, so reading must neither wait for a writer nor
 * go on forever. */
TEST(a_pipe_or_a_device_is_refused_at_once)
{
	char pipe_path[64], space[300], want[200];
	struct sbuf error;

	(void)snprintf(pipe_path, sizeof(pipe_path), "%s.pipe", path);
	assert_int_equal(mkfifo(pipe_path, 0600), 0);
	for (unsigned kind = 0; kind < PAGE_FILE_COUNT; kind++) {
		SBUF_INIT(&error, space);
		assert_null(
		    operator_text((enum page_file)kind, pipe_path, SIZE_MAX, "Caissa", &error));
		(void)snprintf(want, sizeof(want), "%s: it is not a regular file", pipe_path);
		assert_string_equal(space, want);
		SBUF_INIT(&error, space);
		assert_null(operator_text(
		    (enum page_file)kind, "/dev/zero", SIZE_MAX, "Caissa", &error));
		assert_string_equal(space, "/dev/zero: it is not a regular file");
	}
	assert_int_equal(unlink(pipe_path), 0);
}

BEFORE_ALL
{
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(close(fd), 0);
}

AFTER_ALL
{
	assert_int_equal(unlink(path), 0);
}
