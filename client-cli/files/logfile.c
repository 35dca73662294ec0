/* SPDX-License-Identifier: MIT */
/* Log files of conversations and matches: see logfile.h.  Each write opens and closes the file,
 * so that every line on the screen is also in the file. */
#include "logfile.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct tm
local_time_now(void)
{
	time_t now = time(NULL);
	struct tm tm = { 0 };

	(void)localtime_r(&now, &tm);
	return tm;
}

static FILE *
open_log_file(const char *path, int how)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | how, 0600);
	FILE *f = fd >= 0 ? fdopen(fd, "a") : NULL;

	if (f == NULL && fd >= 0)
		(void)close(fd);
	return f;
}

/* Writes the new lines of the log, except typed lines, which may contain passwords.  The
 * server's answers show the commands that it has understood. */
static void
append_log_lines(struct logfile *l, const struct model *m)
{
	uint64_t first = m->log.total - m->log.count;
	const struct tm now = local_time_now();
	char path[512], name[32], when[40];
	FILE *f;

	if (l->lines_written == m->log.total)
		return;
	if (l->lines_written < first)
		l->lines_written = first;
	(void)strftime(name, sizeof(name), "%Y-%m-%d.log", &now);
	(void)snprintf(path, sizeof(path), "%s/%s", l->folder, name);
	f = open_log_file(path, O_APPEND);
	(void)strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%S%z", &now);
	for (; l->lines_written < m->log.total; l->lines_written++) {
		const struct log_line *line =
		    model_log_at(m, (unsigned)(l->lines_written - first));

		if (f != NULL && line->kind != LOG_TYPED && line->text[0] != '\0')
			(void)fprintf(f, "%s %s\n", when, line->text);
	}
	if (f != NULL)
		(void)fclose(f);
}

/* Makes a name safe for use in a file name: other characters become underscores. */
static void
file_safe_name(const char *name, char out[NAME_MAX_LETTERS + 1])
{
	static const char KEPT[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

	(void)snprintf(out, NAME_MAX_LETTERS + 1, "%s", name);
	for (char *at = out + strspn(out, KEPT); *at != '\0'; at += strspn(at, KEPT))
		*at = '_';
}

/* Writes the whole match so far each time a game has ended. */
static void
write_match_file(struct logfile *l, const struct model *m)
{
	FILE *f;

	if (m->games_recorded < l->games_written)
		l->games_written = 0; /* a new match has begun */
	if (m->games_recorded == l->games_written)
		return;
	if (l->games_written == 0) {
		const struct tm now = local_time_now();
		char when[32], own[NAME_MAX_LETTERS + 1], other[NAME_MAX_LETTERS + 1];

		(void)strftime(when, sizeof(when), "%Y-%m-%d-%H%M%S", &now);
		file_safe_name(m->self, own);
		file_safe_name(m->record_opponent, other);
		(void)snprintf(l->match_path, sizeof(l->match_path), "%s/%s-%s-%s.mat",
		    l->folder, when, own, other);
	}
	l->games_written = m->games_recorded;
	f = open_log_file(l->match_path, O_TRUNC);
	if (f == NULL)
		return;
	(void)fwrite(m->record.text, 1, m->record.len, f);
	(void)fclose(f);
}

void
logfile_update(struct logfile *l, const struct model *m)
{
	if (l->folder[0] == '\0')
		return;
	append_log_lines(l, m);
	write_match_file(l, m);
}
