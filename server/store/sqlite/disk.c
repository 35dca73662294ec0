/* SPDX-License-Identifier: MIT */
/* The data directory: its creation, the locks against a second process, and the mark that a
 * database was created.
 *
 * There are two locks, both by flock, so that they are released however the process ends, and
 * do not interact with SQLite's locks on the database.  The first lock is on a file, which
 * earlier releases also lock.  The second is on the directory itself, and remains if that file
 * is removed.  The text in the file is used only for messages.  Cost: a few system calls.  Do
 * not call these functions between fork and exec. */
#include "store/sqlite/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define LOCK_FILE_NAME "gammond.lock"
#define MARK_FILE_NAME "gammond.made"

/* Makes the entry of a new directory survive a power failure.  Errors are ignored, because some
 * file systems cannot sync a directory. */
static void
sync_parent_directory(const char *dir)
{
	char parent[4096];
	size_t n = strlen(dir);
	int fd;

	while (n > 0 && dir[n - 1] == '/')
		n--;
	while (n > 0 && dir[n - 1] != '/')
		n--;
	if (n >= sizeof(parent))
		return;
	memcpy(parent, n > 0 ? dir : ".", n > 0 ? n : 1);
	parent[n > 0 ? n : 1] = '\0';
	fd = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return;
	(void)fsync(fd);
	close(fd);
}

static int
open_directory(const char *dir, struct sbuf *error)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0)
		return fd;
	if (errno == ENOENT) {
		if (mkdir(dir, 0700) == 0) {
			sync_parent_directory(dir);
		} else if (errno != EEXIST) {
			sbuf_addf(error, "cannot create the data directory %s: %s", dir,
			    strerror(errno));
			return -1;
		}
		fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	}
	if (fd < 0)
		sbuf_addf(error, "cannot open the data directory %s: %s", dir, strerror(errno));
	return fd;
}

/* Reads the holder's process id as text; "" if the file does not contain one. */
static void
read_lock_holder(int fd, char *pid, size_t size)
{
	ssize_t n = pread(fd, pid, size - 1, 0);

	pid[n > 0 ? n : 0] = '\0';
	pid[strspn(pid, "0123456789")] = '\0';
}

/* Writes this process's id.  Errors are ignored: the lock also works without the text, for
 * example on a full disk. */
static void
write_lock_holder(int fd)
{
	char pid[32];
	int n = snprintf(pid, sizeof(pid), "%ld\n", (long)getpid());

	if (ftruncate(fd, 0) == 0 && n > 0 && pwrite(fd, pid, (size_t)n, 0) != n)
		(void)!ftruncate(fd, 0);
}

/* Opens a file in the data directory for writing, creating it if needed.  If run by root, gives
 * the file to the owner of the directory, so that the server can use it.  Does not follow a
 * symbolic link, because that owner could point it at any file, which root would then write to
 * and give away. */
static int
open_for_server(int dir_fd, const char *name)
{
	int fd = openat(dir_fd, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	struct stat st;

	if (fd >= 0 && geteuid() == 0 && fstat(dir_fd, &st) == 0)
		(void)!fchown(fd, st.st_uid, st.st_gid);
	return fd;
}

/* Takes both locks.  On file systems that cannot lock a directory, the lock on the file is
 * enough. */
static bool
take_both_locks(int fd, int dir_fd)
{
	return flock(fd, LOCK_EX | LOCK_NB) == 0 &&
	       (flock(dir_fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK);
}

enum store_err
disk_lock_directory(const char *dir, int *dir_fd_out, int *lock_fd_out, struct sbuf *error)
{
	int dir_fd = open_directory(dir, error);
	char pid[32];
	int fd;

	if (dir_fd < 0)
		return STORE_INACCESSIBLE;
	fd = open_for_server(dir_fd, LOCK_FILE_NAME);
	if (fd < 0) {
		sbuf_addf(
		    error, "cannot write in the data directory %s: %s", dir, strerror(errno));
		close(dir_fd);
		return STORE_INACCESSIBLE;
	}
	if (take_both_locks(fd, dir_fd)) {
		write_lock_holder(fd);
		*dir_fd_out = dir_fd;
		*lock_fd_out = fd;
		return STORE_OK;
	}
	if (errno == EWOULDBLOCK) {
		read_lock_holder(fd, pid, sizeof(pid));
		sbuf_addf(error, "the data directory %s is in use by %s%s", dir,
		    pid[0] != '\0' ? "process " : "another process", pid);
		close(fd);
		close(dir_fd);
		return STORE_LOCKED;
	}
	sbuf_addf(error, "cannot lock the data directory %s: %s", dir, strerror(errno));
	close(fd);
	close(dir_fd);
	return STORE_INACCESSIBLE;
}

void
disk_unlock_directory(int dir_fd, int lock_fd)
{
	close(lock_fd);
	close(dir_fd);
}

void
disk_create_private(int dir_fd, const char *name)
{
	int fd = openat(dir_fd, name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	if (fd >= 0)
		close(fd);
}

uint64_t
disk_inode(int dir_fd, const char *name)
{
	struct stat st;

	return dir_fd >= 0 && fstatat(dir_fd, name, &st, 0) == 0 ? (uint64_t)st.st_ino : 0;
}

int64_t
disk_free_bytes(int dir_fd)
{
	struct statvfs fs;

	return dir_fd >= 0 && fstatvfs(dir_fd, &fs) == 0 ? (int64_t)(fs.f_bavail * fs.f_frsize)
							 : -1;
}

/* ---- the mark ---- */

bool
disk_had_database(int dir_fd)
{
	return faccessat(dir_fd, MARK_FILE_NAME, F_OK, 0) == 0;
}

/* Failures are ignored: the next start tries again. */
void
disk_mark_had_database(int dir_fd)
{
	static const char TEXT[] =
	    "A database was made in this directory. While this file is here, gammond does not\n"
	    "start without one: restore a backup, or use 'gammond new-database'.\n";
	int fd;

	if (disk_had_database(dir_fd))
		return;
	fd = open_for_server(dir_fd, MARK_FILE_NAME);
	if (fd < 0)
		return;
	(void)!write(fd, TEXT, strlen(TEXT));
	(void)fsync(fd);
	(void)close(fd);
	(void)fsync(dir_fd);
}

bool
disk_has_database(int dir_fd)
{
	struct stat st;

	return fstatat(dir_fd, STORE_FILE_NAME, &st, 0) == 0 && st.st_size > 0;
}

enum store_err
sqlite_forget_lost(const char *dir, struct sbuf *error)
{
	int dir_fd, lock_fd;
	enum store_err err = disk_lock_directory(dir, &dir_fd, &lock_fd, error);

	if (err != STORE_OK)
		return err;
	if (disk_has_database(dir_fd)) {
		sbuf_addf(error, "there is a database in %s", dir);
		err = STORE_INACCESSIBLE;
	} else if (unlinkat(dir_fd, MARK_FILE_NAME, 0) != 0 && errno != ENOENT) {
		sbuf_addf(
		    error, "cannot write in the data directory %s: %s", dir, strerror(errno));
		err = STORE_INACCESSIBLE;
	}
	disk_unlock_directory(dir_fd, lock_fd);
	return err;
}

bool
sqlite_database_exists(const char *dir)
{
	int dir_fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool there;

	if (dir_fd < 0)
		return false;
	there = faccessat(dir_fd, STORE_FILE_NAME, F_OK, 0) == 0;
	close(dir_fd);
	return there;
}
