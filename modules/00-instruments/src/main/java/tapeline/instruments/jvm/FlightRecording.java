package tapeline.instruments.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import tapeline.instruments.trace.TraceEntry;
import tapeline.toolkit.TextTable;

/// The record of the JVM's own flight recorder: which methods were at work, which allocated what,
/// when the garbage collector and the compilers worked.
///
/// - A sample is the stack of a thread, taken whenever it has used another millisecond of a
///   processor: time that other programs take does not count. Only Linux has that ([JEP
///   509](https://openjdk.org/jeps/509)); elsewhere a sample is taken of each thread that runs Java
///   every few milliseconds. A method with a share p of n samples has p ± 2√(p(1−p)/n) of the time.
/// - Of allocations the recorder tells each one that needs a new buffer (TLAB). An object of s
///   bytes is told of with a chance of s/b, b being the bytes of the buffer, so each one told of
///   stands for b/s objects and b bytes. One that does not fit into a buffer is always told of.
public final class FlightRecording {
  private static final Duration PERIOD = Duration.ofMillis(1);

  private final Map<String, Long> samples = new TreeMap<>();
  private final Map<String, Allocation> allocations = new TreeMap<>();
  private final List<RecordedEvent> machine = new ArrayList<>();

  /// The objects of a type that were allocated at one place, and their bytes, by estimate.
  private record Allocation(String site, String type, double objects, double bytes) {
    Allocation plus(Allocation other) {
      return new Allocation(site, type, objects + other.objects, bytes + other.bytes);
    }
  }

  private FlightRecording() {}

  /// Runs `work` while the recorder is on, writes its file, and reads that.
  public static FlightRecording of(Path file, Runnable work) throws IOException {
    try (var recording = new Recording()) {
      sample(recording);
      for (var allocation : List.of("InNewTLAB", "OutsideTLAB")) {
        recording.enable("jdk.ObjectAllocation" + allocation).withStackTrace();
      }
      recording.enable("jdk.GarbageCollection").withoutThreshold();
      recording.enable("jdk.Compilation").withoutThreshold();
      recording.start();
      work.run();
      recording.stop();
      recording.dump(file);
    }
    return read(file);
  }

  private static void sample(Recording recording) {
    if (System.getProperty("os.name").equals("Linux")) {
      recording.enable("jdk.CPUTimeSample").with("throttle", PERIOD.toMillis() + "ms");
    } else {
      recording.enable("jdk.ExecutionSample").withPeriod(PERIOD);
    }
  }

  /// Reads a file that any Java has recorded; events of which it has none count nothing.
  ///
  /// @throws IllegalArgumentException when it is no recording, or not all of one
  public static FlightRecording read(Path file) throws IOException {
    var read = new FlightRecording();
    try (var events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        read.take(events.readEvent());
      }
    } catch (IOException | RuntimeException e) {
      if (!file.toFile().canRead()) {
        throw e;
      }
      throw new IllegalArgumentException(
          "%s is no whole flight recording: %s".formatted(file.getFileName(), e.getMessage()), e);
    }
    return read;
  }

  private void take(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "jdk.CPUTimeSample", "jdk.ExecutionSample" -> samples.merge(stack(event), 1L, Long::sum);
      case "jdk.ObjectAllocationInNewTLAB" ->
          allocated(event, event.getLong("tlabSize"), event.getLong("allocationSize"));
      case "jdk.ObjectAllocationOutsideTLAB" ->
          allocated(event, event.getLong("allocationSize"), event.getLong("allocationSize"));
      case "jdk.GarbageCollection", "jdk.Compilation" -> machine.add(event);
      default -> {}
    }
  }

  private void allocated(RecordedEvent event, long bytes, long each) {
    var stack = stack(event);
    var type = event.getClass("objectClass").getName();
    var site = stack.substring(stack.lastIndexOf(';') + 1);
    var allocation = new Allocation(site, type, (double) bytes / each, bytes);
    allocations.merge(stack + ";" + type, allocation, Allocation::plus);
  }

  /// `Trainer.step;TensorTape.backward;…`, without packages; `?` where no stack is known.
  private static String stack(RecordedEvent event) {
    var trace = event.getStackTrace();
    if (trace == null || trace.getFrames().isEmpty()) {
      return "?";
    }
    return trace.getFrames().reversed().stream()
        .filter(frame -> !frame.getMethod().getType().getName().contains("$$Lambda"))
        .map(frame -> name(frame.getMethod()))
        .collect(Collectors.joining(";"));
  }

  private static String name(RecordedMethod method) {
    var type = method.getType().getName().replaceFirst("^.*\\.", "").replace('$', '.');
    return type + "." + method.getName();
  }

  /// The samples of execution, by stack.
  public FoldedStacks samples() {
    return new FoldedStacks(new TreeMap<>(samples));
  }

  /// The bytes allocated, by stack, with the type as the innermost frame.
  public FoldedStacks allocatedBytes() {
    var bytes = new TreeMap<String, Long>();
    allocations.forEach((stack, a) -> bytes.put(stack, Math.round(a.bytes())));
    return new FoldedStacks(bytes);
  }

  /// The methods that were at work, those with the most samples first.
  public TextTable hotMethods() {
    var table = TextTable.of("method", "samples", "share");
    long total = samples().total();
    samples().innermost().counts().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(e ->
            table.row(
                e.getKey(),
                "" + e.getValue(),
                TextTable.percent((double) e.getValue() / total, 1)));
    return table;
  }

  /// The allocations by place and type, the most bytes first. Counts and bytes are estimates.
  public TextTable allocationSites() {
    var bySite = new TreeMap<String, Allocation>();
    allocations.values().forEach(a -> bySite.merge(a.site() + " " + a.type(), a, Allocation::plus));
    double total = bySite.values().stream().mapToDouble(Allocation::bytes).sum();
    var table = TextTable.of("allocated in", "type", "objects", "bytes", "share");
    bySite.values().stream()
        .sorted((a, b) -> Double.compare(b.bytes(), a.bytes()))
        .forEach(a ->
            table.row(
                a.site(),
                a.type(),
                whole(a.objects()),
                whole(a.bytes()),
                TextTable.percent(a.bytes() / total, 1)));
    return table;
  }

  /// The work of the JVM beside the program, as tracks of a trace.
  ///
  /// @param begin the time at which the trace has its 0
  public List<TraceEntry> machine(Instant begin) {
    return machine.stream().map(event -> entry(event, begin)).toList();
  }

  private static TraceEntry entry(RecordedEvent event, Instant begin) {
    boolean collection = event.getEventType().getName().equals("jdk.GarbageCollection");
    return new TraceEntry(
        "JVM",
        collection ? "garbage collection" : thread(event),
        collection ? event.getString("name") : compiled(event),
        begin.until(event.getStartTime(), ChronoUnit.NANOS),
        event.getDuration().toNanos(),
        Map.of());
  }

  private static String thread(RecordedEvent event) {
    var thread = event.getThread();
    return thread == null ? "JIT" : thread.getOSName();
  }

  private static String compiled(RecordedEvent event) {
    return event.getValue("method") instanceof RecordedMethod method ? name(method) : "?";
  }

  private static String whole(double number) {
    return String.format(Locale.ROOT, "%,.0f", number);
  }
}
