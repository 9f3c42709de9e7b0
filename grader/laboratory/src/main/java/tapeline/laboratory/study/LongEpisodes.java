package tapeline.laboratory.study;

import static tapeline.toolkit.TextTable.number;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import tapeline.bench.stats.Sample;
import tapeline.instruments.machine.SpeedInTurns;
import tapeline.laboratory.suite.MedianInterval;
import tapeline.toolkit.TextTable;

/// Long episodes: a policy learns to balance a pole by REINFORCE, whose gradients grow with the
/// episode. What diverges without clipping (07), and what do a tape that serves again (03) and
/// batches of episodes bring? `./tapeline run LongEpisodes`, or `"LongEpisodes small"` for the size
/// of a test
public final class LongEpisodes {
  private static final double LIMIT = 1;
  private static final int BATCH = 10;
  private static final ThreadMXBean THREADS =
      (ThreadMXBean) ManagementFactory.getThreadMXBean(); // of the JDK

  private final int seeds;
  private final EpisodeTraining plain;
  private final TextTable table =
      TextTable.of(
          "long episodes",
          "diverged",
          "steps at the end, median",
          "bytes an episode",
          "time of plain's",
          "claimed",
          "here",
          "why");

  private LongEpisodes(int seeds, EpisodeTraining plain) {
    this.seeds = seeds;
    this.plain = plain;
  }

  static void main(String... words) {
    IO.println(table(PublishedClaim.small(words)));
  }

  static TextTable table(boolean small) {
    int most = small ? 40 : 500;
    int episodes = small ? 20 : 500;
    var plain = new EpisodeTraining(most, episodes, 1, Double.POSITIVE_INFINITY, false);
    return new LongEpisodes(small ? 6 : 30, plain).table();
  }

  private TextTable table() {
    int most = plain.most();
    int episodes = plain.episodes();
    row("plain", plain, "100 %", PublishedClaim.NONE, "–", "a long episode's gradient is long");
    row(
        "clipping to %s".formatted(number(LIMIT, 2)),
        new EpisodeTraining(most, episodes, 1, LIMIT, false),
        "–",
        PublishedClaim.NONE,
        "–",
        "a step has a longest length, whatever the episode");
    var reuse = new EpisodeTraining(most, episodes, 1, Double.POSITIVE_INFINITY, true);
    IO.println("measuring: the time of tapes");
    var speed = SpeedInTurns.of(() -> plain.run(1), () -> reuse.run(1));
    var claim = new PublishedClaim("5× as fast", 5);
    row(
        "tape reuse",
        reuse,
        ChainStudy.time(speed),
        claim,
        claim.verdict(speed.low(), speed.high()),
        "the same episodes and the same work; arrays alone are not made anew");
    row(
        "batches of " + BATCH,
        new EpisodeTraining(most, episodes, BATCH, Double.POSITIVE_INFINITY, false),
        "–",
        PublishedClaim.NONE,
        "–",
        "a mean of episodes is shorter than the longest, and there are fewer steps");
    row(
        "all three",
        new EpisodeTraining(most, episodes, BATCH, LIMIT, true),
        "–",
        PublishedClaim.NONE,
        "–",
        "steps are bounded, and fewer");
    return table.note(
        "%d seeds, %d episodes of at most %d steps; diverged: a number that is not finite, or an end below the beginning, with Wilson's 95 %% interval; medians with the sign test's; time: 21 pairs of turns on the same episodes, – where they are others"
            .formatted(seeds, episodes, most));
  }

  private void row(
      String name,
      EpisodeTraining training,
      String time,
      PublishedClaim claim,
      String verdict,
      String why) {
    IO.println("measuring: " + name);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    var courses = training.seeds(seeds);
    long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
    long played = Arrays.stream(courses).mapToLong(c -> c.lengths().length).sum();
    int diverged = (int) Arrays.stream(courses).filter(EpisodeTraining.Course::diverged).count();
    table.row(
        name,
        "" + new Rate(diverged, seeds),
        median(Arrays.stream(courses).mapToDouble(EpisodeTraining.Course::last).toArray()),
        "" + bytes / played,
        time,
        claim.said(),
        verdict,
        why);
  }

  /// The median, and the interval that holds it with 95 % or more, by the sign test.
  ///
  /// @throws IllegalArgumentException for fewer than 6 numbers, which have no such interval
  static String median(double... numbers) {
    if (numbers.length < 6) {
      throw new IllegalArgumentException(
          "an interval for a median needs 6 numbers or more, got " + numbers.length);
    }
    var interval = MedianInterval.of(numbers);
    return "%s (%s to %s)"
        .formatted(
            number(Sample.of(numbers).median(), 3),
            number(interval.low(), 3),
            number(interval.high(), 3));
  }
}
