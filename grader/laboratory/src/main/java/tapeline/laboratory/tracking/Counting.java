package tapeline.laboratory.tracking;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.ThreadMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Workload;
import tapeline.laboratory.workload.Counted;

/// Counts what a workload does, in a JVM of its own that compiles nothing: compiled code leaves out
/// allocations as it likes, and interpreted code allocates what the program says, every time.
final class Counting {
  private static final int RUNS = 3;
  private static final long SEED = 1;

  private Counting() {}

  /// The counts of a contender; of one that is not [Counted], bytes alone.
  ///
  /// @throws IOException when its JVM cannot be started, or ends without an answer
  static Budget.Counts of(Contender contender) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xint", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.addAll(contender.flags());
    command.add("-cp");
    command.add(
        contender.classPath().stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)));
    command.addAll(List.of(Counting.class.getName(), contender.workload()));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    var words = said.substring(said.lastIndexOf('\n') + 1).split(" ", -1);
    try {
      return new Budget.Counts(
          Double.parseDouble(words[0]), Double.parseDouble(words[1]), Integer.parseInt(words[2]));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new IOException(
          "%s could not be counted; it said: %s".formatted(contender.name(), said), e);
    }
  }

  static void main(String[] args) throws ReflectiveOperationException {
    var made = Class.forName(args[0]).getDeclaredConstructor();
    made.setAccessible(true);
    var workload = (Workload) made.newInstance();
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE; // the first runs load classes
    for (int i = 0; i < RUNS; i++) {
      workload.prepare(SEED);
      long bytes = threads.getCurrentThreadAllocatedBytes();
      workload.run(1);
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - bytes);
    }
    var counted = workload instanceof Counted c ? c.gradientError() + " " + c.nodes() : "0.0 0";
    IO.println(least + " " + counted);
  }
}
