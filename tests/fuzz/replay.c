/* SPDX-License-Identifier: MIT */
/* Feeds a corpus to a fuzz target without libFuzzer: first the empty input, then the files and
 * directories given as arguments.  Without arguments, the program fuzz_NAME, run from the top
 * directory, uses every file of tests/fuzz/corpus/NAME.  Prints one line per file that cannot
 * be read, then "N passed, N failed".  A failing target aborts; the name of the input is then
 * the last line on standard error.  An empty or missing corpus is a failure.  Each input is
 * copied to a block of exactly its size, so that AddressSanitizer reports an overrun of one
 * byte. */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static char current_path[4096];
static unsigned n_passed, n_failed;

static void
on_crash(int sig)
{
	static const char text[] = "fuzz replay: died on ";
	if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0 ||
	    write(STDERR_FILENO, current_path, strlen(current_path)) < 0 ||
	    write(STDERR_FILENO, "\n", 1) < 0)
		_exit(1);
	signal(sig, SIG_DFL);
	raise(sig);
}

static void
replay_bytes(const uint8_t *bytes, size_t n)
{
	uint8_t *copy = malloc(n ? n : 1);
	if (!copy) {
		n_failed++;
		return;
	}
	if (n)
		memcpy(copy, bytes, n);
	/* An empty input is legal too; data must then not be read. */
	LLVMFuzzerTestOneInput(copy, n);
	free(copy);
	n_passed++;
}

static void
replay_file(const char *path)
{
	snprintf(current_path, sizeof(current_path), "%s", path);
	FILE *f = fopen(path, "rb");
	uint8_t *bytes = NULL;
	size_t have = 0, room = 0;
	if (!f)
		goto out;
	for (;;) {
		if (have == room) {
			room = room ? 2 * room : 65536;
			uint8_t *more = realloc(bytes, room);
			if (!more)
				goto out;
			bytes = more;
		}
		size_t got = fread(bytes + have, 1, room - have, f);
		if (got == 0)
			break;
		have += got;
	}
	if (ferror(f))
		goto out;
	replay_bytes(bytes, have);
	fclose(f);
	free(bytes);
	return;
out:
	fprintf(stderr, "fuzz replay: %s: %s\n", path, strerror(errno));
	n_failed++;
	if (f)
		fclose(f);
	free(bytes);
}

static void
replay_path(const char *path)
{
	struct stat st;
	if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) {
		replay_file(path);
		return;
	}
	DIR *dir = opendir(path);
	if (!dir) {
		replay_file(path);
		return;
	}
	unsigned before = n_passed + n_failed;
	struct dirent *e;
	while ((e = readdir(dir)) != NULL) {
		char name[4096];
		if (e->d_name[0] == '.')
			continue;
		int n = snprintf(name, sizeof(name), "%s/%s", path, e->d_name);
		if (n > 0 && (size_t)n < sizeof(name))
			replay_file(name);
		else
			n_failed++;
	}
	closedir(dir);
	if (n_passed + n_failed == before) {
		fprintf(stderr, "fuzz replay: %s is empty\n", path);
		n_failed++;
	}
}

int
main(int argc, char **argv)
{
	const char *slash = strrchr(argv[0], '/');
	const char *name = slash ? slash + 1 : argv[0];
	char corpus[4096];

	signal(SIGABRT, on_crash);
	signal(SIGSEGV, on_crash);
	snprintf(current_path, sizeof(current_path), "the empty input");
	replay_bytes(NULL, 0);
	if (strncmp(name, "fuzz_", 5) == 0)
		name += 5;
	snprintf(corpus, sizeof(corpus), "tests/fuzz/corpus/%s", name);
	if (argc < 2)
		replay_path(corpus);
	for (int i = 1; i < argc; i++)
		replay_path(argv[i]);
	printf("%u passed, %u failed\n", n_passed, n_failed);
	return n_failed != 0;
}
