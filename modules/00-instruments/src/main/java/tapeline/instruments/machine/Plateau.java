package tapeline.instruments.machine;

import java.util.stream.IntStream;

/// Working sets that are served at one rate: by one cache, or by memory.
///
/// @param rate median, least and most of the rates at its sizes
/// @param from bytes of its smallest working set
/// @param to bytes of its largest
public record Plateau(Ceiling rate, long from, long to) {
  /// The sizes of `curve` from number `from` up to, without, number `to`.
  public static Plateau of(Curve curve, int from, int to) {
    double[] rates = IntStream.range(from, to).mapToDouble(curve::rate).toArray();
    return new Plateau(
        Ceiling.of(curve.name(), rates), curve.bytes().get(from), curve.bytes().get(to - 1));
  }

  /// How often its sizes double within these limits; 0 when it lies outside.
  double octaves(double least, double most) {
    double factor = Math.min((double) to, most) / Math.max((double) from, least);
    return Math.max(0, Math.log(factor) / Math.log(2));
  }
}
