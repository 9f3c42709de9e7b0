package tapeline.gpu.emulator.execute;

import static java.lang.Integer.numberOfTrailingZeros;
import static tapeline.gpu.emulator.semantics.LaneFunction.bits;
import static tapeline.gpu.emulator.semantics.LaneFunction.toDouble;
import static tapeline.gpu.emulator.semantics.LaneFunction.toFloat;

import tapeline.gpu.emulator.semantics.LaneFunction;
import tapeline.gpu.emulator.semantics.LaneTest;

/// The interpreter's loops: a lane function or a test applied to every active lane. d, a, b and c
/// are rows of the register file.
final class LaneSteps {
  private LaneSteps() {}

  static Step compute(LaneFunction function, int d, int a, int b, int c) {
    return switch (function) {
      case LaneFunction.Ints f ->
          (warp, mask) -> {
            long[] r = warp.registers;
            for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
              int i = numberOfTrailingZeros(lanes);
              r[d + i] = f.apply((int) r[a + i], (int) r[b + i], (int) r[c + i]);
            }
          };
      case LaneFunction.Longs f ->
          (warp, mask) -> {
            long[] r = warp.registers;
            for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
              int i = numberOfTrailingZeros(lanes);
              r[d + i] = f.apply(r[a + i], r[b + i], r[c + i]);
            }
          };
      case LaneFunction.Floats f ->
          (warp, mask) -> {
            long[] r = warp.registers;
            for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
              int i = numberOfTrailingZeros(lanes);
              r[d + i] = bits(f.apply(toFloat(r[a + i]), toFloat(r[b + i]), toFloat(r[c + i])));
            }
          };
      case LaneFunction.Doubles f ->
          (warp, mask) -> {
            long[] r = warp.registers;
            for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
              int i = numberOfTrailingZeros(lanes);
              r[d + i] = bits(f.apply(toDouble(r[a + i]), toDouble(r[b + i]), toDouble(r[c + i])));
            }
          };
    };
  }

  /// Which of the lanes in `mask` answer yes.
  @FunctionalInterface
  interface Asking {
    int lanes(Warp warp, int mask);
  }

  static Asking ask(LaneTest test, int a, int b) {
    return switch (test) {
      case LaneTest.Ints t ->
          (warp, mask) -> {
            long[] r = warp.registers;
            int yes = 0;
            for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
              int i = numberOfTrailingZeros(lanes);
              yes |= t.test((int) r[a + i], (int) r[b + i]) ? 1 << i : 0;
            }
            return yes;
          };
      case LaneTest.Longs t ->
          (warp, mask) -> {
            long[] r = warp.registers;
            int yes = 0;
            for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
              int i = numberOfTrailingZeros(lanes);
              yes |= t.test(r[a + i], r[b + i]) ? 1 << i : 0;
            }
            return yes;
          };
      case LaneTest.Floats t ->
          (warp, mask) -> {
            long[] r = warp.registers;
            int yes = 0;
            for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
              int i = numberOfTrailingZeros(lanes);
              yes |= t.test(toFloat(r[a + i]), toFloat(r[b + i])) ? 1 << i : 0;
            }
            return yes;
          };
      case LaneTest.Doubles t ->
          (warp, mask) -> {
            long[] r = warp.registers;
            int yes = 0;
            for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
              int i = numberOfTrailingZeros(lanes);
              yes |= t.test(toDouble(r[a + i]), toDouble(r[b + i])) ? 1 << i : 0;
            }
            return yes;
          };
    };
  }
}
