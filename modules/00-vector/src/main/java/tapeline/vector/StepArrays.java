package tapeline.vector;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// The arrays that one step of a training makes, for the next one, and those that it [#release]s
/// for itself. Arrays of a length that many steps have not taken are let go: batches of every size
/// would otherwise leave arrays of every length.
///
/// Outside a step, and in other threads than the step's, every array is a new one.
public final class StepArrays {
  private static final int MOST_IDLE = 16; // steps

  private final List<SameLength> all = new ArrayList<>();
  private volatile long owner; // the id of the thread whose step is open, or 0

  /// Begins a step of this thread, which [#end] ends.
  ///
  /// @throws IllegalStateException while another one is open
  public void begin() {
    if (owner != 0) {
      throw new IllegalStateException("a step begins when the one before is closed: one is open");
    }
    all.removeIf(same -> same.idle > MOST_IDLE);
    all.forEach(SameLength::beginStep);
    owner = Thread.currentThread().threadId();
  }

  /// Returns whether a step is open, of whichever thread.
  public boolean isOpen() {
    return owner != 0;
  }

  /// Ends the step; its arrays may be read until the next one begins.
  public void end() {
    owner = 0;
  }

  /// Returns an array that nothing in this step reads. Its numbers are any.
  public float[] any(int length) {
    return isMine() ? of(length).take() : new float[length];
  }

  /// Returns an array of zeros that nothing in this step reads.
  public float[] zeros(int length) {
    var zeros = any(length);
    Arrays.fill(zeros, 0);
    return zeros;
  }

  /// Takes back an array of this step that is not read any more; others are left alone.
  public void release(float[] array) {
    if (isMine()) {
      of(array.length).giveBack(array);
    }
  }

  private boolean isMine() {
    return owner == Thread.currentThread().threadId();
  }

  private SameLength of(int length) {
    for (var same : all) {
      if (same.length == length) {
        return same;
      }
    }
    var same = new SameLength(length);
    all.add(same);
    return same;
  }

  /// Returns the bytes of all arrays that it keeps.
  public long bytes() {
    return all.stream().mapToLong(a -> (long) Float.BYTES * a.length * a.arrays.size()).sum();
  }

  /// Arrays of one length: those that are taken, then those that are free, of which the last one
  /// that was given back is the next.
  private static final class SameLength {
    private final int length;
    private final List<float[]> arrays = new ArrayList<>();
    private int taken; // the first so many of them
    private int idle; // steps behind the last one that took any, with the one that is open

    SameLength(int length) {
      this.length = length;
    }

    void beginStep() {
      taken = 0;
      idle++;
    }

    float[] take() {
      idle = 0;
      if (taken == arrays.size()) {
        arrays.add(new float[length]);
      }
      return arrays.get(taken++);
    }

    void giveBack(float[] array) {
      int at = arrays.subList(0, taken).lastIndexOf(array);
      if (at >= 0) {
        Collections.swap(arrays, at, --taken);
      }
    }
  }
}
