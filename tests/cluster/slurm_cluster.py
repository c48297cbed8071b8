"""slurm_cluster -- a private Slurm cluster on this machine: munged, slurmctld and a few slurmd.

Everything is an ordinary process of ours below one temporary directory, on free ports, with a munge
key of its own; nothing of the system is read or changed, so it may run beside a real Slurm.  All
processes carry CBMC_MT_TEST_CLUSTER=<directory> in their environment, and whatever of them forked
away (Slurm's steps do) is found by it and killed at the end.

    with Cluster(nodes=3) as cluster:
        cluster.run(["sinfo"])          # commands see cluster.env
        cluster.kill_node("n2")         # slurmd, its steps and the jobs in them: kill -9
        cluster.start_node("n2")
"""

import atexit
import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time

PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol", "sinfo"]
MARK = "CBMC_MT_TEST_CLUSTER"
NODE = "CBMC_MT_TEST_NODE"
PRCTL = ctypes.CDLL(None).prctl


class Unavailable(Exception):
    """The daemons cannot run on this machine; the text says why."""


def find(program):
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    return shutil.which(program, path=path)


def missing_programs():
    return [p for p in PROGRAMS if not find(p)]


def free_ports(count):
    """Ports nobody listens on now.  Another process may take one before we do; start() retries."""
    sockets = [socket.socket() for _ in range(count)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


def marked_processes(mark, *any_of):
    """The processes whose environment at their start had MARK=<mark>, and one of any_of if given."""
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        try:
            with open(f"/proc/{name}/environ", "rb") as f:
                variables = f.read().decode(errors="replace").split("\0")
        except OSError:
            continue
        if f"{MARK}={mark}" in variables and (not any_of or set(any_of) & set(variables)):
            yield int(name)


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def die_with_parent():
    """For preexec_fn: even if the tests are killed, their daemons do not stay behind."""
    PRCTL(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def kill_all(mark, *any_of):
    """Kills until none is left: what is killed may have forked just before."""
    for _ in range(200):
        left = list(marked_processes(mark, *any_of))
        if not left:
            return
        for pid in left:
            kill(pid)
        time.sleep(0.02)


class Cluster:
    """Nodes n1..nN with `cpus` processors each, whatever the machine really has."""

    def __init__(self, nodes=3, cpus=2, memory=2000, settings=()):
        self.names = [f"n{i + 1}" for i in range(nodes)]
        self.cpus = cpus
        self.memory = memory
        self.settings = list(settings)
        self.processes = {}
        self.folder = None

    def __enter__(self):
        lacking = missing_programs()
        if lacking:
            raise Unavailable(f"not installed: {', '.join(lacking)} (scripts/install-deps --slurm)")
        for attempt in range(3):
            try:
                self.start()
                return self
            except Unavailable:
                self.stop()
                if attempt == 2:
                    raise
            except BaseException:
                self.stop()
                raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        atexit.register(self.stop)
        self.folder = tempfile.mkdtemp(prefix="slurm-")
        os.chmod(self.folder, 0o755)
        foreign = ("SLURM", "SBATCH_", "SQUEUE_", "SCANCEL_", "SINFO_")
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(foreign)}
        self.env.update({"SLURM_CONF": f"{self.folder}/slurm.conf", MARK: self.folder})
        for name in ["munge", "ctld", *self.names]:
            os.mkdir(f"{self.folder}/{name}", 0o755)
        self.write_config()
        self.start_munge()
        self.start_controller()
        for name in self.names:
            self.start_node(name)
        self.wait_idle(20)

    def write_config(self):
        key = os.open(f"{self.folder}/munge/key", os.O_WRONLY | os.O_CREAT, 0o600)
        os.write(key, os.urandom(128))
        os.close(key)
        ports = free_ports(1 + len(self.names))
        user = pwd.getpwuid(os.getuid()).pw_name
        host = socket.gethostname().partition(".")[0]
        lines = [
            "ClusterName=private",
            f"SlurmctldHost={host}(127.0.0.1)",
            f"SlurmctldPort={ports[0]}",
            f"SlurmUser={user}",
            f"SlurmdUser={user}",
            "AuthType=auth/munge",
            "CryptoType=crypto/munge",
            f"AuthInfo=socket={self.folder}/munge/socket",
            f"StateSaveLocation={self.folder}/ctld",
            f"SlurmctldPidFile={self.folder}/ctld/pid",
            f"SlurmctldLogFile={self.folder}/ctld/log",
            f"SlurmdSpoolDir={self.folder}/%n",
            f"SlurmdPidFile={self.folder}/%n/pid",
            f"SlurmdLogFile={self.folder}/%n/log",
            "ProctrackType=proctrack/linuxproc",
            "TaskPlugin=task/none",
            "SelectType=select/cons_tres",
            "SelectTypeParameters=CR_Core_Memory",
            "SchedulerType=sched/backfill",
            "SchedulerParameters=sched_interval=1,batch_sched_delay=0,bf_interval=1",
            "MpiDefault=none",
            "SwitchType=switch/none",
            "JobAcctGatherType=jobacct_gather/none",
            "AccountingStorageType=accounting_storage/none",
            "JobCompType=jobcomp/none",
            "ReturnToService=2",
            "JobRequeue=1",
            # A dead node is noticed in seconds instead of minutes.
            "SlurmdTimeout=2",
            "MessageTimeout=2",
            "BatchStartTimeout=2",
            "KillWait=2",
            "MinJobAge=20",
            "InactiveLimit=0",
            # Slurm trusts these numbers instead of looking at the machine.
            "SlurmdParameters=config_overrides",
            *self.settings,
        ]
        for name, port in zip(self.names, ports[1:]):
            lines.append(
                f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port}"
                f" CPUs={self.cpus} RealMemory={self.memory} State=UNKNOWN"
            )
        lines.append(f"PartitionName=all Nodes={','.join(self.names)} Default=YES MaxTime=INFINITE State=UP")
        with open(f"{self.folder}/slurm.conf", "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")
        # No control groups are used; without this slurmd would look for them, and end if there are none.
        with open(f"{self.folder}/cgroup.conf", "w", encoding="utf-8") as f:
            f.write("CgroupPlugin=cgroup/v1\n")

    def daemon(self, name, command, **variables):
        log = open(f"{self.folder}/{name}.out", "ab")
        self.processes[name] = subprocess.Popen(
            [find(command[0]), *command[1:]],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=dict(self.env, **variables),
            cwd=self.folder,
            start_new_session=True,
            preexec_fn=die_with_parent,
        )
        log.close()

    def start_munge(self):
        munge = f"{self.folder}/munge"
        options = [f"--key-file={munge}/key", f"--socket={munge}/socket", f"--pid-file={munge}/pid"]
        options += [f"--seed-file={munge}/seed", f"--log-file={munge}/log"]
        self.daemon("munged", ["munged", "--foreground", "--force", *options])
        self.wait_for(lambda: os.path.exists(f"{munge}/socket"), 10, "munged does not start")

    def start_controller(self):
        self.daemon("slurmctld", ["slurmctld", "-D", "-i"])

    def stop_controller(self):
        """As for an upgrade.  Killed, it would forget jobs, and drain nodes that still have them."""
        slurmctld = self.processes.pop("slurmctld")
        slurmctld.terminate()
        slurmctld.wait(20)

    def start_node(self, name):
        self.daemon(name, ["slurmd", "-D", "-N", name], **{NODE: name})

    def kill_node(self, name):
        """Kills slurmd of the node, its steps and the jobs in them, as if somebody pulled the plug."""
        slurmd = self.processes.pop(name)
        kill(slurmd.pid)
        slurmd.wait()
        kill_all(self.folder, f"{NODE}={name}", f"SLURMD_NODENAME={name}")

    def run(self, command, **options):
        return subprocess.run(
            [find(command[0]) or command[0], *command[1:]],
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            **options,
        )

    def states(self):
        """Node name -> state as sinfo says it, a star at its end if the node does not answer."""
        out = self.run(["sinfo", "-h", "-N", "-o", "%N %t"])
        if out.returncode:
            return {}
        return dict(line.split() for line in out.stdout.splitlines() if len(line.split()) == 2)

    def wait_idle(self, seconds):
        def idle():
            states = self.states()
            return len(states) == len(self.names) and set(states.values()) == {"idle"}

        self.wait_for(idle, seconds, "the nodes do not become idle")

    def wait_for(self, condition, seconds, text):
        end = time.monotonic() + seconds
        while not condition():
            for name, process in self.processes.items():
                if process.poll() is not None:
                    raise Unavailable(f"{name} ends with {process.returncode}: {self.last_words(name)}")
            if time.monotonic() > end:
                raise Unavailable(f"{text} within {seconds} s: {self.last_words('slurmctld')}")
            time.sleep(0.1)

    def last_words(self, name):
        text = ""
        for file in f"{self.folder}/{name}.out", f"{self.folder}/{name}/log", f"{self.folder}/ctld/log":
            try:
                with open(file, encoding="utf-8", errors="replace") as f:
                    text = text or " / ".join(f.read().splitlines()[-3:])
            except OSError:
                continue
        return text or "no message"

    def diagnosis(self):
        """What Slurm has to say, for messages."""
        with open(f"{self.folder}/ctld/log", encoding="utf-8", errors="replace") as f:
            return self.run(["sinfo", "-N"]).stdout + self.run(["squeue", "-r"]).stdout + f.read()

    def stop(self):
        """Ends every process of the cluster, also the ones that forked away, and removes its files."""
        if self.folder is None:
            return
        for process in reversed(self.processes.values()):
            process.terminate()
        for process in self.processes.values():
            try:
                process.wait(2)
            except subprocess.TimeoutExpired:
                kill(process.pid)
                process.wait()
        self.processes.clear()
        kill_all(self.folder)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder = None

