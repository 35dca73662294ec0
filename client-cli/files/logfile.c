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
time_now(void)
{
	time_t now = time(NULL);
	struct tm tm = { 0 };

	(void)localtime_r(&now, &tm);
	return tm;
}

static FILE *
open_file(const char *path, int how)
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
keep_lines(struct logfile *l, const struct model *m)
{
	uint64_t first = m->log.total - m->log.count;
	const struct tm now = time_now();
	char path[512], name[32], when[40];
	FILE *f;

	if (l->kept == m->log.total)
		return;
	if (l->kept < first)
		l->kept = first;
	(void)strftime(name, sizeof(name), "%Y-%m-%d.log", &now);
	(void)snprintf(path, sizeof(path), "%s/%s", l->folder, name);
	f = open_file(path, O_APPEND);
	(void)strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%S%z", &now);
	for (; l->kept < m->log.total; l->kept++) {
		const struct log_line *line = model_log_at(m, (unsigned)(l->kept - first));

		if (f != NULL && line->kind != LOG_TYPED && line->text[0] != '\0')
			(void)fprintf(f, "%s %s\n", when, line->text);
	}
	if (f != NULL)
		(void)fclose(f);
}

/* Makes a name safe for use in a file name: other characters become underscores. */
static void
name_for_file(const char *name, char out[NAME_MAX_LETTERS + 1])
{
	static const char KEPT[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

	(void)snprintf(out, NAME_MAX_LETTERS + 1, "%s", name);
	for (char *at = out + strspn(out, KEPT); *at != '\0'; at += strspn(at, KEPT))
		*at = '_';
}

/* Writes the whole match so far each time a game has ended. */
static void
keep_match(struct logfile *l, const struct model *m)
{
	FILE *f;

	if (m->recorded < l->recorded)
		l->recorded = 0; /* a new match has begun */
	if (m->recorded == l->recorded)
		return;
	if (l->recorded == 0) {
		const struct tm now = time_now();
		char when[32], own[NAME_MAX_LETTERS + 1], other[NAME_MAX_LETTERS + 1];

		(void)strftime(when, sizeof(when), "%Y-%m-%d-%H%M%S", &now);
		name_for_file(m->self, own);
		name_for_file(m->record_opponent, other);
		(void)snprintf(
		    l->match, sizeof(l->match), "%s/%s-%s-%s.mat", l->folder, when, own, other);
	}
	l->recorded = m->recorded;
	f = open_file(l->match, O_TRUNC);
	if (f == NULL)
		return;
	(void)fwrite(m->record.text, 1, m->record.len, f);
	(void)fclose(f);
}

void
logfile_keep(struct logfile *l, const struct model *m)
{
	if (l->folder[0] == '\0')
		return;
	keep_lines(l, m);
	keep_match(l, m);
}
