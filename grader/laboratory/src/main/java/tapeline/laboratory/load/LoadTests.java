package tapeline.laboratory.load;

import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import tapeline.bench.load.LoadGenerator;
import tapeline.laboratory.arguments.Argument;
import tapeline.nn.Sequential;
import tapeline.tensor.Tensor;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.TextTable;
import tapeline.transformer.CharModel;
import tapeline.transformer.Sampler;

/// The four scenarios on two models of the course: module 06's perceptron reads a digit, module
/// 09's transformer writes four characters, with its cache. Nothing is learnt: a model's time does
/// not depend on what it says.
public final class LoadTests {
  private static final double SECONDS = 2.5;
  private static final int TOKENS = 4;
  private static final int DIGITS = 64;

  /// MLPerf v0.5's bounds of a server, for pictures (ResNet-50) and for language (BERT).
  private static final long PICTURE_NANOS = 15_000_000;

  private static final long LANGUAGE_NANOS = 130_000_000;

  private LoadTests() {}

  /// Runs them in two minutes or so, and prints what came: `./tapeline run LoadTests`. Runs as long
  /// as MLPerf's take four hours: `./tapeline run "LoadTests seconds=600"`.
  static void main(String[] args) {
    double seconds = args.length == 0 ? SECONDS : seconds(args);
    TextTable digits;
    TextTable text;
    try (var bar = ProgressBar.of("load tests", 2L * LoadSession.RUNS)) {
      digits = session("MLP 64-64-10", perceptron(), PICTURE_NANOS, seconds, bar).run();
      text = session("transformer, 4 tokens", transformer(), LANGUAGE_NANOS, seconds, bar).run();
    }
    IO.println();
    IO.println(digits);
    IO.println(text);
    IO.println(
        "omitted: the p99 that a generator reports which waits for an answer before it looks");
    IO.println("at the clock again: it never sees the queue, and finds an overloaded server fast.");
  }

  private static double seconds(String... args) {
    var word = String.join(" ", args);
    if (!word.startsWith("seconds=")) {
      throw new IllegalArgumentException("LoadTests takes seconds=600 or so, got " + word);
    }
    return new Argument("seconds", word.substring(word.indexOf('=') + 1)).number(0.1, 86_400);
  }

  private static LoadSession session(
      String name, IntConsumer service, long boundNanos, double seconds, ProgressBar bar) {
    return new LoadSession(
        name, service, boundNanos, seconds, LoadGenerator.Clock.SYSTEM, bar::step);
  }

  private static IntConsumer perceptron() {
    var random = new SplittableRandom(1);
    var model = Sequential.mlp(random, DIGITS, DIGITS, 10);
    var digits = Tensor.normal(random, DIGITS, DIGITS);
    return sample -> {
      int digit = sample % DIGITS;
      keep = model.apply(digits.slice(0, digit, digit + 1)).argmax()[0];
    };
  }

  private static IntConsumer transformer() {
    var random = new SplittableRandom(2);
    var size = new CharModel.Size(75, 32, 32, 4, 1);
    var sampler = new Sampler(new CharModel(size, random), 0);
    return sample -> {
      int[] prompt = {sample % size.vocabulary()};
      keep = sampler.cached(prompt, TOKENS, random)[TOKENS];
    };
  }

  /// Keeps the compiler from leaving an answer out.
  @SuppressWarnings("unused")
  private static volatile int keep;
}
