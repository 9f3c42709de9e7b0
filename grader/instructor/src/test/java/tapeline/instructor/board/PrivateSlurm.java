package tapeline.instructor.board;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tapeline.data.Datasets;
import tapeline.grader.course.WholeFolder;

/// A Slurm cluster on this machine: munged, slurmctld and a slurmd for each node, which has a host
/// name of its own, on loopback and in a folder that is gone afterwards. It needs root, and
/// Debian's packages slurm-wlm and munge.
public final class PrivateSlurm implements AutoCloseable {
  private final Path folder;
  private final List<Process> daemons = new ArrayList<>();
  private final Map<Integer, Process> nodes = new HashMap<>();

  private PrivateSlurm(Path folder) {
    this.folder = folder;
  }

  public static PrivateSlurm start(int nodes) throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("tapeline-slurm");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    var slurm = new PrivateSlurm(folder);
    var munge = Files.createDirectory(folder.resolve("munge"));
    slurm.run("chown", "munge:munge", munge.toString());
    slurm.asMunge("mungekey", "-c", "-k", munge.resolve("key").toString()).waitFor();
    slurm.daemons.add(
        slurm.asMunge(
            "munged",
            "-F",
            "--socket=" + munge.resolve("socket"),
            "--key-file=" + munge.resolve("key"),
            "--pid-file=" + munge.resolve("pid"),
            "--log-file=" + munge.resolve("log"),
            "--seed-file=" + munge.resolve("seed")));
    Files.createDirectory(folder.resolve("state"));
    Files.writeString(slurm.configuration(), slurm.text(munge.resolve("socket"), nodes));
    slurm.daemons.add(slurm.process("slurmctld.log", List.of("slurmctld", "-D")).start());
    for (int i = 1; i <= nodes; i++) {
      slurm.startNode(i);
    }
    for (int i = 0; !slurm.areIdle("node-[1-%d]".formatted(nodes)); i++) {
      if (i == 1200) {
        throw new IOException("the cluster is not idle after 120 s; its logs are in " + folder);
      }
      Thread.sleep(100);
    }
    return slurm;
  }

  private void startNode(int number) throws IOException {
    var script = "hostname node-%d && exec slurmd -D".formatted(number);
    var command = List.of("unshare", "--uts", "sh", "-c", script);
    var node = process("node-%d.log".formatted(number), command).start();
    nodes.put(number, node);
    daemons.add(node);
  }

  /// Kills all that has the host name of a node, as when its power goes.
  public void killNode(int number) throws InterruptedException {
    var killed = requireNonNull(nodes.remove(number));
    var world = link(killed.toHandle(), "ns/uts");
    ProcessHandle.allProcesses()
        .filter(p -> world != null && world.equals(link(p, "ns/uts")))
        .forEach(ProcessHandle::destroyForcibly);
    killed.waitFor();
    daemons.remove(killed);
  }

  /// Brings a node back and begins the task that it had, of the first job, again: soon instead of
  /// after Slurm's two minutes, but in a later second than the node is told to end what is left of
  /// the task, as that revokes all starts up to its second.
  public void restartNode(int number) throws IOException, InterruptedException {
    startNode(number);
    var task = "1_" + number;
    while (!Files.readString(run("scontrol", "show", "job", task)).contains("Restarts=1")
        || !areIdle("node-" + number)) {
      Thread.sleep(100);
    }
    run("scontrol", "update", "JobId=" + task, "StartTime=now+2");
  }

  /// Submits a script of the course from a folder in which `./tapeline` is this command.
  public void submit(Path from, List<String> tapeline, String script, String... words)
      throws IOException, InterruptedException {
    var launcher = from.resolve("tapeline");
    Files.writeString(
        launcher, "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(String.join("' '", tapeline)));
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    var file = Datasets.folder().resolveSibling("grader/instructor/slurm").resolve(script);
    var command = new ArrayList<>(List.of("sbatch", "--array=1-" + nodes.size()));
    command.add(file.toAbsolutePath().normalize().toString());
    command.addAll(List.of(words));
    var process = process("sbatch.log", command).directory(from.toFile()).start();
    if (process.waitFor() != 0) {
      throw new IOException(Files.readString(folder.resolve("sbatch.log")));
    }
  }

  /// Waits until no task waits or runs.
  public void awaitEnd() throws IOException, InterruptedException {
    while (!Files.readString(run("squeue", "-h")).isBlank()) {
      Thread.sleep(200);
    }
  }

  /// For the environment variable SLURM_CONF.
  public Path configuration() {
    return folder.resolve("slurm.conf");
  }

  private String text(Path socket, int nodes) throws IOException, InterruptedException {
    var text =
        new StringBuilder(
            """
            ClusterName=course
            SlurmctldHost=%s(127.0.0.1)
            AuthType=auth/munge
            AuthInfo=socket=%s
            ProctrackType=proctrack/linuxproc
            TaskPlugin=task/none
            SelectType=select/cons_tres
            SlurmUser=root
            StateSaveLocation=%3$s/state
            SlurmdSpoolDir=%3$s/spool-%%n
            SlurmctldPidFile=%3$s/slurmctld.pid
            SlurmdPidFile=%3$s/slurmd-%%n.pid
            SlurmctldPort=%4$d
            ReturnToService=2
            MessageTimeout=5
            SlurmdTimeout=300
            KillWait=5
            JobRequeue=0
            SchedulerParameters=sched_interval=5,bf_interval=5,batch_sched_delay=1
            MpiDefault=none
            JobAcctGatherType=jobacct_gather/none
            AccountingStorageType=accounting_storage/none
            SlurmdParameters=config_overrides
            """
                .formatted(
                    Files.readString(run("hostname", "-s")).strip(), socket, folder, freePort()));
    for (int i = 1; i <= nodes; i++) {
      text.append(
          "NodeName=node-%d NodeAddr=127.0.0.1 Port=%d CPUs=2 RealMemory=1000 State=UNKNOWN\n"
              .formatted(i, freePort()));
    }
    return text + "PartitionName=bench Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n";
  }

  private boolean areIdle(String nodes) throws IOException, InterruptedException {
    return Files.readString(run("sinfo", "-h", "-n", nodes, "-o", "%T")).strip().equals("idle");
  }

  private Process asMunge(String... words) throws IOException {
    var command =
        new ArrayList<>(List.of("setpriv", "--reuid=munge", "--regid=munge", "--clear-groups"));
    command.addAll(List.of(words));
    return process("munge.log", command).start();
  }

  private ProcessBuilder process(String log, List<String> command) {
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(log).toFile());
    builder.environment().put("SLURM_CONF", configuration().toString());
    builder.environment().merge("PATH", "/usr/sbin:/sbin", (a, b) -> a + ":" + b);
    return builder;
  }

  /// Runs a command to its end; the file with what it said.
  private Path run(String... words) throws IOException, InterruptedException {
    process("said.log", List.of(words)).start().waitFor();
    return folder.resolve("said.log");
  }

  @Override
  public void close() throws Exception {
    run("scancel", "--user=root");
    for (var daemon : daemons.reversed()) {
      daemon.destroy();
      if (!daemon.waitFor(20, TimeUnit.SECONDS)) {
        daemon.destroyForcibly().waitFor();
      }
    }
    killSteps();
    WholeFolder.delete(folder);
  }

  /// Kills all processes in our folder: those of tasks wait for their controller for ever.
  private void killSteps() {
    ProcessHandle.allProcesses()
        .filter(p -> folder.equals(link(p, "cwd")))
        .forEach(ProcessHandle::destroyForcibly);
  }

  /// Returns the target of a link in a process's folder of `/proc`; null when it has just ended.
  private static @Nullable Path link(ProcessHandle process, String name) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/%d/%s".formatted(process.pid(), name)));
    } catch (IOException _) {
      return null;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
