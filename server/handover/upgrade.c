/* SPDX-License-Identifier: MIT */
/* See upgrade.h.  The functions block, with deadlines, which is harmless because no user is
 * served meanwhile.  Uses socket timeouts instead of poll, because of the sandbox. */
#define _GNU_SOURCE /* for struct ucred, accept4 */
#include "handover/upgrade.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "os/log.h"

#define HELLO_TIMEOUT_MS 1000 /* time in which a caller must send HELLO */
#define CHUNK_BYTES 65536u
#define STATE_BYTES_MAX (UINT64_C(4) << 30)

static const char MAGIC[8] = "gammond";

struct message_head {
	char magic[8];
	uint32_t version, kind;
	uint32_t fds_n; /* number of descriptors sent with the head */
	uint32_t bytes; /* number of bytes that follow the head */
};

/* Ancillary data of a head. */
union ancillary_data {
	struct cmsghdr head;
	char buf[CMSG_SPACE(UPGRADE_FILES_MAX * sizeof(int))];
};

/* ---- time ---- */

static int64_t
now_ms(void)
{
	struct timespec t;

	CHECK(clock_gettime(CLOCK_MONOTONIC, &t) == 0);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Sets the timeout for the next read or write of fd.  Returns false, with EAGAIN, if at_ms has
 * passed. */
static bool
set_timeout(int fd, int which, int64_t at_ms)
{
	int64_t left = at_ms - now_ms();
	struct timeval tv = { .tv_sec = left / 1000, .tv_usec = left % 1000 * 1000 };

	errno = EAGAIN;
	return left > 0 && setsockopt(fd, SOL_SOCKET, which, &tv, sizeof(tv)) == 0;
}

/* ---- bytes and descriptors ---- */

static bool
send_all(int fd, const void *bytes, size_t n, int64_t at_ms)
{
	const char *at = bytes;

	while (n > 0) {
		ssize_t sent = -1;

		if (set_timeout(fd, SO_SNDTIMEO, at_ms))
			sent = send(fd, at, n, MSG_NOSIGNAL);
		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return false;
		at += sent;
		n -= (size_t)sent;
	}
	return true;
}

static bool
receive_all(int fd, void *bytes, size_t n, int64_t at_ms)
{
	char *at = bytes;

	while (n > 0) {
		ssize_t got = -1;

		if (set_timeout(fd, SO_RCVTIMEO, at_ms))
			got = recv(fd, at, n, 0);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		at += got;
		n -= (size_t)got;
	}
	return true;
}

/* Sends the head in one piece with its descriptors, then the bytes. */
static bool
send_message(int fd, enum upgrade_message kind, const void *bytes, size_t n, const int *files,
    unsigned files_n, int64_t at_ms)
{
	struct message_head head = { .version = UPGRADE_VERSION,
		.kind = (uint32_t)kind,
		.fds_n = files_n,
		.bytes = (uint32_t)n };
	struct iovec part = { &head, sizeof(head) };
	struct msghdr m = { .msg_iov = &part, .msg_iovlen = 1 };
	union ancillary_data control;
	struct cmsghdr *c;
	ssize_t sent = -1;

	CHECK(files_n <= UPGRADE_FILES_MAX);
	memcpy(head.magic, MAGIC, sizeof(MAGIC));
	if (files_n > 0) {
		memset(&control, 0, sizeof(control));
		m.msg_control = control.buf;
		m.msg_controllen = CMSG_SPACE(files_n * sizeof(int));
		c = CMSG_FIRSTHDR(&m);
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(files_n * sizeof(int));
		memcpy(CMSG_DATA(c), files, files_n * sizeof(int));
	}
	do {
		if (!set_timeout(fd, SO_SNDTIMEO, at_ms))
			return false;
		sent = sendmsg(fd, &m, MSG_NOSIGNAL);
	} while (sent < 0 && errno == EINTR);
	return sent == (ssize_t)sizeof(head) && send_all(fd, bytes, n, at_ms);
}

/* Gets the descriptors of a message, which then belong to the caller.  Returns their number. */
static unsigned
fds_of_message(struct msghdr *m, int files[UPGRADE_FILES_MAX])
{
	unsigned n = 0;

	for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c != NULL; c = CMSG_NXTHDR(m, c)) {
		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		n = (unsigned)((c->cmsg_len - CMSG_LEN(0)) / sizeof(int));
		memcpy(files, CMSG_DATA(c), n * sizeof(int));
	}
	return n;
}

/* Receives a head.  files has room for UPGRADE_FILES_MAX descriptors; NULL: accepts none. */
static bool
receive_head(int fd, struct message_head *head, int *files, int64_t at_ms)
{
	struct iovec part = { head, sizeof(*head) };
	union ancillary_data control;
	struct msghdr m = { .msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = control.buf,
		.msg_controllen = sizeof(control.buf) };
	int none[UPGRADE_FILES_MAX];
	unsigned n = 0;
	ssize_t got;

	do {
		if (!set_timeout(fd, SO_RCVTIMEO, at_ms))
			return false;
		got = recvmsg(fd, &m, MSG_CMSG_CLOEXEC | MSG_WAITALL);
	} while (got < 0 && errno == EINTR);
	if (got >= 0) {
		errno = 0;
		n = fds_of_message(&m, files != NULL ? files : none);
	}
	if (got == (ssize_t)sizeof(*head) && (m.msg_flags & MSG_CTRUNC) == 0 &&
	    memcmp(head->magic, MAGIC, sizeof(MAGIC)) == 0 && head->fds_n == n &&
	    (files != NULL || n == 0))
		return true;
	for (unsigned i = 0; i < n; i++)
		(void)close((files != NULL ? files : none)[i]);
	return false;
}

/* ---- calls ---- */

static bool
make_address(const char *data_dir, struct sockaddr_un *a, struct sbuf *error)
{
	struct sbuf path;

	*a = (struct sockaddr_un){ .sun_family = AF_UNIX };
	SBUF_INIT(&path, a->sun_path);
	sbuf_addf(&path, "%s/" UPGRADE_SOCKET, data_dir);
	if (sbuf_ok(&path))
		return true;
	sbuf_addf(
	    error, "the name of the data directory %s is too long for a socket", data_dir);
	return false;
}

static int
socket_failed(int fd, const char *path, struct sbuf *error)
{
	sbuf_addf(error, "%s: %s", path, strerror(errno));
	if (fd >= 0)
		(void)close(fd);
	return -1;
}

/* Replaces an existing socket, which cannot be in use, because the caller holds the lock of the
 * data directory. */
int
upgrade_listen(const char *data_dir, struct sbuf *error)
{
	struct sockaddr_un a;
	mode_t mask;
	int fd, bound;

	if (!make_address(data_dir, &a, error))
		return -1;
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return socket_failed(fd, a.sun_path, error);
	(void)unlink(a.sun_path);
	mask = umask(0077);
	bound = bind(fd, (const struct sockaddr *)&a, sizeof(a));
	(void)umask(mask);
	return bound == 0 && listen(fd, 1) == 0 ? fd : socket_failed(fd, a.sun_path, error);
}

/* Returns whether the process at the other end runs as our user. */
static bool
runs_as_our_user(int fd, int *pid_out)
{
	struct ucred who;
	socklen_t n = sizeof(who);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) != 0 || who.uid != geteuid())
		return false;
	*pid_out = (int)who.pid;
	return true;
}

void
upgrade_program_id(char out[UPGRADE_PROGRAM_ID_MAX])
{
	struct stat st;
	struct sbuf b;

	sbuf_init(&b, out, UPGRADE_PROGRAM_ID_MAX);
	if (stat("/proc/self/exe", &st) == 0)
		sbuf_addf(&b, "%llx:%llx:%lld.%09ld", (unsigned long long)st.st_dev,
		    (unsigned long long)st.st_ino, (long long)st.st_mtim.tv_sec,
		    st.st_mtim.tv_nsec);
}

/* Returns whether both processes belong to the same service, or to none. */
static bool
is_same_service(int pid)
{
	char path[40], line[2][512] = { "", "" };
	struct sbuf b;
	FILE *f;

	for (int i = 0; i < 2; i++) {
		SBUF_INIT(&b, path);
		sbuf_addf(&b, "/proc/%d/cgroup", i == 0 ? pid : (int)getpid());
		f = fopen(path, "r");
		if (f == NULL)
			return true;
		if (fgets(line[i], sizeof(line[i]), f) == NULL)
			line[i][0] = '\0';
		(void)fclose(f);
	}
	return strcmp(line[0], line[1]) == 0;
}

int
upgrade_connect(const char *data_dir, const char *program, struct sbuf *error)
{
	struct sockaddr_un a;
	int fd, pid = 0;

	if (!make_address(data_dir, &a, error))
		return -1;
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || connect(fd, (const struct sockaddr *)&a, sizeof(a)) != 0) {
		if (errno == ENOENT || errno == ECONNREFUSED)
			sbuf_add(error, "no server runs there: ");
		return socket_failed(fd, a.sun_path, error);
	}
	if (!runs_as_our_user(fd, &pid)) {
		(void)close(fd);
		sbuf_addf(error, "the server at %s is another user's", a.sun_path);
		return -1;
	}
	if (upgrade_send(
		fd, is_same_service(pid) ? UPGRADE_HELLO : UPGRADE_HELLO_OUTSIDE, program))
		return fd;
	return socket_failed(fd, a.sun_path, error);
}

/* Reads HELLO and returns whether the caller may take over.  A caller that runs the same
 * program only asks for a reload: sets *same_out and returns false, whatever its version. */
static bool
may_take_over(int fd, const char *program, int *pid_out, bool *same_cgroup_out, bool *same_out,
    struct sbuf *error)
{
	const int64_t at_ms = now_ms() + HELLO_TIMEOUT_MS;
	char text[UPGRADE_PROGRAM_ID_MAX] = "";
	struct message_head head;

	if (!runs_as_our_user(fd, pid_out))
		sbuf_add(error, "another user");
	else if (!receive_head(fd, &head, NULL, at_ms) || head.bytes >= sizeof(text) ||
		 !receive_all(fd, text, head.bytes, at_ms) ||
		 (head.kind != UPGRADE_HELLO && head.kind != UPGRADE_HELLO_OUTSIDE))
		sbuf_add(error, "no hello");
	else if (text[0] != '\0' && (program == NULL || strcmp(text, program) == 0))
		*same_out = true;
	else if (head.version != UPGRADE_VERSION)
		sbuf_addf(error,
		    "its messages have version %u, mine %u: the server must be restarted",
		    head.version, UPGRADE_VERSION);
	else {
		*same_cgroup_out = head.kind == UPGRADE_HELLO;
		return true;
	}
	return false;
}

int
upgrade_accept(
    int listen_fd, const char *program, int *pid_out, bool *same_cgroup_out, struct sbuf *error)
{
	int fd = accept4(listen_fd, NULL, NULL, SOCK_CLOEXEC);
	bool same = false;

	if (fd < 0) {
		sbuf_add(error, strerror(errno));
		return -1;
	}
	if (may_take_over(fd, program, pid_out, same_cgroup_out, &same, error))
		return fd;
	(void)upgrade_send(fd, same ? UPGRADE_SAME : UPGRADE_REFUSED, error->text);
	(void)close(fd);
	return -1;
}

/* ---- messages ---- */

bool
upgrade_send(int fd, enum upgrade_message kind, const char *text)
{
	return send_message(fd, kind, text, strnlen(text, UPGRADE_TEXT_MAX), NULL, 0,
	    now_ms() + HELLO_TIMEOUT_MS);
}

bool
upgrade_receive(int fd, enum upgrade_message kind, int ms)
{
	struct message_head head = { .kind = 0 };

	errno = 0;
	if (!receive_head(fd, &head, NULL, now_ms() + ms))
		return false;
	errno = 0;
	return head.kind == kind && head.version == UPGRADE_VERSION && head.bytes == 0;
}

static bool
receive_refusal(int fd, const struct message_head *head, struct sbuf *why)
{
	char text[UPGRADE_TEXT_MAX];

	if (head->kind == UPGRADE_SAME)
		return true;
	if (head->kind != UPGRADE_REFUSED || head->bytes > sizeof(text) ||
	    !receive_all(fd, text, head->bytes, now_ms() + HELLO_TIMEOUT_MS))
		return false;
	sbuf_addn(why, text, head->bytes);
	return true;
}

bool
upgrade_send_state(int fd, const struct pack *p)
{
	const int64_t at_ms = now_ms() + UPGRADE_READY_MS;

	for (size_t i = 0; i < p->fds_len; i += UPGRADE_FILES_MAX) {
		size_t n =
		    p->fds_len - i < UPGRADE_FILES_MAX ? p->fds_len - i : UPGRADE_FILES_MAX;

		if (!send_message(fd, UPGRADE_FILES, NULL, 0, p->fds + i, (unsigned)n, at_ms))
			return false;
	}
	for (size_t i = 0; i < p->len; i += CHUNK_BYTES) {
		size_t n = p->len - i < CHUNK_BYTES ? p->len - i : CHUNK_BYTES;

		if (!send_message(fd, UPGRADE_STATE, p->bytes + i, n, NULL, 0, at_ms))
			return false;
	}
	return send_message(fd, UPGRADE_STATE_END, NULL, 0, NULL, 0, at_ms);
}

/* Takes one message.  Returns false if it is damaged or of an unexpected kind. */
static bool
add_message_to_pack(
    int fd, const struct message_head *head, const int *files, struct pack *p, int64_t at_ms)
{
	for (uint32_t i = 0; i < head->fds_n; i++)
		p->fds[p->fds_len++] = files[i];
	if (head->version != UPGRADE_VERSION)
		return false;
	if (head->kind != UPGRADE_STATE)
		return head->bytes == 0 &&
		       (head->kind == UPGRADE_FILES || head->kind == UPGRADE_STATE_END);
	if (head->bytes > CHUNK_BYTES || p->len + head->bytes > STATE_BYTES_MAX ||
	    !pack_reserve(p, head->bytes, 0) ||
	    !receive_all(fd, p->bytes + p->len, head->bytes, at_ms))
		return false;
	p->len += head->bytes;
	return true;
}

bool
upgrade_receive_state(int fd, struct pack *p, struct sbuf *why)
{
	/* the old process may wait for passwords and for the disk first */
	const int64_t at_ms = now_ms() + 3 * UPGRADE_READY_MS;
	int files[UPGRADE_FILES_MAX];
	struct message_head head;

	do {
		if (!pack_reserve(p, 0, UPGRADE_FILES_MAX) ||
		    !receive_head(fd, &head, files, at_ms)) {
			sbuf_add(why, "the server does not answer");
			return false;
		}
		if (receive_refusal(fd, &head, why))
			return false;
		if (!add_message_to_pack(fd, &head, files, p, at_ms)) {
			sbuf_add(why, "the server sent an invalid answer");
			return false;
		}
	} while (head.kind != UPGRADE_STATE_END);
	pack_start_reading(p);
	return true;
}

void
upgrade_close_files(struct pack *p)
{
	for (size_t i = 0; i < p->fds_len; i++)
		if (p->fds[i] >= 0)
			(void)close(p->fds[i]);
	p->fds_len = 0;
}
