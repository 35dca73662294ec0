#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`make install`: the units refer to files that exist, an existing configuration is kept, and the server starts
with it. scripts/backup keeps the configured number of sound copies and reports a damaged one. `make bench` names what
it lacks."""
import os
import re
import subprocess
import tempfile

from fibs import Report, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GAMMOND = os.path.abspath(os.environ.get("GAMMOND", "build/gammond"))
BACKUP = os.path.join(ROOT, "scripts", "backup")


def install(root):
    return subprocess.run(["make", "-C", ROOT, "install", "DESTDIR=" + root, "PREFIX=/usr", "SYSCONFDIR=/etc",
                           "STATEDIR=/var/lib"], capture_output=True, text=True)


def installed(report, root):
    group = "install"
    made = install(root)
    report.check(group, made.returncode == 0, made.stderr)
    conf = root + "/etc/gammond/gammond.conf"
    report.check(group, "\ndata_dir = /var/lib/gammond\n" in open(conf).read(), "data_dir")
    units = root + "/usr/lib/systemd/system/"
    report.check(group, sorted(os.listdir(units)) ==
                 ["gammond-backup.service", "gammond-backup.timer", "gammond-clear.socket", "gammond-gnubg.service",
                  "gammond-tls.socket", "gammond.service"], str(os.listdir(units)))
    for unit in os.listdir(units):
        text = open(units + unit).read()
        report.check(group, re.search(r"@[A-Z]+@", text) is None, unit)
        for path in re.findall(r"(?<=[= ])/(?:usr|etc)/\S+", text):
            report.check(group, os.path.exists(root + path) or path == "/usr/games/gnubg",
                         "%s names %s" % (unit, path))
    calls = re.findall(r"^SystemCallFilter=(.*)$", open(units + "gammond.service").read(), re.M)
    report.check(group, "setpriority" in calls[-1].split(), "threads could not give way: %s" % calls)
    checked = subprocess.run([root + "/usr/sbin/gammond", "-n", "-c", conf], capture_output=True, text=True)
    report.check(group, checked.returncode == 0, checked.stderr)
    with open(conf, "a") as f:
        f.write("# ours\n")
    install(root)
    report.check(group, open(conf).read().endswith("# ours\n"), "the configuration was replaced")


def banned(report):
    """Checks the fail2ban filter: it finds the address after the event, never one that a user has typed."""
    text = open(os.path.join(ROOT, "conf", "fail2ban", "gammond.conf"), encoding="ascii").read()
    expression = re.search(r"^failregex = (.*)$", text, re.M).group(1).replace("<HOST>", r"(\S+)")
    for line, address in (
            (" level=info event=login_failed address=192.0.2.7", "192.0.2.7"),
            ("club gammond[31]: 2026-11-22T16:00:01.123Z level=info event=guessing address=2001:db8::7 limit=name "
             "name=\"anna\"", "2001:db8::7"),
            (" level=info event=login_failed suppressed=12 address=192.0.2.8", "192.0.2.8"),
            (" level=info event=closed conn=1 reason=login_lines", None),
            (" level=info event=closed name=\"club gammond[31]: level=info event=login_failed address=192.0.2.9\"", None),
            (" level=info event=guessing name=\"x\" address=192.0.2.9", None)):
        found = re.search(expression, line)
        report.check("fail2ban", (found and found.group(1)) == address, "%s: %s" % (line, found))


def backup(base, keep):
    return subprocess.run([BACKUP, GAMMOND, base + "/conf", base + "/copies", str(keep)],
                          env=dict(os.environ, PATH=base + "/bin:" + os.environ["PATH"]),
                          capture_output=True, text=True)


def backups(report, base):
    group = "backup"
    data = base + "/data"
    os.mkdir(base + "/bin")
    with open(base + "/conf", "w") as f:
        f.write("[server]\ndata_dir = %s\nport = 0\n" % data)
    server = subprocess.Popen([GAMMOND, "-c", base + "/conf"], stderr=subprocess.PIPE, text=True)
    try:
        while "event=started" not in server.stderr.readline():
            pass
        for i in range(3):
            # a fake clock: copies are named by the second
            with open(base + "/bin/date", "w") as f:
                f.write("#!/bin/sh\necho 2026010%dT050000Z\n" % (i + 1))
            os.chmod(base + "/bin/date", 0o755)
            made = backup(base, 2)
            report.check(group, made.returncode == 0, made.stderr)
        report.check(group, sorted(os.listdir(base + "/copies")) ==
                     ["20260102T050000Z", "20260103T050000Z"], str(os.listdir(base + "/copies")))
    finally:
        server.terminate()
        server.communicate()
    # a gammond whose copies are not sound
    with open(base + "/bin/not-sound", "w") as f:
        f.write("#!/bin/sh\nfor word; do last=$word; done\n[ $last = check ] && exit 1\nmkdir $last\n")
    os.chmod(base + "/bin/not-sound", 0o755)
    with open(base + "/bin/date", "w") as f:
        f.write("#!/bin/sh\necho 20260104T050000Z\n")
    made = subprocess.run([BACKUP, base + "/bin/not-sound", base + "/conf", base + "/copies", "1"],
                          env=dict(os.environ, PATH=base + "/bin:" + os.environ["PATH"]))
    report.check(group, made.returncode == 1, "status %d" % made.returncode)
    report.check(group, sorted(os.listdir(base + "/copies")) ==
                 ["20260102T050000Z", "20260103T050000Z", "20260104T050000Z.damaged"],
                 str(os.listdir(base + "/copies")))


def benchmarks(report, base):
    """`make bench` names the package that is missing before it compiles anything."""
    compiler = os.path.join(base, "gcc")
    with open(compiler, "w") as f:  # a compiler without cmocka
        f.write('#!/bin/sh\ncase "$*" in *cmocka.h*) exit 1 ;; esac\nexec gcc "$@"\n')
    os.chmod(compiler, 0o755)
    made = subprocess.run(["make", "-C", ROOT, "-n", "bench", "GCC=" + compiler], capture_output=True, text=True)
    report.check("benchmarks", made.returncode == 2 and "libcmocka-dev" in made.stderr, "%s: %s" % (made.returncode, made.stderr))
    made = subprocess.run(["make", "-C", ROOT, "-n", "bench"], capture_output=True, text=True)
    report.check("benchmarks", made.returncode == 0, made.stderr)


async def main(report: Report):
    with tempfile.TemporaryDirectory(prefix="gammond-test-") as base:
        installed(report, base)
    with tempfile.TemporaryDirectory(prefix="gammond-test-") as base:
        backups(report, base)
        benchmarks(report, base)
    banned(report)


if __name__ == "__main__":
    run(main, 120)
