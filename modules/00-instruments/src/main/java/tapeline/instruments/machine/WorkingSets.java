package tapeline.instruments.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Bandwidth and latency by the size of what a program works on: the caches appear as the steps of
/// a staircase.
///
/// @param bytes the sizes, of all threads together
/// @param threads each has its share of the size for itself
/// @param meter measures the rates
public record WorkingSets(List<Long> bytes, int threads, RateMeter meter) {
  private static final int SMALLEST = 1 << 13;
  private static final int PER_OCTAVE = 4;
  private static final int PAGE = 1024; // floats in 4 KiB
  private static final long REACHED = 1L << 27; // of a cache by one core, at most

  public WorkingSets {
    bytes = List.copyOf(bytes);
  }

  /// Four sizes an octave, from 8 KiB a thread to four times the largest cache, at most a quarter
  /// of this JVM's memory. A cache counts as 128 MiB a thread at most: what a system reports beyond
  /// that belongs to other cores, and a curve through it would take minutes.
  public static WorkingSets of(List<Long> caches, int threads, RateMeter meter) {
    return of(caches, threads, meter, Runtime.getRuntime().maxMemory());
  }

  /// Returns the sizes of [#of] in a JVM of so much memory.
  public static WorkingSets of(List<Long> caches, int threads, RateMeter meter, long memory) {
    long reported = caches.stream().mapToLong(c -> c).max().orElse(1 << 25);
    long largest = Math.min(reported, threads * REACHED);
    double octaves =
        Math.log(Math.min(4.0 * largest, memory / 4.0) / SMALLEST / threads) / Math.log(2);
    return new WorkingSets(
        LongStream.rangeClosed(0, (long) (PER_OCTAVE * octaves))
            .mapToObj(i -> (long) (threads * SMALLEST * Math.pow(2, (double) i / PER_OCTAVE)))
            .toList(),
        threads,
        meter);
  }

  /// Bytes/s of loops over some arrays of floats.
  ///
  /// @param bytes that a loop moves for each index
  /// @param loop over `n` indices, on arrays of its own
  public Curve curve(String name, int arrays, double bytes, IntFunction<Runnable> loop) {
    RateMeter.WARM_UP.rate(name, 1, List.of(loop.apply(PAGE)));
    var rates = new ArrayList<Ceiling>();
    for (long size : this.bytes) {
      int numbers = apart((int) (size / (4L * arrays * threads)));
      var runs = IntStream.range(0, threads).mapToObj(_ -> loop.apply(numbers)).toList();
      rates.add(meter.rate(name, bytes * numbers, runs));
    }
    return new Curve(name, this.bytes, rates);
  }

  /// About so many floats, such that three arrays behind each other do not lie a multiple of 4 KiB
  /// apart: a processor that compares the last 12 bits of addresses takes a load for one of what
  /// was just stored.
  private static int apart(int floats) {
    return floats < 2 * PAGE ? floats : floats / PAGE * PAGE + PAGE / 3;
  }

  /// Steps/s of one thread through memory of each size.
  ///
  /// @param walk of so many `steps`, through so many bytes
  public Curve walks(String name, int steps, IntFunction<Runnable> walk) {
    var rates =
        bytes.stream()
            .map(b -> meter.rate(name, steps, List.of(walk.apply(Math.toIntExact(b)))))
            .toList();
    return new Curve(name, bytes, rates);
  }
}
