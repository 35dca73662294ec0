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

#define CONNS_PER_SOURCE 5000u
#define READ_BYTES 65536u
/* below the backlog of a listening socket, which Linux limits to 4,096 */
#define STORM_LOGINS_AT_ONCE 3000u
/* consecutive refusals of one user that end the run, except in a storm */
#define REFUSALS_IN_A_ROW_MAX 20u
#define RETRY_MS 500
#define READS_PER_PASS 1024u
#define READS_BETWEEN_SENDS 16u

static uint8_t raw[READ_BYTES];
static char text[LOAD_LINE_MAX + READ_BYTES + 1];
static uint8_t telnet_answers[READ_BYTES + TELNET_ANSWER_MAX];
static struct sockaddr_storage server_addr;
static socklen_t server_addr_len;
static unsigned n_reads;

/* ---- time and ends ---- */

int64_t
load_now_ns(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * LOAD_NS_PER_S + t.tv_nsec;
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
	return now >= l->measure_from_ns && now < l->measure_to_ns;
}

void
load_count_answer(struct load *l, enum latency_kind f, int64_t wanted_ns, int64_t now)
{
	l->counts.answered[f]++;
	/* First log-ins are always measured, because they precede the measured time. */
	if (f == LATENCY_LOGIN || f == LATENCY_USER_LIST || load_measuring(l, now))
		histogram_add(&l->latencies[f], now - wanted_ns);
}

/* ---- making ---- */

static bool
resolve_server(struct load *l)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG };
	struct addrinfo *found = NULL;
	int error = getaddrinfo(l->opt.host, l->opt.port, &hints, &found);

	if (error != 0) {
		load_stop(l, "%s port %s: %s", l->opt.host, l->opt.port, gai_strerror(error));
		return false;
	}
	memcpy(&server_addr, found->ai_addr, found->ai_addrlen);
	server_addr_len = found->ai_addrlen;
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
users_create(struct load *l)
{
	l->users = calloc(l->opt.users, sizeof(l->users[0]));
	l->login_queue_end = &l->login_queue;
	if (l->users == NULL) {
		load_stop(l, "out of memory");
		return false;
	}
	for (unsigned i = 0; i < l->opt.users; i++) {
		struct user *u = &l->users[i];

		u->fd = -1;
		u->index = i;
		/* CLIP users are spread evenly over all roles. */
		u->uses_clip = (uint64_t)(i + 1) * l->opt.clip_percent / 100 >
			       (uint64_t)i * l->opt.clip_percent / 100;
		name_user(u, l->opt.name_prefix);
	}
	return resolve_server(l);
}

static void
disconnect(struct load *l, struct user *u)
{
	if (u->fd < 0)
		return;
	(void)event_del(&u->read_event);
	(void)close(u->fd);
	u->fd = -1;
	if (u->stage == STAGE_ONLINE)
		l->n_online--;
	if (u->list_received)
		l->lists_received--;
	u->list_received = false;
	u->stage = STAGE_OFFLINE;
	u->telnet = (struct telnet){ 0 };
	free(u->partial_line);
	u->partial_line = NULL;
	u->partial_len = 0;
	if (u->counted_as_login)
		l->n_logging_in--;
	u->counted_as_login = false;
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
	const struct sockaddr_in *to = (const void *)&server_addr;
	struct sockaddr_in from = { .sin_family = AF_INET };
	int one = 1;

	if (server_addr.ss_family != AF_INET || ntohl(to->sin_addr.s_addr) >> 24 != 127)
		return true;
	from.sin_addr.s_addr = htonl(0x7f000002u + u->index / CONNS_PER_SOURCE);
	(void)setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof(one));
	return bind(fd, (struct sockaddr *)&from, sizeof(from)) == 0;
}

static int
connect_socket(const struct user *u)
{
	struct linger reset = { 1, 0 };
	int one = 1;
	int fd = socket(server_addr.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	int error;

	if (fd < 0)
		return -1;
	(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	/* Closing with a reset leaves no port in TIME_WAIT, and looks like a lost connection.
	 */
	(void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
	if (bind_source(fd, u) &&
	    (connect(fd, (const struct sockaddr *)&server_addr, server_addr_len) == 0 ||
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
	u->fd = connect_socket(u);
	if (u->fd < 0) {
		load_stop(l, "connection of %s: %s", u->name, strerror(errno));
		return;
	}
	if (event_assign(&u->read_event, l->event_base, u->fd, EV_READ | EV_PERSIST,
		on_readable, u) != 0 ||
	    event_priority_set(&u->read_event, LOAD_PRIORITY_URGENT) != 0 ||
	    event_add(&u->read_event, NULL) != 0) {
		load_stop(l, "out of memory");
		return;
	}
	if (!u->was_online && !l->storming)
		u->login_due_ns = now; /* the time in the queue does not count */
	u->edge_triggered = false;
	u->stage = STAGE_AWAIT_LOGIN_PROMPT;
	u->counted_as_login = true;
	l->n_logging_in++;
}

void
user_queue_login(struct load *l, struct user *u, int64_t wanted_ns)
{
	u->login_due_ns = wanted_ns;
	u->next_in_queue = NULL;
	*l->login_queue_end = u;
	l->login_queue_end = &u->next_in_queue;
}

/* Starts logins.  A user who must wait before the next attempt blocks the users after it, for
 * at most half a second. */
void
users_start_logins(struct load *l, int64_t now)
{
	unsigned most = l->storming ? STORM_LOGINS_AT_ONCE : l->opt.logins_at_once;

	while (l->login_queue != NULL && l->n_logging_in < most &&
	       l->login_queue->retry_ns <= now && !l->stopped) {
		struct user *u = l->login_queue;

		l->login_queue = u->next_in_queue;
		if (l->login_queue == NULL)
			l->login_queue_end = &l->login_queue;
		connect_user(l, u, now);
	}
}

void
user_drop(struct load *l, struct user *u)
{
	if (u->stage == STAGE_ONLINE)
		act_on_disconnect(l, u);
	disconnect(l, u);
}

/* ---- sending ---- */

void
user_send(struct load *l, struct user *u, const char *line)
{
	char out[LOAD_PENDING_MAX];
	struct sbuf b;

	SBUF_INIT(&b, out);
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
ends_with(const char *line, const char *with)
{
	size_t n = strlen(line);
	size_t k = strlen(with);

	return n >= k && memcmp(line + n - k, with, k) == 0;
}

static void
store_token(struct user *u, const char *line)
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
on_token_line(struct load *l, struct user *u, const char *line)
{
	if (begins(line, "** Unknown command")) {
		load_stop(l, "the server gives no tokens");
	} else if (begins(line, "token:")) {
		store_token(u, line);
		disconnect(l, u);
		user_queue_login(l, u, u->login_due_ns);
	}
}

/* Makes the loop read a user only when there is nothing else to do.  This is for idle users,
 * thousands of whom are sent the same lines.  They are edge-triggered, so that a check for
 * measured users does not go through all of them. */
static void
read_at_low_priority(struct load *l, struct user *u)
{
	(void)event_del(&u->read_event);
	if (event_assign(&u->read_event, l->event_base, u->fd, EV_READ | EV_PERSIST | EV_ET,
		on_readable, u) != 0 ||
	    event_priority_set(&u->read_event, LOAD_PRIORITY_COMMON) != 0 ||
	    event_add(&u->read_event, NULL) != 0)
		load_stop(l, "out of memory");
	u->edge_triggered = true;
}

static void
on_logged_in(struct load *l, struct user *u, int64_t now)
{
	if (l->opt.use_tokens && u->token[0] == '\0') {
		u->stage = STAGE_AWAIT_TOKEN;
		user_send(l, u, "token new");
		return;
	}
	u->stage = STAGE_ONLINE;
	if (u->role == ROLE_IDLE)
		read_at_low_priority(l, u);
	u->n_refusals = 0;
	if (++l->n_online == l->opt.users)
		l->all_online_ns = now;
	l->n_logging_in--;
	u->counted_as_login = false;
	l->counts.logins++;
	if (l->storming)
		histogram_add(&l->storm_latencies, now - u->login_due_ns);
	else
		load_count_answer(
		    l, u->was_online ? LATENCY_RETURN : LATENCY_LOGIN, u->login_due_ns, now);
	u->is_back = u->was_online;
	u->was_online = true;
	act_on_login(l, u, now);
	if (!u->uses_clip) {
		u->list_received = true;
		l->lists_received++;
	}
}

/* Tries to log in again later; the latency still counts from the original time. */
static void
retry_login(struct load *l, struct user *u, int64_t now)
{
	disconnect(l, u);
	l->counts.login_retries++;
	u->retry_ns = now + RETRY_MS * LOAD_NS_PER_MS;
	user_queue_login(l, u, u->login_due_ns);
}

static void
on_refusal(struct load *l, struct user *u, const char *why, int64_t now)
{
	bool later = strstr(why, "again") != NULL || strstr(why, "full") != NULL;

	if (u->token[0] != '\0') {
		u->token[0] = '\0'; /* log in with the password next time */
		retry_login(l, u, now);
	} else if (later && (l->storming || ++u->n_refusals < REFUSALS_IN_A_ROW_MAX)) {
		retry_login(l, u, now);
	} else {
		load_stop(l, "the server refuses %s: %s", u->name, why);
	}
}

static void
send_login(struct load *l, struct user *u)
{
	char line[LOAD_PENDING_MAX];
	bool by_token = u->token[0] != '\0';
	struct sbuf b;

	SBUF_INIT(&b, line);
	u->stage = STAGE_LOGGING_IN;
	if (by_token || u->uses_clip) {
		sbuf_addf(&b, "login gammonload 1008 %s %s%s", u->name,
		    by_token ? "token:" : "", by_token ? u->token : l->opt.password);
	} else {
		sbuf_add(&b, u->name);
		u->stage = STAGE_NAME_SENT;
	}
	user_send(l, u, line);
}

/* Handles "login: ". */
static void
on_login_prompt(struct load *l, struct user *u, int64_t now)
{
	switch (u->stage) {
	case STAGE_AWAIT_LOGIN_PROMPT:
		if (!l->opt.register_first || u->registered) {
			send_login(l, u);
		} else {
			u->stage = STAGE_GUEST_SENT;
			user_send(l, u, "guest");
		}
		return;
	case STAGE_NAME_SENT:
	case STAGE_LOGGING_IN:
		on_refusal(l, u, "wrong name or password", now);
		return;
	case STAGE_OFFLINE:
	case STAGE_GUEST_SENT:
	case STAGE_NEW_NAME_SENT:
	case STAGE_RETYPE_PASSWORD:
	case STAGE_REGISTERING:
	case STAGE_AWAIT_TOKEN:
	case STAGE_ONLINE:
		return;
	}
}

/* Handles an incomplete line at the end of the input: a prompt. */
static void
on_prompt(struct load *l, struct user *u, const char *part, int64_t now)
{
	char line[64];
	struct sbuf b;

	if (ends_with(part, "login: ")) {
		on_login_prompt(l, u, now);
		u->partial_len = 0;
	} else if (u->stage == STAGE_GUEST_SENT && ends_with(part, "> ")) {
		SBUF_INIT(&b, line);
		sbuf_addf(&b, "name %s", u->name);
		u->stage = STAGE_NEW_NAME_SENT;
		user_send(l, u, line);
		u->partial_len = 0;
	} else if (ends_with(part, "assword: ") && u->stage != STAGE_LOGGING_IN) {
		u->stage = u->stage == STAGE_NAME_SENT       ? STAGE_LOGGING_IN
			   : u->stage == STAGE_NEW_NAME_SENT ? STAGE_RETYPE_PASSWORD
							     : STAGE_REGISTERING;
		user_send(l, u, l->opt.password);
		u->partial_len = 0;
	}
}

static void
on_login_line(struct load *l, struct user *u, const char *line, int64_t now)
{
	bool had_it;

	if (u->stage == STAGE_AWAIT_TOKEN) {
		on_token_line(l, u, line);
		return;
	}
	had_it = strstr(line, "already used by someone else") != NULL;

	if (u->stage >= STAGE_NEW_NAME_SENT && u->stage <= STAGE_REGISTERING &&
	    (had_it || begins(line, "You are registered"))) {
		u->registered = true;
		disconnect(l, u);
		user_queue_login(l, u, u->login_due_ns);
	} else if (begins(line, "** Warning") || begins(line, "** Last login") ||
		   begins(line, "** Please wait: ")) {
		return;
	} else if ((u->uses_clip && begins(line, "2 ")) ||
		   (!u->uses_clip && begins(line, "** User ") &&
		       ends_with(line, " authenticated."))) {
		on_logged_in(l, u, now);
	} else if (begins(line, "** ") && !ends_with(line, ", please wait.")) {
		on_refusal(l, u, line, now);
	}
}

/* ---- reading ---- */

static void
on_line(struct load *l, struct user *u, char *line, int64_t now)
{
	l->counts.lines_read++;
	while (line[0] == '>' && line[1] == ' ')
		line += 2;
	if (u->stage != STAGE_ONLINE) {
		on_login_line(l, u, line, now);
		return;
	}
	if (u->uses_clip && !u->list_received && line[0] == '6' && line[1] == '\0') {
		u->list_received = true;
		l->lists_received++;
		if (!u->is_back)
			load_count_answer(l, LATENCY_USER_LIST, u->login_due_ns, now);
	}
	if (begins(line, "token:"))
		store_token(u, line);
	else
		act_on_line(l, u, line, now);
}

static void
store_partial_line(struct load *l, struct user *u, const char *part, size_t n)
{
	char *kept;

	if (n >= LOAD_LINE_MAX) {
		load_stop(l, "%s gets a line of more than %u bytes", u->name, LOAD_LINE_MAX);
		return;
	}
	if (n == 0) {
		free(u->partial_line);
		u->partial_line = NULL;
		u->partial_len = 0;
		return;
	}
	kept = realloc(u->partial_line, n);
	if (kept == NULL) {
		load_stop(l, "out of memory");
		return;
	}
	memcpy(kept, part, n);
	u->partial_line = kept;
	u->partial_len = (uint16_t)n;
}

/* Handles text[0..n), which is the rest of earlier input followed by the new input; n <
 * sizeof(text). */
static void
on_lines(struct load *l, struct user *u, size_t n, int64_t now)
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
		on_line(l, u, at, now);
		if (u->fd != fd || u->stage == STAGE_OFFLINE ||
		    l->stopped) /* the line has made the user drop the connection */
			return;
		at = end + 1;
	}
	store_partial_line(l, u, at, n);
	if (n > 0 && u->stage != STAGE_ONLINE) {
		at[n] = '\0';
		on_prompt(l, u, at, now);
	}
}

static void
on_connection_lost(struct load *l, struct user *u, int64_t now)
{
	const char *why = u->fd >= 0 && errno != 0 ? strerror(errno) : "closed by the server";

	if (u->stage == STAGE_ONLINE) {
		load_stop(l, "the server ends the connection of %s: %s", u->name, why);
		return;
	}
	if (errno != ECONNREFUSED && ++u->n_refusals < REFUSALS_IN_A_ROW_MAX) {
		retry_login(l, u, now);
		return;
	}
	load_stop(l, "%s cannot log in: %s", u->name, why);
}

/* Reads some input.  Returns true if there may be more. */
static bool
read_user(struct load *l, struct user *u, int fd)
{
	int64_t now;
	size_t telnet_answers_len = 0;
	size_t len;
	ssize_t n;

	errno = 0;
	n = recv(fd, raw, sizeof(raw), 0);
	now = load_now_ns();
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return errno == EINTR;
	if (n <= 0) {
		on_connection_lost(l, u, now);
		return false;
	}
	l->counts.bytes_read += (uint64_t)n;
	if (u->partial_len > 0)
		memcpy(text, u->partial_line, u->partial_len);
	len = telnet_filter(&u->telnet, raw, (size_t)n, text + u->partial_len, telnet_answers,
	    &telnet_answers_len);
	if (telnet_answers_len > 0)
		(void)send(fd, telnet_answers, telnet_answers_len, MSG_NOSIGNAL | MSG_DONTWAIT);
	on_lines(l, u, u->partial_len + len, now);
	return u->fd == fd && !l->stopped;
}

static void
on_readable(evutil_socket_t fd, short what, void *ctx)
{
	struct load *l = the_load;
	struct user *u = ctx;

	/* Send requests that are due now, before thousands of users have read a shout. */
	if (++n_reads % READS_BETWEEN_SENDS == 0) {
		int64_t now = load_now_ns();

		act_send_due(l, now);
		users_start_logins(l, now);
	}
	if (n_reads % READS_PER_PASS == 0)
		(void)event_base_loopbreak(
		    l->event_base); /* there may always be more to read */
	if (u->fd != fd)
		return; /* the user was just dropped */
	while (read_user(l, u, fd) && u->edge_triggered)
		;
}
