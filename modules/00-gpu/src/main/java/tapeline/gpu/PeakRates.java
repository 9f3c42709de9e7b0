package tapeline.gpu;

import java.util.ArrayList;
import java.util.Locale;

/// The peak rates of a card, as its maker publishes them, of dense data: no arithmetic is faster,
/// and no transfer from its memory.
///
/// Sources: NVIDIA's pages of the T4 and the H100, its data sheet of the A100 (40 GB, SXM), its
/// white paper *NVIDIA Ada GPU architecture*, version 2.1, for the RTX 4090.
///
/// @param card its name
/// @param vectors FLOP/s of float32, without tensor cores
/// @param tensors FLOP/s of tensor cores: products of float16, sums in float32
/// @param memory bytes/s between the memory and the chip
public record PeakRates(String card, double vectors, double tensors, double memory) {
  /// Returns the rates of a card of [GpuLimits#of].
  ///
  /// @throws IllegalArgumentException when it is another
  public static PeakRates of(String card) {
    return switch (card) {
      case "t4" -> new PeakRates(card, 8.1e12, 65e12, 320e9);
      case "a100" -> new PeakRates(card, 19.5e12, 312e12, 1.555e12);
      case "rtx4090" -> new PeakRates(card, 82.6e12, 165.2e12, 1.008e12);
      case "h100" -> new PeakRates(card, 67e12, 989e12, 3.35e12);
      default ->
          throw new IllegalArgumentException(
              "the peak rates of t4, a100, rtx4090 and h100 are known, got " + card);
    };
  }

  /// How long each kind of work takes at these rates, and which takes longest, in a sentence. That
  /// of the sectors is no least time: those that a cache sends take less than from the memory.
  ///
  /// @param flops without those of tensor cores; all count as float32
  /// @param sectors of global memory
  public String bound(long flops, long tensorFlops, long sectors) {
    double arithmetic = flops / vectors;
    double products = tensorFlops / tensors;
    double transfers = GpuLimits.SECTOR_BYTES * sectors / memory;
    var parts = new ArrayList<String>();
    if (flops > 0) parts.add(nanoseconds(arithmetic) + " for flops");
    if (tensorFlops > 0) parts.add(nanoseconds(products) + " for tensor cores");
    if (sectors > 0) parts.add(nanoseconds(transfers) + " for sectors, if none is in a cache");
    if (parts.isEmpty()) {
      return "nothing of it has a peak on the card " + card;
    }
    double longest = Math.max(transfers, Math.max(arithmetic, products));
    String by = longest == transfers ? "memory" : longest == products ? "tensor cores" : "flops";
    return "at the peaks of the card %s: %s; bound by %s"
        .formatted(card, String.join(", ", parts), by);
  }

  private static String nanoseconds(double seconds) {
    return String.format(Locale.ROOT, "%,.0f ns", 1e9 * seconds);
  }
}
