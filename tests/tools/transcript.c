/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=fair_dice_roll */
/* Runs the transcripts of tests/transcripts, or those named, each in a separate process:
 *
 *	transcript                  runs all files, and checks that they produce every pattern
 *	transcript FILE...          ends with "N passed, N failed"
 *	transcript --write FILE...  writes the actual output into the files, for review
 *
 * tests/support/transcript.h describes the form of the files; every line that a server sends in
 * any of them must match tests/data/patterns.def. */
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/fixture.h"
#include "tests/support/memstore.h"
#include "tests/support/patterns.h"
#include "tests/support/transcript.h"

#define ALL "tests/transcripts/*.t"

static struct patterns *table;

static bool
transcript_passes(const char *path)
{
	int status;
	pid_t pid;

	(void)fflush(stdout);
	pid = fork();
	if (pid == 0)
		exit(transcript_run(path, NULL, table) == 0 ? 0 : 1);
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return false;
	if (WIFSIGNALED(status))
		(void)printf("%s: ended by signal %d\n", path, WTERMSIG(status));
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int
run_files(char **paths, size_t n, bool whole)
{
	unsigned passed = 0, failed = 0;

	for (size_t i = 0; i < n; i++) {
		bool ok = transcript_passes(paths[i]);

		passed += ok;
		failed += !ok;
		if (!ok)
			(void)printf("FAILED %s\n", paths[i]);
	}
	if (whole) {
		unsigned missing = patterns_missing(table);

		(void)printf("patterns: %u rows, %lu lines, %u never produced\n",
		    patterns_rows(table), patterns_lines(table), missing);
		passed += missing == 0;
		failed += missing > 0;
	}
	(void)printf("%u passed, %u failed\n", passed, failed);
	return failed == 0 && passed > 0 ? 0 : 1;
}

/* Writes a temporary file first, so that a crash leaves the file unchanged. */
static int
rewrite_file(const char *path)
{
	char temporary[4096];
	FILE *out;

	if (snprintf(temporary, sizeof(temporary), "%s.new", path) >= (int)sizeof(temporary))
		return 1;
	out = fopen(temporary, "w");
	if (out == NULL)
		return 1;
	(void)printf("%s: %u steps were otherwise\n", path, transcript_run(path, out, table));
	return fclose(out) != 0 || rename(temporary, path) != 0;
}

static int
run_all_transcripts(void)
{
	glob_t found;
	int status;

	if (glob(ALL, 0, NULL, &found) != 0) {
		(void)printf("no " ALL "\n0 passed, 1 failed\n");
		return 1;
	}
	status = run_files(found.gl_pathv, found.gl_pathc, true);
	globfree(&found);
	return status;
}

/* A placeholder; each file's process sets its own function. */
static void
ignore_fault(void *ctx, unsigned conn, const char *fault, const char *line)
{
}

int
main(int argc, char **argv)
{
	struct fixture_options o;
	int status = 0;

	fixture_options_default(&o);
	memstore_prepare();
	table = patterns_new(PATTERNS_FILE, o.world.server_name, ignore_fault, NULL);
	if (argc > 1 && strcmp(argv[1], "--write") == 0) {
		for (int i = 2; i < argc; i++)
			status |= rewrite_file(argv[i]);
	} else if (argc > 1) {
		status = run_files(argv + 1, (size_t)argc - 1, false);
	} else {
		status = run_all_transcripts();
	}
	patterns_free(&table);
	return status;
}
