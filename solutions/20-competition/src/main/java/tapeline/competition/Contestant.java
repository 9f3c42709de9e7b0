package tapeline.competition;

/// The code of an entry: a function of arrays.
///
/// The judge makes one with the constructor that takes nothing, in a JVM of its own, calls [#setUp]
/// once and then [#answer] for each input. What an input's arrays mean is said by the event's
/// workload. Inputs are drawn when they are needed: no two are alike.
///
/// ```java
/// public final class Product implements Contestant {
///   public float[] answer(float[][] input) {
///     return multiply(input[0], input[1], input[2]); // m, k, n; A (m,k) and B (k,n), row by row
///   }
/// }
/// ```
public interface Contestant {
  /// Takes what all entries of the event are given, a model's weights for example. Its time is
  /// limited and not counted.
  ///
  /// @param given arrays, which the entry may keep
  default void setUp(float[][] given) {}

  /// The answer to one input. The time from the input's first byte to the answer's last is counted.
  ///
  /// @param input arrays, which the entry leaves as they are
  float[] answer(float[][] input);
}
