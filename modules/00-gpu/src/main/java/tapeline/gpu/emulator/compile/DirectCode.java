package tapeline.gpu.emulator.compile;

import static java.lang.constant.ConstantDescs.CD_float;
import static tapeline.gpu.emulator.compile.SegmentCompiler.desc;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.compile.LaneValues.Kind;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.PtxType;

/// The commonest arithmetic, for which the JVM has an instruction of its own: the same as the
/// [LaneFunction], which the JVM inlines only so many of.
final class DirectCode {
  /// Words that change nothing here: rounding to nearest, the lower half of a product.
  private static final Set<String> PLAIN = Set.of("rn", "lo");

  private DirectCode() {}

  /// How such an instruction looks at its registers; null if it is not one of these.
  static @Nullable Kind kind(Instruction in) {
    if (in.types().size() != 1 || !PLAIN.containsAll(in.modifiers())) {
      return null;
    }
    var type = in.type();
    return switch (in.opcode()) {
      case FMA -> type == PtxType.F32 ? Kind.FLOAT : null;
      case ADD, SUB, MUL ->
          switch (type) {
            case F32 -> Kind.FLOAT;
            case S32, U32 -> Kind.INT;
            case S64, U64 -> Kind.LONG;
            default -> null;
          };
      default -> null;
    };
  }

  /// The operands are on the stack; leaves the result there.
  static void write(CodeBuilder c, Instruction in, Kind kind) {
    switch (in.opcode()) {
      case FMA ->
          c.invokestatic(
              desc(Math.class), "fma", MethodTypeDesc.of(CD_float, CD_float, CD_float, CD_float));
      case ADD -> add(c, kind);
      case SUB -> subtract(c, kind);
      case MUL -> multiply(c, kind);
      default -> throw new IllegalArgumentException(in + " has no instruction of its own");
    }
  }

  private static void add(CodeBuilder c, Kind kind) {
    switch (kind) {
      case INT -> c.iadd();
      case LONG -> c.ladd();
      case FLOAT -> c.fadd();
      case DOUBLE -> c.dadd();
    }
  }

  private static void subtract(CodeBuilder c, Kind kind) {
    switch (kind) {
      case INT -> c.isub();
      case LONG -> c.lsub();
      case FLOAT -> c.fsub();
      case DOUBLE -> c.dsub();
    }
  }

  private static void multiply(CodeBuilder c, Kind kind) {
    switch (kind) {
      case INT -> c.imul();
      case LONG -> c.lmul();
      case FLOAT -> c.fmul();
      case DOUBLE -> c.dmul();
    }
  }
}
