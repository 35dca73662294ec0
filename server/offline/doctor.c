/* SPDX-License-Identifier: MIT */
/* See doctor.h.  Each examination is a function and a row of EXAMINATIONS.  An examination
 * reports good news, notes (nothing has to be done today) and problems. */
#include "offline/doctor.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <unistd.h>

#include "file/regular.h"
#include "net/net.h"
#include "offline/backups.h"
#include "offline/maintenance.h"
#include "offline/records.h"
#include "store/store.h"

#define DAY_S INT64_C(86400)
#define BACKUP_AGE_MAX_S (2 * DAY_S)
#define CERTIFICATE_LEFT_MIN_S (14 * DAY_S)
#define CLOCK_BEHIND_MAX_S 60
#define FINISHED_PER_RUN 10000u /* finished matches per run */
#define OTHER_FILES 64u         /* files other than connections: see slots in gammond.conf(5) */
#define CONNECTIONS_USUAL 1024
#define DAMAGED_MATCHES_MAX 32u /* remembered, so that STORE_DOCTOR_MAX suffices */
#define RESTORED_PREFIX "gammond-doctor."
#define RESTORED_LOCK "in_use" /* file in a restored copy, locked by the restoring process */
#define MIB ((double)(1 << 20))

enum finding {
	GOOD,
	NOTE,
	PROBLEM,
	FINDING_COUNT
};

enum {
	EXIT_HEALTHY,
	EXIT_ARGUMENTS = 2,
	EXIT_PROBLEMS = 4,
};

/* Finished matches that were damaged when they were last checked, in any run. */
struct damaged_matches {
	int64_t match[DAMAGED_MATCHES_MAX];
	unsigned n;
};

struct doctor {
	const struct config *config;
	const char *database; /* as store_open accepts it */
	const char *backups;  /* the folder of scripts/backup; NULL: unknown */
	bool repair;
	int64_t now_s;
	int64_t last_checked; /* the last finished match that was checked, in any run */
	struct damaged_matches damaged_matches;
	const char *examination;    /* name of the current examination */
	enum finding worst_finding; /* worst finding of the current examination */
	unsigned findings_n[FINDING_COUNT];
};

PRINTF_LIKE(3, 4)
static void
report(struct doctor *d, enum finding finding, const char *format, ...)
{
	static const char *const WORDS[] = { "ok", "note", "PROBLEM" };
	va_list ap;

	(void)printf("%-8s %-12s ", WORDS[finding], d->examination);
	va_start(ap, format);
	(void)vprintf(format, ap);
	va_end(ap);
	(void)putchar('\n');
	d->findings_n[finding]++;
	if (finding > d->worst_finding)
		d->worst_finding = finding;
}

static bool
on_postgresql(const struct doctor *d)
{
	return d->config->store_engine == CONF_ENGINE_POSTGRESQL;
}

/* ---- the database and its records ---- */

static void
repair_indexes(struct doctor *d)
{
	char text[512];
	struct sbuf error;

	SBUF_INIT(&error, text);
	switch (store_repair(d->database, &error)) {
	case STORE_OK:
		report(d, NOTE, "an index did not match its table; it was rebuilt");
		return;
	case STORE_LOCKED:
		report(d, PROBLEM,
		    "an index does not match its table: stop the server and run 'gammond check "
		    "--repair'");
		return;
	default:
		report(d, PROBLEM, "an index does not match its table, and: %s", text);
	}
}

static void
examine_database(struct doctor *d)
{
	char text[512];
	struct sbuf why;
	enum store_err err;

	SBUF_INIT(&why, text);
	err = store_check(d->database, true, NULL, &why);
	if (err == STORE_OK)
		report(d, GOOD, "sound");
	else if (err == STORE_INDEX_STALE && d->repair)
		repair_indexes(d);
	else if (err == STORE_INDEX_STALE)
		report(
		    d, PROBLEM, "%s: 'check --repair' rebuilds it while no server runs", text);
	else if (err == STORE_DAMAGED)
		report(d, PROBLEM, "%s: restore the newest sound backup", text);
	else
		report(d, PROBLEM, "%s", text);
}

static void
report_record(void *ctx, const char *text)
{
	report(ctx, PROBLEM, "%s", text);
}

static void
report_advice(struct doctor *d, const struct records *r)
{
	for (unsigned kind = 0; kind < RECORDS_KIND_COUNT; kind++)
		if (records_advice(r, (enum records_kind)kind) != NULL)
			report(d, NOTE, "%s", records_advice(r, (enum records_kind)kind));
}

/* Returns the first finished match with a number above `after`; 0 if there is none. */
static int64_t
next_finished(const struct records *r, int64_t after)
{
	struct checksum_record c;

	return store_checksum_next_match(r->store, after, &c) ? c.match : 0;
}

static bool
found_damaged(const struct doctor *d, int64_t match)
{
	for (unsigned i = 0; i < d->damaged_matches.n; i++)
		if (d->damaged_matches.match[i] == match)
			return true;
	return false;
}

/* Checks a finished match, and remembers it if it is damaged.  Returns false if there is no
 * room to remember it. */
static bool
examine_finished(struct doctor *d, struct records *r, int64_t match)
{
	const unsigned bad = r->bad[RECORDS_FINISHED] + r->bad[RECORDS_RATINGS];
	int64_t after = match - 1;

	(void)records_check_finished_sums(r, &after, 1);
	if (r->bad[RECORDS_FINISHED] + r->bad[RECORDS_RATINGS] == bad)
		return true;
	if (d->damaged_matches.n == DAMAGED_MATCHES_MAX)
		return false;
	d->damaged_matches.match[d->damaged_matches.n++] = match;
	return true;
}

/* Compares up to FINISHED_PER_RUN finished matches with their checksums; the next run continues
 * after them.  Damaged matches are compared again in every run until they are sound. */
static void
examine_finished_matches(struct doctor *d, struct records *r)
{
	const struct damaged_matches known = d->damaged_matches;
	int64_t match;

	d->damaged_matches.n = 0;
	for (unsigned i = 0; i < known.n; i++)
		if (next_finished(r, known.match[i] - 1) == known.match[i])
			(void)examine_finished(d, r, known.match[i]);
	for (unsigned i = 0; i < FINISHED_PER_RUN; i++) {
		match = next_finished(r, d->last_checked);
		if (match != 0 && !found_damaged(d, match) && !examine_finished(d, r, match)) {
			report(d, NOTE, "too many are damaged to check those after %" PRId64,
			    match);
			return; /* the next run begins with this match */
		}
		d->last_checked = match;
		if (match == 0)
			return;
	}
}

/* Replays everything that is unfinished. */
static void
examine_records(struct doctor *d)
{
	const struct damaged_matches known = d->damaged_matches;
	struct records r = { .report = report_record, .ctx = d };
	char text[512];
	struct sbuf error;

	SBUF_INIT(&error, text);
	switch (store_open_reader(d->database, &r.store, &error)) {
	case STORE_OK:
		break;
	case STORE_OLDER:
		report(d, NOTE, "not checked: %s", text);
		return;
	default:
		report(d, PROBLEM, "%s", text);
		return;
	}
	records_check_unfinished(&r);
	records_check_tourneys(&r);
	examine_finished_matches(d, &r);
	if (store_commit(r.store, &error) != STORE_OK) {
		report(d, PROBLEM, "%s", text);
		d->damaged_matches = known;
	} else if (records_sound(&r)) {
		report(d, GOOD,
		    "%u unfinished matches and %u tournaments replay, and %u finished matches "
		    "are unchanged",
		    r.good[RECORDS_UNFINISHED], r.good[RECORDS_TOURNEYS],
		    r.good[RECORDS_FINISHED]);
	}
	report_advice(d, &r);
	store_close(&r.store);
}

static void
examine_space(struct doctor *d)
{
	struct store_space s;
	char text[512];
	struct sbuf error;

	SBUF_INIT(&error, text);
	if (store_space(d->database, &s, &error) != STORE_OK) {
		report(d, NOTE, "%s", text);
	} else if (s.free < 0) {
		report(d, NOTE, "the free space on the disk of the database is unknown");
	} else if (s.free < s.due) {
		report(d, PROBLEM,
		    "the server cannot be started: bringing the database up to date needs %.0f "
		    "MiB, and the disk has %.0f",
		    (double)s.due / MIB, (double)s.free / MIB);
	} else if (s.free < s.most || s.free < s.bytes) {
		report(d, PROBLEM,
		    "the disk of the database has %.0f MiB left; an upgrade may need %.0f",
		    (double)s.free / MIB, (double)(s.most > s.bytes ? s.most : s.bytes) / MIB);
	} else {
		report(d, GOOD, "the database has %.0f MiB, and %.0f are free",
		    (double)s.bytes / MIB, (double)s.free / MIB);
	}
}

/* ---- backups ---- */

/* Returns the folder into which backups are restored. */
static const char *
restore_base_dir(void)
{
	const char *base = getenv("TMPDIR");

	return base != NULL ? base : "/var/tmp";
}

/* Removes a folder that has no folders in it. */
static void
remove_folder(DIR *base, DIR *dir, const char *name)
{
	const struct dirent *e;

	while ((e = readdir(dir)) != NULL)
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			(void)unlinkat(dirfd(dir), e->d_name, 0);
	(void)unlinkat(dirfd(base), name, AT_REMOVEDIR);
}

/* Opens a folder into which this user has restored a copy.  Returns NULL for any other folder,
 * and if the process that restored the copy still holds its lock. */
static DIR *
open_restored(DIR *base, const char *name)
{
	struct stat st;
	DIR *dir = NULL;
	int fd, lock = -1;

	if (strncmp(name, RESTORED_PREFIX, strlen(RESTORED_PREFIX)) != 0)
		return NULL;
	fd = openat(dirfd(base), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd >= 0 && fstat(fd, &st) == 0 && st.st_uid == geteuid())
		lock = openat(fd, RESTORED_LOCK, O_RDONLY | O_CLOEXEC);
	if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
		dir = fdopendir(fd);
	if (lock >= 0)
		(void)close(lock);
	if (dir == NULL && fd >= 0)
		(void)close(fd);
	return dir;
}

/* Removes restored copies whose process has ended, whichever run created them. */
static void
remove_restored(void)
{
	DIR *base = opendir(restore_base_dir()), *dir;
	const struct dirent *e;

	while (base != NULL && (e = readdir(base)) != NULL)
		if ((dir = open_restored(base, e->d_name)) != NULL) {
			remove_folder(base, dir, e->d_name);
			(void)closedir(dir);
		}
	if (base != NULL)
		(void)closedir(base);
}

/* Opens a restored database like a starting server, which also migrates it, and checks
 * everything in it. */
static void
examine_restored(struct doctor *d, const char *folder)
{
	struct records r = { .report = report_record, .ctx = d };
	char text[512];
	struct sbuf error;

	SBUF_INIT(&error, text);
	switch (store_open(folder, STORE_DURABLE_NORMAL, NULL, &r.store, &error)) {
	case STORE_OK:
		break;
	case STORE_FULL: /* the folder for the copy is full, not the disk of the database */
		report(d, NOTE, "restored, but not migrated and read: %s", text);
		return;
	default:
		report(d, PROBLEM, "restored, but the server could not use it: %s", text);
		return;
	}
	if (!records_check_all(&r, &error))
		report(d, PROBLEM, "restored, but it cannot be read: %s", text);
	else if (records_sound(&r))
		report(d, GOOD, "restored and checked: %" PRId64 " users, %" PRId64 " matches",
		    store_counter(r.store, COUNTER_USERS),
		    store_counter(r.store, COUNTER_MATCHES));
	store_close(&r.store);
}

/* Locks a new folder until this process ends.  The file gets its name after it is locked, so
 * that no other run finds it unlocked and removes the folder. */
static bool
lock_restored(const char *folder)
{
	static const char MADE[] = RESTORED_LOCK ".new";
	const int dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const int lock = openat(dir, MADE, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	const bool good = lock >= 0 && flock(lock, LOCK_EX) == 0 &&
			  renameat(dir, MADE, dir, RESTORED_LOCK) == 0;
	const int error = errno;

	if (!good) { /* without the lock file, remove_restored would not find the folder */
		(void)unlinkat(dir, MADE, 0);
		(void)rmdir(folder);
	}
	(void)close(dir);
	errno = error;
	return good;
}

/* Restores a backup into a temporary folder, which doctor_run removes. */
static void
restore_backup(struct doctor *d, const struct backup *b)
{
	const char *base = restore_base_dir();
	char folder[BACKUPS_PATH_MAX], file[BACKUPS_PATH_MAX + 16], text[700];
	struct sbuf why;
	struct statvfs disk;
	struct stat st;

	(void)snprintf(file, sizeof(file), "%s/gammond.db", b->path);
	if (stat(file, &st) != 0) {
		report(d, PROBLEM, "%s cannot be read: %s", file, strerror(errno));
		return;
	}
	if (snprintf(folder, sizeof(folder), "%s/" RESTORED_PREFIX "XXXXXX", base) >=
		(int)sizeof(folder) ||
	    statvfs(base, &disk) != 0) {
		report(d, PROBLEM, "it cannot be restored into %s: %s", base, strerror(errno));
		return;
	}
	if ((double)disk.f_bavail * (double)disk.f_frsize < 2 * (double)st.st_size) {
		report(d, NOTE, "it was not restored, because %s has too little space", base);
		return;
	}
	if (mkdtemp(folder) == NULL || !lock_restored(folder)) {
		report(d, PROBLEM, "no folder can be made in %s: %s", base, strerror(errno));
		return;
	}
	SBUF_INIT(&why, text);
	if (store_backup(b->path, folder, &why) == STORE_OK)
		examine_restored(d, folder);
	else
		report(d, PROBLEM, "%s: %s", b->name, text);
}

static bool
backup_failed(const struct doctor *d)
{
	char path[CONF_TEXT_MAX + 64];

	(void)snprintf(
	    path, sizeof(path), "%s/" STORE_BACKUP_FAILED_FILE, d->config->server_data_dir);
	return access(path, F_OK) == 0;
}

static void
examine_backup(struct doctor *d)
{
	struct backup b;

	if (on_postgresql(d)) {
		report(d, NOTE, "backups of PostgreSQL are not checked");
		return;
	}
	if (d->backups == NULL) {
		report(d, NOTE, "not checked: name the folder of the backups");
		return;
	}
	if (backup_failed(d))
		report(d, PROBLEM,
		    "the last one failed or must be looked at: 'journalctl -u gammond-backup'");
	if (faccessat(AT_FDCWD, d->backups, R_OK | X_OK, AT_EACCESS) != 0 && errno == EACCES) {
		report(d, PROBLEM, "the owner of the database cannot read %s", d->backups);
		return;
	}
	if (!backups_newest(d->backups, true, &b)) {
		report(d, PROBLEM,
		    "there is none in %s: 'systemctl enable --now gammond-backup.timer'",
		    d->backups);
		return;
	}
	if (d->now_s - b.at_s > BACKUP_AGE_MAX_S)
		report(d, PROBLEM, "the newest one, %s, is %" PRId64 " days old", b.name,
		    (d->now_s - b.at_s) / DAY_S);
	restore_backup(d, &b);
}

/* ---- the certificate ---- */

/* Checks that only the owner and the group of the file can read the key. */
static void
examine_key(struct doctor *d)
{
	const char *key = d->config->server_tls_key[0] != '\0'
			      ? d->config->server_tls_key
			      : d->config->server_tls_certificate;
	struct stat st;

	if (stat(key, &st) != 0 || (st.st_mode & S_IRWXO) == 0)
		return;
	if (d->repair && chmod(key, st.st_mode & 07770) == 0)
		report(d, NOTE, "every user of this machine could read the key; that is ended");
	else
		report(d, PROBLEM, "every user of this machine can read the key: 'chmod o= %s'",
		    key);
}

static void
examine_certificate(struct doctor *d)
{
	const struct config *c = d->config;
	char text[512];
	struct sbuf error;
	int64_t left_s;

	if (c->server_tls_port == CONF_PORT_OFF) {
		report(d, GOOD, "none is needed, because TLS is off");
		return;
	}
	SBUF_INIT(&error, text);
	left_s =
	    net_certificate_file_expiry_s(c->server_tls_certificate, c->server_tls_key, &error);
	if (left_s < 0) {
		report(d, PROBLEM, "%s", text);
		return;
	}
	left_s -= d->now_s;
	if (left_s < 0)
		report(d, PROBLEM, "it has expired");
	else if (left_s < CERTIFICATE_LEFT_MIN_S)
		report(d, PROBLEM, "it expires in %" PRId64 " days: was it not renewed?",
		    left_s / DAY_S);
	else
		report(d, GOOD, "it can be used for %" PRId64 " days", left_s / DAY_S);
	examine_key(d);
}

/* ---- the machine ---- */

static void
examine_clock(struct doctor *d)
{
	struct timex t = { .modes = 0 };
	char text[512];
	struct sbuf error;
	struct store *s;
	int64_t seen_s = 0;

	SBUF_INIT(&error, text);
	if (store_open_reader(d->database, &s, &error) == STORE_OK) {
		seen_s = store_counter(s, COUNTER_CLOCK_SEEN) / 1000;
		store_close(&s);
	}
	if (seen_s > d->now_s + CLOCK_BEHIND_MAX_S)
		report(d, PROBLEM,
		    "it is %" PRId64
		    " s behind what the server has seen: compare 'timedatectl' with a watch",
		    seen_s - d->now_s);
	else if (adjtimex(&t) == TIME_ERROR)
		report(d, NOTE, "nothing sets it: 'timedatectl set-ntp true'");
	else
		report(d, GOOD, "it is set by a time server");
}

/* Reads a number that follows a word in a file of /proc.  Returns -1 if there is none. */
static long
number_after(const char *path, const char *word)
{
	char line[256];
	long number = -1;
	FILE *f = fopen(path, "re");

	while (f != NULL && fgets(line, sizeof(line), f) != NULL)
		if (strncmp(line, word, strlen(word)) == 0)
			number = strtol(line + strlen(word), NULL, 10);
	if (f != NULL)
		(void)fclose(f);
	return number;
}

/* Returns the id of the process that serves the database, or 0 if no process does.  The lock
 * file may date from before a reboot, and its process ID may now belong to another program. */
static long
server_pid(const struct doctor *d)
{
	char path[CONF_TEXT_MAX + 64];
	long pid;

	(void)snprintf(path, sizeof(path), "%s/gammond.lock", d->config->server_data_dir);
	pid = number_after(path, "");
	(void)snprintf(path, sizeof(path), "/proc/%ld/comm", pid);
	return pid > 0 && number_after(path, "gammond") == 0 ? pid : 0;
}

static void
examine_files(struct doctor *d)
{
	long pid, files = -1;
	long slots = (long)d->config->limits_slots;
	char path[64];

	if (on_postgresql(d)) {
		report(d, NOTE, "not checked: with PostgreSQL the server cannot be found");
		return;
	}
	pid = server_pid(d);
	if (pid > 0) {
		(void)snprintf(path, sizeof(path), "/proc/%ld/limits", pid);
		files = number_after(path, "Max open files");
	}
	if (files < 0)
		report(d, NOTE, "not checked, because no server is running here");
	else if (files < slots + (long)OTHER_FILES || files < CONNECTIONS_USUAL)
		report(d, PROBLEM,
		    "the server may open %ld, so there is room for %ld connections: raise "
		    "LimitNOFILE in its unit",
		    files, files - (long)OTHER_FILES);
	else
		report(d, GOOD, "the server may open %ld", files);
}

/* Checks that a firewall and fail2ban are active, unless only this machine can reach the
 * server.  Works only with systemd. */
static void
examine_firewall(struct doctor *d)
{
	const char *addresses = d->config->server_address;

	if (d->config->server_proxy_from.len == 0 &&
	    d->config->server_front_socket[0] == '\0' &&
	    (strcmp(addresses, "127.0.0.1") == 0 || strcmp(addresses, "127.0.0.1,::1") == 0)) {
		report(d, GOOD, "none is needed: only this machine can reach the server");
		return;
	}
	if (access("/run/systemd/system", F_OK) != 0) {
		report(d, NOTE, "firewall and fail2ban were not checked: systemd does not run");
		return;
	}
	if (system("systemctl is-active --quiet nftables ufw firewalld") != 0)
		report(d, NOTE, "no firewall is active (nftables, ufw, firewalld)");
	else if (system("systemctl is-active --quiet fail2ban") != 0)
		report(d, NOTE, "fail2ban is not active: see HOSTING.md, Password guessing");
	else
		report(d, GOOD, "the firewall and fail2ban are active");
}

/* ---- the run ---- */

static const struct {
	const char *name;
	void (*examine)(struct doctor *d);
} EXAMINATIONS[] = {
	{ "database", examine_database },
	{ "records", examine_records },
	{ "space", examine_space },
	{ "backup", examine_backup },
	{ "certificate", examine_certificate },
	{ "clock", examine_clock },
	{ "files", examine_files },
	{ "guards", examine_firewall },
};

#define CHECKED_METRIC "gammond_doctor_checked_match "
#define DAMAGED_METRIC "gammond_doctor_damaged{match=\""

static void
doctor_file_path(const struct doctor *d, char *path, size_t size, const char *suffix)
{
	(void)snprintf(path, size, "%s/" DOCTOR_FILE "%s", d->config->server_data_dir, suffix);
}

/* Reads the results that the last run stored for the next one. */
static void
read_last_findings(struct doctor *d)
{
	char path[CONF_TEXT_MAX + 64], line[256];
	int64_t match;
	FILE *f;

	doctor_file_path(d, path, sizeof(path), "");
	f = fopen(path, "re");
	while (f != NULL && fgets(line, sizeof(line), f) != NULL)
		if (sscanf(line, CHECKED_METRIC "%" SCNd64, &match) == 1)
			d->last_checked = match;
		else if (d->damaged_matches.n < DAMAGED_MATCHES_MAX &&
			 sscanf(line, DAMAGED_METRIC "%" SCNd64, &match) == 1)
			d->damaged_matches.match[d->damaged_matches.n++] = match;
	if (f != NULL)
		(void)fclose(f);
}

/* Writes the findings of this run: see DOCTOR_FILE. */
static void
write_findings(const struct doctor *d, const enum finding worst[])
{
	char path[CONF_TEXT_MAX + 64], part[CONF_TEXT_MAX + 64];
	FILE *f;
	bool good;

	doctor_file_path(d, path, sizeof(path), "");
	doctor_file_path(d, part, sizeof(part), ".new");
	f = fopen(part, "we");
	good = f != NULL;
	if (good) {
		(void)fprintf(f,
		    "# HELP gammond_doctor_timestamp_seconds When 'gammond doctor' last ran, "
		    "seconds since 1970.\n"
		    "# TYPE gammond_doctor_timestamp_seconds gauge\n"
		    "gammond_doctor_timestamp_seconds %" PRId64 "\n"
		    "# HELP gammond_doctor_checked_match The last finished match that it "
		    "checked; 0: it has begun again.\n"
		    "# TYPE gammond_doctor_checked_match gauge\n" CHECKED_METRIC "%" PRId64 "\n"
		    "# HELP gammond_doctor_finding What it found: 0 good, 1 a note, 2 a "
		    "problem.\n"
		    "# TYPE gammond_doctor_finding gauge\n",
		    d->now_s, d->last_checked);
		for (size_t i = 0; i < ARRAY_LEN(EXAMINATIONS); i++)
			(void)fprintf(f, "gammond_doctor_finding{of=\"%s\"} %d\n",
			    EXAMINATIONS[i].name, (int)worst[i]);
		(void)fprintf(f,
		    "# HELP gammond_doctor_damaged A finished match that is damaged.\n"
		    "# TYPE gammond_doctor_damaged gauge\n");
		for (unsigned i = 0; i < d->damaged_matches.n; i++)
			(void)fprintf(f, DAMAGED_METRIC "%" PRId64 "\"} 1\n",
			    d->damaged_matches.match[i]);
		good = ferror(f) == 0;
		good = fclose(f) == 0 && good && rename(part, path) == 0;
	}
	if (!good)
		(void)fprintf(stderr, "gammond: the findings cannot be written to %s: %s\n",
		    path, strerror(errno));
}

static int
run_examinations(struct doctor *d)
{
	enum finding worst[ARRAY_LEN(EXAMINATIONS)];

	read_last_findings(d);
	for (size_t i = 0; i < ARRAY_LEN(EXAMINATIONS); i++) {
		d->examination = EXAMINATIONS[i].name;
		d->worst_finding = GOOD;
		EXAMINATIONS[i].examine(d);
		(void)fflush(stdout);
		worst[i] = d->worst_finding;
	}
	(void)printf("problems: %u, notes: %u\n", d->findings_n[PROBLEM], d->findings_n[NOTE]);
	write_findings(d, worst);
	return d->findings_n[PROBLEM] == 0 ? EXIT_HEALTHY : EXIT_PROBLEMS;
}

/* Fills the set with SIGCHLD and the signals that would end this process. */
static void
fill_ending_signals(sigset_t *set)
{
	static const int SIGNALS[] = { SIGHUP, SIGINT, SIGTERM };
	struct sigaction a;

	(void)sigemptyset(set);
	(void)sigaddset(set, SIGCHLD);
	(void)signal(SIGCHLD, SIG_DFL);
	for (size_t i = 0; i < ARRAY_LEN(SIGNALS); i++)
		if (sigaction(SIGNALS[i], NULL, &a) == 0 && a.sa_handler != SIG_IGN)
			(void)sigaddset(set, SIGNALS[i]);
}

/* Examines in another process, so that a signal ends the examination but not the removal of the
 * restored copy.  Returns the exit status, or ends by the signal that ended the child. */
static int
examine_in_child(struct doctor *d)
{
	sigset_t set, before;
	int status = 0, sig;
	pid_t pid;

	fill_ending_signals(&set);
	(void)sigprocmask(SIG_BLOCK, &set, &before);
	pid = fork();
	if (pid < 0) {
		(void)fprintf(stderr, "gammond: %s\n", strerror(errno));
		return EXIT_PROBLEMS;
	}
	if (pid == 0) {
		(void)sigprocmask(SIG_SETMASK, &before, NULL);
		exit(run_examinations(d));
	}
	while (waitpid(pid, &status, WNOHANG) == 0)
		if (sigwait(&set, &sig) == 0 && sig != SIGCHLD)
			(void)kill(pid, SIGTERM);
	remove_restored();
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	if (WIFSIGNALED(status))
		(void)raise(WTERMSIG(status));
	return WEXITSTATUS(status);
}

int
doctor_run(const struct config *c, const char *database, unsigned n, char *const *words)
{
	struct doctor d = { .config = c, .database = database, .now_s = net_wall_ms() / 1000 };

	d.repair = n > 0 && strcmp(words[0], "--repair") == 0;
	if (d.repair)
		n--, words++;
	if (n > 1 || (n == 1 && words[0][0] == '-')) {
		(void)fprintf(stderr, "usage:\n%s", DOCTOR_USAGE);
		return EXIT_ARGUMENTS;
	}
	if (n == 1)
		d.backups = words[0];
	if (!maintenance_has_database(database))
		return EXIT_PROBLEMS;
	if (!maintenance_become_owner(c->server_data_dir)) {
		(void)fprintf(stderr, "gammond: %s\n", strerror(errno));
		return EXIT_PROBLEMS;
	}
	remove_restored();
	return examine_in_child(&d);
}
