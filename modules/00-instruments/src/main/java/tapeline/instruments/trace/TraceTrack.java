package tapeline.instruments.trace;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The spans and the arrows' ends of one thread of a trace file: 48 bytes each at most, whatever
/// else stands in their events.
final class TraceTrack {
  private final Times spans = new Times();
  private final Times arrowEnds = new Times();
  private final Deque<TraceEvent> open = new ArrayDeque<>(); // events B without their E
  private long lastBeginOrEnd = Long.MIN_VALUE;

  /// Stretches of time and the numbers of their events, in arrays that grow.
  private static final class Times {
    private long[] start = new long[16];
    private long[] end = new long[16];
    private long[] event = new long[16];
    private int size;

    void add(long from, long to, long number) {
      if (size == start.length) {
        start = Arrays.copyOf(start, 2 * size);
        end = Arrays.copyOf(end, 2 * size);
        event = Arrays.copyOf(event, 2 * size);
      }
      start[size] = from;
      end[size] = to;
      event[size++] = number;
    }

    /// The places by start; of two that start together, the longer one first.
    int[] order() {
      return IntStream.range(0, size)
          .boxed()
          .sorted(
              Comparator.comparingLong((Integer i) -> start[i])
                  .thenComparing(i -> end[i], Comparator.reverseOrder()))
          .mapToInt(Integer::intValue)
          .toArray();
    }
  }

  void span(TraceEvent event) {
    long nanos = event.nanos("dur");
    event.require(nanos >= 0, "a span lasts 0 µs or longer, got dur " + event.fields().get("dur"));
    spans.add(event.nanos("ts"), event.nanos("ts") + nanos, event.number());
  }

  void begin(TraceEvent event) {
    inOrder(event);
    open.push(event);
  }

  void end(TraceEvent event) {
    inOrder(event);
    var begun = open.poll();
    if (begun == null) {
      throw event.broken("an E ends the last B of its thread, and none is open");
    }
    spans.add(begun.nanos("ts"), event.nanos("ts"), begun.number());
  }

  private void inOrder(TraceEvent event) {
    long at = event.nanos("ts");
    event.require(
        at >= lastBeginOrEnd,
        "B and E of a thread come in the order of their times, got %d ns after %d ns"
            .formatted(at, lastBeginOrEnd));
    lastBeginOrEnd = at;
  }

  void arrowEnd(TraceEvent event) {
    arrowEnds.add(event.nanos("ts"), event.nanos("ts"), event.number());
  }

  /// Checks the rules that need all events: spans nest, each B has its E, and each end of an arrow
  /// lies in a span.
  void finish(String thread) {
    var left = open.peek();
    if (left != null) {
      throw left.broken("a B has an E in its thread, and this one has none");
    }
    var order = spans.order();
    nest(order, thread);
    int next = 0;
    long covered = Long.MIN_VALUE; // a span that has begun lasts until here
    for (int i : arrowEnds.order()) {
      long at = arrowEnds.start[i];
      for (; next < order.length && spans.start[order[next]] <= at; next++) {
        covered = Math.max(covered, spans.end[order[next]]);
      }
      if (at >= covered) {
        throw new IllegalArgumentException(
            "event %d: an end of an arrow lies in a span of its thread, start ≤ ts < end, got %d ns in %s"
                .formatted(arrowEnds.event[i], at, thread));
      }
    }
  }

  private void nest(int[] order, String thread) {
    var around = new ArrayDeque<Integer>();
    for (var i : order) {
      while (ended(around.peek(), spans.start[i])) {
        around.pop();
      }
      var outer = around.peek();
      if (outer != null && spans.end[i] > spans.end[outer]) {
        throw new IllegalArgumentException(
            "event %d: spans of one thread nest or follow each other, got %d to %d ns across event %d, %d to %d ns, in %s"
                .formatted(
                    spans.event[i],
                    spans.start[i],
                    spans.end[i],
                    spans.event[outer],
                    spans.start[outer],
                    spans.end[outer],
                    thread));
      }
      around.push(i);
    }
  }

  private boolean ended(@Nullable Integer span, long at) {
    return span != null && spans.end[span] <= at;
  }
}
