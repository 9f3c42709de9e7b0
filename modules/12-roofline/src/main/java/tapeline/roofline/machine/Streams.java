package tapeline.roofline.machine;

import tapeline.instruments.machine.Curve;
import tapeline.instruments.machine.WorkingSets;
import tapeline.instruments.profile.Cost;
import tapeline.toolkit.Todo;

/// Loops that do next to nothing with their numbers, so that moving them is all that takes time:
/// read, copy, and the triad of STREAM (McCalpin, *Memory Bandwidth and Machine Balance in Current
/// High Performance Computers*, IEEE TCCA Newsletter, 1995).
///
/// Bytes are counted as STREAM does: those that the loop asks for. A processor that is about to
/// write part of a cache line first reads that line, if it does not hold it; these bytes are moved
/// as well, and not counted.
public final class Streams {
  private Streams() {}

  /// The sum of `x[i] & mask`. The compiler makes vectors of a sum of ints, if something is done
  /// with each; it makes none of a sum of floats, whose result depends on the order.
  public static int read(int[] x, int mask) {
    int sum = 0;
    for (int i = 0; i < x.length; i++) sum += x[i] & mask;
    return sum;
  }

  /// The cost of reading `n` numbers: an `&` and an addition each, but none of floats.
  public static Cost readCost(long n) {
    return new Cost(0, 4 * n, 0);
  }

  /// `aᵢ = bᵢ`.
  public static void copy(float[] a, float[] b) {
    for (int i = 0; i < a.length; i++) a[i] = b[i];
  }

  /// The cost of copying `n` numbers.
  public static Cost copyCost(long n) {
    return new Cost(0, 4 * n, 4 * n);
  }

  /// `aᵢ = bᵢ + s·cᵢ`, each rounded once.
  public static void triad(float[] a, float[] b, float s, float[] c) {
    addScaled(a, b, s, c);
  }

  /// The cost of a triad of `n` numbers.
  public static Cost triadCost(long n) {
    return costOfTriad(n);
  }

  /// Bytes/s of reading one array, by its size.
  public static Curve read(WorkingSets sets) {
    return sets.curve("read", 1, (double) readCost(1).bytes(), n -> reader(new int[n]));
  }

  /// Bytes/s of copying one array to another.
  public static Curve copy(WorkingSets sets) {
    return sets.curve(
        "copy", 2, (double) copyCost(1).bytes(), n -> copier(new float[n], new float[n]));
  }

  /// Bytes/s of the triad, of three arrays.
  public static Curve triad(WorkingSets sets) {
    return sets.curve(
        "triad",
        3,
        (double) triadCost(1).bytes(),
        n -> adder(new float[n], new float[n], new float[n]));
  }

  private static Runnable reader(int... x) {
    var sum = new int[1];
    return () -> sum[0] = read(x, sum[0] | 1);
  }

  private static Runnable copier(float[] a, float[] b) {
    return () -> copy(a, b);
  }

  private static Runnable adder(float[] a, float[] b, float[] c) {
    return () -> triad(a, b, 0.5f, c);
  }

  // BEGIN EXERCISE 12.2
  private static void addScaled(float[] a, float[] b, float s, float[] c) {
    // TODO 12.2 — 1 line. aᵢ = bᵢ + s·cᵢ with one rounding: which method of Math has it?
    throw new Todo("12.2", "the triad");
  }

  private static Cost costOfTriad(long n) {
    // TODO 12.2 — 1 line. FLOPs, bytes read and bytes written of n numbers of 4 bytes:
    // which of a, b and c does the loop read, and which does it write?
    throw new Todo("12.2", "the bytes of the triad");
  }
  // END EXERCISE 12.2
}
