package tapeline.laboratory.practice;

import static tapeline.laboratory.practice.PracticeLine.judged;
import static tapeline.laboratory.practice.PracticeLine.notApplicable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tapeline.autograd.TapeListener;
import tapeline.instruments.profile.ProfileSchedule;
import tapeline.instruments.profile.Span;
import tapeline.memory.LeakFinder;
import tapeline.nn.Parameter;
import tapeline.optim.Clipping;
import tapeline.profile.Hotspots;
import tapeline.profile.Hotspots.By;
import tapeline.profile.Profiler;
import tapeline.toolkit.TextTable;

/// The performance checklist's ten points, and four mistakes that a program can see, of one
/// training. Each point trains anew, some dozen steps.
///
/// A point that throws is not done, and says what was thrown.
public record Practices<B>(CheckedTraining<B> checked) {
  private static final int STEPS = 180;
  private static final int FEW = 12;
  private static final double LARGEST_ERROR = 0.1;
  private static final float FAR = 1000;
  private static final double ALWAYS = 0.9;
  private static final double SAME = 1e-3;

  /// All points, in order.
  public List<PracticeLine> lines() {
    var losses = losses();
    return List.of(
        point("profiled, forward and backward", this::profiled),
        point("memory at its peak", this::peak),
        point("batch sizes", this::batches),
        point("gradients are right", this::gradients),
        point("no leaks", this::leaks),
        point("beats its baseline", () -> baseline(losses)),
        point("numerically stable", this::stable),
        point("converges", () -> converges(losses.model)),
        point("choices have reasons", this::choices),
        point("is watched", this::watched),
        point("a profile before each change", this::changes),
        point("backward finds its values", this::values),
        point("clipping leaves most steps alone", this::clipping),
        point("a step, a tape", this::tapes));
  }

  private static PracticeLine point(String name, Supplier<Finding> look) {
    try {
      var found = look.get();
      return found.applies
          ? judged(name, found.done, found.words)
          : notApplicable(name, found.words);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      return judged(name, false, "it threw " + e);
    }
  }

  private record Finding(boolean applies, boolean done, String words) {
    @SuppressWarnings("AnnotateFormatMethod") // the annotation is no dependency here
    static Finding of(boolean done, String words, Object... values) {
      return new Finding(true, done, words.formatted(values));
    }
  }

  private Finding profiled() {
    var training = checked.fresh();
    try (var profiler = Profiler.start(ProfileSchedule.once(FEW, FEW, FEW))) {
      for (int i = 0; i < 3 * FEW; i++) {
        training.run();
        profiler.step();
      }
      var profile = profiler.profile().withoutProfiler();
      double forward = nanos(profile.spans(), Span.Kind.FORWARD);
      double backward = nanos(profile.spans(), Span.Kind.BACKWARD);
      var most =
          Hotspots.of(profile, By.PASS).rows().stream().filter(r -> !r.isScope()).findFirst();
      return Finding.of(
          forward > 0 && backward > 0,
          "forward to backward as %.0f to %.0f; most takes %s",
          100 * forward / (forward + backward),
          100 * backward / (forward + backward),
          most.map(r -> r.name()).orElse("nothing"));
    }
  }

  private static double nanos(List<Span> spans, Span.Kind kind) {
    return spans.stream().filter(s -> s.kind() == kind).mapToLong(Span::nanos).sum();
  }

  private Finding peak() {
    long bytes = checked.fresh().tape().stats().peakBytes();
    return Finding.of(bytes > 0, "the tape of a step holds %,d bytes at most", bytes);
  }

  private Finding batches() {
    int[] sizes = {Math.max(1, checked.batch() / 2), checked.batch(), 2 * checked.batch()};
    long[] peaks =
        IntStream.of(sizes)
            .mapToLong(size -> checked.start().apply(size).tape().stats().peakBytes())
            .toArray();
    if (peaks[0] == peaks[2]) {
      return new Finding(false, false, "the tape is the same for all of " + Arrays.toString(sizes));
    }
    var words =
        IntStream.range(0, sizes.length)
            .mapToObj(i -> "%,d of %d".formatted(peaks[i] / sizes[i], sizes[i]))
            .collect(Collectors.joining(", "));
    return Finding.of(true, "peak bytes an example, by batch size: %s", words);
  }

  private Finding gradients() {
    double error = SlopeCheck.error(checked.fresh());
    return Finding.of(
        error <= LARGEST_ERROR, "they differ from the loss's slope by %.1f %%", 100 * error);
  }

  private Finding leaks() {
    var training = checked.fresh();
    var finder = new LeakFinder();
    try (var _ = TapeListener.use(finder)) {
      for (int i = 0; i < FEW; i++) {
        training.run();
        finder.step();
      }
    }
    var leaks = finder.leaks();
    return Finding.of(
        leaks.isEmpty(),
        leaks.isEmpty() ? "after %d steps no more is alive than before" : "in %d steps: %s",
        FEW,
        leaks.stream().map(l -> "%.1f of %s a step".formatted(l.perStep(), l.what())).toList());
  }

  /// The losses of the model and of the baseline, on the same batches.
  private record Losses(double[] model, double[] baseline) {}

  private Losses losses() {
    try {
      var training = checked.fresh();
      var course = new Losses(new double[STEPS], new double[STEPS]);
      for (int i = 0; i < STEPS; i++) {
        var batch = training.data().get();
        course.baseline[i] = checked.baseline().applyAsDouble(batch);
        course.model[i] = training.step().applyAsDouble(batch);
      }
      return course;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError _) {
      double[] none = {Double.NaN}; // said by the point that looks at it
      return new Losses(none, none);
    }
  }

  private Finding baseline(Losses losses) {
    double simple = mean(losses.baseline, 2);
    double model = mean(losses.model, 2);
    return Finding.of(
        model < simple,
        "the baseline costs %s, and the model %s on the same batches, the last third of %d steps",
        TextTable.number(simple, 3),
        TextTable.number(model, 3),
        losses.model.length);
  }

  private static double mean(double[] values, int third) {
    int length = Math.max(1, values.length / 3);
    return Arrays.stream(values)
        .skip((long) third * length)
        .limit(length)
        .average()
        .orElse(Double.NaN);
  }

  private Finding converges(double... losses) {
    double first = mean(losses, 0);
    double last = mean(losses, 2);
    return Finding.of(
        last < first,
        "the mean loss falls from %s to %s, thirds of %d steps",
        TextTable.number(first, 3),
        TextTable.number(last, 3),
        losses.length);
  }

  private Finding stable() {
    var training = checked.fresh();
    var parameters = training.parameters();
    SlopeCheck.put(
        parameters, SlopeCheck.copies(parameters).stream().map(t -> t.times(FAR)).toList());
    double loss = training.run();
    var gone =
        parameters.stream().filter(p -> !isFinite(p)).map(Parameter::name).findFirst().orElse("");
    return Finding.of(
        Double.isFinite(loss) && gone.isEmpty(),
        "weights %.0f times as large give a loss of %s%s",
        FAR,
        TextTable.number(loss, 3),
        gone.isEmpty() ? "" : ", and the gradient of " + gone + " is not finite");
  }

  private static boolean isFinite(Parameter p) {
    return Double.isFinite(p.gradient().abs().sum().item());
  }

  private Finding choices() {
    var without =
        checked.notes().choices().entrySet().stream()
            .filter(c -> c.getValue().isBlank())
            .map(c -> c.getKey())
            .sorted()
            .toList();
    int all = checked.notes().choices().size();
    return Finding.of(
        all > 0 && without.isEmpty(),
        all == 0 ? "no choice is written down" : "%d choices, without a reason: %s",
        all,
        without.isEmpty() ? "none" : String.join(", ", without));
  }

  private Finding watched() {
    var watched = checked.notes().watched();
    return Finding.of(
        !watched.isEmpty(),
        watched.isEmpty() ? "nothing is looked at while it learns" : "%s",
        String.join(", ", watched));
  }

  private Finding changes() {
    var changes = checked.notes().changes();
    if (changes.isEmpty()) {
      return new Finding(false, false, "nothing was made faster");
    }
    var blind = changes.stream().filter(c -> c.profile().isBlank()).map(c -> c.what()).toList();
    return Finding.of(
        blind.isEmpty(),
        blind.isEmpty() ? "each of %d changes follows a profile" : "of %d changes without one: %s",
        changes.size(),
        String.join(", ", blind));
  }

  private Finding values() {
    try {
      checked.fresh().run();
      return Finding.of(true, "no value that backward needs was written over");
    } catch (IllegalStateException e) {
      return new Finding(true, false, String.valueOf(e.getMessage()));
    }
  }

  /// A gradient that was clipped has the limit for its norm, so of a clipping that always clips all
  /// norms are one.
  private Finding clipping() {
    var training = checked.fresh();
    var norms = new ArrayList<Double>();
    for (int i = 0; i < 2 * FEW; i++) {
      training.run();
      norms.add(Clipping.globalNorm(training.parameters()));
    }
    double most = norms.stream().mapToDouble(n -> n).max().orElse(0);
    long clipped = norms.stream().filter(n -> n >= most * (1 - SAME)).count();
    return Finding.of(
        Double.isFinite(most) && clipped < ALWAYS * norms.size(),
        "in %d of %d steps the gradients' norm is the largest, %s",
        clipped,
        norms.size(),
        TextTable.number(most, 3));
  }

  private Finding tapes() {
    var training = checked.fresh();
    int first = training.tape().stats().nodes();
    for (int i = 0; i < FEW; i++) {
      training.run();
    }
    int last = training.tape().stats().nodes();
    return Finding.of(
        last <= first,
        "the tape has %d nodes at first, and %d after %d steps",
        first,
        last,
        FEW + 2);
  }
}
