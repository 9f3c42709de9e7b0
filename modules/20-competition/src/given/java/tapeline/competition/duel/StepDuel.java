package tapeline.competition.duel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import tapeline.bench.Conditions;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Plan;
import tapeline.competition.ClaimCheck;
import tapeline.competition.Event;
import tapeline.competition.Events;
import tapeline.competition.Manifest;
import tapeline.competition.OpenEntry;
import tapeline.competition.WorkLog;
import tapeline.toolkit.ProgressBar;

/// Measures a step of the work log: two contestants of an event, before a change and after it, in
/// JVMs that take turns.
///
/// `./tapeline run "StepDuel training"` compares the event's baseline with your [OpenEntry], and
/// `./tapeline run "StepDuel training Before After"` any two classes of yours beside it. It prints
/// the lines `forks` and `claim`, for the log.
public final class StepDuel {
  /// Ten forks of ten turns a side, as an answer may take 50 ms, after half a second of warming up.
  public static final Plan PLAN = new Plan(new int[] {10}, new double[] {0.05}, 5, 400, 500);

  private static final int CHECKS = 5;

  private StepDuel() {}

  static void main(String[] args) throws IOException, ReflectiveOperationException {
    if (args.length != 1 && args.length != 3) {
      throw new IllegalArgumentException(
          "a step is measured by an event, or an event and two classes, got %d words"
              .formatted(args.length));
    }
    var event = Events.named(args[0]);
    var before = args.length == 1 ? event.baseline() : type(args[1]);
    var after = args.length == 1 ? OpenEntry.class.getName() : type(args[2]);
    IO.println("before: %s, after: %s\n".formatted(before, after));
    IO.print(measured(event, before, after, PLAN).lines());
  }

  private static String type(String name) {
    return name.contains(".") ? name : OpenEntry.class.getPackageName() + "." + name;
  }

  /// Compares two classes, once both have given right answers.
  ///
  /// @throws IllegalArgumentException when an event is not one of the open task's
  /// @throws IllegalStateException when an answer is wrong
  public static WorkLog.Measured measured(Event event, String before, String after, Plan plan)
      throws IOException, ReflectiveOperationException {
    if (!WorkLog.EVENTS.contains(event.id())) {
      throw new IllegalArgumentException(
          "the event of a work log is one of %s, got \"%s\"".formatted(WorkLog.EVENTS, event.id()));
    }
    requireRight(event, before);
    requireRight(event, after);
    var conditions = Conditions.cpu(event.id(), event.dtype(), 1);
    var a = contender("before", before, event, conditions);
    var b = contender("after", after, event, conditions);
    try (var bar = ProgressBar.of("pairs of processes", plan.most())) {
      var duel = new Duel(a, b, plan, new SplittableRandom().nextLong(), _ -> bar.step());
      var forks = duel.run().forks().stream().map(StepDuel::times).toList();
      return new WorkLog.Measured(forks, ClaimCheck.recomputed(forks));
    }
  }

  private static Manifest.Times times(Fork fork) {
    return WorkLog.fork(fork.a().quantile(Fork.QUANTILE), fork.b().quantile(Fork.QUANTILE));
  }

  private static Contender contender(String name, String main, Event event, Conditions conditions) {
    var classPath =
        Arrays.stream(System.getProperty("java.class.path").split(java.io.File.pathSeparator, -1))
            .map(Path::of)
            .toList();
    return new Contender(
        name, EventWork.class.getName(), classPath, EventWork.flags(main, event), conditions);
  }

  /// Lets a class answer some questions. Where a share of labels counts, the mean share of all
  /// answers has to be what the event asks for.
  ///
  /// @throws IllegalStateException when an answer is wrong
  static void requireRight(Event event, String main) throws ReflectiveOperationException {
    int right = 0;
    int parts = 0;
    var work = new EventWork(main, event);
    for (int i = 0; i < CHECKS; i++) {
      work.prepare(i);
      work.run(1);
      var mark = work.mark();
      right += mark.right();
      parts += mark.parts();
    }
    if (!(right >= event.tolerance() * parts)) {
      throw new IllegalStateException(
          "a wrong answer is not timed: %d of %d labels are right, and %.0f %% have to be"
              .formatted(right, parts, 100 * event.tolerance()));
    }
  }
}
