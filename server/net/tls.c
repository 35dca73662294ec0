/* SPDX-License-Identifier: MIT */
/* TLS over TCP: see transport.h.  OpenSSL reads and writes the socket itself.
 *
 * An idle connection uses as little of OpenSSL's memory as possible: no buffers and no
 * resumable session.  A record is decrypted only when net asks for bytes, one record for each
 * call, so that no peer can keep the loop inside OpenSSL. */
#include "net/transport.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include "base/sbuf.h"
#include "file/regular.h"
#include "os/log.h"

#define PEM_BYTES_MAX (256u << 10)
/* for TLS 1.2; all ciphers of 1.3 are acceptable */
#define CIPHERS "ECDHE+AESGCM:ECDHE+CHACHA20"
/* The key exchanges.  All are fast, because the client chooses one and the event
 * loop bears its cost.  The first list requires OpenSSL 3.5. */
#define KEY_EXCHANGE_GROUPS_HYBRID "X25519MLKEM768:X25519:P-256"
#define KEY_EXCHANGE_GROUPS "X25519:P-256"
/* Limit on protocol messages, such as key updates, between two reads of data. */
#define IDLE_MESSAGES_MAX 16

struct tls {
	SSL *ssl;
	unsigned messages_since_data; /* protocol messages since the last data */
	bool handshake_done;          /* the handshake is complete */
	bool broken;                  /* OpenSSL must not be called again */
	char peer[TCP_ADDRESS_MAX];
};

/* ---- certificates ---- */

/* Returns the reason for OpenSSL's last error, and clears its error queue. */
static const char *
reason(void)
{
	unsigned long error = ERR_peek_error();
	const char *text = ERR_reason_error_string(error);

	if (ERR_SYSTEM_ERROR(error))
		text = strerror(ERR_GET_REASON(error));
	ERR_clear_error();
	return text != NULL ? text : "it is none";
}

/* Password callback that refuses: for a key with a password, OpenSSL would otherwise prompt on
 * the terminal and block. */
static int
refuse_password(char *buf, int size, int writes, void *asked)
{
	(void)buf;
	(void)size;
	(void)writes;
	*(bool *)asked = true;
	return -1;
}

/* Reads a file into memory that OpenSSL wipes.  Returns NULL and sets `error` on failure. */
static BIO *
read_pem(const char *path, struct sbuf *error)
{
	size_t n = 0;
	char *text = regular_read(path, PEM_BYTES_MAX, &n, error);
	BIO *pem;

	if (text == NULL)
		return NULL;
	pem = BIO_new(BIO_s_mem());
	if (pem == NULL || (n > 0 && BIO_write(pem, text, (int)n) != (int)n)) {
		sbuf_addf(error, "%s: out of memory", path);
		BIO_free(pem);
		pem = NULL;
	}
	OPENSSL_cleanse(text, n);
	free(text);
	return pem;
}

/* Uses the certificates of a file: the first is the server's, the others are its issuers'.
 * Returns false if one cannot be used. */
static bool
use_certificates(SSL_CTX *ctx, BIO *pem, bool *asked)
{
	X509 *x = PEM_read_bio_X509_AUX(pem, NULL, refuse_password, asked);
	bool used = x != NULL && SSL_CTX_use_certificate(ctx, x) == 1;

	X509_free(x);
	while (used && (x = PEM_read_bio_X509(pem, NULL, refuse_password, asked)) != NULL)
		if (SSL_CTX_add0_chain_cert(ctx, x) != 1) {
			X509_free(x);
			return false;
		}
	/* anything but the end of the file is an error */
	return used && ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
}

static bool
use_key(SSL_CTX *ctx, BIO *pem, bool *asked)
{
	EVP_PKEY *key = PEM_read_bio_PrivateKey(pem, NULL, refuse_password, asked);
	bool used = key != NULL && SSL_CTX_use_PrivateKey(ctx, key) == 1;

	EVP_PKEY_free(key);
	return used;
}

static bool
load_key(SSL_CTX *ctx, const char *certificate, const char *key, struct sbuf *error)
{
	/* OpenSSL silently accepts a key of another type than the certificate's */
	const char *type =
	    EVP_PKEY_get0_type_name(X509_get0_pubkey(SSL_CTX_get0_certificate(ctx)));
	BIO *pem = read_pem(key, error);
	bool asked = false, read = pem != NULL && use_key(ctx, pem, &asked);

	if (pem == NULL)
		return false;
	BIO_free(pem);
	if (read && SSL_CTX_check_private_key(ctx) == 1)
		return true;
	if (read)
		sbuf_addf(error, "%s: a key of type %s; that of %s is of type %s", key,
		    EVP_PKEY_get0_type_name(SSL_CTX_get0_privatekey(ctx)), certificate, type);
	else if (asked)
		sbuf_addf(
		    error, "%s: the key has a password, which gammond cannot ask for", key);
	else if (ERR_GET_LIB(ERR_peek_last_error()) == ERR_LIB_X509)
		sbuf_addf(error, "%s: not the key of %s", key, certificate);
	else
		sbuf_addf(error, "%s: no PEM key can be read from it: %s", key, reason());
	return false;
}

static bool
load(SSL_CTX *ctx, const char *certificate, const char *key, struct sbuf *error)
{
	BIO *pem = read_pem(certificate, error);
	bool asked = false, loaded = false;

	if (pem == NULL)
		return false;
	ERR_clear_error();
	if (use_certificates(ctx, pem, &asked)) {
		ERR_clear_error();
		loaded = load_key(ctx, certificate, key, error);
	} else {
		sbuf_addf(
		    error, "%s: no usable PEM certificate is in it: %s", certificate, reason());
	}
	BIO_free(pem);
	ERR_clear_error();
	return loaded;
}

/* ---- protocol messages ---- */

static void
on_protocol_message(
    int writes, int version, int type, const void *bytes, size_t n, SSL *ssl, void *ctx)
{
	struct tls *t = SSL_get_app_data(ssl);

	(void)version;
	(void)ctx;
	if (!t->handshake_done)
		return;
	if (!writes && type == SSL3_RT_HANDSHAKE)
		t->messages_since_data++;
	/* OpenSSL would answer any number of attempts to renegotiate; taking its input away
	 * stops it */
	if (writes && type == SSL3_RT_ALERT && n == 2 &&
	    ((const unsigned char *)bytes)[1] == SSL_AD_NO_RENEGOTIATION) {
		t->messages_since_data = IDLE_MESSAGES_MAX + 1;
		SSL_set0_rbio(ssl, BIO_new(BIO_s_null()));
	}
}

/* ---- the context ---- */

static bool
set(SSL_CTX *ctx)
{
	/* copies, which OpenSSL's macro may modify */
	char hybrid[] = KEY_EXCHANGE_GROUPS_HYBRID, usual[] = KEY_EXCHANGE_GROUPS;

	(void)SSL_CTX_set_options(ctx, SSL_OP_CLEANSE_PLAINTEXT | SSL_OP_NO_TICKET |
					   SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
					   SSL_OP_CIPHER_SERVER_PREFERENCE |
					   SSL_OP_PRIORITIZE_CHACHA);
	(void)SSL_CTX_set_mode(ctx, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
					SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
	(void)SSL_CTX_clear_mode(ctx, SSL_MODE_AUTO_RETRY);
	(void)SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF);
	SSL_CTX_set_msg_callback(ctx, on_protocol_message);
	return SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION) == 1 &&
	       SSL_CTX_set_num_tickets(ctx, 0) == 1 &&
	       SSL_CTX_set_cipher_list(ctx, CIPHERS) == 1 &&
	       (SSL_CTX_set1_groups_list(ctx, hybrid) == 1 ||
		   SSL_CTX_set1_groups_list(ctx, usual) == 1);
}

int
tls_load(struct ssl_ctx_st **ctx, const char *certificate, const char *key, struct sbuf *error)
{
	SSL_CTX *new = SSL_CTX_new(TLS_server_method());

	if (new == NULL || !set(new)) {
		sbuf_addf(error, "cannot initialise TLS: %s", reason());
	} else if (load(new, certificate, key[0] != '\0' ? key : certificate, error)) {
		tls_unload(ctx);
		*ctx = new;
		return 0;
	}
	tls_unload(&new);
	return -1;
}

void
tls_unload(struct ssl_ctx_st **ctx)
{
	SSL_CTX_free(*ctx); /* existing connections keep a reference */
	*ctx = NULL;
}

int64_t
tls_expiry_s(const struct ssl_ctx_st *ctx)
{
	const ASN1_TIME *end = X509_get0_notAfter(SSL_CTX_get0_certificate(ctx));
	ASN1_TIME *epoch = ASN1_TIME_set(NULL, 0);
	int days = 0, seconds = 0;

	if (epoch == NULL || ASN1_TIME_diff(&days, &seconds, epoch, end) != 1)
		days = seconds = 0;
	ASN1_TIME_free(epoch);
	return (int64_t)days * 86400 + seconds;
}

/* ---- connections ---- */

/* Converts the result of a call that transferred nothing.  After an error, no more calls are
 * possible. */
static ssize_t
io_result(struct tls *t, int n)
{
	int error = errno;

	switch (SSL_get_error(t->ssl, n)) {
	case SSL_ERROR_WANT_READ:
	case SSL_ERROR_WANT_WRITE:
		errno = EAGAIN;
		return -1;
	case SSL_ERROR_ZERO_RETURN:
		return 0;
	case SSL_ERROR_SYSCALL:
		t->broken = true;
		errno = error != 0 ? error : ECONNRESET;
		return -1;
	default:
		break;
	}
	t->broken = true;
	/* The peer ended without close_notify, as killed programs do: treated like TCP's
	 * end. */
	if (ERR_GET_REASON(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING) {
		ERR_clear_error();
		return 0;
	}
	log_client(LOG_LEVEL_INFO, "tls_closed", "address=%s reason=\"%s\"", t->peer, reason());
	errno = EPROTO;
	return -1;
}

static ssize_t
tls_read(struct endpoint *e, void *buf, size_t n)
{
	struct tls *t = e->state;
	int got;

	if (!t->broken) {
		ERR_clear_error();
		errno = 0;
		got = SSL_read(t->ssl, buf, n < INT_MAX ? (int)n : INT_MAX);
		e->read_needs_write = SSL_want_write(t->ssl);
		if (got > 0) {
			t->messages_since_data = 0;
			return got;
		}
		if (t->messages_since_data <= IDLE_MESSAGES_MAX)
			return io_result(t, got);
		log_client(LOG_LEVEL_INFO, "tls_closed", "address=%s reason=\"%s\"", t->peer,
		    SSL_version(t->ssl) < TLS1_3_VERSION ? "renegotiation"
							 : "messages without bytes");
		t->broken = true;
	}
	errno = EPROTO;
	return -1;
}

static ssize_t
tls_write(struct endpoint *e, const struct iovec *parts, unsigned n)
{
	struct tls *t = e->state;
	size_t all = 0;

	for (unsigned i = 0; i < n && !t->broken; i++) {
		const char *bytes = parts[i].iov_base;
		size_t left = parts[i].iov_len;

		while (left > 0) {
			int sent;
			ssize_t why;

			ERR_clear_error();
			errno = 0;
			sent = SSL_write(t->ssl, bytes, left < INT_MAX ? (int)left : INT_MAX);
			if (sent <= 0) {
				why = io_result(t, sent);
				return all > 0 ? (ssize_t)all : why < 0 ? why : -1;
			}
			bytes += sent;
			left -= (size_t)sent;
			all += (size_t)sent;
		}
	}
	if (all > 0 || !t->broken)
		return (ssize_t)all;
	errno = EPIPE;
	return -1;
}

/* Sends close_notify once, as far as the kernel accepts it. */
static void
send_close_notify(struct tls *t)
{
	if (t->broken || !t->handshake_done ||
	    (SSL_get_shutdown(t->ssl) & SSL_SENT_SHUTDOWN) != 0)
		return;
	ERR_clear_error();
	(void)SSL_shutdown(t->ssl);
	ERR_clear_error();
}

static int
tls_shut(struct endpoint *e)
{
	send_close_notify(e->state);
	return TCP.shut_write(e);
}

static void
tls_close(struct endpoint *e, bool at_once)
{
	struct tls *t = e->state;

	if (!at_once)
		send_close_notify(t);
	SSL_free(t->ssl);
	free(t);
	e->state = NULL;
	TCP.close(e, at_once);
}

static bool
tls_holds(const struct endpoint *e)
{
	const struct tls *t = e->state;

	return !t->broken && SSL_pending(t->ssl) > 0;
}

static unsigned
tls_rtt_ms(const struct endpoint *e)
{
	return TCP.rtt_ms(e);
}

static const struct transport TLS = { tls_read, tls_write, tls_shut, tls_close, tls_holds,
	tls_rtt_ms, NULL };

/* ---- the handshake ---- */

bool
tls_begin(struct ssl_ctx_st *ctx, struct endpoint *e, const char *peer)
{
	struct tls *t = calloc(1, sizeof(*t));

	if (t == NULL)
		return false;
	t->ssl = SSL_new(ctx);
	if (t->ssl == NULL || SSL_set_fd(t->ssl, e->fd) != 1 ||
	    SSL_set_app_data(t->ssl, t) != 1) {
		SSL_free(t->ssl);
		free(t);
		return false;
	}
	(void)sbuf_copy(t->peer, sizeof(t->peer), peer);
	SSL_set_accept_state(t->ssl);
	*e = (struct endpoint){ .how = &TLS, .fd = e->fd, .state = t, .secure = true };
	return true;
}

enum tls_progress
tls_handshake(struct endpoint *e, const char **why_out)
{
	struct tls *t = e->state;
	int n, error;

	ERR_clear_error();
	errno = 0;
	n = SSL_do_handshake(t->ssl);
	if (n == 1) {
		t->handshake_done = true;
		return TLS_DONE;
	}
	error = SSL_get_error(t->ssl, n);
	if (error == SSL_ERROR_WANT_READ)
		return TLS_WAIT_READABLE;
	if (error == SSL_ERROR_WANT_WRITE)
		return TLS_WAIT_WRITABLE;
	t->broken = true;
	*why_out = error == SSL_ERROR_SSL ? reason() : "the connection broke";
	ERR_clear_error();
	return BIO_number_read(SSL_get_rbio(t->ssl)) == 0 ? TLS_FAILED_SILENTLY : TLS_FAILED;
}
