package tapeline.gpu.emulator.semantics;

import java.util.List;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.PtxException;
import tapeline.gpu.ptx.PtxType;

/// The comparisons of `setp` and `set`, and `testp`'s questions about one float.
public final class Comparisons {
  private static final List<String> ORDERED = List.of("eq", "ne", "lt", "le", "gt", "ge");
  private static final List<String> UNSIGNED = List.of("lo", "ls", "hi", "hs");

  private Comparisons() {}

  public static LaneTest test(Instruction in) {
    return test(in, 0);
  }

  /// A comparison of two lanes' numbers.
  ///
  /// @param shift 16 for the second numbers of pairs
  public static LaneTest test(Instruction in, int shift) {
    PtxType type = in.type();
    String how =
        in.modifiers().stream()
            .filter(m -> !List.of("ftz", "and", "or", "xor").contains(m))
            .findFirst()
            .orElseThrow(() -> new PtxException(in, "a comparison is missing"));
    if (type == PtxType.F32) {
      LaneTest.Doubles test = floats(in, how);
      return in.has("ftz")
          ? (LaneTest.Floats) (a, b) -> test.test(FloatMath.flush(a), FloatMath.flush(b))
          : (LaneTest.Floats) test::test;
    }
    if (type == PtxType.F64) {
      return floats(in, how);
    }
    if (type.isHalf()) {
      var format = HalfFormat.of(type);
      LaneTest.Doubles test = floats(in, how);
      return in.has("ftz")
          ? (LaneTest.Ints)
              (a, b) ->
                  test.test(
                      format.flush(format.toFloat(a >> shift)),
                      format.flush(format.toFloat(b >> shift)))
          : (LaneTest.Ints)
              (a, b) -> test.test(format.toFloat(a >> shift), format.toFloat(b >> shift));
    }
    boolean unsigned = UNSIGNED.contains(how) || !type.isSigned();
    String order =
        UNSIGNED.contains(how) ? List.of("lt", "le", "gt", "ge").get(UNSIGNED.indexOf(how)) : how;
    if (!ORDERED.contains(order)) {
      throw new PtxException(in, "unknown comparison ." + how);
    }
    return type.bytes() == 8 ? longs(order, unsigned) : ints(order, unsigned, type);
  }

  private static LaneTest.Ints ints(String order, boolean unsigned, PtxType type) {
    if (type.bytes() < 4) {
      return unsigned ? shorts(ints(order, true)) : signedShorts(ints(order, false));
    }
    return ints(order, unsigned);
  }

  private static LaneTest.Ints shorts(LaneTest.Ints wide) {
    return (a, b) -> wide.test(a & 0xffff, b & 0xffff);
  }

  private static LaneTest.Ints signedShorts(LaneTest.Ints wide) {
    return (a, b) -> wide.test((short) a, (short) b);
  }

  private static LaneTest.Ints ints(String order, boolean unsigned) {
    int flip = unsigned ? Integer.MIN_VALUE : 0; // turns unsigned order into signed order
    return switch (order) {
      case "eq" -> (a, b) -> a == b;
      case "ne" -> (a, b) -> a != b;
      case "lt" -> (a, b) -> (a ^ flip) < (b ^ flip);
      case "le" -> (a, b) -> (a ^ flip) <= (b ^ flip);
      case "gt" -> (a, b) -> (a ^ flip) > (b ^ flip);
      default -> (a, b) -> (a ^ flip) >= (b ^ flip);
    };
  }

  private static LaneTest.Longs longs(String order, boolean unsigned) {
    long flip = unsigned ? Long.MIN_VALUE : 0;
    return switch (order) {
      case "eq" -> (a, b) -> a == b;
      case "ne" -> (a, b) -> a != b;
      case "lt" -> (a, b) -> (a ^ flip) < (b ^ flip);
      case "le" -> (a, b) -> (a ^ flip) <= (b ^ flip);
      case "gt" -> (a, b) -> (a ^ flip) > (b ^ flip);
      default -> (a, b) -> (a ^ flip) >= (b ^ flip);
    };
  }

  /// The names with `u` also hold where an operand is NaN.
  private static LaneTest.Doubles floats(Instruction in, String how) {
    return switch (how) {
      case "eq" -> (a, b) -> a == b;
      case "ne" -> (a, b) -> a < b || a > b;
      case "lt" -> (a, b) -> a < b;
      case "le" -> (a, b) -> a <= b;
      case "gt" -> (a, b) -> a > b;
      case "ge" -> (a, b) -> a >= b;
      case "equ" -> (a, b) -> !(a < b || a > b);
      case "neu" -> (a, b) -> a != b;
      case "ltu" -> (a, b) -> !(a >= b);
      case "leu" -> (a, b) -> !(a > b);
      case "gtu" -> (a, b) -> !(a <= b);
      case "geu" -> (a, b) -> !(a < b);
      case "num" -> (a, b) -> !Double.isNaN(a) && !Double.isNaN(b);
      case "nan" -> (a, b) -> Double.isNaN(a) || Double.isNaN(b);
      default -> throw new PtxException(in, "unknown comparison ." + how);
    };
  }

  /// `testp.finite.f32` and its like.
  public static LaneTest property(Instruction in) {
    boolean single = in.type() == PtxType.F32;
    double smallest = single ? Float.MIN_NORMAL : Double.MIN_NORMAL;
    LaneTest.Doubles test =
        switch (in.modifiers().getFirst()) {
          case "finite" -> (a, _) -> Double.isFinite(a);
          case "infinite" -> (a, _) -> Double.isInfinite(a);
          case "number" -> (a, _) -> !Double.isNaN(a);
          case "notanumber" -> (a, _) -> Double.isNaN(a);
          case "normal" -> (a, _) -> Double.isFinite(a) && Math.abs(a) >= smallest;
          case "subnormal" -> (a, _) -> a != 0 && Math.abs(a) < smallest;
          default -> throw new PtxException(in, "unknown property");
        };
    return single ? (LaneTest.Floats) test::test : test;
  }
}
