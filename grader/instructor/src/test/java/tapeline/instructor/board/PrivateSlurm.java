package tapeline.instructor.board;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A Slurm cluster of one node, this one: munged, slurmctld and slurmd on loopback, in a folder
/// that is gone afterwards. It needs root, and Debian's packages slurm-wlm and munge.
public final class PrivateSlurm implements AutoCloseable {
  private final Path folder;
  private final List<Process> daemons = new ArrayList<>();
  private @Nullable Process controller;
  private @Nullable Process node;
  private final int controllerPort = freePort();
  private final int nodePort = freePort();

  private PrivateSlurm(Path folder) throws IOException {
    this.folder = folder;
  }

  public static PrivateSlurm start() throws IOException, InterruptedException {
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
    Files.createDirectory(folder.resolve("spool"));
    Files.writeString(slurm.configuration(), slurm.text(munge.resolve("socket")));
    slurm.startController();
    slurm.startNode();
    for (int i = 0; !slurm.isIdle(); i++) {
      if (i == 1200) {
        throw new IOException("the cluster is not idle after 120 s; its logs are in " + folder);
      }
      Thread.sleep(100);
    }
    return slurm;
  }

  /// Starts the controller, which remembers its jobs.
  void startController() throws IOException {
    controller = daemon("slurmctld", "-D");
    daemons.add(controller);
  }

  /// Starts the controller without its jobs. Its next ones have other numbers: the nodes remember.
  void startForgetfulController() throws IOException {
    Files.writeString(configuration(), "FirstJobId=1000\n", StandardOpenOption.APPEND);
    controller = daemon("slurmctld", "-D", "-c");
    daemons.add(controller);
  }

  /// As when the power of its machine goes: SIGKILL.
  void killController() throws InterruptedException {
    var killed = requireNonNull(controller);
    killed.destroyForcibly().waitFor();
    daemons.remove(killed);
  }

  /// Ends the controller as an administrator does: it saves what it knows. One that is killed may
  /// come back with less, start a job again that has run, and drain the node for it.
  void stopController() throws InterruptedException {
    var stopped = requireNonNull(controller);
    stopped.destroy();
    stopped.waitFor();
    daemons.remove(stopped);
  }

  /// Starts the node.
  public void startNode() throws IOException {
    node = daemon("slurmd", "-D");
    daemons.add(node);
  }

  /// As when the power of the node goes: SIGKILL for its daemon, and for its tasks' programs, which
  /// are known by what their commands contain.
  public void killNode(String word) throws InterruptedException {
    var killed = requireNonNull(node);
    killed.destroyForcibly().waitFor();
    daemons.remove(killed);
    ProcessHandle.allProcesses()
        .filter(p -> command(p).contains(word))
        .filter(p -> p.pid() != ProcessHandle.current().pid())
        .forEach(ProcessHandle::destroyForcibly);
  }

  /// The words of a process, with a blank between them; Java itself shows the first 4 KiB alone.
  private static String command(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/%d/cmdline".formatted(process.pid())))
          .replace('\0', ' ');
    } catch (IOException _) {
      return ""; // it has just ended
    }
  }

  /// Changes the node as an administrator does, for example by `State=RESUME`.
  void updateNode(String... changes) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("scontrol", "update", "NodeName=" + host()));
    command.addAll(List.of(changes));
    run(command.toArray(String[]::new));
  }

  private String host() throws IOException, InterruptedException {
    return Files.readString(run("hostname", "-s")).strip();
  }

  /// For the environment variable SLURM_CONF.
  public Path configuration() {
    return folder.resolve("slurm.conf");
  }

  private String text(Path socket) throws IOException, InterruptedException {
    return """
    ClusterName=course
    SlurmctldHost=%1$s(127.0.0.1)
    AuthType=auth/munge
    AuthInfo=socket=%2$s
    ProctrackType=proctrack/linuxproc
    TaskPlugin=task/none
    SelectType=select/cons_tres
    SlurmUser=root
    StateSaveLocation=%3$s/state
    SlurmdSpoolDir=%3$s/spool
    SlurmctldPidFile=%3$s/slurmctld.pid
    SlurmdPidFile=%3$s/slurmd.pid
    SlurmctldPort=%4$d
    SlurmdPort=%5$d
    ReturnToService=2
    MessageTimeout=5
    SlurmdTimeout=300
    KillWait=5
    SchedulerParameters=sched_interval=5,bf_interval=5,batch_sched_delay=1
    MpiDefault=none
    JobAcctGatherType=jobacct_gather/none
    AccountingStorageType=accounting_storage/none
    NodeName=%1$s NodeAddr=127.0.0.1 CPUs=1 RealMemory=1000 State=UNKNOWN
    PartitionName=bench Nodes=%1$s Default=YES MaxTime=INFINITE State=UP OverSubscribe=EXCLUSIVE
    """
        .formatted(host(), socket, folder, controllerPort, nodePort);
  }

  private boolean isIdle() throws IOException, InterruptedException {
    return Files.readString(run("sinfo", "-h", "-o", "%T")).strip().equals("idle");
  }

  private Process asMunge(String... words) throws IOException {
    var command =
        new ArrayList<>(List.of("setpriv", "--reuid=munge", "--regid=munge", "--clear-groups"));
    command.addAll(List.of(words));
    return process("munge.log", command).start();
  }

  private Process daemon(String... words) throws IOException {
    return process(words[0] + ".log", List.of(words)).start();
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
    try (var walk = Files.walk(folder)) {
      for (var path : walk.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }

  /// Kills all processes in our folder: those of tasks wait for their controller for ever.
  private void killSteps() {
    ProcessHandle.allProcesses()
        .filter(p -> folder.equals(workingFolder(p)))
        .forEach(ProcessHandle::destroyForcibly);
  }

  private static @Nullable Path workingFolder(ProcessHandle process) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/%d/cwd".formatted(process.pid())));
    } catch (IOException _) {
      return null; // it has just ended
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
