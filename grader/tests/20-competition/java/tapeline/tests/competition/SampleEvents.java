package tapeline.tests.competition;

import java.util.List;
import java.util.Map;
import tapeline.competition.Event;
import tapeline.competition.Event.EventLimits;
import tapeline.competition.Event.PeakRates;
import tapeline.competition.Event.SizeRange;
import tapeline.competition.Metric;

/// Events that no file says.
public final class SampleEvents {
  public static final Map<String, Integer> SIZE = Map.of("m", 30, "k", 50, "n", 20);

  private SampleEvents() {}

  public static Event matmul() {
    return of(List.of(SIZE), SIZE, Map.of("m", 40, "k", 60, "n", 25));
  }

  public static Event of(
      List<Map<String, Integer>> open, Map<String, Integer> least, Map<String, Integer> most) {
    return event("matmul", Metric.TIME, open, least, most, 1e-3);
  }

  public static Event counted() {
    var size = Map.of("images", 300);
    return event("classify", Metric.SIZE, List.of(size), size, size, 0.9);
  }

  public static Event event(
      String workload,
      Metric metric,
      List<Map<String, Integer>> open,
      Map<String, Integer> least,
      Map<String, Integer> most,
      double tolerance) {
    return new Event(
        "sample",
        "A sample",
        "Something to do.",
        workload,
        metric,
        open,
        new SizeRange(least, most),
        "float32",
        1,
        tolerance,
        "mine.Baseline",
        new EventLimits(5, 5, 256, 60, 64),
        new PeakRates(100, 50));
  }
}
