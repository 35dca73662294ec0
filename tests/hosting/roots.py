#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Follows HOSTING.md in bare Debian systems, from nothing to a match over TLS through haproxy, a page behind nginx,
a restored backup and PostgreSQL. Needs root, debootstrap, and a mirror; each release takes several minutes and 3 GB in TMPDIR.

    roots.py [RELEASE...]       bookworm and trixie

A root has no init: the stand-in tests/hosting/systemctl starts the units' programs, and timers and socket units are only
enabled.  A root has a network of its own, except for apt, so that its firewall and ports do not affect this machine.  certbot is
replaced by a script that makes its own certificate, because no authority can reach the root."""

import hashlib
import os
import re
import shutil
import ssl
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tcp"))
import hosting
from fibs import Report, run

HERE = os.path.dirname(os.path.abspath(__file__))
RELEASES = ("bookworm", "trixie")
CONF = "/etc/gammond/gammond.conf"
CERT = "/etc/gammond/tls/cert.pem"
WORDS = {"HOST": "club.example", "NAME": "anna", "gammond_NEW.deb": "gammond_*.deb"}
# Commands that are not run: they need a match that does not replay, a journal, or services started by an
# init.
SKIP = re.compile(r" settle |^journalctl | doctor ")
CERTBOT = r"""#!/bin/bash
set -eu
[ "$1 $2 $3" = "certonly --standalone -d" ] && [ "$5" = --deploy-hook ]
export RENEWED_LINEAGE=/etc/letsencrypt/live/$4
mkdir -p -m 700 "$RENEWED_LINEAGE"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 90 -subj "/CN=$4" \
	-addext "subjectAltName=DNS:$4" -keyout "$RENEWED_LINEAGE/privkey.pem" -out "$RENEWED_LINEAGE/fullchain.pem" 2>/dev/null
bash -c "$6"
"""


class Failed(Exception):
    pass


class Root:
    """A system in a folder, with its own mounts, processes and network."""

    def __init__(self, release, report):
        self.release, self.report = release, report
        self.folder = tempfile.mkdtemp(prefix="gammond-root-%s-" % release)
        self.root = os.path.join(self.folder, "root")
        self.init = self.pid = None

    def make(self):
        p = subprocess.run(["debootstrap", "--include=sudo,iproute2,ca-certificates", self.release, self.root],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if p.returncode != 0:
            raise Failed("debootstrap %s: %s" % (self.release, "".join(p.stdout.splitlines(True)[-5:])))
        shutil.copy("/etc/resolv.conf", self.root + "/etc/resolv.conf")
        self.write("/etc/hosts", "127.0.0.1 localhost %s\n" % os.uname().nodename)
        self.write("/etc/apt/apt.conf.d/90test", 'APT::Get::Assume-Yes "true";\n' + apt_settings())
        self.write("/etc/apt/sources.list", "".join(
            "deb http://deb.debian.org/%s %s main\n" % x for x in (("debian", self.release), ("debian", self.release + "-updates"),
                                                                   ("debian-security", self.release + "-security"))))
        for place, file, text in (("systemctl", "systemctl", None), ("certbot", None, CERTBOT)):
            if file:
                with open(os.path.join(HERE, file), encoding="utf-8") as f:
                    text = f.read()
            self.write("/usr/local/sbin/" + place, text, 0o755)
        self.write("/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n", 0o755)  # packages must not start services
        names = subprocess.run(["git", "-C", hosting.TOP, "ls-files", "-co", "--exclude-standard"], stdout=subprocess.PIPE, check=True).stdout
        os.mkdir(self.root + "/source")
        subprocess.run("tar -C '%s' -c -T - | tar -x -C '%s/source'" % (hosting.TOP, self.root), shell=True, input=names, check=True)
        self.begin()

    def begin(self):
        """Starts process 1 of the root."""
        self.init = subprocess.Popen(
            ["unshare", "--mount", "--pid", "--net", "--fork", "--kill-child", "bash", "-c",
             'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && ip link set lo up && '
             # process 1 must wait for processes whose parents have ended
             'exec chroot "$0" bash -c "echo ready; while :; do sleep 60 & wait; done"', self.root], stdout=subprocess.PIPE)
        if self.init.stdout.readline() != b"ready\n":
            raise Failed("no namespaces: this needs root")
        with open("/proc/%d/task/%d/children" % (self.init.pid, self.init.pid), encoding="ascii") as f:
            self.pid = f.read().split()[0]

    def remove(self):
        if self.init:
            self.init.kill()
            self.init.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return self.root + name

    def write(self, name, text, mode=0o644):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)
        os.chmod(self.path(name), mode)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as f:
            return f.read()

    def enter(self, where, *command):
        return subprocess.run(["nsenter", "-t", self.pid] + where + list(command), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)

    def shell(self, line, must=True):
        """Runs a line in /source; apt uses this machine's network.  Returns its output."""
        where = ["-m", "-p"] + ([] if re.search(r"\bapt(-get)? ", line) else ["-n"])
        p = self.enter(where, "chroot", self.root, "/usr/bin/env", "-i", "HOME=/root", "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive",
                       "DEB_BUILD_OPTIONS=nocheck",  # the transcripts run in other stages
                       "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "bash", "-c", "cd /source && " + line)
        self.report.check(self.release, p.returncode == 0 or not must, "%s\nstatus %d: %s" % (line, p.returncode, p.stdout[-3000:]))
        if p.returncode != 0 and must:
            raise Failed("%s: %s" % (self.release, line))
        return p.stdout

    def visit(self, *words):
        p = self.enter(["-n"], sys.executable, "-B", os.path.join(HERE, "visit.py"), *words)
        self.report.check(self.release, p.returncode == 0, "%s: %s" % (" ".join(words), p.stdout[-3000:]))
        return p.stdout.strip()

    def set(self, text):
        self.write(CONF, hosting.settings(self.read(CONF), hosting.Step("", 0, "settings", "", text)))

    # ---- a step, and what must be true after it ----

    def follow(self, step):
        text = step.text
        for word, instead in self.words().items():
            text = text.replace(word, instead)
        if step.kind == "settings":
            self.write(CONF, hosting.settings(self.read(CONF), step._replace(text=text)))
        elif step.kind == "file":
            self.write(step.target, text)
        elif step.kind == "append":
            self.write(step.target, self.read(step.target) + "\n" + text)
        else:
            for line in text.splitlines():
                if SKIP.search(line):
                    continue
                print("%s: %s" % (self.release, line), flush=True)
                self.shell(line)

    def words(self):
        copies = self.path("/var/lib/gammond-backup")
        newest = max(os.listdir(copies), default="none") if os.path.isdir(copies) else "none"
        return dict(WORDS, TIME=newest)


def apt_settings():
    """Returns the setting for this machine's proxy, "" if it has none."""
    said = subprocess.run(["apt-config", "dump", "--format", "%f \"%v\";%n", "Acquire::http::Proxy"], stdout=subprocess.PIPE,
                          text=True, check=False).stdout
    return said


# ---- what the reader of HOSTING.md sees in between: (chapter, block) and what is done after it ----

def installed(r):
    r.shell("systemctl start gammond")  # where an init system runs, the package starts gammond
    r.visit("register", "anna", "4321")


def still_there(r):
    r.visit("login", "anna", "4321")


def firewalled(r):
    r.shell("nft flush ruleset && systemctl start nftables")  # like a boot
    rules = r.shell("nft list ruleset")
    r.report.check(r.release, "4321, 4322" in rules and "policy drop" in rules, rules)
    r.report.check(r.release, "enabled" in r.shell("systemctl is-enabled nftables"), "not at boot")


def first_certificate(r):
    for name in ("cert.pem", "key.pem"):
        r.shell("sudo -u gammond test -r /etc/gammond/tls/" + name)


def with_tls(r):
    r.visit("login", "anna", "4322", r.path(CERT))
    before = r.visit("certificate", "4322")
    r.shell("sudo certbot certonly --standalone -d club.example --deploy-hook /usr/libexec/gammond/certificate")  # like a renewal
    for _ in range(100):
        if r.visit("certificate", "4322") != before:
            break
    r.report.check(r.release, r.visit("certificate", "4322") != before, "a renewed certificate is not used")
    r.visit("login", "anna", "4322", r.path(CERT))


def sockets(r):
    r.shell("sudo systemctl disable gammond-clear.socket gammond-tls.socket")


def through_haproxy(r):
    r.set("[server]\nrequire_tls = login\n[limits]\nexempt = 127.0.0.1\n")
    r.shell("sudo systemctl restart gammond")
    r.visit("refused", "anna", "4321")
    r.visit("login", "anna", "4322", r.path(CERT))
    print("%s: %s" % (r.release, r.visit("match", "4322", r.path(CERT)).split("\n")[-1]), flush=True)
    r.set("[server]\nrequire_tls = no\n")
    r.shell("sudo systemctl restart gammond")


def page_here(r):
    r.visit("page", "8080")
    said = r.shell("stat -c '%a %U %G' /run/gammond /run/gammond/front")
    r.report.check(r.release, said == "2750 gammond gammonweb\n660 gammond gammonweb\n", said)
    said = r.shell("setpriv --reuid=www-data --regid=www-data --init-groups ls /run/gammond", must=False)
    r.report.check(r.release, "Permission denied" in said, "a stranger can reach the socket: " + said)


def with_nginx(r):
    r.shell("systemctl start nginx")  # where an init system runs, the package starts nginx


def page_for_all(r):
    print("%s: %s" % (r.release, r.visit("page", "443", r.path(CERT))), flush=True)


def renewed_for_page(r):
    pem = re.match("(?s).*?-----END CERTIFICATE-----\n", r.read(CERT)).group()
    for _ in range(100):
        if r.visit("certificate", "443") == hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest():
            break
    else:
        r.report.fail(r.release, "nginx has the old certificate")
    r.visit("page", "443", r.path(CERT))


def bans(r):
    r.visit("wrong", "anna", "4321")
    said = r.shell("fail2ban-regex /var/log/gammond.log gammond")
    r.report.check(r.release, re.search(r"Failregex: [1-9]", said), said)
    said = r.shell("fail2ban-client status")
    r.report.check(r.release, "gammond" in said, said)
    r.shell("fail2ban-client set gammond banip 203.0.113.9")
    rules = r.shell("nft list ruleset")
    r.report.check(r.release, "203.0.113.9" in rules and "policy drop" in rules, rules)


def backed_up(r):
    r.shell("systemctl start gammond-backup")


def postgresql(r):
    r.shell("sudo apt install postgresql")
    r.shell("pg_ctlcluster $(pg_lsclusters -h | awk '{ print $1, $2 }') start")


def with_postgresql(r):
    r.shell("sudo systemctl restart gammond")
    r.visit("register", "bert", "4321")
    r.visit("login", "bert", "4321")
    r.set("[store]\nengine = sqlite\nconninfo =\n")
    r.shell("sudo systemctl restart gammond")
    r.visit("login", "anna", "4321")


AFTER = {("Install", 1): installed, ("Install", 2): still_there, ("Open it", 5): firewalled, ("TLS", 1): first_certificate,
         ("TLS", 4): with_tls, ("Start by socket", 1): sockets, ("Front ends", 4): through_haproxy,
         ("The web page", 2): page_here, ("The web page", 6): page_for_all, ("The web page", 7): renewed_for_page, ("Password guessing", 3): bans,
         ("Backup", 1): backed_up, ("Backup", 3): still_there, ("PostgreSQL", 2): with_postgresql, ("Upgrade", 2): still_there}
BEFORE = {("PostgreSQL", 1): postgresql, ("The web page", 4): with_nginx}


def follow(release, report):
    r = Root(release, report)
    try:
        r.make()
        done = set()
        for step in hosting.steps():
            place = (step.chapter, step.number)
            BEFORE.get(place, lambda _: None)(r)
            r.follow(step)
            AFTER.get(place, lambda _: None)(r)
            done.add(place)
        report.check(release, done >= set(AFTER) | set(BEFORE), "HOSTING.md lacks %s" % sorted((set(AFTER) | set(BEFORE)) - done))
    except Failed as e:
        report.fail(release, str(e))
    finally:
        r.remove()


async def main(report: Report):
    for release in sys.argv[1:] or RELEASES:
        follow(release, report)


if __name__ == "__main__":
    run(main, 3600)
