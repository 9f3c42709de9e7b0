package tapeline.laboratory.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.Span;
import tapeline.profile.Profiler;

/// The middle half of a profile's steps, by how long they took: without those in which the machine
/// did something else.
final class MiddleSteps {
  private MiddleSteps() {}

  /// A profile of these steps alone; its memory is that of all.
  static Profile of(Profile all) {
    var steps =
        steps(all).stream().sorted(Comparator.comparingLong(Span::nanos).reversed()).toList();
    int edge = steps.size() / 4;
    var kept = new HashSet<>(steps.subList(edge, steps.size() - edge));
    var ids = new HashMap<Integer, Integer>();
    var spans = new ArrayList<Span>();
    for (var s : all.spans()) { // a parent comes before what lies in it
      if (kept.contains(s) || ids.containsKey(s.parent())) {
        ids.put(s.id(), spans.size());
        spans.add(moved(s, spans.size(), ids.getOrDefault(s.parent(), -1)));
      }
    }
    return new Profile(spans, all.memory(), all.threads(), all.dropped());
  }

  /// The steps of a profile, in order.
  static List<Span> steps(Profile profile) {
    return profile.spans().stream()
        .filter(s -> s.parent() < 0 && s.name().equals(Profiler.STEP))
        .toList();
  }

  private static Span moved(Span s, int id, int parent) {
    return new Span(
        id,
        parent,
        s.name(),
        s.kind(),
        s.thread(),
        s.start(),
        s.nanos(),
        s.profilerNanos(),
        s.allocatedBytes(),
        s.work());
  }
}
