package tapeline.instructor.board;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleConsumer;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import tapeline.competition.Archive;
import tapeline.competition.Event;
import tapeline.competition.Manifest;
import tapeline.instructor.judge.verdict.JudgeVerdict;
import tapeline.instructor.judge.verdict.Judgement;
import tapeline.instructor.judge.verdict.PairJudge;
import tapeline.instructor.judge.verdict.PairScore;
import tapeline.instructor.judge.verdict.PairScore.ForkTimes;
import tapeline.instruments.machine.SystemInfo;

/// A judge that runs nothing: an entry is as fast as its manifest's last flag says, `-Dfake=1.8`,
/// or gets the verdict that stands there, `-Dfake=REJECTED`. What it draws depends on the seed
/// alone.
final class FakeJudge implements PairJudge {
  static final SystemInfo MACHINE =
      new SystemInfo(
          "Example processor 9000",
          8,
          16,
          "L1 32 KiB",
          1L << 34,
          "Linux",
          "JVM 25",
          List.of(),
          "",
          0.1,
          "",
          "not available",
          "");
  private static final int FORKS = 14;
  private static final int TURNS = 40;

  private final long millis;

  /// @param millis that judging a pair takes
  FakeJudge(long millis) {
    this.millis = millis;
  }

  @Override
  public Judgement judge(
      Event event, Path entry, Optional<Path> against, long seed, DoubleConsumer progress)
      throws IOException {
    work(progress);
    var words = words(entry);
    if (words.matches("[A-Z]+")) {
      return judgement(
          seed,
          JudgeVerdict.valueOf(words),
          "replay",
          "It answered the last question again.",
          null);
    }
    double speed = Double.parseDouble(words);
    double other = against.isEmpty() ? 1 : Double.parseDouble(words(against.get()));
    if (event.metric().isCounted()) {
      long bytes = Math.round(10_000 / speed);
      double baseline = 10_000 / other;
      var score =
          new PairScore(
              baseline / bytes, baseline / bytes, baseline / bytes, 1, baseline, bytes, List.of());
      return judgement(seed, verdict(speed / other), "", "", score);
    }
    return judgement(seed, verdict(speed / other), "", "", measured(speed / other, seed));
  }

  private static JudgeVerdict verdict(double ratio) {
    return ratio > 1.04
        ? JudgeVerdict.BETTER
        : ratio < 0.96 ? JudgeVerdict.WORSE : JudgeVerdict.UNDECIDED;
  }

  private static PairScore measured(double ratio, long seed) {
    var random = new SplittableRandom(seed);
    var forks = new ArrayList<ForkTimes>();
    for (int f = 0; f < FORKS; f++) {
      var other = new ArrayList<Double>();
      var own = new ArrayList<Double>();
      for (int t = 0; t < TURNS; t++) {
        other.add((double) Math.round(1e6 * (1 + 0.03 * Math.abs(random.nextGaussian()))));
        own.add((double) Math.round(1e6 / ratio * (1 + 0.03 * Math.abs(random.nextGaussian()))));
      }
      forks.add(new ForkTimes(other, own, -Math.log(ratio) + 0.01 * random.nextGaussian()));
    }
    return new PairScore(ratio, ratio * 0.985, ratio * 1.015, 0.95, 1e6, 1e6 / ratio, forks);
  }

  private Judgement judgement(
      long seed, JudgeVerdict verdict, String defence, String reason, @Nullable PairScore score) {
    return new Judgement(
        seed,
        verdict,
        verdict.isRanked() ? "" : defence,
        reason,
        score,
        MACHINE,
        BoardStore.now(),
        millis / 1e3);
  }

  private void work(DoubleConsumer progress) {
    long end = System.nanoTime() + millis * 1_000_000;
    while (System.nanoTime() < end) {
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      progress.accept(1 - (end - System.nanoTime()) / (millis * 1e6));
    }
  }

  private static String words(Path zip) throws IOException {
    try (var files = new ZipFile(zip.toFile());
        var in = files.getInputStream(files.getEntry(Archive.MANIFEST))) {
      var manifest = Manifest.read(new String(in.readAllBytes(), UTF_8));
      return manifest.environment().flags().getLast().substring("-Dfake=".length());
    }
  }
}
