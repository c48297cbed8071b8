"""GNU parallel: runs are its jobs, on hosts reached by ssh and on this machine."""

import concurrent.futures
import os
import platform
import shlex
import signal
import subprocess
import time

from batch import BatchError
from batch.engines.spooled import SpooledEngine, program

# A host that is switched off must not hold up the others, and nobody is there to type a password.
SSH_OPTIONS = ["-o", "BatchMode=yes", "-o", "ConnectTimeout=10",
               "-o", "ServerAliveInterval=10", "-o", "ServerAliveCountMax=3"]
ENDING = 5.0  # seconds that parallel may take to end its jobs
HERE = ":"  # what parallel calls this machine


class Engine(SpooledEngine):
    name = "parallel"

    @staticmethod
    def add_arguments(group):
        group.add_argument("--hosts", metavar="[N/]HOST,...", default="",
                           help="N runs at a time on a host (default: as many as it has processors for); "
                           "':' is this machine without ssh")
        group.add_argument("--sshloginfile", metavar="FILE",
                           help="the same, one per line, as GNU parallel has it")
        group.add_argument("--ssh", metavar="COMMAND", default="ssh", help="default: ssh")

    def __init__(self, plan, options):
        if not is_gnu_parallel():
            raise BatchError("engine parallel: GNU parallel is not installed")
        super().__init__(plan, options)
        try:
            self.ssh = shlex.split(options.ssh) + SSH_OPTIONS
        except ValueError as e:
            raise BatchError(f"--ssh: {e}") from e
        self.hosts = hosts_of(options)
        self.capacity = 0

    def describe(self):
        return {"hosts": [host for _, host in self.hosts]}

    def most_elements(self):
        return 1 << 20

    def slots(self):
        return max(1, self.capacity)

    def submit(self, submission):
        logins = self.logins()
        hosts = self.spool.path(f"hosts-{submission.number}")
        with open(hosts, "w", encoding="utf-8") as f:
            f.writelines(f"{line}\n" for line in logins)
        numbers = self.spool.path(f"elements-{submission.number}")
        with open(numbers, "w", encoding="utf-8") as f:
            f.writelines(f"{i}\n" for i in range(submission.elements()))
        command = ["parallel", "--plain", "--will-cite", "--tag", "--line-buffer", "--sshloginfile", hosts,
                   "--ssh", shlex.join(self.ssh), "--retries", str(self.most),
                   "--joblog", self.spool.path("log", f"jobs-{submission.number}"),
                   "-a", numbers, self.worker(submission, "{}")]
        with open(self.log_of(submission.number), "ab") as log:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                       start_new_session=True)
        return {"pid": process.pid, "start": start_of(process.pid), "host": platform.node()}

    def log_of(self, number):
        return self.spool.path("log", f"parallel-{number}")

    def last_words(self, number, element):
        try:
            with open(self.log_of(number), encoding="utf-8", errors="replace") as f:
                lines = f.read().strip().splitlines()
        except OSError:
            return ""
        own = [line.partition("\t")[2] for line in lines if line.startswith(f"{element}\t")]
        return (own or lines or [""])[-1][:200]

    def logins(self):
        """The hosts that can be used, with how many runs each takes; says why the others cannot."""
        with concurrent.futures.ThreadPoolExecutor(32) as pool:
            found = list(pool.map(self.probe, self.hosts))
        usable = []
        for (count, host), (processors, problem) in zip(self.hosts, found):
            if problem:
                self.say(f"host {host} is left out: {problem}")
                continue
            count = count or max(1, processors // max(1, self.plan.limits.cores))
            usable.append((count, host))
        if not usable:
            raise BatchError("no host can be used")
        self.capacity = sum(count for count, _ in usable)
        return [f"{count}/{host}" for count, host in usable]

    def probe(self, entry):
        """(processors, None), or (0, what is wrong with the host)."""
        _, host = entry
        checks = [(f"test -r {shlex.quote(path)}", f"does not see {path}")
                  for path in (self.spool.path("state.json"), program())]
        checks += [(f"test -x {shlex.quote(v.path)}", f"does not see {v.path}") for v in self.plan.verifiers.values()]
        checks += [("python3 -c 'import tomllib' 2>/dev/null", "has no Python 3.11 or later")]
        script = "".join(f"{test} || {{ echo {shlex.quote(problem)}; exit 1; }}; " for test, problem in checks) + "nproc"
        words = ["sh", "-c", script] if host == HERE else [*self.login_words(host), script]
        try:
            done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  errors="replace", timeout=30)
        except (OSError, subprocess.TimeoutExpired) as e:
            return 0, str(e)
        said = done.stdout.strip().splitlines()
        if done.returncode == 0 and said and said[-1].isdigit():
            return int(said[-1]), None
        return 0, (said or done.stderr.strip().splitlines() or ["no answer"])[-1]

    def login_words(self, host):
        """parallel takes 'ssh -p 22 host' for a host, too."""
        words = host.split()
        return [*words[:-1], *SSH_OPTIONS, words[-1]] if len(words) > 1 else [*self.ssh, host]

    def active(self):
        alive = {s.number for s in self.spool.submissions if is_alive(s.handle)}
        self.note(f"at most {self.capacity} running" if self.capacity else "")
        return {at for at in self.open if at[0] in alive}

    @staticmethod
    def alive(submissions):
        return any(is_alive(s.handle) for s in submissions)

    @staticmethod
    def stop(submissions):
        """Workers on other hosts end when they see that the spool is cancelled or gone."""
        for submission in submissions:
            end = time.monotonic() + ENDING
            while is_alive(submission.handle):
                late = time.monotonic() > end
                try:
                    os.killpg(submission.handle["pid"], signal.SIGKILL if late else signal.SIGTERM)
                except ProcessLookupError:
                    break
                time.sleep(0.2)


def is_gnu_parallel():
    """moreutils has a program of that name, too."""
    try:
        done = subprocess.run(["parallel", "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace")
    except OSError:
        return False
    return "GNU parallel" in done.stdout


def hosts_of(options):
    """[(runs at a time or 0, host)] from the options; this machine if they name none."""
    entries = [e.strip() for e in options.hosts.split(",")]
    if options.sshloginfile:
        try:
            with open(options.sshloginfile, encoding="utf-8") as f:
                entries += [line.strip() for line in f if not line.startswith("#")]
        except OSError as e:
            raise BatchError(f"{options.sshloginfile}: {e.strerror}") from e
    hosts = []
    for entry in entries:
        count, slash, host = entry.partition("/")
        if slash and not (count.isdigit() and int(count) and host):
            raise BatchError(f"--hosts: not a host: {entry}")
        if entry:
            hosts.append((int(count), host) if slash else (0, entry))
    return hosts or [(options.jobs, HERE)]


def start_of(pid):
    """When a process started, in ticks: with its id it is unique; None: there is none."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as f:
            fields = f.read().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else int(fields[19])


def is_alive(handle):
    if handle is None:
        return False
    if handle["host"] != platform.node():
        raise BatchError(f"parallel was started on {handle['host']}; only there one can go on with it")
    try:
        os.waitpid(handle["pid"], os.WNOHANG)
    except ChildProcessError:
        pass  # the child of an earlier process
    start = start_of(handle["pid"])
    return start is not None and start == handle["start"]
