/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
#include "client-web/answer.h"

#include <string.h>
#include <time.h>

#include <sodium.h>

#include "client-web/web.h"

#define HEAD_MAX 2048u

#define CONTENT_SECURITY_POLICY(ancestors)                                                     \
	"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "         \
	"img-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; "           \
	"base-uri 'none'; form-action 'none'; frame-ancestors " ancestors                      \
	"; require-trusted-types-for 'script'; trusted-types gammon"

static void
add_date(struct sbuf *out)
{
	const time_t now = time(NULL);
	struct tm tm;
	char text[32];

	if (gmtime_r(&now, &tm) != NULL &&
	    strftime(text, sizeof(text), "%a, %d %b %Y %H:%M:%S GMT", &tm) > 0)
		sbuf_addf(out, "Date: %s\r\n", text);
}

void
answer_send(struct conn *c, const struct answer *a, struct frame *body)
{
	char space[HEAD_MAX];
	struct sbuf out;

	SBUF_INIT(&out, space);
	sbuf_addf(&out, "HTTP/1.1 %d %s\r\n", a->status, http_reason_phrase(a->status));
	c->web->pages.answers_by_status[a->status]++;
	add_date(&out);
	if (body != NULL && a->status != 304)
		sbuf_addf(&out, "Content-Type: %s\r\nContent-Length: %u\r\n", a->type,
		    (unsigned)body->len);
	if (a->gzip)
		sbuf_add(&out, "Content-Encoding: gzip\r\n");
	if (a->etag != NULL)
		sbuf_addf(&out, "ETag: \"%s%s\"\r\n", a->etag, a->gzip ? "-gz" : "");
	sbuf_addf(&out, "Cache-Control: %s\r\n",
	    a->cache_control != NULL ? a->cache_control : "no-store");
	sbuf_addf(&out,
	    "Vary: Accept-Encoding\r\nContent-Security-Policy: %s\r\n"
	    "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
	    "Cross-Origin-Resource-Policy: %s\r\n",
	    a->embeddable ? CONTENT_SECURITY_POLICY("*") : CONTENT_SECURITY_POLICY("'none'"),
	    a->cross_origin ? "cross-origin\r\nAccess-Control-Allow-Origin: *" : "same-origin");
	if (a->type != NULL && strncmp(a->type, "text/html", 9) == 0)
		/* browsers obey these only in documents */
		sbuf_add(&out,
		    "Permissions-Policy: accelerometer=(), camera=(), display-capture=(), "
		    "geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), "
		    "payment=(), usb=(), xr-spatial-tracking=()\r\n"
		    "Cross-Origin-Opener-Policy: same-origin\r\n");
	if (c->via_front_end && c->secure)
		sbuf_add(&out, "Strict-Transport-Security: max-age=31536000\r\n");
	if (a->extra_fields != NULL)
		sbuf_add(&out, a->extra_fields);
	sbuf_add(&out, c->close_after_answer ? "Connection: close\r\n\r\n" : "\r\n");
	CHECK(sbuf_ok(&out));
	conn_send_and_drop(c, frame_new("", 0, space, out.len));
	if (body != NULL && !c->is_head && a->status != 304)
		conn_send(c, body);
	conn_answered(c);
}

void
answer_text(struct conn *c, struct answer *a, const char *text)
{
	struct frame *body = frame_new("", 0, text, strlen(text));

	a->type = "text/plain; charset=utf-8";
	if (body == NULL)
		conn_end(c);
	else
		answer_send(c, a, body);
	frame_drop(body);
}

void
answer_refuse(struct conn *c, int status, const char *extra_fields)
{
	struct answer a = { .status = status, .extra_fields = extra_fields };

	c->close_after_answer = true;
	answer_text(c, &a, http_reason_phrase(status));
}

bool
answer_etag_matches(struct span if_none_match, const char *etag)
{
	return if_none_match.text != NULL &&
	       memmem(if_none_match.text, if_none_match.len, etag, strlen(etag)) != NULL;
}

void
answer_send_with_etag(struct conn *c, const char *known, struct answer *a, struct frame *body)
{
	unsigned char hash[crypto_generichash_BYTES];
	char etag[17];

	if (body == NULL) {
		conn_end(c);
		return;
	}
	CHECK(crypto_generichash(hash, sizeof(hash), (const unsigned char *)body->bytes,
		  body->len, NULL, 0) == 0);
	(void)sodium_bin2hex(etag, sizeof(etag), hash, sizeof(etag) / 2);
	a->etag = etag;
	if (answer_etag_matches((struct span){ known, strlen(known) }, etag))
		a->status = 304;
	answer_send(c, a, body);
	frame_drop(body);
}
