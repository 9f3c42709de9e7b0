package tapeline.laboratory.tracking;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.ThreadMXBean;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Workload;
import tapeline.laboratory.workload.Counted;
import tapeline.tensor.Tensor;

/// Counts what a workload does, in a JVM of its own with the quick compiler alone: the optimizing
/// one leaves out allocations as it likes, C1 makes all that the program says, every time.
///
/// Objects are counted by the flight recorder. Without the threads' own buffers (TLAB) it has an
/// event for each object, so the count is exact, and not an estimate from samples.
final class Counting {
  private static final int RUNS = 3;
  private static final int MOST_MINUTES = 10;
  private static final long SEED = 1;
  private static final String ALLOCATION = "jdk.ObjectAllocationOutsideTLAB";

  /// The object in front of a run's own objects, and behind them.
  private static final class Mark {}

  private Counting() {}

  /// The counts of a contender; of one that is not [Counted], bytes, objects and what its tapes of
  /// tensors hold.
  ///
  /// @throws IOException when its JVM cannot be started, fails, gives no answer, or takes longer
  ///   than ten minutes
  static Budget.Counts of(Contender contender) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:-UseTLAB",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Xlog:disable"));
    command.addAll(contender.flags());
    command.add("-cp");
    command.add(
        contender.classPath().stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)));
    command.addAll(List.of(Counting.class.getName(), contender.workload()));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      var _ =
          process
              .onExit()
              .completeOnTimeout(process, MOST_MINUTES, TimeUnit.MINUTES)
              .thenAccept(Process::destroyForcibly);
      var said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      int code = process.onExit().join().exitValue();
      return counts(contender.name(), said, code);
    } finally {
      process.destroyForcibly();
    }
  }

  private static Budget.Counts counts(String name, String said, int code) throws IOException {
    if (code != 0) {
      throw new IOException(
          "%s could not be counted: it ended with %d, within %d minutes; it said: %s"
              .formatted(name, code, MOST_MINUTES, said));
    }
    var words = said.substring(said.lastIndexOf('\n') + 1).split(" ", -1);
    try {
      return new Budget.Counts(
          Double.parseDouble(words[0]),
          Long.parseLong(words[1]),
          Double.parseDouble(words[2]),
          Integer.parseInt(words[3]),
          Long.parseLong(words[4]),
          Long.parseLong(words[5]));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new IOException("%s could not be counted; it said: %s".formatted(name, said), e);
    }
  }

  static void main(String[] args) throws IOException, ReflectiveOperationException {
    var parent = new Thread(Counting::endWithInput);
    parent.setDaemon(true);
    parent.start();
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
    long objects = objects(workload);
    var tapes = tapes(workload);
    long launches = workload instanceof Counted c ? c.launches() : 0;
    var counted =
        workload instanceof Counted c ? c.gradientError() + " " + c.nodes() : "0.0 " + tapes.nodes;
    IO.println("%d %d %s %d %d".formatted(least, objects, counted, tapes.peak, launches));
  }

  /// The tapes of one run. Work that knows no tensors has none, and its program not even their
  /// classes.
  private static Tapes tapes(Workload workload) {
    var tapes = new Tapes();
    workload.prepare(SEED);
    try {
      Class.forName("tapeline.autograd.TapeListener");
    } catch (ClassNotFoundException _) {
      workload.run(1);
      return tapes;
    }
    Listening.run(workload, tapes);
    return tapes;
  }

  /// Counts of tapes.
  private static final class Tapes {
    int nodes;
    long peak;
  }

  /// Hears what tapes do. A class of its own, which is loaded where there are tapes.
  private record Listening(Tapes tapes) implements TapeListener {
    static void run(Workload workload, Tapes tapes) {
      try (var _ = TapeListener.use(new Listening(tapes))) {
        workload.run(1);
      }
    }

    @Override
    public void recorded(TensorOp op, Variable result, int node) {
      tapes.nodes += node < 0 ? 0 : 1;
    }

    @Override
    public void held(TensorTape tape, Holding as, int node, Tensor tensor, long bytes, long live) {
      tapes.peak = Math.max(tapes.peak, live);
    }
  }

  /// Ends this JVM when the one that started it has ended, however it did.
  private static void endWithInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException _) {
      // as at its end
    }
    Runtime.getRuntime().halt(1);
  }

  /// The objects of one run, which has run before.
  private static long objects(Workload workload) throws IOException {
    var file = Files.createTempFile("objects", ".jfr");
    try (var recording = new Recording()) {
      recording.enable(ALLOCATION).withoutStackTrace();
      workload.prepare(SEED);
      recording.start();
      var marks = new ArrayList<Mark>(2); // so that no compiler leaves one out
      marks.add(new Mark());
      workload.run(1);
      marks.add(new Mark());
      recording.stop();
      recording.dump(file);
      return between(RecordingFile.readAllEvents(file), marks.getFirst().getClass());
    } finally {
      Files.delete(file);
    }
  }

  /// How many objects the thread made between its two marks.
  private static long between(List<RecordedEvent> events, Class<?> mark) {
    long thread = Thread.currentThread().threadId();
    var types =
        events.stream()
            .filter(e -> e.getThread() != null && e.getThread().getJavaThreadId() == thread)
            .sorted(Comparator.comparing(RecordedEvent::getStartTime))
            .map(e -> e.getClass("objectClass").getName())
            .toList();
    int first = types.indexOf(mark.getName());
    int last = types.lastIndexOf(mark.getName());
    if (first < 0 || first == last) {
      throw new IllegalStateException("the recorder told of no object: is -XX:-UseTLAB set?");
    }
    return last - first - 1L;
  }
}
