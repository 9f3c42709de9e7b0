package tapeline.instructor.judge;

import java.util.Map;
import tapeline.competition.Event;
import tapeline.competition.Event.EventLimits;
import tapeline.competition.Event.SizeRange;
import tapeline.competition.Events;

/// The course's events with less to do, for tests.
final class QuickEvents {
  /// A busy machine may keep an honest answer waiting for seconds.
  private static final EventLimits PATIENT = new EventLimits(30, 60, 512, 300, 256);

  private static final EventLimits HURRIED = new EventLimits(10, 4, 256, 120, 256);

  private QuickEvents() {}

  static Event named(String id) {
    var event = Events.standard().stream().filter(e -> e.id().equals(id)).findFirst().orElseThrow();
    return switch (id) {
      case "training" -> with(event, sizes("train", 200, 225, "test", 100, 115), 0.7);
      case "generation" -> with(event, sizes("prompt", 4, 6, "tokens", 4, 6), event.tolerance());
      case "kernel-traffic" ->
          with(
              event,
              new SizeRange(Map.of("m", 40, "k", 30, "n", 40), Map.of("m", 70, "k", 50, "n", 70)),
              event.tolerance());
      case "kernel-time" ->
          with(
              event,
              new SizeRange(Map.of("m", 70, "k", 24, "n", 70), Map.of("m", 90, "k", 32, "n", 90)),
              event.tolerance());
      default -> with(event, event.secretSizes(), event.tolerance());
    };
  }

  /// Products with little time for each, for entries that never end.
  static Event hurriedMatmul() {
    var event = named("matmul");
    return with(event, event.secretSizes(), event.tolerance(), HURRIED);
  }

  private static SizeRange sizes(String a, int a0, int a1, String b, int b0, int b1) {
    return new SizeRange(Map.of(a, a0, b, b0), Map.of(a, a1, b, b1));
  }

  static Event with(Event e, SizeRange sizes, double tolerance) {
    return with(e, sizes, tolerance, PATIENT);
  }

  private static Event with(Event e, SizeRange sizes, double tolerance, EventLimits limits) {
    return new Event(
        e.id(),
        e.title(),
        e.about(),
        e.workload(),
        e.metric(),
        e.publicSizes(),
        sizes,
        e.dtype(),
        e.threads(),
        tolerance,
        e.baseline(),
        limits,
        e.floor());
  }
}
