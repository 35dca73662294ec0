/* SPDX-License-Identifier: MIT */
/* Users: connecting, registering, logging in, lines in both directions, returning.
 *
 * Owns the connections.  A read costs one system call for up to 64 KiB; sent data must fit into
 * the kernel's buffer, as the few lines of a user always do.  Sources are 127.0.0.2 and higher,
 * 5,000 connections each, when the server is on loopback: an address has only 28,000 ports to
 * connect from. */
#define _GNU_SOURCE /* IP_BIND_ADDRESS_NO_PORT */
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define PER_SOURCE 5000u
#define READ_BYTES 65536u
#define STORM_AT_ONCE                                                                          \
	3000u /* below the backlog of a listening socket, which Linux limits to 4,096 */
#define REFUSALS_MAX                                                                           \
	20u /* consecutive refusals of one user that end the run, except in a storm */
#define RETRY_MS 500
#define READS_OF_PASS 1024u
#define READS_BETWEEN 16u

static uint8_t raw[READ_BYTES];
static char text[LOAD_LINE_MAX + READ_BYTES + 1];
static uint8_t telnet_answers[READ_BYTES + TELNET_ANSWER_MAX];
static struct sockaddr_storage server;
static socklen_t server_len;
static unsigned reads;

/* ---- time and ends ---- */

int64_t
load_now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * LOAD_S + t.tv_nsec;
}

void
load_stop(struct load *l, const char *fmt, ...)
{
	va_list ap;

	if (l->stopped)
		return;
	l->stopped = true;
	va_start(ap, fmt);
	(void)vsnprintf(l->why, sizeof(l->why), fmt, ap);
	va_end(ap);
}

bool
load_measuring(const struct load *l, int64_t now)
{
	return now >= l->from_ns && now < l->to_ns;
}

void
load_answer(struct load *l, enum figure f, int64_t wanted_ns, int64_t now)
{
	l->counts.answered[f]++;
	/* First log-ins are always measured, because they precede the measured time. */
	if (f == FIGURE_LOGIN || f == FIGURE_LIST || load_measuring(l, now))
		histogram_add(&l->figure[f], now - wanted_ns);
}

/* ---- making ---- */

static bool
resolve(struct load *l)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG };
	struct addrinfo *found = NULL;
	int error = getaddrinfo(l->opt.host, l->opt.port, &hints, &found);

	if (error != 0) {
		load_stop(l, "%s port %s: %s", l->opt.host, l->opt.port, gai_strerror(error));
		return false;
	}
	memcpy(&server, found->ai_addr, found->ai_addrlen);
	server_len = found->ai_addrlen;
	freeaddrinfo(found);
	return true;
}

/* Names a user with the prefix and a counter of five letters, so that all names have the same
 * length. */
static void
name_user(struct user *u, const char *prefix)
{
	size_t n = strlen(prefix);
	unsigned i = u->index;

	memcpy(u->name, prefix, n);
	for (size_t k = n + 5; k-- > n; i /= 26)
		u->name[k] = (char)('a' + i % 26);
	u->name[n + 5] = '\0';
}

bool
users_make(struct load *l)
{
	l->users = calloc(l->opt.users, sizeof(l->users[0]));
	l->waiting_end = &l->waiting;
	if (l->users == NULL) {
		load_stop(l, "out of memory");
		return false;
	}
	for (unsigned i = 0; i < l->opt.users; i++) {
		struct user *u = &l->users[i];

		u->fd = -1;
		u->index = i;
		/* CLIP users are spread evenly over all roles. */
		u->clip = (uint64_t)(i + 1) * l->opt.clip_percent / 100 >
			  (uint64_t)i * l->opt.clip_percent / 100;
		name_user(u, l->opt.names);
	}
	return resolve(l);
}

static void
disconnect(struct load *l, struct user *u)
{
	if (u->fd < 0)
		return;
	(void)event_del(&u->read_event);
	(void)close(u->fd);
	u->fd = -1;
	if (u->stage == STAGE_ON)
		l->on--;
	if (u->listed)
		l->listed--;
	u->listed = false;
	u->stage = STAGE_OFF;
	u->telnet = (struct telnet){ 0 };
	free(u->part);
	u->part = NULL;
	u->part_len = 0;
	if (u->counted)
		l->logging_in--;
	u->counted = false;
}

void
users_free(struct load *l)
{
	for (unsigned i = 0; l->users != NULL && i < l->opt.users; i++)
		disconnect(l, &l->users[i]);
	free(l->users);
	l->users = NULL;
}

/* ---- connecting ---- */

static bool
bind_source(int fd, const struct user *u)
{
	const struct sockaddr_in *to = (const void *)&server;
	struct sockaddr_in from = { .sin_family = AF_INET };
	int one = 1;

	if (server.ss_family != AF_INET || ntohl(to->sin_addr.s_addr) >> 24 != 127)
		return true;
	from.sin_addr.s_addr = htonl(0x7f000002u + u->index / PER_SOURCE);
	(void)setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof(one));
	return bind(fd, (struct sockaddr *)&from, sizeof(from)) == 0;
}

static int
open_socket(const struct user *u)
{
	struct linger reset = { 1, 0 };
	int one = 1;
	int fd = socket(server.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	int error;

	if (fd < 0)
		return -1;
	(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	/* Closing with a reset leaves no port in TIME_WAIT, and looks like a lost connection.
	 */
	(void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
	if (bind_source(fd, u) &&
	    (connect(fd, (const struct sockaddr *)&server, server_len) == 0 ||
		errno == EINPROGRESS))
		return fd;
	error = errno;
	(void)close(fd);
	errno = error;
	return -1;
}

static void on_readable(evutil_socket_t fd, short what, void *ctx);

static struct load *the_load; /* for the callbacks: there is one run per process */

static void
connect_user(struct load *l, struct user *u, int64_t now)
{
	the_load = l;
	u->fd = open_socket(u);
	if (u->fd < 0) {
		load_stop(l, "connection of %s: %s", u->name, strerror(errno));
		return;
	}
	if (event_assign(
		&u->read_event, l->base, u->fd, EV_READ | EV_PERSIST, on_readable, u) != 0 ||
	    event_priority_set(&u->read_event, LOAD_URGENT) != 0 ||
	    event_add(&u->read_event, NULL) != 0) {
		load_stop(l, "out of memory");
		return;
	}
	if (!u->known && !l->storming)
		u->wanted_ns = now; /* the time in the queue does not count */
	u->once = false;
	u->stage = STAGE_GREETING;
	u->counted = true;
	l->logging_in++;
}

void
user_want(struct load *l, struct user *u, int64_t wanted_ns)
{
	u->wanted_ns = wanted_ns;
	u->next = NULL;
	*l->waiting_end = u;
	l->waiting_end = &u->next;
}

/* Starts logins.  A user who must wait before the next attempt blocks the users after it, for
 * at most half a second. */
void
users_admit(struct load *l, int64_t now)
{
	unsigned most = l->storming ? STORM_AT_ONCE : l->opt.at_once;

	while (l->waiting != NULL && l->logging_in < most && l->waiting->retry_ns <= now &&
	       !l->stopped) {
		struct user *u = l->waiting;

		l->waiting = u->next;
		if (l->waiting == NULL)
			l->waiting_end = &l->waiting;
		connect_user(l, u, now);
	}
}

void
user_drop(struct load *l, struct user *u)
{
	if (u->stage == STAGE_ON)
		act_gone(l, u);
	disconnect(l, u);
}

/* ---- sending ---- */

void
user_send(struct load *l, struct user *u, const char *line)
{
	char out[LOAD_UNDER_WAY];
	struct sbuf b;

	SBUF_ON(&b, out);
	sbuf_addf(&b, "%s\r\n", line);
	if (!sbuf_ok(&b)) {
		load_stop(l, "a line of %zu bytes is too long", strlen(line));
		return;
	}
	/* A closed connection is noticed when the user next reads from it, not here. */
	if (send(u->fd, out, b.len, MSG_NOSIGNAL) != (ssize_t)b.len && errno == EAGAIN)
		load_stop(l, "the server does not read what %s sends", u->name);
}

/* ---- logging in ---- */

static bool
begins(const char *line, const char *with)
{
	return strncmp(line, with, strlen(with)) == 0;
}

static bool
ends(const char *line, const char *with)
{
	size_t n = strlen(line);
	size_t k = strlen(with);

	return n >= k && memcmp(line + n - k, with, k) == 0;
}

static void
keep_token(struct user *u, const char *line)
{
	size_t n = strcspn(line + 6, ":");

	if (n >= sizeof(u->token))
		return;
	memcpy(u->token, line + 6, n);
	u->token[n] = '\0';
}

/* Stores a token.  The user logs out, and logs in by token once all users have one, so that the
 * list of users stays short until then. */
static void
token_line(struct load *l, struct user *u, const char *line)
{
	if (begins(line, "** Unknown command")) {
		load_stop(l, "the server gives no tokens");
	} else if (begins(line, "token:")) {
		keep_token(u, line);
		disconnect(l, u);
		user_want(l, u, u->wanted_ns);
	}
}

/* Makes the loop read a user only when there is nothing else to do.  This is for idle users,
 * thousands of whom are sent the same lines.  They are edge-triggered, so that a check for
 * measured users does not go through all of them. */
static void
read_in_the_end(struct load *l, struct user *u)
{
	(void)event_del(&u->read_event);
	if (event_assign(&u->read_event, l->base, u->fd, EV_READ | EV_PERSIST | EV_ET,
		on_readable, u) != 0 ||
	    event_priority_set(&u->read_event, LOAD_COMMON) != 0 ||
	    event_add(&u->read_event, NULL) != 0)
		load_stop(l, "out of memory");
	u->once = true;
}

static void
arrived(struct load *l, struct user *u, int64_t now)
{
	if (l->opt.tokens && u->token[0] == '\0') {
		u->stage = STAGE_TOKEN;
		user_send(l, u, "token new");
		return;
	}
	u->stage = STAGE_ON;
	if (u->role == ROLE_IDLE)
		read_in_the_end(l, u);
	u->refusals = 0;
	if (++l->on == l->opt.users)
		l->complete_ns = now;
	l->logging_in--;
	u->counted = false;
	l->counts.logins++;
	if (l->storming)
		histogram_add(&l->storm, now - u->wanted_ns);
	else
		load_answer(l, u->known ? FIGURE_BACK : FIGURE_LOGIN, u->wanted_ns, now);
	u->returned = u->known;
	u->known = true;
	act_arrived(l, u, now);
	if (!u->clip) {
		u->listed = true;
		l->listed++;
	}
}

/* Tries to log in again later; the latency still counts from the original time. */
static void
try_again(struct load *l, struct user *u, int64_t now)
{
	disconnect(l, u);
	l->counts.retries++;
	u->retry_ns = now + RETRY_MS * LOAD_MS;
	user_want(l, u, u->wanted_ns);
}

static void
refused(struct load *l, struct user *u, const char *why, int64_t now)
{
	bool later = strstr(why, "again") != NULL || strstr(why, "full") != NULL;

	if (u->token[0] != '\0') {
		u->token[0] = '\0'; /* log in with the password next time */
		try_again(l, u, now);
	} else if (later && (l->storming || ++u->refusals < REFUSALS_MAX)) {
		try_again(l, u, now);
	} else {
		load_stop(l, "the server refuses %s: %s", u->name, why);
	}
}

static void
send_login(struct load *l, struct user *u)
{
	char line[LOAD_UNDER_WAY];
	bool by_token = u->token[0] != '\0';
	struct sbuf b;

	SBUF_ON(&b, line);
	u->stage = STAGE_ENTERING;
	if (by_token || u->clip) {
		sbuf_addf(&b, "login gammonload 1008 %s %s%s", u->name,
		    by_token ? "token:" : "", by_token ? u->token : l->opt.password);
	} else {
		sbuf_add(&b, u->name);
		u->stage = STAGE_PASSWORD;
	}
	user_send(l, u, line);
}

/* Handles "login: ". */
static void
greeted(struct load *l, struct user *u, int64_t now)
{
	switch (u->stage) {
	case STAGE_GREETING:
		if (!l->opt.enrol || u->enrolled) {
			send_login(l, u);
		} else {
			u->stage = STAGE_GUEST;
			user_send(l, u, "guest");
		}
		return;
	case STAGE_PASSWORD:
	case STAGE_ENTERING:
		refused(l, u, "wrong name or password", now);
		return;
	case STAGE_OFF:
	case STAGE_GUEST:
	case STAGE_CHOOSE:
	case STAGE_RETYPE:
	case STAGE_ENROLLED:
	case STAGE_TOKEN:
	case STAGE_ON:
		return;
	}
}

/* Handles an incomplete line at the end of the input: a prompt. */
static void
prompt(struct load *l, struct user *u, const char *part, int64_t now)
{
	char line[64];
	struct sbuf b;

	if (ends(part, "login: ")) {
		greeted(l, u, now);
		u->part_len = 0;
	} else if (u->stage == STAGE_GUEST && ends(part, "> ")) {
		SBUF_ON(&b, line);
		sbuf_addf(&b, "name %s", u->name);
		u->stage = STAGE_CHOOSE;
		user_send(l, u, line);
		u->part_len = 0;
	} else if (ends(part, "assword: ") && u->stage != STAGE_ENTERING) {
		u->stage = u->stage == STAGE_PASSWORD ? STAGE_ENTERING
			   : u->stage == STAGE_CHOOSE ? STAGE_RETYPE
						      : STAGE_ENROLLED;
		user_send(l, u, l->opt.password);
		u->part_len = 0;
	}
}

static void
login_line(struct load *l, struct user *u, const char *line, int64_t now)
{
	bool had_it;

	if (u->stage == STAGE_TOKEN) {
		token_line(l, u, line);
		return;
	}
	had_it = strstr(line, "already used by someone else") != NULL;

	if (u->stage >= STAGE_CHOOSE && u->stage <= STAGE_ENROLLED &&
	    (had_it || begins(line, "You are registered"))) {
		u->enrolled = true;
		disconnect(l, u);
		user_want(l, u, u->wanted_ns);
	} else if (begins(line, "** Warning") || begins(line, "** Last login") ||
		   begins(line, "** Please wait: ")) {
		return;
	} else if ((u->clip && begins(line, "2 ")) ||
		   (!u->clip && begins(line, "** User ") && ends(line, " authenticated."))) {
		arrived(l, u, now);
	} else if (begins(line, "** ") && !ends(line, ", please wait.")) {
		refused(l, u, line, now);
	}
}

/* ---- reading ---- */

static void
line_came(struct load *l, struct user *u, char *line, int64_t now)
{
	l->counts.lines++;
	while (line[0] == '>' && line[1] == ' ')
		line += 2;
	if (u->stage != STAGE_ON) {
		login_line(l, u, line, now);
		return;
	}
	if (u->clip && !u->listed && line[0] == '6' && line[1] == '\0') {
		u->listed = true;
		l->listed++;
		if (!u->returned)
			load_answer(l, FIGURE_LIST, u->wanted_ns, now);
	}
	if (begins(line, "token:"))
		keep_token(u, line);
	else
		act_line(l, u, line, now);
}

static void
keep_part(struct load *l, struct user *u, const char *part, size_t n)
{
	char *kept;

	if (n >= LOAD_LINE_MAX) {
		load_stop(l, "%s gets a line of more than %u bytes", u->name, LOAD_LINE_MAX);
		return;
	}
	if (n == 0) {
		free(u->part);
		u->part = NULL;
		u->part_len = 0;
		return;
	}
	kept = realloc(u->part, n);
	if (kept == NULL) {
		load_stop(l, "out of memory");
		return;
	}
	memcpy(kept, part, n);
	u->part = kept;
	u->part_len = (uint16_t)n;
}

/* Handles text[0..n), which is the rest of earlier input followed by the new input; n <
 * sizeof(text). */
static void
lines_came(struct load *l, struct user *u, size_t n, int64_t now)
{
	char *at = text;
	char *end;
	int fd = u->fd;

	while ((end = memchr(at, '\n', n)) != NULL) {
		size_t len = (size_t)(end - at);

		n -= len + 1;
		if (len > 0 && at[len - 1] == '\r')
			len--;
		at[len] = '\0';
		line_came(l, u, at, now);
		if (u->fd != fd || u->stage == STAGE_OFF ||
		    l->stopped) /* the line has made the user drop the connection */
			return;
		at = end + 1;
	}
	keep_part(l, u, at, n);
	if (n > 0 && u->stage != STAGE_ON) {
		at[n] = '\0';
		prompt(l, u, at, now);
	}
}

static void
lost(struct load *l, struct user *u, int64_t now)
{
	const char *why = u->fd >= 0 && errno != 0 ? strerror(errno) : "closed by the server";

	if (u->stage == STAGE_ON) {
		load_stop(l, "the server ends the connection of %s: %s", u->name, why);
		return;
	}
	if (errno != ECONNREFUSED && ++u->refusals < REFUSALS_MAX) {
		try_again(l, u, now);
		return;
	}
	load_stop(l, "%s cannot log in: %s", u->name, why);
}

/* Reads some input.  Returns true if there may be more. */
static bool
read_some(struct load *l, struct user *u, int fd)
{
	int64_t now;
	size_t telnet_answers_len = 0;
	size_t len;
	ssize_t n;

	errno = 0;
	n = recv(fd, raw, sizeof(raw), 0);
	now = load_now();
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return errno == EINTR;
	if (n <= 0) {
		lost(l, u, now);
		return false;
	}
	l->counts.bytes += (uint64_t)n;
	if (u->part_len > 0)
		memcpy(text, u->part, u->part_len);
	len = telnet_filter(&u->telnet, raw, (size_t)n, text + u->part_len, telnet_answers,
	    &telnet_answers_len);
	if (telnet_answers_len > 0)
		(void)send(fd, telnet_answers, telnet_answers_len, MSG_NOSIGNAL | MSG_DONTWAIT);
	lines_came(l, u, u->part_len + len, now);
	return u->fd == fd && !l->stopped;
}

static void
on_readable(evutil_socket_t fd, short what, void *ctx)
{
	struct load *l = the_load;
	struct user *u = ctx;

	/* Send requests that are due now, before thousands of users have read a shout. */
	if (++reads % READS_BETWEEN == 0) {
		int64_t now = load_now();

		act_due(l, now);
		users_admit(l, now);
	}
	if (reads % READS_OF_PASS == 0)
		(void)event_base_loopbreak(l->base); /* there may always be more to read */
	if (u->fd != fd)
		return; /* the user was just dropped */
	while (read_some(l, u, fd) && u->once)
		;
}
