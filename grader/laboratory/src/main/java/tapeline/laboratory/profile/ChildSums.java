package tapeline.laboratory.profile;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.Span;
import tapeline.instruments.profile.Span.Kind;
import tapeline.profile.SelfTimes;
import tapeline.toolkit.TextTable;

/// Do the spans in a scope add up to it? What they leave of it is what the profiler took for itself
/// there, and the scope's own work. A step has no work of its own, so there the rest must be
/// nothing; a trainer's is that of layers, of the tape between two ops, and of gathering
/// parameters.
///
/// @param scopes by name, from the outermost in
record ChildSums(Map<String, Scope> scopes) {
  /// The scopes of one name, nanoseconds by step.
  ///
  /// @param whole how long they took
  /// @param children the spans that lie directly in them
  /// @param profiler what the profiler took for itself in them, outside of their children
  record Scope(double[] whole, double[] children, double[] profiler) {
    /// Returns the time that the children leave.
    double[] left() {
      var left = new double[whole.length];
      Arrays.setAll(left, i -> whole[i] - children[i]);
      return left;
    }

    /// The time that neither a child nor the profiler took.
    double[] rest() {
      var rest = left();
      Arrays.setAll(rest, i -> rest[i] - profiler[i]);
      return rest;
    }
  }

  /// Returns the sums of a profile of one thread.
  static ChildSums of(Profile profile) {
    var spans = profile.spans();
    var own = SelfTimes.of(spans, Span::nanos);
    var profilerOwn = SelfTimes.of(spans, Span::profilerNanos);
    int steps = MiddleSteps.steps(profile).size();
    var scopes = new LinkedHashMap<String, Scope>();
    var isParent = new boolean[spans.size()];
    spans.stream().filter(s -> s.parent() >= 0).forEach(s -> isParent[s.parent()] = true);
    int step = -1;
    for (var s : spans) { // a parent comes before what lies in it
      step += s.parent() < 0 ? 1 : 0;
      if (s.kind() == Kind.SCOPE && isParent[s.id()]) {
        var scope = scopes.computeIfAbsent(s.name(), _ -> none(steps));
        scope.whole[step] += s.nanos();
        scope.children[step] += s.nanos() - own[s.id()];
        scope.profiler[step] += profilerOwn[s.id()];
      }
    }
    return new ChildSums(scopes);
  }

  /// A row for each scope: medians of the steps, in µs.
  TextTable table() {
    var table =
        TextTable.of(
            "µs of", "whole", "its children", "left", "the profiler's own", "rest", "95 %");
    scopes.forEach((name, scope) -> {
      var rest = Middle.of(scope.rest());
      table.row(
          name,
          Middle.of(scope.whole).micros(),
          Middle.of(scope.children).micros(),
          Middle.of(scope.left()).micros(),
          Middle.of(scope.profiler).micros(),
          rest.micros(),
          rest.interval());
    });
    return table;
  }

  private static Scope none(int steps) {
    return new Scope(new double[steps], new double[steps], new double[steps]);
  }
}
