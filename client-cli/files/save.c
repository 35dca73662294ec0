/* SPDX-License-Identifier: MIT */
/* See save.h.  Owns the file while it is being written.  Only the server's lines between
 * "** Match N as FORM:" and "** End of match N" are written to it. */
#include "save.h"

#include <errno.h>
#include <string.h>

#include "base/check.h"

#include "client-cli/model/sentence.h"
#include "client-cli/model/texts.h"

bool
save_begin(struct save *s, const char *words, char *command, size_t size)
{
	char number[24] = "", form[8] = "mat", path[sizeof(s->path)] = "";

	if (s->file != NULL && s->export_begun) {
		(void)snprintf(command, size, "Another match is still being saved.");
		return false;
	}
	if (sscanf(words, "%23[0-9] %7[a-z] %255[^\n]", number, form, path) < 1) {
		(void)snprintf(command, size, "/save NUMBER [mat|sgf|txt|json [FILE]]");
		return false;
	}
	save_end(s, command, size); /* end an earlier save that was never answered */
	if (path[0] == '\0')
		(void)snprintf(path, sizeof(path), "match-%s.%s", number, form);
	s->file = fopen(path, "wxe");
	if (s->file == NULL) {
		(void)snprintf(command, size, "%s: %s", path, strerror(errno));
		return false;
	}
	memcpy(s->path, path, sizeof(path));
	memcpy(s->format, form, sizeof(form));
	s->export_begun = false;
	(void)snprintf(command, size, "export %s %s", number, form);
	return true;
}

static void
finish_file(struct save *s, bool whole, char *said, size_t size)
{
	bool written = fclose(s->file) == 0;
	struct sbuf b;

	sbuf_init(&b, said, size);
	s->file = NULL;
	if (!whole)
		(void)remove(s->path);
	if (whole && !written)
		sbuf_addf(&b, "%s: %s", s->path, strerror(errno));
	else
		texts_addf(&b, s->language, whole ? "%s: saved" : "%s: not saved", s->path);
}

/* Returns whether a line is part of the match.  Messages to the user may arrive in between;
 * they are recognised by the first character of the line. */
static bool
line_fits_format(const struct save *s, const char *line)
{
	static const struct {
		const char *format, *first_chars;
		bool has_empty_lines; /* the format has empty lines */
	} FORMS[] = {
		{ "mat", " ;", true },
		{ "sgf", "(;)", true },
		{ "json", "{}]\"", false },
		{ "txt", " _ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", true },
	};

	for (unsigned i = 0; i < ARRAY_LEN(FORMS); i++)
		if (strcmp(s->format, FORMS[i].format) == 0)
			return line[0] == '\0' ? FORMS[i].has_empty_lines
					       : strchr(FORMS[i].first_chars, line[0]) != NULL;
	return false;
}

bool
save_server_line(struct save *s, const char *line, char *said, size_t size)
{
	struct sentence words;
	bool over = s->export_begun && sentence_read("** End of match %u", line, &words);

	said[0] = '\0';
	if (s->file == NULL)
		return false;
	if (over) {
		finish_file(s, true, said, size);
		return true;
	}
	if (!s->export_begun) {
		s->export_begun = sentence_read("** Match %u as %n:", line, &words);
		return s->export_begun;
	}
	if (!line_fits_format(s, line))
		return false;
	(void)fprintf(s->file, "%s\n", line);
	return true;
}

void
save_end(struct save *s, char *said, size_t size)
{
	said[0] = '\0';
	if (s->file != NULL)
		finish_file(s, false, said, size);
}
