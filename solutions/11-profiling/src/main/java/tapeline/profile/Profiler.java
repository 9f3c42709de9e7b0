package tapeline.profile;

import org.jspecify.annotations.Nullable;
import tapeline.autograd.TapeListener;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.ProfileReader;
import tapeline.instruments.profile.ProfileSchedule;
import tapeline.instruments.profile.ProfileSchedule.Phase;
import tapeline.instruments.profile.Recording;
import tapeline.instruments.profile.Scope;
import tapeline.instruments.profile.Span;
import tapeline.instruments.profile.Track;

/// Records where the time and the bytes of training steps go: ops forward and backward, and the
/// scopes that a program names.
///
/// ```java
/// try (var profiler = Profiler.start(ProfileSchedule.once(5, 2, 3))) {
///   for (int i = 0; i < 10; i++) {
///     try (var _ = Profiler.scope("data")) {
///       batch = next();
///     }
///     trainer.step(batch);
///     profiler.step();
///   }
///   IO.print(Hotspots.of(profiler.profile(), Hotspots.By.OP));
/// }
/// ```
///
/// Each step is a span named `step`, and what a thread does in it lies in that. A tape's backward
/// is one named `backward`, so a training needs no change to be profiled. All threads are recorded,
/// each by itself. While no profiler runs a scope costs nothing, and nothing is heard of ops; while
/// one waits for its active steps, next to nothing.
public final class Profiler implements AutoCloseable {
  /// The name of the span that a step is.
  public static final String STEP = "step";

  /// The name of the span that a tape's backward is.
  public static final String BACKWARD = "backward";

  private static @Nullable Profiler running; // guarded by the class

  private static volatile @Nullable Recording current;

  private final ProfileSchedule schedule;
  private final Recording recording;
  private final Overhead overhead;
  private final TapeListener.Use listening;
  private final Thread thread = Thread.currentThread();
  private int step;

  /// Options: which data is recorded beside times and bytes, and how much.
  ///
  /// @param layers whether each op knows its layers, see [Work#layer]; slows each op down
  /// @param lines whether each op knows its source line; slows each op down
  /// @param limit spans and changes of memory at most; what comes after them is only counted
  public record Options(boolean layers, boolean lines, int limit) {
    /// Neither layers nor lines, and 2²¹ events.
    public static final Options PLAIN = new Options(false, false, 1 << 21);

    public Options {
      if (limit < 1) {
        throw new IllegalArgumentException("a profile has room for 1 event or more, got " + limit);
      }
    }

    public Options withLayers() {
      return new Options(true, lines, limit);
    }

    public Options withLines() {
      return new Options(layers, true, limit);
    }
  }

  private Profiler(ProfileSchedule schedule, Options options) {
    this.schedule = schedule;
    overhead = Overhead.measure(options);
    recording = new Recording(options.limit());
    listening = TapeListener.use(new TapeRecorder(recording, options));
    var track = recording.enter();
    begin(0, track);
    track.leave();
  }

  /// Starts a profiler, see [#start(ProfileSchedule, Options)], with [Options#PLAIN].
  public static Profiler start(ProfileSchedule schedule) {
    return start(schedule, Options.PLAIN);
  }

  /// Starts a profiler in front of step 0, and measures what it will cost, see [#overhead].
  ///
  /// @throws IllegalStateException when one is running, in whichever thread
  public static synchronized Profiler start(ProfileSchedule schedule, Options options) {
    if (running != null) {
      throw new IllegalStateException(
          "one profiler runs at a time, and one that thread %s started is running"
              .formatted(running.thread.getName()));
    }
    var profiler = new Profiler(schedule, options);
    running = profiler;
    current = profiler.recording;
    return profiler;
  }

  /// A named part of the program, until it is closed; see [Scope#close].
  public static Scope scope(String name) {
    var recording = current;
    if (recording == null) {
      return Scope.NONE;
    }
    if (recording.rests()) {
      return recording.track().open(name);
    }
    var track = recording.enter();
    var scope = track.open(name);
    track.leave();
    return scope;
  }

  /// Names this moment, for [MemoryTimeline#delta].
  public static void mark(String name) {
    scope(name).close();
  }

  /// Ends a step, and begins the next.
  ///
  /// @throws IllegalStateException in another thread than the one that started the profiler, and
  ///   while a scope is open in this one
  public void step() {
    requireThread();
    var track = recording.enter();
    var open = track.innermost();
    if (open != null) {
      throw new IllegalStateException(
          "a scope begins and ends in one step: %s is open at the end of step %d"
              .formatted(open.name(), step));
    }
    track.close();
    if (schedule.phase(step) == Phase.ACTIVE) {
      recording.keepStep();
    }
    step++;
    begin(step, track);
    track.leave();
  }

  private void begin(int next, Track track) {
    var phase = schedule.phase(next);
    recording.begin(next, phase == Phase.WARM_UP || phase == Phase.ACTIVE);
    if (recording.isOn()) {
      track.open(Span.Kind.SCOPE, STEP);
    }
  }

  /// The profile of the active steps that are done.
  ///
  /// @throws IllegalStateException when there is none, or in another thread
  public Profile profile() {
    requireThread();
    if (recording.keptSteps() == 0) {
      throw new IllegalStateException(
          "a profile has one active step or more, got %d steps, none of them active by %s"
              .formatted(step, schedule));
    }
    return new ProfileReader(recording).read();
  }

  /// The cost of recording, as it was measured at the start.
  public Overhead overhead() {
    return overhead;
  }

  private void requireThread() {
    if (!Thread.currentThread().equals(thread)) {
      throw new IllegalStateException(
          "a profiler belongs to the thread that started it, %s; this is %s"
              .formatted(thread.getName(), Thread.currentThread().getName()));
    }
  }

  /// Stops it; its [#profile] stays.
  @Override
  public void close() {
    synchronized (Profiler.class) {
      if (running == this) {
        recording.begin(step, false);
        listening.close();
        current = null;
        running = null;
      }
    }
  }
}
