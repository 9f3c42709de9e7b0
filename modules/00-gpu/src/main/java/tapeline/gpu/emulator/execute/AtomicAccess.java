package tapeline.gpu.emulator.execute;

import static tapeline.gpu.emulator.semantics.FloatMath.flush;
import static tapeline.gpu.emulator.semantics.LaneFunction.bits;
import static tapeline.gpu.emulator.semantics.LaneFunction.toDouble;
import static tapeline.gpu.emulator.semantics.LaneFunction.toFloat;

import tapeline.gpu.emulator.memory.Bytes;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.emulator.semantics.HalfMath;
import tapeline.gpu.emulator.semantics.IntegerMath;
import tapeline.gpu.emulator.semantics.LaneFunction.Longs;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.PtxException;
import tapeline.gpu.ptx.PtxType;

/// `atom` and `red`: read, combine, write back, one lane after another.
public final class AtomicAccess implements Step {
  private final MemoryAccess access;
  private final Longs combine;

  /// True if the atomic counts subnormal numbers as zero in global memory, as a card does.
  private final boolean flushes;

  private final int result;
  private final int value;
  private final int other;

  AtomicAccess(Instruction in, RegisterRows rows) {
    access = new MemoryAccess(in, Space.of(in), rows);
    combine = combine(in);
    flushes = in.type() == PtxType.F32 && in.has("add");
    boolean returns = in.opcode() == Opcode.ATOM;
    int first = returns ? 2 : 1;
    result = returns ? rows.of(in.operand(0)) : rows.nowhere();
    value = rows.of(in.operand(first));
    other = in.operands().size() > first + 1 ? rows.of(in.operand(first + 1)) : rows.constant(0);
  }

  @Override
  public void run(Warp warp, int mask) {
    long[] addresses = access.addresses(warp, mask);
    for (int lanes = mask; lanes != 0; ) {
      var place = access.space;
      int group = lanes;
      if (place == Space.GENERIC) { // the lanes whose addresses lie in the first one's space
        place = Space.of(addresses[Integer.numberOfTrailingZeros(lanes)]);
        group = 0;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
          int lane = Integer.numberOfTrailingZeros(rest);
          if (place.holds(addresses[lane])) {
            group |= 1 << lane;
            addresses[lane] -= place.window;
          }
        }
      }
      int[] at = access.locate(warp, group, place, addresses);
      if (place == Space.GLOBAL) {
        synchronized (warp.global) { // other blocks may be running
          exchange(warp, group, place, at);
        }
      } else {
        exchange(warp, group, place, at);
      }
      lanes &= ~group;
    }
  }

  private void exchange(Warp warp, int mask, Space place, int[] at) {
    long[] registers = warp.registers;
    int size = access.elementBytes;
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      byte[] memory = warp.memory(place, lane);
      long old = Bytes.load(memory, at[lane], size, access.signed);
      long updated =
          flushes && place == Space.GLOBAL
              ? bits(flush(flush(toFloat(old)) + flush(toFloat(registers[value + lane]))))
              : combine.apply(old, registers[value + lane], registers[other + lane]);
      Bytes.store(memory, at[lane], size, updated);
      registers[result + lane] = old;
    }
  }

  /// Returns what an atomic makes of the old value and its one or two operands.
  public static Longs combine(Instruction in) {
    PtxType type = in.type();
    for (String word : in.modifiers()) {
      Longs found =
          switch (word) {
            case "add" ->
                switch (type) {
                  case F32 -> (a, b, _) -> bits(toFloat(a) + toFloat(b));
                  case F64 -> (a, b, _) -> bits(toDouble(a) + toDouble(b));
                  case F16, BF16, F16X2, BF16X2 -> {
                    var sum = HalfMath.function(in);
                    yield (a, b, _) -> sum.apply((int) a, (int) b, 0);
                  }
                  default -> (a, b, _) -> a + b;
                };
            case "exch" -> (_, b, _) -> b;
            case "cas" -> (a, b, c) -> extended(a, type) == extended(b, type) ? c : a;
            case "and" -> (a, b, _) -> a & b;
            case "or" -> (a, b, _) -> a | b;
            case "xor" -> (a, b, _) -> a ^ b;
            case "min" -> (a, b, _) -> less(a, b, type) ? a : b;
            case "max" -> (a, b, _) -> less(a, b, type) ? b : a;
            case "inc" -> (a, b, _) -> Integer.compareUnsigned((int) a, (int) b) >= 0 ? 0 : a + 1;
            case "dec" ->
                (a, b, _) ->
                    (int) a == 0 || Integer.compareUnsigned((int) a, (int) b) > 0 ? b : a - 1;
            default -> null;
          };
      if (found != null) {
        return found;
      }
    }
    throw new PtxException(in, "outside the emulated subset");
  }

  private static long extended(long a, PtxType type) {
    return IntegerMath.extend(a, type);
  }

  private static boolean less(long a, long b, PtxType type) {
    long x = extended(a, type);
    long y = extended(b, type);
    return switch (type) {
      case F32 -> toFloat(x) < toFloat(y);
      case F64 -> toDouble(x) < toDouble(y);
      case U64, B64 -> Long.compareUnsigned(x, y) < 0;
      default -> x < y;
    };
  }
}
