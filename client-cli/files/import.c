/* SPDX-License-Identifier: MIT */
/* See import.h.  Owns the list of files and the open file. */
#include "import.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/sbuf.h"

/* ---- the files ---- */

static int
is_match_file(const struct dirent *e)
{
	static const char *const ENDINGS[] = { ".mat", ".txt", ".sgf", ".gam" };
	const char *dot = strrchr(e->d_name, '.');

	for (size_t i = 0; dot != NULL && e->d_name[0] != '.' && i < ARRAY_LEN(ENDINGS); i++)
		if (strcasecmp(dot, ENDINGS[i]) == 0)
			return 1;
	return 0;
}

static bool
add_path(struct import *im, const char *folder, const char *name)
{
	size_t n = strlen(folder) + strlen(name) + 2;
	char *path = malloc(n);

	if (path == NULL)
		return false;
	(void)snprintf(path, n, "%s%s%s", folder, folder[0] != '\0' ? "/" : "", name);
	im->paths[im->n++] = path;
	return true;
}

static bool
add_folder(struct import *im, const char *path)
{
	struct dirent **found;
	int n = scandir(path, &found, is_match_file, alphasort);
	bool ok = n >= 0;

	for (int i = 0; i < n; i++) {
		if (ok && im->n < IMPORT_FILES_MAX)
			ok = add_path(im, path, found[i]->d_name);
		free(found[i]);
	}
	if (n >= 0)
		free(found);
	return ok;
}

bool
import_begin(struct import *im, const char *words, char *why, size_t size)
{
	static const char ARCHIVE[] = "archive ";
	const bool archive = strncmp(words, ARCHIVE, strlen(ARCHIVE)) == 0;
	const char *path = archive ? words + strlen(ARCHIVE) : words;
	struct stat st;
	bool ok;

	import_end(im);
	im->archive = archive;
	im->paths = calloc(IMPORT_FILES_MAX, sizeof(*im->paths));
	ok = im->paths != NULL && stat(path, &st) == 0 &&
	     (S_ISDIR(st.st_mode) ? add_folder(im, path) : add_path(im, "", path));
	if (!ok)
		(void)snprintf(why, size, "%s: %s", path, strerror(errno));
	else if (im->n == 0)
		(void)snprintf(why, size,
		    "In that folder there is no file of a match (.mat, .txt, .sgf, .gam).");
	if (ok && im->n > 0)
		return true;
	import_end(im);
	return false;
}

bool
import_open_next_file(struct import *im, char *why, size_t size)
{
	struct sbuf b;

	sbuf_init(&b, why, size);
	if (im->file != NULL)
		(void)fclose(im->file);
	im->file = NULL;
	while (im->file == NULL && im->at < im->n) {
		const char *path = im->paths[im->at++];
		struct stat st;

		if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
			errno = EISDIR;
		else
			im->file = fopen(path, "re");
		if (im->file == NULL)
			sbuf_addf(&b, "%s%s: %s", b.len > 0 ? "; " : "", path, strerror(errno));
	}
	im->in_long_line = im->blank_line_due = false;
	return im->file != NULL;
}

/* ---- the lines ---- */

/* Reads a character.  Each kind of line end becomes a newline, and NUL is left out. */
static int
next_char(FILE *f)
{
	int c = getc(f);

	while (c == '\0')
		c = getc(f);
	if (c != '\r')
		return c;
	c = getc(f);
	if (c != '\n' && c != EOF)
		(void)ungetc(c, f);
	return '\n';
}

/* Doubles a leading dot.  Sends a long line in parts, each but the last ending with a
 * backslash.  A line that itself ends with a backslash gets a second backslash, and an empty
 * part follows. */
bool
import_next_line(struct import *im, char line[IMPORT_LINE_MAX])
{
	size_t n = 0;
	int c;

	line[0] = '\0';
	if (im->blank_line_due) {
		im->blank_line_due = false;
		return true;
	}
	c = next_char(im->file);
	if (c == EOF && !im->in_long_line) {
		CHECK(sbuf_copy(line, IMPORT_LINE_MAX, "."));
		return false;
	}
	im->in_long_line = false;
	if (c == '.')
		line[n++] = '.';
	for (; c != EOF && c != '\n'; c = next_char(im->file)) {
		if (n + 2 == IMPORT_LINE_MAX) {
			(void)ungetc(c, im->file);
			im->in_long_line = true;
			break;
		}
		line[n++] = (char)c;
	}
	im->blank_line_due = !im->in_long_line && n > 0 && line[n - 1] == '\\';
	if (im->in_long_line || im->blank_line_due)
		line[n++] = '\\';
	line[n] = '\0';
	return true;
}

/* ---- the answers ---- */

static bool
begins_with_any(const char *line, const char *const *texts)
{
	for (; *texts != NULL; texts++)
		if (strncmp(line, *texts, strlen(*texts)) == 0)
			return true;
	return false;
}

enum import_event
import_classify_line(const struct import *im, const char *line)
{
	static const char *const GO[] = { "Send the text of the file now", NULL };
	static const char *const DONE[] = { "Stored matches: ", "** Nothing was stored.",
		"** The file has more than", "** The import was interrupted.", NULL };
	static const char *const STOP[] = { "** You have ", "** The server ",
		"** Not while you are playing", "** Unknown command", "** Too many matches",
		"** Permission denied", "** Sorry, the server ", NULL };
	static const char *const NEWS[] = { "** Player ", NULL };
	static const char *const OTHER[] = { "** ", "Your recovery code is", NULL };

	if (im->state == IMPORT_REQUESTED && begins_with_any(line, GO))
		return IMPORT_SEND_FILE;
	if (im->state == IMPORT_REQUESTED && begins_with_any(line, STOP))
		return IMPORT_IMPOSSIBLE;
	if (im->state == IMPORT_REQUESTED && begins_with_any(line, OTHER) &&
	    !begins_with_any(line, NEWS))
		return IMPORT_MAYBE_IMPOSSIBLE;
	if (im->state == IMPORT_AWAITING_RESULT && begins_with_any(line, DONE))
		return IMPORT_FILE_DONE;
	return IMPORT_LINE_IRRELEVANT;
}

void
import_end(struct import *im)
{
	if (im->file != NULL)
		(void)fclose(im->file);
	for (unsigned i = 0; i < im->n; i++)
		free(im->paths[i]);
	free(im->paths);
	*im = (struct import){ 0 };
}
