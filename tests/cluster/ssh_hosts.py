"""ssh_hosts -- a private sshd on loopback addresses: several hosts to log in to on one machine.

Keys, configuration and logs are in one temporary directory; ~/.ssh is neither read nor written.

    with Hosts() as hosts:
        hosts.up      # names that answer
        hosts.dead    # nobody listens there
        hosts.mute    # accepts connections, and never says a word
        hosts.ssh     # the command that logs in: ssh -F ...
"""

import atexit
import getpass
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from slurm_cluster import MARK, Unavailable, die_with_parent, find, free_ports, kill_all

PRIVILEGES = "/run/sshd"
UP = {"one": "127.0.0.1", "two": "127.0.0.2"}


def missing_programs():
    return [p for p in ("sshd", "ssh", "ssh-keygen", "parallel") if not find(p)]


class Hosts:
    def __init__(self):
        self.up = list(UP)
        self.dead = "dead"
        self.mute = "mute"
        self.folder = None
        self.sshd = None
        self.made_folder = False

    def __enter__(self):
        lacking = missing_programs()
        if lacking:
            raise Unavailable(f"not installed: {', '.join(lacking)} (scripts/install-deps --slurm)")
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        atexit.register(self.stop)
        self.folder = tempfile.mkdtemp(prefix="sshd-")
        self.ssh = f"ssh -o ConnectTimeout=3 -F {self.folder}/ssh_config"
        self.env = dict(os.environ, **{MARK: self.folder})
        self.silence = socket.create_server(("127.0.0.1", 0))
        if os.getuid() == 0 and not os.path.isdir(PRIVILEGES):
            os.mkdir(PRIVILEGES, 0o755)
            self.made_folder = True
        for key in "host", "user":
            subprocess.run(
                [find("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", f"{self.folder}/{key}"],
                check=True,
            )
        port, dead = free_ports(2)
        self.write_configs(port, dead)
        with open(f"{self.folder}/log", "ab") as log:
            self.sshd = subprocess.Popen(
                [find("sshd"), "-D", "-e", "-f", f"{self.folder}/sshd_config"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self.env,
                start_new_session=True,
                preexec_fn=die_with_parent,
            )
        self.wait_up()

    def write_configs(self, port, dead):
        with open(f"{self.folder}/sshd_config", "w", encoding="utf-8") as f:
            f.write(f"Port {port}\n")
            f.writelines(f"ListenAddress {address}\n" for address in UP.values())
            f.write(f"HostKey {self.folder}/host\nPidFile none\nAuthorizedKeysFile {self.folder}/user.pub\n")
            f.write("StrictModes no\nUsePAM no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n")
            f.write(f"PermitRootLogin prohibit-password\nAllowUsers {getpass.getuser()}\n")
            # parallel opens many connections at once, which sshd would refuse at random beyond ten.
            f.write(f"MaxStartups 100\nMaxSessions 100\nSetEnv {MARK}={self.folder}\n")
        with open(f"{self.folder}/ssh_config", "w", encoding="utf-8") as f:
            for name, address in UP.items():
                f.write(f"Host {name}\n  HostName {address}\n  Port {port}\n")
            f.write(f"Host {self.dead}\n  HostName 127.0.0.3\n  Port {dead}\n")
            f.write(f"Host {self.mute}\n  HostName 127.0.0.1\n  Port {self.silence.getsockname()[1]}\n")
            f.write(f"Host *\n  IdentityFile {self.folder}/user\n  IdentitiesOnly yes\n  BatchMode yes\n")
            f.write("  StrictHostKeyChecking no\n  LogLevel ERROR\n")
            f.write(f"  UserKnownHostsFile {self.folder}/known_hosts\n  GlobalKnownHostsFile /dev/null\n")

    def wait_up(self):
        end = time.monotonic() + 10
        for name in self.up:
            while True:
                said = subprocess.run(
                    [*self.ssh.split(), name, "echo", "here"], stdin=subprocess.DEVNULL, capture_output=True, text=True
                )
                if said.stdout == "here\n":
                    break
                if self.sshd.poll() is not None or time.monotonic() > end:
                    with open(f"{self.folder}/log", encoding="utf-8", errors="replace") as f:
                        words = " / ".join((f.read() + said.stderr).splitlines()[-3:])
                    raise Unavailable(f"cannot log in through a private sshd: {words}")
                time.sleep(0.1)

    def drop_sessions(self):
        """Kills what serves the connections, not the sshd that takes new ones."""
        for name in os.listdir("/proc"):
            try:
                with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as f:
                    if name.isdigit() and int(f.read().rpartition(")")[2].split()[1]) == self.sshd.pid:
                        os.kill(int(name), signal.SIGKILL)
            except (OSError, ValueError, IndexError):
                continue

    def stop(self):
        if self.folder is None:
            return
        if self.sshd:
            self.sshd.terminate()
            self.sshd.wait()
        kill_all(self.folder)
        self.silence.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        if self.made_folder:
            os.rmdir(PRIVILEGES)
        self.folder = None
