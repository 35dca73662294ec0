/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Reading files of operators and other users: completely, with bounded size, and without
 * blocking. */
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "file/regular.h"
#include "tests/support/folder.h"
#include "tests/unit/test.h"

static char folder[FOLDER_PATH_MAX], path[FOLDER_PATH_MAX + 20], why[FOLDER_PATH_MAX + 100];
static struct sbuf read_error;

static const char *
path_in_folder(const char *file)
{
	(void)snprintf(path, sizeof(path), "%s/%s", folder, file);
	return path;
}

static void
write_bytes(const char *file, const char *bytes, size_t n)
{
	FILE *f = fopen(path_in_folder(file), "w");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static void
refused(const char *file, const char *reason)
{
	char want[FOLDER_PATH_MAX + 100];
	size_t n = 77;

	SBUF_INIT(&read_error, why);
	assert_null(regular_read(path_in_folder(file), 10, &n, &read_error));
	(void)snprintf(want, sizeof(want), "%s: %s", path, reason);
	assert_string_equal(why, want);
	assert_int_equal(n, 77);
	SBUF_INIT(&read_error, why);
}

TEST(a_file_of_the_maximum_size_is_read)
{
	size_t n;
	char *text;

	write_bytes("ten", "ab\0defghij", 10);
	SBUF_INIT(&read_error, why);
	text = regular_read(path_in_folder("ten"), 10, &n, &read_error);
	assert_non_null(text);
	assert_int_equal(n, 10);
	assert_memory_equal(text, "ab\0defghij", 11);
	free(text);
	write_bytes("none", "", 0);
	text = regular_read(path_in_folder("none"), 10, &n, &read_error);
	assert_non_null(text);
	assert_int_equal(n, 0);
	assert_string_equal(text, "");
	free(text);
	assert_string_equal(why, "");
}

TEST(a_larger_file_is_refused)
{
	write_bytes("eleven", "abcdefghijk", 11);
	refused("eleven", "larger than 10 bytes");
	/* holes take no space on disk but would in memory */
	assert_int_equal(truncate(path_in_folder("eleven"), (off_t)1 << 40), 0);
	refused("eleven", "larger than 10 bytes");
}

TEST(other_kinds_of_files_are_refused_without_blocking)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	assert_int_equal(mkfifo(path_in_folder("pipe"), 0600), 0);
	refused("pipe", "it is not a regular file");
	assert_int_equal(symlink("/dev/zero", path_in_folder("device")), 0);
	refused("device", "it is not a regular file");
	assert_int_equal(symlink("pipe", path_in_folder("link")), 0);
	refused("link", "it is not a regular file");
	refused(".", "Is a directory");
	refused("missing", "No such file or directory");
	assert_true(
	    fd >= 0 && sbuf_copy(a.sun_path, sizeof(a.sun_path), path_in_folder("socket")));
	assert_int_equal(bind(fd, (const struct sockaddr *)&a, sizeof(a)), 0);
	refused("socket", "No such device or address");
	assert_int_equal(close(fd), 0);
}

BEFORE_ALL
{
	folder_make(folder, "regular");
}

AFTER_ALL
{
	folder_remove(folder);
}
