package tapeline.instruments.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import tapeline.instruments.profile.Span;

/// An arrow in a trace, from the forward span of an op to its backward span.
///
/// A viewer ties each end to the innermost span of that thread that has begun and has not ended
/// yet, `start ≤ time < end`; an end outside every span is tied to none, and the arrow is not
/// drawn.
///
/// @param id tells the arrows of a file apart
/// @param fromThread the number of the thread where the op was computed
/// @param leaves the time of its tail, in nanoseconds since the profile began
/// @param toThread the number of the thread where its gradients were
/// @param arrives the time of its head
public record FlowArrow(int id, int fromThread, long leaves, int toThread, long arrives) {

  /// An arrow for each backward span whose op has a forward span before it; ids from 0, in the
  /// order of the backward spans. O(spans).
  ///
  /// @param spans in the order of their starts
  public static List<FlowArrow> between(List<Span> spans) {
    var arrows = new ArrayList<FlowArrow>();
    var forward = new HashMap<Integer, Span>(); // by the application of the op
    for (Span span : spans) {
      if (span.work() != null && span.kind() == Span.Kind.FORWARD) {
        forward.put(span.work().application(), span);
      } else if (span.work() != null && span.kind() == Span.Kind.BACKWARD) {
        var tail = forward.get(span.work().application());
        if (tail != null) { // else it lies before the first active step, or was dropped
          arrows.add(
              new FlowArrow(
                  arrows.size(), tail.thread(), tail.start(), span.thread(), span.start()));
        }
      }
    }
    return arrows;
  }
}
