/* SPDX-License-Identifier: MIT */
/* TLS: see secure.h.  No user data is sent before the server has been identified.
 *
 * A line of the file is "HOST:PORT WORD DATE"; the last line for a server counts.  WORD is the
 * SHA-256 of its public key, or AUTHORITY: a server that was once certified by an authority
 * must always be. */
#include "secure.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/ssl.h>

#include "base/sbuf.h"
#include "client-cli/files/config.h"

/* also the time limit for the user's answer; a later answer needs a new connection */
#define HANDSHAKE_MS 10000
#define KEY_WORD_MAX 65u

static const char CERTIFIED_WORD[] = "authority";

/* ---- the file ---- */

struct known_server {
	char host_and_port[300];
	char file_path[512]; /* of the file; "" if no folder for the file is known */
};

/* Reads the word of a server; "" if the server is unknown.  Returns false if the file cannot be
 * read. */
static bool
read_known_key(const struct known_server *p, char word_out[KEY_WORD_MAX])
{
	char line[512], server[300], word[KEY_WORD_MAX];
	FILE *f = p->file_path[0] != '\0' ? fopen(p->file_path, "re") : NULL;
	bool ok;

	word_out[0] = '\0';
	if (f == NULL)
		return p->file_path[0] == '\0' || errno == ENOENT;
	while (fgets(line, sizeof(line), f) != NULL)
		if (sscanf(line, "%299s %64s", server, word) == 2 &&
		    strcasecmp(server, p->host_and_port) == 0)
			memcpy(word_out, word, sizeof(word));
	ok = ferror(f) == 0;
	(void)fclose(f);
	return ok;
}

static bool
remember_key(const struct known_server *p, const char *word)
{
	time_t now = time(NULL);
	struct tm tm;
	bool ok = false;
	int fd;

	if (p->file_path[0] == '\0' || gmtime_r(&now, &tm) == NULL)
		return false;
	config_create_folders(p->file_path);
	fd = open(p->file_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (fd >= 0) {
		ok = dprintf(fd, "%s %s %04d-%02d-%02d\n", p->host_and_port, word,
			 tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday) > 0;
		ok = close(fd) == 0 && ok;
	}
	return ok;
}

/* ---- time ---- */

/* Returns what is left of HANDSHAKE_MS. */
static long
handshake_left_ms(const struct timespec *since)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return HANDSHAKE_MS - (now.tv_sec - since->tv_sec) * 1000 -
	       (now.tv_nsec - since->tv_nsec) / 1000000;
}

/* ---- identity ---- */

static bool
key_hash_word(SSL *s, char out[KEY_WORD_MAX])
{
	X509 *x = SSL_get0_peer_certificate(s);
	unsigned char hash[EVP_MAX_MD_SIZE];
	unsigned char *key = NULL;
	unsigned n = 0;
	int len = x != NULL ? i2d_X509_PUBKEY(X509_get_X509_PUBKEY(x), &key) : -1;
	bool ok = len > 0 && EVP_Digest(key, (size_t)len, hash, &n, EVP_sha256(), NULL) == 1;

	OPENSSL_free(key);
	for (unsigned i = 0; ok && i < n; i++)
		(void)snprintf(out + 2 * (size_t)i, 3, "%02x", hash[i]);
	return ok;
}

/* Returns true if the certificate is not signed by an authority known to this system: the
 * server may then be identified by its key. */
static bool
is_unknown_issuer(long verdict)
{
	return verdict == X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT ||
	       verdict == X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN ||
	       verdict == X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY ||
	       verdict == X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE;
}

/* Asks the user at the terminal; any answer except yes means no. */
static bool
ask_about_key(struct trust *t, const char *question)
{
	char answer[80] = "";
	struct timespec since;
	ssize_t n;

	(void)clock_gettime(CLOCK_MONOTONIC, &since);
	(void)fprintf(stderr,
	    "%s\nAccept it, and recognise the server by it from now on? [y/N] ", question);
	t->user_asked = true;
	n = read(STDIN_FILENO, answer, sizeof(answer) - 1);
	t->answered_late = handshake_left_ms(&since) <= 0;
	if (n <= 0)
		(void)fputc('\n', stderr);
	answer[n > 0 ? n : 0] = '\0';
	answer[strcspn(answer, "\r\n")] = '\0';
	return strcasecmp(answer, "y") == 0 || strcasecmp(answer, "yes") == 0;
}

static bool
accepts_key(struct trust *t, const char *question)
{
	if (t->server_key_policy != SERVER_KEY_ASK)
		return t->server_key_policy == SERVER_KEY_ACCEPT;
	if (isatty(STDIN_FILENO) == 0)
		return true;
	return !t->cannot_ask && isatty(STDERR_FILENO) != 0 && ask_about_key(t, question);
}

/* Returns false, with the reason in text, if the server must not be used.  Otherwise text is a
 * notice for the user. */
static bool
check_trust(SSL *s, const struct known_server *p, struct trust *t, bool *stranger_out,
    char *text, size_t size)
{
	long verdict = SSL_get_verify_result(s);
	char had[KEY_WORD_MAX], has[KEY_WORD_MAX];
	bool taken;
	size_t n;

	*stranger_out = false;
	text[0] = '\0';
	if (!read_known_key(p, had)) {
		(void)snprintf(
		    text, size, "%s cannot be read: %s", p->file_path, strerror(errno));
		return false;
	}
	if (verdict == X509_V_OK) {
		if (strcmp(had, CERTIFIED_WORD) != 0)
			(void)remember_key(p, CERTIFIED_WORD);
		return true;
	}
	if (!is_unknown_issuer(verdict) || !key_hash_word(s, has)) {
		(void)snprintf(text, size, "the certificate of %s is refused: %s",
		    p->host_and_port, X509_verify_cert_error_string(verdict));
		return false;
	}
	if (strcmp(had, has) == 0)
		return true;
	if (had[0] != '\0') {
		(void)snprintf(text, size,
		    "THE CERTIFICATE OF %s HAS CHANGED.  The connection may be intercepted.  "
		    "Remove its lines from %s only if you know why it has changed",
		    p->host_and_port, p->file_path);
		return false;
	}
	if (strcmp(t->accepted_key, has) == 0)
		return true;
	if (t->accepted_key[0] != '\0') { /* the accepted key could not be stored in the file */
		(void)snprintf(text, size,
		    "THE CERTIFICATE OF %s HAS CHANGED since it was accepted",
		    p->host_and_port);
		return false;
	}
	(void)snprintf(text, size,
	    "No authority vouches for %s.  The SHA-256 of its key is %.16s %.16s %.16s %.16s",
	    p->host_and_port, has, has + 16, has + 32, has + 48);
	taken = accepts_key(t, text);
	n = strlen(text);
	if (taken) {
		*stranger_out = true;
		(void)sbuf_copy(t->accepted_key, sizeof(t->accepted_key), has);
	}
	(void)snprintf(text + n, size - n, "%s",
	    !taken                 ? ".  It was not accepted"
	    : remember_key(p, has) ? ", and is remembered."
				   : ".  It cannot be remembered.");
	return taken;
}

/* ---- the handshake ---- */

static bool
is_ip_address(const char *host)
{
	unsigned char bytes[16];

	return inet_pton(AF_INET, host, bytes) == 1 || inet_pton(AF_INET6, host, bytes) == 1;
}

/* Creates a TLS connection on fd.  It requires TLS 1.2 or newer, and checks the certificate for
 * the host; `check_trust` acts on the result of that check. */
static SSL *
begin_tls(int fd, const char *host)
{
	SSL_CTX *ctx = SSL_CTX_new(TLS_client_method());
	char name[256]; /* OpenSSL's macro takes a non-const pointer */
	SSL *s = NULL;
	bool ok;

	if (ctx == NULL || !sbuf_copy(name, sizeof(name), host)) {
		SSL_CTX_free(ctx);
		return NULL;
	}
	(void)SSL_CTX_set_options(ctx, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
	(void)SSL_CTX_set_mode(
	    ctx, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
	(void)SSL_CTX_clear_mode(ctx, SSL_MODE_AUTO_RETRY);
	ok = SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION) == 1;
	(void)SSL_CTX_set_default_verify_paths(
	    ctx); /* otherwise OpenSSL would trust no authority */
	s = SSL_new(ctx);
	SSL_CTX_free(ctx);
	ok = ok && s != NULL && SSL_set_fd(s, fd) == 1;
	if (ok && is_ip_address(host))
		ok = X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(s), host) == 1;
	else if (ok)
		ok = SSL_set1_host(s, host) == 1 && SSL_set_tlsext_host_name(s, name) == 1;
	if (ok)
		return s;
	SSL_free(s);
	return NULL;
}

static bool
complete_handshake(SSL *s, int fd, char *text, size_t size)
{
	struct timespec since;
	const char *why;

	(void)clock_gettime(CLOCK_MONOTONIC, &since);
	for (;;) {
		struct pollfd p = { .fd = fd };
		long wait;
		int n, error;

		ERR_clear_error();
		n = SSL_connect(s);
		if (n == 1)
			return true;
		error = SSL_get_error(s, n);
		p.events = error == SSL_ERROR_WANT_READ    ? POLLIN
			   : error == SSL_ERROR_WANT_WRITE ? POLLOUT
							   : 0;
		wait = handshake_left_ms(&since);
		if (p.events == 0) {
			why = error == SSL_ERROR_SSL ? ERR_reason_error_string(ERR_peek_error())
						     : "it closed the connection";
			break;
		}
		n = wait > 0 ? poll(&p, 1, (int)wait) : 0;
		if (n == 0 || (n < 0 && errno != EINTR)) {
			why = "no answer";
			break;
		}
	}
	(void)snprintf(text, size, "the server does not speak TLS: %s",
	    why != NULL ? why : "the handshake failed");
	return false;
}

SSL *
secure_open(int fd, const char *host, const char *port, struct trust *trust, bool *stranger_out,
    char *text_out, size_t size)
{
	struct known_server p;
	SSL *s = begin_tls(fd, host);

	(void)snprintf(p.host_and_port, sizeof(p.host_and_port), "%s:%s", host, port);
	if (!config_path("XDG_STATE_HOME", ".local/state", "certificates", p.file_path,
		sizeof(p.file_path)))
		p.file_path[0] = '\0';
	if (s == NULL)
		(void)snprintf(text_out, size, "TLS cannot be initialised");
	else if (complete_handshake(s, fd, text_out, size) &&
		 check_trust(s, &p, trust, stranger_out, text_out, size))
		return s;
	SSL_free(s);
	return NULL;
}

void
secure_close(SSL *s)
{
	SSL_free(s);
}

/* ---- bytes ---- */

static ssize_t
io_result(SSL *s, int n)
{
	int error = n > 0 ? SSL_ERROR_NONE : SSL_get_error(s, n);
	bool cut = error == SSL_ERROR_SSL &&
		   ERR_GET_REASON(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING;

	if (n > 0)
		return n;
	if (error == SSL_ERROR_ZERO_RETURN || cut)
		return 0;
	if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE)
		errno = EAGAIN;
	else if (error != SSL_ERROR_SYSCALL || errno == 0)
		errno = EPROTO;
	return -1;
}

ssize_t
secure_read(SSL *s, void *buf, size_t n)
{
	ERR_clear_error();
	errno = 0;
	return io_result(s, SSL_read(s, buf, n < INT_MAX ? (int)n : INT_MAX));
}

ssize_t
secure_write(SSL *s, const void *buf, size_t n)
{
	ERR_clear_error();
	errno = 0;
	return io_result(s, SSL_write(s, buf, n < INT_MAX ? (int)n : INT_MAX));
}

void
secure_shut_down(SSL *s)
{
	ERR_clear_error();
	(void)SSL_shutdown(s);
}

bool
secure_has_buffered(const SSL *s)
{
	return SSL_pending(s) > 0;
}
