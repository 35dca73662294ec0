#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain
"""`make install`: the units refer to files that exist, an existing configuration is kept, and the server starts
with it. scripts/backup keeps the configured number of copies, marks faulty ones, and leaves nothing of failed
ones. `make bench` names what it lacks."""
import os
import re
import shutil
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
                 ["gammond-backup.service", "gammond-backup.timer", "gammond-clear.socket", "gammond-doctor.service", "gammond-doctor.timer", "gammond-gnubg.service",
                  "gammond-tls.socket", "gammond.service", "gammonweb.service"], str(os.listdir(units)))
    for unit in os.listdir(units):
        text = open(units + unit).read()
        report.check(group, re.search(r"@[A-Z]+@", text) is None, unit)
        for path in re.findall(r"(?<=[= ])/(?:usr|etc)/\S+", text):
            report.check(group, os.path.exists(root + path) or path == "/usr/games/gnubg",
                         "%s names %s" % (unit, path))
    page(report, root, units)
    packaged(report, root)
    calls = re.findall(r"^SystemCallFilter=(.*)$", open(units + "gammond.service").read(), re.M)
    report.check(group, "setpriority" in calls[-1].split(), "threads could not give way: %s" % calls)
    doctor = open(units + "gammond-doctor.service").read()
    report.check(group, "PrivateNetwork" not in doctor, "the doctor could not reach PostgreSQL on another machine")
    table = open(os.path.join(ROOT, "server", "os", "events.def"), encoding="ascii").read()
    manual = open(root + "/usr/share/man/man7/gammond-events.7").read()
    report.check(group, re.findall(r"^EVENT\((\w+)", table, re.M) == re.findall(r"^\.TP\n\.BR (\w+)", manual, re.M), manual)
    for name in ("HOSTING.md", "CHANGELOG.md", "examples/gammond.json", "examples/gammond.yml"):
        report.check(group, os.path.isfile(root + "/usr/share/doc/gammond/" + name), name)
    checked = subprocess.run([root + "/usr/sbin/gammond", "-n", "-c", conf], capture_output=True, text=True)
    report.check(group, checked.returncode == 0, checked.stderr)
    with open(conf, "a") as f:
        f.write("# ours\n")
    install(root)
    report.check(group, open(conf).read().endswith("# ours\n"), "the configuration was replaced")


def page(report, root, units):
    """gammonweb runs as a separate user, whose group may open the server's socket, and has no more rights than the server."""
    group = "install gammonweb"
    users = re.findall(r"^u (\w+) ", open(root + "/usr/lib/sysusers.d/gammond.conf").read(), re.M)
    folder = re.search(r"^d (\S+) (\d+) (\w+) (\w+)$", open(root + "/usr/lib/tmpfiles.d/gammond.conf").read(), re.M).groups()
    report.check(group, users == ["gammond", "gammonweb"] and folder == ("/run/gammond", "2750", "gammond", "gammonweb"),
                 "%s %s" % (users, folder))
    texts = {unit: open(units + unit + ".service").read() for unit in ("gammond", "gammonweb")}
    report.check(group, "\nUser=gammonweb\n" in texts["gammonweb"] and "\nReadWritePaths=-/run/gammond\n" in texts["gammond"] and
                 "RuntimeDirectory=" not in texts["gammond"], "units")
    hardened = {unit: set(re.findall(r"^((?:Protect|Private|Restrict|Lock|Memory|Remove|Capab|NoNew|Proc|SystemCall)\w*=.*)$", text, re.M))
                for unit, text in texts.items()}
    report.check(group, hardened["gammond"] - hardened["gammonweb"] == {"SystemCallFilter=setpriority"}, hardened)
    for unit in texts if shutil.which("systemd-analyze") else ():
        rated = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=20", units + unit + ".service"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        report.check(group, rated.returncode == 0, rated.stdout[-300:])
    said = subprocess.run([root + "/usr/sbin/gammonweb", "-c", root + "/etc/gammond/gammond.conf"], capture_output=True, text=True)
    report.check(group, said.returncode == 2 and "front_socket" in said.stderr, said.stderr)


def packaged(report, root):
    """Units that the package does not start survive an upgrade of the package, and are stopped when the package is
    removed."""
    group = "units of the package"
    rules = open(os.path.join(ROOT, "debian", "rules"), encoding="ascii").read()
    units = sorted(os.listdir(root + "/usr/lib/systemd/system"))
    own = re.findall(r"^\tdh_installsystemd -pgammond --name=(\S+) --no-enable --no-start (--restart-after|--no-stop-on)-upgrade$", rules, re.M)
    report.check(group, len(own) == len(re.findall(r"^\t.*--no-start", rules, re.M)), "an upgrade would stop some: %s" % own)
    report.check(group, {name for name, _ in own} | {"gammond"} == {unit.rsplit(".", 1)[0] for unit in units}, "%s %s" % (own, units))
    prerm = open(os.path.join(ROOT, "debian", "gammond.prerm"), encoding="ascii").read()
    started = {unit for unit in units if unit.rsplit(".", 1)[0] in dict(own) and not re.match(r"gammond-(backup|doctor)\.service", unit)}
    stopped = re.search(r"invoke stop ((?:.|\\\n)*?) \|\|", prerm).group(1).replace("\\\n", " ").split()
    report.check(group, set(stopped) == started, "%s %s" % (stopped, started))
    for unit in units:
        report.check(group, "/%s " % unit in rules, unit)


def banned(report):
    """Checks the fail2ban filter: it finds the address after the event, never one that a user has typed."""
    text = open(os.path.join(ROOT, "conf", "fail2ban", "gammond.conf"), encoding="ascii").read()
    expression = re.search(r"^failregex = (.*)$", text, re.M).group(1).replace("<HOST>", r"(\S+)")
    for line, address in (
            (" level=info event=login_failed name=- address=192.0.2.7", "192.0.2.7"),
            ("club gammond[31]: 2026-11-22T16:00:01.123Z level=info event=guessing limit=account name=\"anna\" "
             "address=2001:db8::7", "2001:db8::7"),
            (" level=info event=login_failed suppressed=12 name=\"anna\" address=192.0.2.8", "192.0.2.8"),
            (r' level=info event=guessing limit=account name="a\" address=192.0.2.9 b=\"" address=192.0.2.8', "192.0.2.8"),
            (" level=info event=closed conn=1 reason=login_lines", None),
            (" level=info event=closed name=\"club gammond[31]: level=info event=login_failed name=- address=192.0.2.9\"",
             None),
            (" level=info event=login_failed name=\"x\" address=192.0.2.9\" address=192.0.2.8", None)):
        found = re.search(expression, line)
        report.check("fail2ban", (found and found.group(1)) == address, "%s: %s" % (line, found))


def start_backup(base, day, keep, gammond=GAMMOND):
    # a stand-in for `date`, because copies are named after the second in which they are made
    with open(base + "/bin/date", "w") as f:
        f.write("#!/bin/sh\necho 202601%02dT050000Z\n" % day)
    os.chmod(base + "/bin/date", 0o755)
    return subprocess.Popen([BACKUP, gammond, base + "/conf", base + "/copies", str(keep)], text=True,
                            env=dict(os.environ, PATH=base + "/bin:" + os.environ["PATH"]), stderr=subprocess.PIPE)


def backup(base, day, keep, gammond=GAMMOND):
    made = start_backup(base, day, keep, gammond)
    err = made.communicate()[1]
    return made.returncode, err


def copies_are(report, base, *names):
    got = sorted(os.listdir(base + "/copies"))
    report.check("backup", got == sorted("202601%sT050000Z%s" % (x[:2], x[2:]) for x in names), "%s: %s" % (names, got))


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
        for day in range(1, 4):
            status, err = backup(base, day, 2)
            report.check(group, status == 0, err)
        copies_are(report, base, "02", "03")
    finally:
        server.terminate()
        server.communicate()
    faulty(report, base)
    interrupted(report, base)


def fake(base, line):
    """Writes a stand-in for gammond that creates the folder of the copy and then runs the line.  Returns its path."""
    with open(base + "/bin/fake", "w") as f:
        f.write("#!/bin/sh\nfor word; do last=$word; done\nmkdir $last\n%s\n" % line)
    os.chmod(base + "/bin/fake", 0o755)
    return base + "/bin/fake"


def faulty(report, base):
    """Faulty copies are rotated too, but the last sound one stays; a failed backup leaves nothing."""
    for day in range(4, 7):
        status, err = backup(base, day, 2, fake(base, "exit 4"))
        report.check("backup", status == 0 and "%02dT050000Z.faulty is kept" % day in err, "%s %s" % (status, err))
    copies_are(report, base, "03", "05.faulty", "06.faulty")
    status, err = backup(base, 7, 2, fake(base, "exit 1"))
    report.check("backup", status == 1, "status %s" % status)
    copies_are(report, base, "03", "05.faulty", "06.faulty")
    status, err = backup(base, 8, 2, fake(base, "exit 0"))
    report.check("backup", status == 0, err)
    copies_are(report, base, "06.faulty", "08")


def interrupted(report, base):
    """A backup that is stopped leaves nothing.  The next backup removes what a killed backup has left.  Only one
    backup runs at a time."""
    os.mkfifo(base + "/gate")
    wait = "cat %s/gate" % base
    made = start_backup(base, 9, 2, fake(base, wait))
    gate = open(base + "/gate", "w")  # blocks until the copy is being made
    status, err = backup(base, 10, 2, fake(base, "exit 0"))
    report.check("backup", status == 1 and "another backup" in err, "%s %s" % (status, err))
    made.terminate()
    gate.close()
    made.communicate()
    report.check("backup", made.returncode == 1, "status %s" % made.returncode)
    copies_are(report, base, "06.faulty", "08")
    os.mkdir(base + "/copies/.20251231T050000Z")
    status, err = backup(base, 11, 2, fake(base, "exit 0"))
    report.check("backup", status == 0, err)
    copies_are(report, base, "08", "11")
    if os.geteuid() == 0:
        os.chown(base + "/copies", 1, 1)
        status, err = backup(base, 12, 2, fake(base, "touch $last/gammond.db"))
        copy = base + "/copies/20260112T050000Z"
        report.check("backup", {os.stat(x).st_uid for x in (copy, copy + "/gammond.db")} == {1}, "root owns the copy")
        linked(report, base)


def linked(report, base):
    """If the folder's owner replaces the new copy with a link, root must not change the owner of the link's target."""
    other = base + "/root's"
    os.mkdir(other)
    with open(base + "/bin/mkdir", "w") as f:
        f.write('#!/bin/sh\n[ "$1" != -m ] || exec ln -s "%s" "$3"\nexec /bin/mkdir "$@"\n' % other)
    os.chmod(base + "/bin/mkdir", 0o755)
    status, _ = backup(base, 13, 2, fake(base, "exit 1"))
    report.check("backup", status == 1 and os.stat(other).st_uid == 0, "status %s, owner %s" % (status, os.stat(other).st_uid))
    os.remove(base + "/bin/mkdir")


def benchmarks(report, base):
    """`make bench` names the package that is missing before it compiles anything."""
    compiler = os.path.join(base, "gcc")
    with open(compiler, "w") as f:  # stands in for a compiler that does not find cmocka
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
