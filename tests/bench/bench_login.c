/* SPDX-License-Identifier: MIT */
/* Password logins per second, against the rate at which one core verifies hashes of the same
 * cost, one after the other (libsodium's Argon2id with the server's defaults: 19 MiB, two
 * passes; one hashing thread).
 *
 * Real: everything, over TCP on loopback; 64 logins are in progress at a time.  The hashing
 * thread shares the server's core; the reference program has that core to itself. */
#include <sodium.h>
#include <string.h>

#include "crowd.h"

#define HASH_MEMORY_BYTES (19456u * 1024u)
#define HASH_PASSES 2u

struct side {
	struct process process;
	struct crowd crowd;
};

static void
ignore_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
}

/* ---- bare hashes ---- */

static double
hash_in_process(unsigned hashes)
{
	char hash[crypto_pwhash_STRBYTES];
	int64_t start;

	if (sodium_init() < 0 || crypto_pwhash_str(hash, BENCH_PASSWORD, strlen(BENCH_PASSWORD),
				     HASH_PASSES, HASH_MEMORY_BYTES) != 0)
		return 0;
	start = bench_now_ns();
	for (unsigned i = 0; i < hashes; i++)
		if (crypto_pwhash_str_verify(hash, BENCH_PASSWORD, strlen(BENCH_PASSWORD)) != 0)
			return 0;
	return hashes * 1e9 / (double)(bench_now_ns() - start);
}

/* ---- logins ---- */

static double
measure_logins(unsigned logins)
{
	static struct side s;
	int64_t start;
	double rate;

	s = (struct side){ 0 };
	process_seed_users(&s.process, logins, "costly");
	process_start_server(&s.process, true);
	crowd_init(&s.crowd, s.process.port, logins, ignore_line, NULL);
	start = bench_now_ns();
	crowd_log_in(&s.crowd, logins, CROWD_CLIP_LOGIN, CROWD_CLIP_LOGIN_DONE);
	rate = logins * 1e9 / (double)(bench_now_ns() - start);
	process_stop(&s.process);
	crowd_close(&s.crowd);
	return rate;
}

int
main(int argc, char **argv)
{
	struct row row = { .operation = "log-ins by password",
		.unit = "1/s",
		.reference = "bare Argon2id of the same cost in one thread",
		.what_is_real =
		    "CLIP accounts, 64 at a time, one hashing thread; TCP on loopback",
		.target = RATIO_AT_LEAST,
		.target_value = 0.9 };
	unsigned logins = bench_scaled(150, 75, 8);

	(void)bench_init(argv[0]);
	row.n = logins;
	for (unsigned i = 0; bench_next_run(i); i++) {
		row.ref[i] = bench_on_server_core(hash_in_process, bench_scaled(100, 100, 4));
		row.own[i] = measure_logins(logins);
		bench_print_note("bare hash %.1f/s, log-ins %.1f/s", row.ref[i], row.own[i]);
	}
	bench_report("login", &row, 1);
	return 0;
}
