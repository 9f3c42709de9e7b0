package tapeline.laboratory.compress;

import static tapeline.toolkit.TextTable.number;
import static tapeline.toolkit.TextTable.percent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.XYChart;
import tapeline.bench.Pareto;
import tapeline.bench.stats.Interval;
import tapeline.bench.stats.Sample;
import tapeline.laboratory.arguments.Argument;
import tapeline.laboratory.report.Choices;
import tapeline.laboratory.report.Report;
import tapeline.laboratory.report.ReportPage;
import tapeline.quant.WeightFormat;
import tapeline.toolkit.Charts;
import tapeline.toolkit.TextTable;

/// A comparison of the models of 06, 08 and 09 after distillation, factoring, pruning and
/// quantisation, each alone and together: bytes and errors from several seeds, and the choices on
/// the Pareto front. `./tapeline run CompressionFront`, or `"CompressionFront 4"` for four seeds,
/// prints tables, and writes a report and a chart for each model.
public final class CompressionFront {
  private static final int SEEDS = 3;
  private static final double LEVEL = 0.95;
  private static final @Nullable WeightFormat[] FORMATS = {
    null, WeightFormat.INT8_CHANNEL, WeightFormat.INT4_GROUPS
  };
  private static final Path FOLDER =
      Path.of(System.getProperty("tapeline.root", "")).resolve("grader/target/compress");

  private CompressionFront() {}

  /// The steps that a model goes through, in this order.
  ///
  /// @param distil a smaller model that learns from the full one, instead of that
  /// @param factor layers as products of narrow matrices, with 90 % of the energy
  /// @param prune 80 % of the weights left out
  /// @param quantize weights in these blocks; null for float32
  record Choice(boolean distil, boolean factor, boolean prune, @Nullable WeightFormat quantize) {
    @Override
    public String toString() {
      var steps = new ArrayList<String>();
      if (distil) {
        steps.add("distil");
      }
      if (factor) {
        steps.add("factor");
      }
      if (prune) {
        steps.add("prune");
      }
      if (quantize != null) {
        steps.add(quantize == WeightFormat.INT4_GROUPS ? "int4" : "int8");
      }
      return steps.isEmpty() ? "as it is" : String.join(", ", steps);
    }
  }

  /// The bytes and errors of a choice, by seeds.
  private record Results(double[] bytes, double[] errors) {
    Pareto.Choice choice(String name) {
      return new Pareto.Choice(
          name,
          Interval.exactly(Sample.of(bytes).mean()),
          Sample.of(errors).meanInterval(LEVEL),
          Interval.exactly(Arrays.stream(errors).max().orElseThrow()));
    }
  }

  /// A task's models by size and seed.
  private interface Models<B> {
    CompressedModel<B> of(boolean student, long seed);
  }

  static void main(String... arguments) throws IOException {
    Argument.requireAtMost(1, arguments);
    int seeds = // an interval takes two
        arguments.length == 0 ? SEEDS : (int) new Argument("seeds", arguments[0]).whole(2, 1000);
    Files.createDirectories(FOLDER);
    report("06 perceptron", true, results(600, seeds, CompressedModel::perceptron));
    report("08 convolutions", true, results(250, seeds, CompressedModel::convolution));
    report("09 characters", false, results(400, seeds, CompressedModel::characters));
    IO.println("wrote a chart and a report of each in " + FOLDER);
  }

  private static <B> Map<Choice, Results> results(int steps, int seeds, Models<B> models) {
    var all = new LinkedHashMap<Choice, Results>();
    for (int seed = 1; seed <= seeds; seed++) {
      var full = models.of(false, seed);
      full.train(steps, null, false);
      for (var trained : choices(full.factored() != null)) {
        var model = made(trained, full, models, steps, seed);
        for (var how : FORMATS) {
          var choice = new Choice(trained.distil(), trained.factor(), trained.prune(), how);
          var results =
              all.computeIfAbsent(choice, _ -> new Results(new double[seeds], new double[seeds]));
          var result = model.in(how);
          results.bytes()[seed - 1] = result.bytes();
          results.errors()[seed - 1] = result.error();
        }
      }
    }
    return all;
  }

  private static void report(String name, boolean share, Map<Choice, Results> results)
      throws IOException {
    int seeds = results.values().iterator().next().bytes().length;
    var all = new ArrayList<Pareto.Choice>();
    results.forEach((choice, r) -> all.add(r.choice(choice.toString())));
    var names = front(all, c -> Interval.exactly(c.cost(1)));
    var perhaps = front(all, c -> c.costs()[1]);
    var what = share ? "error" : "loss";
    var table = TextTable.of(name, "bytes", "of as it is", what, "95 %", "Pareto");
    for (var c : all) {
      var range = c.costs()[1];
      table.row(
          c.name(),
          number(Math.rint(c.cost(0)), 6),
          percent(c.cost(0) / all.getFirst().cost(0), 1),
          text(c.cost(1), share),
          text(range.low(), share) + " to " + text(range.high(), share),
          names.contains(c.name()) ? "front" : perhaps.contains(c.name()) ? "perhaps" : "");
    }
    IO.println(
        table.note(
            "%d seeds; the front by means, and those that may be on it within their intervals"
                .formatted(seeds)));
    var file = name.substring(0, 2);
    Charts.write(chart(name, what, all, names), FOLDER.resolve("front-" + file + ".png"));
    var axes =
        List.of(
            new Choices.Axis("bytes", "", 1),
            new Choices.Axis(what, "", 1e-3),
            new Choices.Axis(what + " of the worst seed", "", 1e-3));
    var shown = all.stream().filter(c -> names.contains(c.name())).toList();
    var page = new Report(name + ", made smaller", List.of(), List.of(), new Choices(axes, shown));
    Files.writeString(FOLDER.resolve("front-" + file + ".html"), ReportPage.of(page));
  }

  /// The names of those that none beats in both bytes and error.
  private static List<String> front(
      List<Pareto.Choice> all, Function<Pareto.Choice, Interval> error) {
    var two =
        all.stream().map(c -> new Pareto.Choice(c.name(), c.costs()[0], error.apply(c))).toList();
    return Pareto.front(two).stream().map(Pareto.Choice::name).toList();
  }

  private static XYChart chart(
      String name, String what, List<Pareto.Choice> all, List<String> front) {
    var chart = Charts.logLog(name + ", made smaller", "bytes", what);
    for (var bits : List.of("float32", "int8", "int4")) {
      points(chart, bits, all.stream().filter(c -> bits.equals(bits(c.name()))).toList());
    }
    var sorted =
        all.stream()
            .filter(c -> front.contains(c.name()))
            .sorted(Comparator.comparingDouble(c -> c.cost(0)))
            .toList();
    Charts.dashed(chart, "front", costs(sorted, 0), costs(sorted, 1));
    return chart;
  }

  private static void points(XYChart chart, String name, List<Pareto.Choice> choices) {
    Charts.points(chart, name, costs(choices, 0), costs(choices, 1));
  }

  private static String bits(String choice) {
    var last = choice.substring(choice.lastIndexOf(' ') + 1);
    return last.startsWith("int") ? last : "float32";
  }

  private static double[] costs(List<Pareto.Choice> choices, int i) {
    return choices.stream().mapToDouble(c -> c.cost(i)).toArray();
  }

  private static String text(double error, boolean share) {
    return share ? percent(error, 2) : number(error, 4);
  }

  /// All trainings: what is quantised needs none.
  private static List<Choice> choices(boolean factors) {
    var all = new ArrayList<Choice>();
    for (boolean distil : new boolean[] {false, true}) {
      for (boolean factor : factors ? new boolean[] {false, true} : new boolean[] {false}) {
        for (boolean prune : new boolean[] {false, true}) {
          all.add(new Choice(distil, factor, prune, null));
        }
      }
    }
    return all;
  }

  private static <B> CompressedModel<B> made(
      Choice choice, CompressedModel<B> full, Models<B> models, int steps, long seed) {
    var model = models.of(choice.distil(), seed);
    @Nullable CompressedModel<B> teacher = choice.distil() ? full : null;
    model.train(steps, teacher, false);
    var factored = model.factored();
    if (choice.factor() && factored != null) {
      model = factored.get();
    }
    model.train(steps / 2, teacher, choice.prune());
    return model;
  }
}
