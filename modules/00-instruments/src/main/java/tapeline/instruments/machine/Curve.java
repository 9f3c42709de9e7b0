package tapeline.instruments.machine;

import java.util.List;
import java.util.stream.IntStream;

/// The rates that were measured at working sets of growing size.
///
/// @param name of what was measured
/// @param bytes the sizes, ascending
/// @param rates at each of them
public record Curve(String name, List<Long> bytes, List<Ceiling> rates) {
  public Curve {
    bytes = List.copyOf(bytes);
    rates = List.copyOf(rates);
    if (bytes.size() != rates.size()
        || !bytes.equals(bytes.stream().sorted().distinct().toList())) {
      throw new IllegalArgumentException(
          "a curve needs sizes that ascend, and a rate for each: got %d rates for %s"
              .formatted(rates.size(), bytes));
    }
  }

  /// How many sizes there are.
  public int length() {
    return bytes.size();
  }

  /// The median rate at size number i.
  public double rate(int i) {
    return rates.get(i).perSecond();
  }

  /// The sizes, as a chart takes them.
  double[] x() {
    return bytes.stream().mapToDouble(Long::doubleValue).toArray();
  }

  /// The median rates.
  double[] y() {
    return IntStream.range(0, length()).mapToDouble(this::rate).toArray();
  }
}
