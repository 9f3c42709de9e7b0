package tapeline.laboratory.milestone;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import tapeline.bench.load.LoadGenerator;
import tapeline.conv.DigitsNetwork;
import tapeline.laboratory.load.HighestRate;
import tapeline.laboratory.load.LoadResult;
import tapeline.laboratory.load.LoadRun;
import tapeline.laboratory.load.Scenario;
import tapeline.nn.Sequential;
import tapeline.tensor.Tensor;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.TextTable;
import tapeline.transformer.CharModel;
import tapeline.transformer.Sampler;

/// 2018: the models of 1986, 1998 and 2017 answer in MLPerf's four scenarios. What they have learnt
/// does not change their times, so they have learnt nothing.
final class FourScenarios implements MilestoneProgram {
  private static final double SECONDS = 1; // a run
  private static final int STREAMS = 8;
  private static final int STEPS = 5;
  private static final int DIGITS = 64;
  private static final int TOKENS = 4;

  /// The limit of a server's 99 % quantile. MLPerf Inference v0.5 has 15 ms for ResNet-50, on a
  /// machine that does nothing else, and 250 ms for GNMT (Reddi et al. 2020, table II).
  private static final long PICTURES = 50_000_000;

  private static final long TEXT = 250_000_000;

  private final SplittableRandom random = new SplittableRandom(1);

  /// @param boundNanos of a server's 99 % quantile
  private record Model(String name, IntConsumer service, long boundNanos) {}

  @Override
  public double run(Drawing drawing, double effort) {
    var models =
        List.of(
            new Model("perceptron 1986", perceptron(), PICTURES),
            new Model("convolutions 1998", convolutions(), PICTURES),
            new Model("attention 2017", attention(), TEXT));
    drawing.begin(
        "How much of its offline rate can a server stand?",
        "queries a second, as a share of the offline rate",
        "99 % quantile of the latency, as a share of the bound");
    drawing.dots();
    drawing.level("the bound", 1);
    var table =
        TextTable.of("model", "single, p90", "8 streams, p99", "offline", "server", "share");
    var shares = new ArrayList<Double>();
    try (var bar = ProgressBar.of("load tests", models.size())) {
      for (var model : models) {
        shares.add(measure(model, effort, drawing, table));
        bar.step();
      }
    }
    IO.print(table);
    return shares.stream().sorted().skip(shares.size() / 2).findFirst().orElse(Double.NaN);
  }

  /// Measures all four, adds a row, and returns the server's rate as a share of the offline rate.
  private double measure(Model model, double effort, Drawing drawing, TextTable table) {
    double seconds = SECONDS * effort;
    double first = rate(model, seconds);
    int single = queries(Scenario.SINGLE_STREAM, first * seconds);
    int streams = queries(Scenario.MULTI_STREAM, first / STREAMS * seconds);
    var one = run(model, LoadRun.singleStream(single));
    var eight = run(model, LoadRun.multiStream(streams, STREAMS));
    double offline = run(model, LoadRun.offline(Math.max(1, (int) (first * seconds)))).throughput();
    var highest =
        new HighestRate(
                perSecond -> {
                  int count = queries(Scenario.SERVER, perSecond * seconds);
                  var load = LoadRun.server(count, perSecond, model.boundNanos());
                  var result = run(model, load);
                  double late = result.latency(load.scenario().quantile()) / model.boundNanos();
                  drawing.add(model.name(), perSecond / offline, Math.min(2, late));
                  return result;
                },
                offline,
                (int) Math.ceil(STEPS * effort))
            .find();
    double server = highest.map(r -> r.test().rate()).orElse(0.0);
    table.row(
        model.name(),
        millis(one.latency(Scenario.SINGLE_STREAM.quantile())),
        millis(eight.latency(Scenario.MULTI_STREAM.quantile())),
        TextTable.number(offline, 3) + " /s",
        TextTable.number(server, 3) + " /s",
        TextTable.percent(server / offline, 0));
    return server / offline;
  }

  private LoadResult run(Model model, LoadRun load) {
    return load.run(model.service(), LoadGenerator.Clock.SYSTEM, random.split());
  }

  /// Answers a second, one behind the other, from the later half of the time.
  private double rate(Model model, double seconds) {
    var result = run(model, LoadRun.singleStream(Scenario.SINGLE_STREAM.leastQueries()));
    long mean = Math.max(1, (long) Arrays.stream(result.latencies()).average().orElse(1));
    int count = Math.max(2, (int) (seconds * 1e9 / mean));
    long[] all = run(model, LoadRun.singleStream(count)).latencies();
    return 1e9 / Arrays.stream(all).skip(count / 2).average().orElse((double) mean);
  }

  private static int queries(Scenario scenario, double wanted) {
    return Math.max(scenario.leastQueries(), (int) wanted);
  }

  private static String millis(double nanos) {
    return TextTable.number(nanos / 1e6, 3) + " ms";
  }

  private static IntConsumer perceptron() {
    var random = new SplittableRandom(2);
    var model = Sequential.mlp(random, DIGITS, DIGITS, 10);
    var digits = Tensor.normal(random, DIGITS, DIGITS);
    return i -> kept = model.apply(digits.slice(0, i % DIGITS, i % DIGITS + 1)).argmax()[0];
  }

  private static IntConsumer convolutions() {
    var random = new SplittableRandom(3);
    var model = DigitsNetwork.of(DIGITS / 8, random);
    var digits = Tensor.normal(random, DIGITS, 1, 8, 8);
    return i -> kept = model.apply(digits.slice(0, i % DIGITS, i % DIGITS + 1)).argmax()[0];
  }

  private static IntConsumer attention() {
    var random = new SplittableRandom(4);
    var size = new CharModel.Size(75, 32, 32, 4, 1);
    var sampler = new Sampler(new CharModel(size, random), 0);
    return i -> {
      int[] prompt = {i % size.vocabulary()};
      kept = sampler.cached(prompt, TOKENS, random)[TOKENS];
    };
  }

  /// Keeps the compiler from leaving an answer out.
  @SuppressWarnings("unused")
  private static volatile int kept;
}
