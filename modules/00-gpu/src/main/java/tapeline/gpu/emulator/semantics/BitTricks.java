package tapeline.gpu.emulator.semantics;

import tapeline.gpu.emulator.semantics.LaneFunction.Ints;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxException;

/// The instructions that shuffle bits and bytes: `prmt`, `lop3`, `bfi`, `bmsk`, `dp4a`, `fns`.
public final class BitTricks {
  private BitTricks() {}

  /// `prmt`: four bytes chosen from the eight of b:a, each by a nibble of c; its top bit asks for
  /// the byte's sign instead.
  static Ints permute(Instruction in) {
    if (!in.modifiers().isEmpty()) {
      throw new PtxException(in, "prmt with a mode is outside the emulated subset");
    }
    return (a, b, c) -> {
      long eight = (long) b << 32 | (a & 0xffffffffL);
      int result = 0;
      for (int i = 0; i < 4; i++) {
        int choice = c >> (4 * i);
        int chosen = (byte) (eight >> (8 * (choice & 7)));
        result |= ((choice & 8) != 0 ? chosen >> 7 : chosen & 255) << (8 * i) & 255 << (8 * i);
      }
      return result;
    };
  }

  /// `lop3`: any function of three bits, given as its table of eight answers.
  static Ints anyOfThree(Instruction in) {
    int table = (int) ((Operand.Immediate) in.operand(4)).bits();
    return (a, b, c) -> {
      int result = 0;
      for (int i = 0; i < 8; i++) {
        if ((table >> i & 1) != 0) {
          result |= ((i & 4) != 0 ? a : ~a) & ((i & 2) != 0 ? b : ~b) & ((i & 1) != 0 ? c : ~c);
        }
      }
      return result;
    };
  }

  /// `bfi`: b with `length` bits from bit `at` on replaced by the low bits of a.
  public static long insert(long a, long b, int at, int length, int width) {
    if (at >= width || length == 0) {
      return b;
    }
    int kept = Math.min(length, width - at);
    long mask = (kept >= 64 ? -1L : (1L << kept) - 1) << at;
    return (b & ~mask) | (a << at & mask);
  }

  /// `fns`: the nth set bit from a place on, upwards, or downwards if n is negative; n = 0 asks
  /// whether that bit is set. −1 if there is none.
  static int nthSet(int mask, int from, int n) {
    int left = Math.max(1, Math.abs(n));
    int step = Integer.compare(n, 0);
    for (int at = from; at >= 0 && at < 32; at += step) {
      left -= mask >>> at & 1;
      if (left == 0) {
        return at;
      }
      if (step == 0) {
        break;
      }
    }
    return -1;
  }

  /// `bmsk`: so many ones from a bit on; both numbers are taken modulo 32, or clamped.
  static Ints mask(boolean clamps) {
    return (from, length, _) ->
        clamps && from >>> 5 != 0
            ? 0
            : (int) (((1L << (clamps && length >>> 5 != 0 ? 32 : length & 31)) - 1) << (from & 31));
  }

  static Ints dotBytes(boolean signedA, boolean signedB) {
    return (a, b, c) -> {
      int sum = c;
      for (int bit = 0; bit < 32; bit += 8) {
        int x = a >> bit;
        int y = b >> bit;
        sum += (signedA ? (byte) x : x & 255) * (signedB ? (byte) y : y & 255);
      }
      return sum;
    };
  }
}
