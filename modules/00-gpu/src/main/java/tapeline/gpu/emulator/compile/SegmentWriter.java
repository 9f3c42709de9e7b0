package tapeline.gpu.emulator.compile;

import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_byte;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static tapeline.gpu.emulator.compile.SegmentCompiler.WARP;
import static tapeline.gpu.emulator.compile.SegmentCompiler.desc;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.BitSet;
import java.util.List;
import tapeline.gpu.emulator.compile.LaneValues.Kind;
import tapeline.gpu.emulator.execute.Code;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.emulator.semantics.Comparisons;
import tapeline.gpu.emulator.semantics.LaneFunction;
import tapeline.gpu.emulator.semantics.LaneTest;
import tapeline.gpu.emulator.semantics.Semantics;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Liveness;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;

/// Writes the method of one segment: for each lane, the instructions one after another.
///
/// There are two of them, `whole` for a warp with all its lanes, which need not be asked whether
/// they take part, and `part` for the rest.
final class SegmentWriter {
  static final ClassDesc BYTES = CD_byte.arrayType();
  static final ClassDesc GLOBAL = desc(GlobalMemory.class);

  // The method's fixed local variables, the first two its parameters; those of registers follow.
  static final int SELF_WARP = 0;
  static final int MASK = 1;
  static final int LANE = 2;
  static final int MEMORY = 3;
  static final int HEAP = 4;
  static final int SHARED = 5;
  static final int REGISTERS = 6;
  static final int PREDICATES = 7;
  private static final int FIRST_FREE = 8;

  private final CodeBuilder c;
  private final ClassDesc self;
  private final Code code;
  private final SegmentConstants constants;
  private final LaneValues values;
  private final AccessWriter accesses;
  private final Label bad;

  SegmentWriter(
      CodeBuilder c,
      ClassDesc self,
      Code code,
      SegmentConstants constants,
      RowValues rowValues,
      boolean counted) {
    this.c = c;
    this.self = self;
    this.code = code;
    this.constants = constants;
    bad = c.newLabel();
    values = new LaneValues(c, code.rows, LANE, FIRST_FREE);
    accesses = new AccessWriter(c, self, code.rows, constants, values, rowValues, counted, bad);
  }

  void write(
      List<Instruction> instructions, BitSet needed, Explanation explanation, boolean whole) {
    var kept = kept(instructions, needed);
    open(instructions);
    for (var register : kept) {
      if (register.isPredicate()) {
        c.iconst_0().istore(values.sum(register));
      }
    }
    var top = c.newLabel();
    var skip = c.newLabel();
    var end = c.newLabel();
    c.iconst_0().istore(LANE).labelBinding(top).iload(LANE).bipush(32).if_icmpge(end);
    if (!whole) {
      c.iload(MASK).iload(LANE).iushr().iconst_1().iand().ifeq(skip);
    }
    instructions.forEach(this::write);
    kept.forEach(values::keep);
    c.labelBinding(skip).iinc(LANE, 1).goto_(top).labelBinding(end);
    for (var register : kept) {
      if (register.isPredicate()) {
        c.aload(SELF_WARP).loadConstant(register.index()).iload(MASK).iload(values.sum(register));
        c.invokevirtual(WARP, "setPredicate", MethodTypeDesc.of(CD_void, CD_int, CD_int, CD_int));
      }
    }
    accesses.tellAll();
    c.return_();
    explain(top, end, explanation);
  }

  /// An index was out of bounds, an address misaligned, or a divisor zero.
  private void explain(Label from, Label to, Explanation explanation) {
    var caught = c.newLabel();
    c.exceptionCatch(from, to, caught, desc(IndexOutOfBoundsException.class));
    c.labelBinding(caught).pop().labelBinding(bad);
    var type = desc(Explanation.class);
    c.getstatic(self, constants.of(explanation, Explanation.class, () -> explanation), type);
    c.aload(SELF_WARP).iload(MASK).iload(LANE);
    c.invokevirtual(
        type, "of", MethodTypeDesc.of(desc(RuntimeException.class), WARP, CD_int, CD_int));
    c.athrow();
  }

  /// The registers that the segment writes and that are read later.
  private static List<Operand.Register> kept(List<Instruction> instructions, BitSet needed) {
    return instructions.stream()
        .flatMap(in -> in.written().stream())
        .distinct()
        .filter(register -> needed.get(Liveness.bit(register)))
        .toList();
  }

  private void open(List<Instruction> instructions) {
    field("registers", CD_long.arrayType(), REGISTERS);
    field("predicates", CD_int.arrayType(), PREDICATES);
    field("shared", BYTES, SHARED);
    field("global", GLOBAL, MEMORY);
    c.aload(MEMORY).invokevirtual(GLOBAL, "bytes", MethodTypeDesc.of(BYTES)).astore(HEAP);
    accesses.declare(instructions);
    instructions.stream().filter(code::loadsParameter).forEach(accesses::loadParameter);
  }

  private void field(String name, ClassDesc type, int local) {
    c.aload(SELF_WARP).getfield(WARP, name, type).astore(local);
  }

  private void write(Instruction in) {
    switch (in.opcode()) {
      case LD, LDU, ST -> accesses.write(in);
      case ATOM, RED -> accesses.exchange(in);
      case MOV -> values.copy(in.operand(0), in.operand(1));
      case CVTA -> {
        values.push(in.operand(1), Kind.LONG);
        long window = Space.of(in).window;
        if (window != 0) {
          c.loadConstant(in.has("to") ? -window : window).ladd();
        }
        values.define(in.operand(0), Kind.LONG);
      }
      case SELP -> select(in);
      case SETP -> test(in, Comparisons.test(in), in.operand(2));
      case TESTP -> test(in, Comparisons.property(in), in.operand(1));
      case AND, OR, XOR, NOT -> {
        if (in.operand(0) instanceof Operand.Register r && r.isPredicate()) {
          logic(in);
        } else {
          compute(in);
        }
      }
      default -> compute(in);
    }
  }

  private void compute(Instruction in) {
    var direct = DirectCode.kind(in);
    if (direct != null) {
      in.operands().stream().skip(1).forEach(operand -> values.push(operand, direct));
      DirectCode.write(c, in, direct);
      values.define(in.operand(0), direct);
      return;
    }
    var function = Semantics.function(in);
    Kind kind =
        switch (function) {
          case LaneFunction.Ints _ -> Kind.INT;
          case LaneFunction.Longs _ -> Kind.LONG;
          case LaneFunction.Floats _ -> Kind.FLOAT;
          case LaneFunction.Doubles _ -> Kind.DOUBLE;
        };
    if (Semantics.divides(in)) {
      values.push(in.operand(2), kind);
      if (kind == Kind.LONG) {
        c.lconst_0().lcmp();
      }
      c.ifeq(bad);
    }
    var type = kind.functionType;
    c.getstatic(self, constants.of(in, type, () -> function), desc(type));
    for (int i = 1; i <= 3; i++) {
      values.push(
          i < Math.min(4, in.operands().size()) ? in.operand(i) : new Operand.Immediate(0), kind);
    }
    c.invokeinterface(
        desc(type), "apply", MethodTypeDesc.of(kind.desc, kind.desc, kind.desc, kind.desc));
    values.define(in.operand(0), kind);
  }

  private void test(Instruction in, LaneTest test, Operand b) {
    Kind kind =
        switch (test) {
          case LaneTest.Ints _ -> Kind.INT;
          case LaneTest.Longs _ -> Kind.LONG;
          case LaneTest.Floats _ -> Kind.FLOAT;
          case LaneTest.Doubles _ -> Kind.DOUBLE;
        };
    var type = kind.testType;
    c.getstatic(self, constants.of(in, type, () -> test), desc(type));
    values.push(in.operand(1), kind);
    values.push(b, kind);
    c.invokeinterface(desc(type), "test", MethodTypeDesc.of(CD_boolean, kind.desc, kind.desc));
    values.define(in.operand(0), Kind.INT);
  }

  private void logic(Instruction in) {
    values.push(in.operand(1), Kind.INT);
    if (in.opcode() == Opcode.NOT) {
      c.iconst_1().ixor();
    } else {
      values.push(in.operand(2), Kind.INT);
      switch (in.opcode()) {
        case AND -> c.iand();
        case OR -> c.ior();
        default -> c.ixor();
      }
    }
    values.define(in.operand(0), Kind.INT);
  }

  private void select(Instruction in) {
    // both are fetched, whichever is chosen: local variables must be set on all ways
    Kind kind = values.common(in.operand(1), in.operand(2), in.type().bytes());
    for (var operand : List.of(in.operand(1), in.operand(2))) {
      if (!(operand instanceof Operand.Immediate)) {
        values.fetch(operand);
      }
    }
    var no = c.newLabel();
    var done = c.newLabel();
    values.push(in.operand(3), Kind.INT);
    c.ifeq(no);
    values.push(in.operand(1), kind);
    c.goto_(done).labelBinding(no);
    values.push(in.operand(2), kind);
    c.labelBinding(done);
    values.define(in.operand(0), kind);
  }
}
