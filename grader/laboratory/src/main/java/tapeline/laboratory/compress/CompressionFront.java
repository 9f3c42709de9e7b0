package tapeline.laboratory.compress;

import static tapeline.toolkit.TextTable.number;
import static tapeline.toolkit.TextTable.percent;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.bench.Pareto;
import tapeline.bench.stats.Sample;
import tapeline.toolkit.TextTable;

/// What is left of 06, 08 and 09 when they are distilled, factored and pruned, by each choice of
/// these together: bytes and errors from several seeds, and which are worth having? `./tapeline run
/// CompressionFront`
public final class CompressionFront {
  private static final int SEEDS = 4;
  private static final double LEVEL = 0.95;

  private CompressionFront() {}

  /// The steps that a model goes through, in this order.
  ///
  /// @param distil a smaller model that learns from the full one, instead of that
  /// @param factor layers as products of narrow matrices, with 90 % of the energy
  /// @param prune 80 % of the weights left out
  record Choice(boolean distil, boolean factor, boolean prune) {
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
      return steps.isEmpty() ? "as it is" : String.join(", ", steps);
    }
  }

  /// A task's models by size and seed.
  private interface Models<B> {
    CompressedModel<B> of(boolean student, long seed);
  }

  static void main() {
    IO.println(table("06 perceptron", 600, SEEDS, true, CompressedModel::perceptron));
    IO.println(table("08 convolutions", 250, SEEDS, true, CompressedModel::convolution));
    IO.println(table("09 characters", 400, SEEDS, false, CompressedModel::characters));
  }

  private static <B> TextTable table(
      String name, int steps, int seeds, boolean share, Models<B> models) {
    var names = new ArrayList<Choice>();
    var bytes = new ArrayList<double[]>();
    var errors = new ArrayList<double[]>();
    for (int seed = 1; seed <= seeds; seed++) {
      int at = 0;
      var full = models.of(false, seed);
      full.train(steps, null, false);
      for (var choice : choices(full.factored() != null)) {
        var model = made(choice, full, models, steps, seed);
        if (seed == 1) {
          names.add(choice);
          bytes.add(new double[seeds]);
          errors.add(new double[seeds]);
        }
        bytes.get(at)[seed - 1] = model.bytes();
        errors.get(at++)[seed - 1] = model.error().getAsDouble();
      }
    }
    var all = new ArrayList<Pareto.Choice>();
    for (int i = 0; i < names.size(); i++) {
      all.add(
          new Pareto.Choice(
              "" + names.get(i),
              Sample.of(bytes.get(i)).meanInterval(LEVEL),
              Sample.of(errors.get(i)).meanInterval(LEVEL)));
    }
    var front = Pareto.front(all).stream().map(Pareto.Choice::name).toList();
    var table =
        TextTable.of(name, "bytes", "of as it is", share ? "error" : "loss", "95 %", "Pareto");
    double whole = Sample.of(bytes.getFirst()).mean();
    for (int i = 0; i < all.size(); i++) {
      var error = Sample.of(errors.get(i));
      var range = error.meanInterval(LEVEL);
      table.row(
          all.get(i).name(),
          number(Sample.of(bytes.get(i)).mean(), 6),
          percent(Sample.of(bytes.get(i)).mean() / whole, 1),
          text(error.mean(), share),
          text(range.low(), share) + " to " + text(range.high(), share),
          front.contains(all.get(i).name()) ? "front" : "");
    }
    return table.note(
        "%d seeds; %d steps, and half as many once more for every choice".formatted(seeds, steps));
  }

  private static String text(double error, boolean share) {
    return share ? percent(error, 2) : number(error, 4);
  }

  private static List<Choice> choices(boolean factors) {
    var all = new ArrayList<Choice>();
    for (boolean distil : new boolean[] {false, true}) {
      for (boolean factor : factors ? new boolean[] {false, true} : new boolean[] {false}) {
        for (boolean prune : new boolean[] {false, true}) {
          all.add(new Choice(distil, factor, prune));
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
