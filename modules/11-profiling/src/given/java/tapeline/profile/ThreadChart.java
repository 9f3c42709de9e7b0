package tapeline.profile;

import java.util.ArrayList;
import java.util.TreeMap;
import org.knowm.xchart.XYChart;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.Span;
import tapeline.toolkit.Charts;

/// The threads of a profile over time, a row each, which is high while the thread is in a scope of
/// that name.
public final class ThreadChart {
  private static final double HEIGHT = 0.7; // of a row

  private ThreadChart() {}

  /// Draws them, from the first scope of that name on.
  ///
  /// @throws IllegalArgumentException when the profile has no such scope
  public static XYChart of(Profile profile, String scope) {
    var rows = new TreeMap<Integer, ArrayList<Span>>();
    profile.spans().stream()
        .filter(s -> s.kind() == Span.Kind.SCOPE && s.name().equals(scope))
        .forEach(s -> rows.computeIfAbsent(s.thread(), _ -> new ArrayList<>()).add(s));
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("a profile of threads has the scope, got none " + scope);
    }
    var chart = Charts.linear("Threads in \"" + scope + "\"", "time, ms", "thread");
    long begin = rows.values().stream().mapToLong(r -> r.getFirst().start()).min().orElseThrow();
    rows.forEach((thread, spans) -> {
      double[] x = new double[4 * spans.size()];
      double[] y = new double[x.length];
      for (int i = 0; i < spans.size(); i++) {
        double start = (spans.get(i).start() - begin) / 1e6;
        double end = (spans.get(i).end() - begin) / 1e6;
        System.arraycopy(new double[] {start, start, end, end}, 0, x, 4 * i, 4);
        double[] pulse = {thread, thread + HEIGHT, thread + HEIGHT, thread};
        System.arraycopy(pulse, 0, y, 4 * i, 4);
      }
      Charts.line(chart, "thread " + thread, x, y);
    });
    return chart;
  }
}
