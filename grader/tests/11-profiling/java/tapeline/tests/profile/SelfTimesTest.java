package tapeline.tests.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.instruments.profile.Span;
import tapeline.profile.SelfTimes;
import tapeline.tests.Seeds;

/// Spans keep the time that their children do not take.
@Tag("11.5")
class SelfTimesTest {

  @Test
  void its_children_are_taken_away_from_a_span() {
    var spans =
        new MadeSpans()
            .scope("forward", 0)
            .scope("first", 10)
            .close(30, 0)
            .scope("second", 50)
            .close(55, 0)
            .close(100, 0)
            .spans();
    assertThat(SelfTimes.of(spans, Span::nanos))
        .as("100 ns with children of 20 and 5 ns: 100 − 20 − 5, 20, 5")
        .containsExactly(75, 20, 5);
  }

  @Test
  void grandchildren_are_their_parents_business() {
    var spans =
        new MadeSpans()
            .scope("step", 0)
            .scope("forward", 1)
            .scope("product", 2)
            .close(6, 0)
            .close(7, 0)
            .close(10, 0)
            .spans();
    assertThat(SelfTimes.of(spans, Span::nanos))
        .as("10 ns, in them 6, in them 4: 10 − 6, 6 − 4, 4")
        .containsExactly(4, 2, 4);
  }

  @Test
  void bytes_are_shared_out_like_nanoseconds() {
    var spans =
        new MadeSpans().scope("forward", 0).scope("product", 1).close(2, 640).close(9, 700).spans();
    assertThat(SelfTimes.of(spans, Span::allocatedBytes))
        .as("700 bytes, 640 of them a child's: SelfTimes.of(spans, Span::allocatedBytes)")
        .containsExactly(60, 640);
  }

  @Test
  void the_parts_add_up_to_what_the_outermost_spans_took() {
    var random = Seeds.random("spans");
    var made = new MadeSpans();
    long end = 0;
    for (int step = 0; step < 3; step++) {
      end = nest(made, random, end, 5);
    }
    var spans = made.spans();
    long outer = spans.stream().filter(s -> s.parent() < 0).mapToLong(Span::nanos).sum();
    assertThat(LongStream.of(SelfTimes.of(spans, Span::nanos)).sum())
        .as("the sum of the own times of %d nested spans", spans.size())
        .isEqualTo(outer);
  }

  @Test
  void a_span_is_looked_at_a_few_times() {
    var made = new MadeSpans().scope("step", 0);
    for (long child = 0; child < 999; child++) {
      made.scope("op", 2 * child).close(2 * child + 1, 0);
    }
    var spans = new CountedSpans(made.close(2_000, 0).spans());
    assertThat(SelfTimes.of(spans, Span::nanos)[0])
        .as("2000 ns less 999 children")
        .isEqualTo(1_001);
    assertThat(spans.looks)
        .as(
            "how often a span was taken from a list of 1,000: a pass or two, no search for children")
        .isLessThanOrEqualTo(10_000);
  }

  /// Counts how often one of its spans is asked for.
  private static final class CountedSpans extends AbstractList<Span> {
    private final List<Span> spans;
    private int looks;

    CountedSpans(List<Span> spans) {
      this.spans = spans;
    }

    @Override
    public Span get(int i) {
      looks++;
      return spans.get(i);
    }

    @Override
    public int size() {
      return spans.size();
    }
  }

  /// A scope with others in it, up to so many deep; when it ends.
  private static long nest(MadeSpans made, Random random, long start, int depth) {
    made.scope("depth " + depth, start);
    long now = start + random.nextInt(10);
    for (int child = random.nextInt(4); child > 0 && depth > 1; child--) {
      now = nest(made, random, now, depth - 1) + random.nextInt(10);
    }
    made.close(now + 1, 0);
    return now + 1;
  }
}
