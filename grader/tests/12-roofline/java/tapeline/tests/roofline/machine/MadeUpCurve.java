package tapeline.tests.roofline.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.machine.Curve;

/// A curve whose truth is known: levels that end at known sizes, four sizes an octave from 8 KiB
/// on.
final class MadeUpCurve {
  private final List<Double> rates = new ArrayList<>();

  private MadeUpCurve() {}

  static MadeUpCurve empty() {
    return new MadeUpCurve();
  }

  /// The bytes of size number i.
  static long size(int i) {
    return Math.round(8192 * Math.pow(2, i / 4.0));
  }

  /// So many sizes more at one rate.
  MadeUpCurve level(double rate, int sizes) {
    for (int i = 0; i < sizes; i++) rates.add(rate);
    return this;
  }

  /// So many sizes more, each `factor` times the one before.
  MadeUpCurve slope(double factor, int sizes) {
    for (int i = 0; i < sizes; i++) rates.add(rates.getLast() * factor);
    return this;
  }

  /// Size number i at another rate.
  MadeUpCurve outlier(int i, double rate) {
    rates.set(i, rate);
    return this;
  }

  /// Every rate times 1 + `share` of a normal number.
  MadeUpCurve noise(double share, Random random) {
    rates.replaceAll(rate -> rate * Math.exp(share * random.nextGaussian()));
    return this;
  }

  Curve curve() {
    var sizes = new ArrayList<Long>();
    for (int i = 0; i < rates.size(); i++) sizes.add(size(i));
    return new Curve("made up", sizes, rates.stream().map(r -> Ceiling.published("", r)).toList());
  }
}
