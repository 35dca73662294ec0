/* SPDX-License-Identifier: MIT */
/* See regular.h. */
#include "file/regular.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int
regular_open(const char *path, struct sbuf *error)
{
	/* O_NONBLOCK: opening a pipe must not wait for a writer.  O_NOCTTY: a terminal must not
	 * become the controlling terminal. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	const char *why = NULL;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) != 0)
		why = strerror(errno);
	else if (S_ISDIR(st.st_mode))
		why = strerror(EISDIR);
	else if (!S_ISREG(st.st_mode))
		why = "it is not a regular file";
	if (why == NULL)
		return fd;
	sbuf_addf(error, "%s: %s", path, why);
	if (fd >= 0)
		(void)close(fd);
	return -1;
}

/* Reads up to n bytes; fewer at the end of the file, -1 on an error. */
static ssize_t
read_up_to(int fd, char *to, size_t n)
{
	size_t have = 0;
	ssize_t got = 1;

	while (have < n && got > 0) {
		got = read(fd, to + have, n - have);
		if (got > 0)
			have += (size_t)got;
	}
	return got < 0 ? -1 : (ssize_t)have;
}

char *
regular_read(const char *path, size_t most, size_t *n_out, struct sbuf *error)
{
	int fd = regular_open(path, error);
	char *text;
	ssize_t n;

	if (fd < 0)
		return NULL;
	text = malloc(most + 1);
	n = text != NULL ? read_up_to(fd, text, most + 1) : -1;
	if (n < 0)
		sbuf_addf(error, "%s: %s", path, strerror(errno));
	else if ((size_t)n > most)
		sbuf_addf(error, "%s: larger than %zu bytes", path, most);
	(void)close(fd);
	if (n < 0 || (size_t)n > most) {
		free(text);
		return NULL;
	}
	text[n] = '\0';
	*n_out = (size_t)n;
	return text;
}
