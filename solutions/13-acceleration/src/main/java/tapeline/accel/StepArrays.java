package tapeline.accel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import tapeline.tensor.Backend;

/// The arrays that one step of a training makes, for the next one: steps ask for the same lengths
/// in the same order, so the array that is wanted is the one behind the last.
///
/// Outside a step, and in other threads than the step's, every array is a new one.
final class StepArrays {
  private final List<float[]> arrays = new ArrayList<>();
  private final Backend.Use end = this::end;
  private volatile long owner; // the id of the thread whose step is open, or 0
  private int taken;

  /// Begins a step of this thread.
  ///
  /// @throws IllegalStateException while another one is open
  Backend.Use begin() {
    if (owner != 0) {
      throw new IllegalStateException("a step begins when the one before is closed: one is open");
    }
    taken = 0;
    owner = Thread.currentThread().threadId();
    return end;
  }

  private void end() {
    owner = 0;
  }

  /// Returns an array that this step has not had. Its numbers are any.
  float[] any(int length) {
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
  float[] zeros(int length) {
    var array = any(length);
    Arrays.fill(array, 0);
    return array;
  }

  /// Returns the bytes of all arrays that it keeps.
  long bytes() {
    return arrays.stream().mapToLong(a -> (long) Float.BYTES * a.length).sum();
  }
}
