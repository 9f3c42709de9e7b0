package tapeline.roofline.ops;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.profile.Cost;
import tapeline.profile.cost.PassCost;
import tapeline.profile.cost.ProductCost;
import tapeline.roofline.Attainable;
import tapeline.roofline.Balance;
import tapeline.tensor.Shape;
import tapeline.tensor.UnaryOp;
import tapeline.toolkit.TextTable;

/// The ops that papers call bound by compute or by memory, in the shapes of large networks, by
/// formula alone: what a machine does not have time to run it can still be asked about.
public final class FieldOps {
  private static final Shape TOKENS = Shape.of(8192, 1024);
  private static final Shape HEADS = Shape.of(16, 4096, 64);
  private static final Shape SCORES = Shape.of(16, 4096, 4096);

  private FieldOps() {}

  private record FieldOp(String name, Cost inFloat32) {}

  // spotless:off
  private static List<FieldOp> all() {
    var scores = ProductCost.of(HEADS, Shape.of(16, 64, 4096)).forward();
    var values = ProductCost.of(SCORES, HEADS).forward();
    var weights = PassCost.softmax(SCORES);
    long flops = scores.flops() + weights.flops() + values.flops();
    return List.of(
        new FieldOp("product 4096³",                      layer(4096)),
        new FieldOp("FC 4096→4096, batch 256",            layer(256)),
        new FieldOp("FC 4096→4096, batch 8",              layer(8)),
        new FieldOp("convolution 3×3, 256→256, 32×56×56", convolution()),
        new FieldOp("attention, 4096 long, scores kept",  Stream.of(scores, weights, values).reduce(Cost.NONE, Cost::plus)),
        new FieldOp("attention, 4096 long, fused",        new Cost(flops, 12L * HEADS.size(), 4L * HEADS.size())),
        new FieldOp("softmax of its scores",              weights),
        new FieldOp("layer norm (8192,1024), one pass",   new Cost(8L * TOKENS.size(), 4L * TOKENS.size(), 4L * TOKENS.size())),
        new FieldOp("GELU (8192,1024)",                   PassCost.map(UnaryOp.GELU, TOKENS)),
        new FieldOp("sum (8192,1024)",                    PassCost.zip(TOKENS, TOKENS)));
  }
  // spotless:on

  private static Cost layer(int batch) {
    return ProductCost.of(Shape.of(batch, 4096), Shape.of(4096, 4096)).forward();
  }

  /// Images and weights are read once, as by a kernel that makes no columns.
  private static Cost convolution() {
    long images = 32L * 256 * 56 * 56;
    long weights = 256L * 256 * 9;
    return new Cost(2 * 32L * 56 * 56 * weights, 4 * (images + weights), 4 * images);
  }

  /// The bound of each on a machine.
  ///
  /// @param bytesPerNumber 4 for float32, 2 for half precision
  public static TextTable table(Ceiling compute, Ceiling memory, int bytesPerNumber) {
    var table = TextTable.of("op", "FLOP/B", "bound by", "of the peak");
    double ridge = 0;
    for (var op : all()) {
      var c = op.inFloat32();
      var cost =
          new Cost(
              c.flops(), c.bytesRead() / 4 * bytesPerNumber, c.bytesWritten() / 4 * bytesPerNumber);
      var balance = Balance.of(List.of(cost), compute, memory);
      ridge = balance.ridge();
      var roof = Attainable.of(balance.intensity(), compute, memory);
      table.row(
          op.name(),
          TextTable.number(balance.intensity(), 3),
          roof.bound().name().toLowerCase(Locale.ROOT),
          "%.0f %%".formatted(100 * roof.perSecond() / compute.perSecond()));
    }
    return table.note(
        "ridge: %s FLOP/B, numbers of %d bytes"
            .formatted(TextTable.number(ridge, 3), bytesPerNumber));
  }
}
