package tapeline.tests.profile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.instruments.profile.Cost;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.Span;
import tapeline.instruments.profile.Work;

/// A profile written down by hand: spans open and close at given times.
public final class MadeSpans {
  private final List<Span> spans = new ArrayList<>();
  private final List<Integer> open = new ArrayList<>();

  /// A scope from `start` until [#close].
  public MadeSpans scope(String name, long start) {
    return open(name, Span.Kind.SCOPE, start, null);
  }

  /// An op's pass from `start` until [#close], with this cost, or none by formula.
  public MadeSpans op(String name, Span.Kind kind, long start, @Nullable Cost cost) {
    var shape = "(2,3)";
    var work =
        new Work(spans.size(), name, List.of(shape), shape, cost, "Model/" + name, "Model.java:7");
    return open(name, kind, start, work);
  }

  private MadeSpans open(String name, Span.Kind kind, long start, @Nullable Work work) {
    int parent = open.isEmpty() ? -1 : open.getLast();
    open.add(spans.size());
    spans.add(new Span(spans.size(), parent, name, kind, 0, start, 0, 0, work));
    return this;
  }

  /// Ends the innermost open span, which allocated so many bytes.
  public MadeSpans close(long end, long bytes) {
    int id = open.removeLast();
    var s = spans.get(id);
    spans.set(
        id,
        new Span(
            id,
            s.parent(),
            s.name(),
            s.kind(),
            s.thread(),
            s.start(),
            end - s.start(),
            bytes,
            s.work()));
    return this;
  }

  public List<Span> spans() {
    return List.copyOf(spans);
  }

  public Profile profile() {
    return new Profile(spans, List.of(), List.of("main"), 0);
  }
}
