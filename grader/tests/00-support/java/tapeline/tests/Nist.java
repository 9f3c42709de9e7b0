package tapeline.tests;

import java.util.Arrays;

/// Data of the Statistical Reference Datasets of NIST, <https://www.itl.nist.gov/div898/strd/>:
/// their values are certified to 15 digits.
public final class Nist {
  // spotless:off
  private static final double[] MAVRO = {
    2.00180, 2.00170, 2.00180, 2.00190, 2.00180, 2.00170, 2.00150, 2.00140, 2.00150, 2.00150,
    2.00170, 2.00180, 2.00180, 2.00190, 2.00190, 2.00210, 2.00200, 2.00160, 2.00140, 2.00130,
    2.00130, 2.00150, 2.00150, 2.00160, 2.00150, 2.00140, 2.00130, 2.00140, 2.00150, 2.00140,
    2.00150, 2.00160, 2.00150, 2.00160, 2.00190, 2.00200, 2.00200, 2.00210, 2.00220, 2.00230,
    2.00240, 2.00250, 2.00270, 2.00260, 2.00260, 2.00260, 2.00270, 2.00260, 2.00250, 2.00240,
  };
  private static final double[] MICHELSON = {
    299.85, 299.74, 299.90, 300.07, 299.93, 299.85, 299.95, 299.98, 299.98, 299.88,
    300.00, 299.98, 299.93, 299.65, 299.76, 299.81, 300.00, 300.00, 299.96, 299.96,
    299.96, 299.94, 299.96, 299.94, 299.88, 299.80, 299.85, 299.88, 299.90, 299.84,
    299.83, 299.79, 299.81, 299.88, 299.88, 299.83, 299.80, 299.79, 299.76, 299.80,
    299.88, 299.88, 299.88, 299.86, 299.72, 299.72, 299.62, 299.86, 299.97, 299.95,
    299.88, 299.91, 299.85, 299.87, 299.84, 299.84, 299.85, 299.84, 299.84, 299.84,
    299.89, 299.81, 299.81, 299.82, 299.80, 299.77, 299.76, 299.74, 299.75, 299.76,
    299.91, 299.92, 299.89, 299.86, 299.88, 299.72, 299.84, 299.85, 299.85, 299.78,
    299.89, 299.84, 299.78, 299.81, 299.76, 299.81, 299.79, 299.81, 299.82, 299.85,
    299.87, 299.87, 299.81, 299.74, 299.81, 299.94, 299.95, 299.80, 299.81, 299.87,
  };
  // spotless:on

  private Nist() {}

  /// Mavro: 50 transmittances of a filter. Their standard deviation is 0.000429123454003053, their
  /// lag-1 autocorrelation 0.937989183438248.
  public static double[] mavro() {
    return MAVRO.clone();
  }

  /// Michelso: Michelson's 100 speeds of light in air, in megametres a second. Their standard
  /// deviation is 0.0790105478190518, their lag-1 autocorrelation 0.535199668621283.
  public static double[] michelson() {
    return MICHELSON.clone();
  }

  /// NumAcc4, whose standard deviation is 0.1: 10000000.2, and 500 times 10000000.1 and 10000000.3.
  public static double[] numAcc4() {
    var x = new double[1001];
    Arrays.setAll(x, i -> i == 0 ? 1e7 + 0.2 : i % 2 == 1 ? 1e7 + 0.1 : 1e7 + 0.3);
    return x;
  }
}
