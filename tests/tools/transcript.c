/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=fair_dice_roll */
/* Runs the transcripts of tests/transcripts, or those named, each in a process of its own:
 *
 *	transcript [FILE...]            ends with "N passed, N failed"
 *	transcript --write FILE...      puts what really came where a file says otherwise: to be
 *read before it is kept
 *
 * The form of the files is in tests/support/transcript.h. */
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/transcript.h"

#define ALL "tests/transcripts/*.t"

static bool
passes(const char *path)
{
	int status;
	pid_t pid;

	(void)fflush(stdout);
	pid = fork();
	if (pid == 0)
		exit(transcript_run(path, NULL) == 0 ? 0 : 1);
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return false;
	if (WIFSIGNALED(status))
		(void)printf("%s: ended by signal %d\n", path, WTERMSIG(status));
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int
run_all(char **paths, size_t n)
{
	unsigned passed = 0, failed = 0;

	for (size_t i = 0; i < n; i++) {
		bool ok = passes(paths[i]);

		passed += ok;
		failed += !ok;
		if (!ok)
			(void)printf("FAILED %s\n", paths[i]);
	}
	(void)printf("%u passed, %u failed\n", passed, failed);
	return failed == 0 && passed > 0 ? 0 : 1;
}

/* Written beside the file first, so that a program that dies leaves it as it was. */
static int
rewrite(const char *path)
{
	char temporary[4096];
	FILE *out;

	if (snprintf(temporary, sizeof(temporary), "%s.new", path) >= (int)sizeof(temporary))
		return 1;
	out = fopen(temporary, "w");
	if (out == NULL)
		return 1;
	(void)printf("%s: %u steps were otherwise\n", path, transcript_run(path, out));
	return fclose(out) != 0 || rename(temporary, path) != 0;
}

int
main(int argc, char **argv)
{
	glob_t found;
	int status = 0;

	if (argc > 1 && strcmp(argv[1], "--write") == 0) {
		for (int i = 2; i < argc; i++)
			status |= rewrite(argv[i]);
		return status;
	}
	if (argc > 1)
		return run_all(argv + 1, (size_t)argc - 1);
	if (glob(ALL, 0, NULL, &found) != 0) {
		(void)printf("no " ALL "\n0 passed, 1 failed\n");
		return 1;
	}
	status = run_all(found.gl_pathv, found.gl_pathc);
	globfree(&found);
	return status;
}
