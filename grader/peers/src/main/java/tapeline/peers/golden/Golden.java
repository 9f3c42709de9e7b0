package tapeline.peers.golden;

import ai.djl.ndarray.NDManager;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tapeline.peers.JsonLine;
import tapeline.peers.Torch;

/// Compares every op with PyTorch, in float64 there: prints a row of a table for each, and a line
/// of JSON that says whether it passed, see the grader's `Script`.
public final class Golden {
  /// The largest relative error, see [tapeline.peers.Difference].
  private static final double LIMIT = 1e-5;

  private static final String ROW = "%-3s%-26s %5s  %9s %10s  %9s %10s%n";

  private Golden() {}

  public static void main(String[] args) {
    NDManager manager;
    try {
      manager = Torch.start(1);
    } catch (RuntimeException | LinkageError e) {
      print("PyTorch", null, "its native library does not load here: " + e);
      return;
    }
    System.out.printf("%-36s%20s%22s%n", "", "reference solution", "PyTorch in float32");
    System.out.printf(ROW, "", "op", "cases", "forward", "backward", "forward", "backward");
    for (var op : ops()) {
      check(op, manager);
    }
    System.out.printf(
        "Each against PyTorch in float64: the worst element's error, relative to its own size or to%n"
            + "the root mean square of its tensor, whichever is larger. The reference's limit is"
            + " %.0e.%n",
        LIMIT);
  }

  private static List<GoldenOp> ops() {
    var ops = new ArrayList<GoldenOp>();
    ops.addAll(TensorCases.ops());
    ops.addAll(RowCases.ops());
    ops.addAll(NetworkCases.ops());
    ops.addAll(StepCases.ops());
    ops.addAll(ImageCases.ops());
    ops.addAll(TextCases.ops());
    ops.addAll(CurvatureCases.ops());
    return ops;
  }

  private static void check(GoldenOp op, NDManager manager) {
    var name = "%02d %s".formatted(op.module(), op.name());
    try {
      var errors = op.compare(manager);
      System.out.printf(
          ROW,
          "%02d".formatted(op.module()),
          op.name(),
          op.cases(),
          shown(errors.ours().forward()),
          shown(errors.ours().backward()),
          shown(errors.peer().forward()),
          shown(errors.peer().backward()));
      print(name, errors.problem(LIMIT), null);
    } catch (RuntimeException e) {
      print(name, "threw " + e, null);
    }
  }

  private static String shown(double error) {
    return Double.isNaN(error) ? "–" : error == 0 ? "0" : String.format(Locale.ROOT, "%.1e", error);
  }

  /// A line of JSON.
  private static void print(String name, @Nullable String problem, @Nullable String skipped) {
    var line = new LinkedHashMap<String, @Nullable Object>();
    line.put("name", name);
    line.put("problem", problem);
    line.put("skipped", skipped);
    System.out.println(JsonLine.of(line));
  }
}
