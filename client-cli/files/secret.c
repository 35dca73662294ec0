/* SPDX-License-Identifier: MIT */
/* Passwords from commands and files: see secret.h. */
#include "secret.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sodium.h>

#include "base/sbuf.h"
#include "proto/words.h"

#define COMMAND_WORDS_MAX 32u

static void
cut_to_first_line(char *text, size_t n)
{
	text[n] = '\0';
	text[strcspn(text, "\r\n")] = '\0';
}

static bool
read_all(int fd, char *out, size_t size)
{
	size_t n = 0;

	while (n + 1 < size) {
		ssize_t got = read(fd, out + n, size - 1 - n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		n += (size_t)got;
	}
	cut_to_first_line(out, n);
	return out[0] != '\0';
}

static bool
read_secret_file(const char *file, char *out, size_t size)
{
	struct stat st;
	int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool ok;

	if (fd < 0)
		return false;
	ok = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (st.st_mode & 077) == 0 &&
	     read_all(fd, out, size);
	(void)close(fd);
	return ok;
}

/* Executes the words of the command in the child process, with standard error discarded. */
static void
execute_command(const char *command, int in, int out)
{
	char text[512];
	char *word[COMMAND_WORDS_MAX + 1] = { NULL };
	char *rest = text;
	int nowhere = open("/dev/null", O_RDWR);
	sigset_t none;

	if (!sbuf_copy(text, sizeof(text), command))
		_exit(127);
	for (unsigned n = 0; n < COMMAND_WORDS_MAX && (word[n] = word_next(&rest)) != NULL; n++)
		;
	if (dup2(in < 0 ? nowhere : in, STDIN_FILENO) < 0 ||
	    dup2(out < 0 ? nowhere : out, STDOUT_FILENO) < 0 ||
	    dup2(nowhere, STDERR_FILENO) < 0 || word[0] == NULL)
		_exit(127);
	(void)signal(SIGPIPE, SIG_DFL);
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
	(void)execvp(word[0], word);
	_exit(127);
}

static bool
read_command_output(const char *command, char *out, size_t size)
{
	int ends[2], status = 0;
	char unused[256];
	pid_t pid;
	bool ok;

	if (pipe(ends) != 0)
		return false;
	pid = fork();
	if (pid == 0) {
		(void)close(ends[0]);
		execute_command(command, -1, ends[1]);
	}
	(void)close(ends[1]);
	ok = pid > 0 && read_all(ends[0], out, size);
	while (ok && read(ends[0], unused, sizeof(unused)) >
			 0) /* reads the rest, so that the command can exit normally */
		;
	sodium_memzero(unused, sizeof(unused));
	(void)close(ends[0]);
	ok = pid > 0 && waitpid(pid, &status, 0) == pid && status == 0 && ok;
	if (!ok)
		sodium_memzero(out, size);
	return ok;
}

bool
secret_fetch(const char *command, const char *file, char *out, size_t size)
{
	if (command != NULL && command[0] != '\0' && read_command_output(command, out, size))
		return true;
	return file != NULL && file[0] != '\0' && read_secret_file(file, out, size);
}

/* The write end of the pipe does not block.  The text fits into the pipe, so it is written
 * whole.  A finished process is reaped at the next call; while a process is running, no other
 * is started. */
void
command_start(const char *command, const char *text)
{
	static pid_t pid;
	int ends[2];

	if ((pid > 0 && waitpid(pid, NULL, WNOHANG) == 0) || pipe(ends) != 0)
		return;
	pid = fork();
	if (pid == 0) {
		(void)close(ends[1]);
		execute_command(command, ends[0], -1);
	}
	(void)close(ends[0]);
	if (pid > 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
		(void)!write(ends[1], text, strlen(text));
	(void)close(ends[1]);
}
