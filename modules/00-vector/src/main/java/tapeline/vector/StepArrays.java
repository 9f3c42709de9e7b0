package tapeline.vector;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// The arrays that one step of a training makes, for the next one: steps ask for the same lengths
/// in the same order, so the array that is wanted is the one behind the last.
///
/// Outside a step, and in other threads than the step's, every array is a new one.
public final class StepArrays {
  private final List<float[]> arrays = new ArrayList<>();
  private volatile long owner; // the id of the thread whose step is open, or 0
  private int taken;

  /// Begins a step of this thread, which [#end] ends.
  ///
  /// @throws IllegalStateException while another one is open
  public void begin() {
    if (owner != 0) {
      throw new IllegalStateException("a step begins when the one before is closed: one is open");
    }
    taken = 0;
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

  /// Returns an array that this step has not had. Its numbers are any.
  public float[] any(int length) {
    if (owner != Thread.currentThread().threadId()) {
      return new float[length];
    }
    int at = taken;
    while (at < arrays.size() && arrays.get(at).length != length) {
      at++;
    }
    if (at == arrays.size()) {
      arrays.add(new float[length]);
    }
    Collections.swap(arrays, at, taken);
    return arrays.get(taken++);
  }

  /// Returns an array of zeros that this step has not had.
  public float[] zeros(int length) {
    var zeros = any(length);
    Arrays.fill(zeros, 0);
    return zeros;
  }

  /// Returns the bytes of all arrays that it keeps.
  public long bytes() {
    return arrays.stream().mapToLong(a -> (long) Float.BYTES * a.length).sum();
  }
}
