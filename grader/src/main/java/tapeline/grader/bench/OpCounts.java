package tapeline.grader.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/// A profiler of JMH that counts the objects of an iteration, and the most bytes that a tape held
/// in the warm-up iteration before it, which is not the first one.
///
/// The flight recorder has an event for each object where threads have no allocation buffers
/// (`-XX:-UseTLAB`): an exact count, JMH's own objects included. A difference of two iterations
/// leaves those out. Of the tapes it knows by their listener, if the benchmark's classes have one.
public final class OpCounts implements InternalProfiler {
  /// The flags under which a JVM makes all objects that the program says, each with an event.
  static final String FLAGS = "-XX:TieredStopAtLevel=1 -XX:-UseTLAB -XX:+UseSerialGC";

  /// The objects of an iteration.
  static final String OBJECTS = "objects";

  /// The most bytes that a tape held at once in an iteration.
  static final String TAPE = "tape.peak";

  private static final String ALLOCATION = "jdk.ObjectAllocationOutsideTLAB";
  private static final String WORKER = "jmh-worker";
  private static final String LISTENER = "tapeline.autograd.TapeListener";

  private final AtomicLong peak = new AtomicLong();
  private @Nullable AutoCloseable listening;
  private @Nullable Recording recording;

  @Override
  public String getDescription() {
    return "objects of an iteration, peak bytes of tapes";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    if (iteration.getType() == IterationType.WARMUP) {
      peak.set(0); // a set-up's tapes are those of the first warm-up
      listening = listen(); // a listener makes objects, too
    } else {
      recording = new Recording();
      recording.enable(ALLOCATION).withoutStackTrace();
      recording.start();
    }
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    try {
      if (recording != null) {
        long objects = objects(recording);
        return listening == null
            ? List.of(scalar(OBJECTS, objects))
            : List.of(scalar(OBJECTS, objects), scalar(TAPE, peak.get()));
      }
      if (listening != null) {
        listening.close();
      }
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (Exception e) {
      throw new IllegalStateException(e); // closing a listener throws none
    }
  }

  private static Result<?> scalar(String name, long value) {
    return new ScalarResult(name, value, "#", AggregationPolicy.AVG);
  }

  private static long objects(Recording recording) throws IOException {
    var file = Files.createTempFile("objects", ".jfr");
    try (recording) {
      recording.stop();
      recording.dump(file);
      long objects = 0;
      try (var events = new RecordingFile(file)) {
        while (events.hasMoreEvents()) {
          var thread = events.readEvent().getThread();
          var name = thread == null ? null : thread.getJavaName();
          objects += name != null && name.contains(WORKER) ? 1 : 0;
        }
      }
      return objects;
    } finally {
      Files.delete(file);
    }
  }

  /// Listens to the tapes; null where the benchmark's classes have none.
  @SuppressWarnings("ReferenceEquality") // a proxy is itself alone
  private @Nullable AutoCloseable listen() {
    try {
      var type = Class.forName(LISTENER);
      var loader = type.getClassLoader();
      var mine =
          Proxy.newProxyInstance(
              loader,
              new Class<?>[] {type},
              (self, method, arguments) -> {
                if (method.getName().equals("held")) {
                  peak.accumulateAndGet((long) arguments[arguments.length - 1], Math::max);
                }
                return switch (method.getName()) {
                  case "equals" -> self == arguments[0];
                  case "hashCode" -> System.identityHashCode(self);
                  case "toString" -> LISTENER;
                  default -> null;
                };
              });
      return (AutoCloseable) type.getMethod("use", type).invoke(null, mine);
    } catch (ClassNotFoundException _) {
      return null;
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("the tapes' listener has changed", e);
    }
  }
}
