package tapeline.gpu.emulator.compile;

import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.Map;
import tapeline.gpu.emulator.execute.RegisterRows;
import tapeline.gpu.emulator.semantics.LaneFunction;
import tapeline.gpu.emulator.semantics.LaneTest;
import tapeline.gpu.ptx.Operand;

/// The local variables in which a compiled segment keeps the values of one lane, each of the kind
/// that its last writer produced.
///
/// A register only holds bits, so the kind may change from one instruction to the next; the bits
/// never do.
final class LaneValues {
  /// The JVM's four kinds of numbers.
  @SuppressWarnings("ImmutableEnumChecker") // a ClassDesc is immutable
  enum Kind {
    INT(CD_int, TypeKind.INT, LaneFunction.Ints.class, LaneTest.Ints.class),
    LONG(CD_long, TypeKind.LONG, LaneFunction.Longs.class, LaneTest.Longs.class),
    FLOAT(CD_float, TypeKind.FLOAT, LaneFunction.Floats.class, LaneTest.Floats.class),
    DOUBLE(CD_double, TypeKind.DOUBLE, LaneFunction.Doubles.class, LaneTest.Doubles.class);

    final ClassDesc desc;
    final TypeKind jvm;
    final Class<?> functionType;
    final Class<?> testType;

    Kind(ClassDesc desc, TypeKind jvm, Class<?> functionType, Class<?> testType) {
      this.desc = desc;
      this.jvm = jvm;
      this.functionType = functionType;
      this.testType = testType;
    }
  }

  /// A variable.
  ///
  /// @param asFloat one that has the same bits as a float, 0 if there is none
  record Local(int slot, Kind kind, int asFloat) {
    Local(int slot, Kind kind) {
      this(slot, kind, 0);
    }
  }

  private static final ClassDesc FUNCTION = SegmentCompiler.desc(LaneFunction.class);
  private final CodeBuilder c;
  private final RegisterRows rows;
  private final int lane;
  private final Map<Integer, Local> byRow = new HashMap<>();
  private final Map<Integer, Local> predicates = new HashMap<>();
  private final Map<Integer, Integer> sums = new HashMap<>();
  private int next;

  LaneValues(CodeBuilder c, RegisterRows rows, int lane, int firstFree) {
    this.c = c;
    this.rows = rows;
    this.lane = lane;
    next = firstFree;
  }

  int allocate(int slots) {
    next += slots;
    return next - slots;
  }

  /// The variable in which the lanes' bits of a predicate are gathered.
  int sum(Operand.Register predicate) {
    return sums.computeIfAbsent(predicate.index(), _ -> allocate(1));
  }

  /// Puts a value on the stack, its bits looked at as `kind`.
  void push(Operand operand, Kind kind) {
    if (operand instanceof Operand.Immediate immediate) {
      constant(immediate.bits(), kind);
    } else {
      var local = fetch(operand);
      if (kind == Kind.FLOAT && local.asFloat != 0) {
        c.fload(local.asFloat);
      } else {
        c.loadLocal(local.kind.jvm, local.slot);
        convert(local.kind, kind);
      }
    }
  }

  private void constant(long bits, Kind kind) {
    switch (kind) {
      case INT -> c.loadConstant((int) bits);
      case LONG -> c.loadConstant(bits);
      case FLOAT -> c.loadConstant(Float.intBitsToFloat((int) bits));
      case DOUBLE -> c.loadConstant(Double.longBitsToDouble(bits));
    }
  }

  /// Makes sure that a value is in a local variable. A value from the register file comes as it is:
  /// to look at it as a float could change the bits of a NaN.
  Local fetch(Operand operand) {
    if (operand instanceof Operand.Register register && register.isPredicate()) {
      var known = predicates.get(register.index());
      if (known == null) {
        known = new Local(allocate(1), Kind.INT);
        c.aload(SegmentWriter.PREDICATES).loadConstant(register.index()).iaload();
        c.iload(lane).iushr().iconst_1().iand().istore(known.slot);
        predicates.put(register.index(), known);
      }
      return known;
    }
    int row = rows.of(operand);
    var known = byRow.get(row);
    if (known == null) {
      var kind =
          operand instanceof Operand.Register register && register.type().bytes() <= 4
              ? Kind.INT
              : Kind.LONG;
      known = new Local(allocate(kind.jvm.slotSize()), kind);
      c.aload(SegmentWriter.REGISTERS).iload(lane).loadConstant(row).iadd().laload();
      convert(Kind.LONG, kind);
      c.storeLocal(kind.jvm, known.slot);
      byRow.put(row, known);
    }
    return known;
  }

  /// The value on the stack is the new one of `target`.
  void define(Operand target, Kind kind) {
    bind(target, store(kind));
  }

  /// Takes the value on the stack into a variable of its own.
  Local store(Kind kind) {
    var local = new Local(allocate(kind.jvm.slotSize()), kind);
    c.storeLocal(kind.jvm, local.slot);
    return local;
  }

  /// Makes a variable that is 0 and that every lane may write, with one for its bits as a float.
  Local zero(Kind kind) {
    boolean isInt = kind == Kind.INT;
    var local = new Local(allocate(kind.jvm.slotSize()), kind, isInt ? allocate(1) : 0);
    if (isInt) {
      c.iconst_0().istore(local.slot).fconst_0().fstore(local.asFloat);
    } else {
      c.lconst_0().lstore(local.slot);
    }
    return local;
  }

  /// Takes the value on the stack into such a variable.
  void store(Local local) {
    c.storeLocal(local.kind.jvm, local.slot);
    if (local.asFloat != 0) {
      c.iload(local.slot);
      convert(Kind.INT, Kind.FLOAT);
      c.fstore(local.asFloat);
    }
  }

  /// Makes what a variable has the new value of `target`.
  void bind(Operand target, Local local) {
    if (target instanceof Operand.Register register) {
      if (register.isPredicate()) {
        predicates.put(register.index(), local);
      } else {
        byRow.put(rows.of(register), local);
      }
    }
  }

  /// How two values can be looked at alike without a change of bits.
  Kind common(Operand a, Operand b, int bytes) {
    var raw = bytes == 8 ? Kind.LONG : Kind.INT;
    if (a instanceof Operand.Immediate || b instanceof Operand.Immediate) {
      return raw;
    }
    return fetch(a).kind == fetch(b).kind ? fetch(a).kind : raw;
  }

  /// From now on, two registers share a variable: no variable is ever written twice.
  void copy(Operand to, Operand from) {
    byRow.put(rows.of(to), fetch(from));
  }

  /// Brings a register's last value back into the register file.
  void keep(Operand.Register register) {
    if (register.isPredicate()) {
      int sum = sum(register);
      push(register, Kind.INT);
      c.iload(lane).ishl().iload(sum).ior().istore(sum);
    } else {
      int row = rows.of(register);
      c.aload(SegmentWriter.REGISTERS).iload(lane).loadConstant(row).iadd();
      push(register, Kind.LONG);
      c.lastore();
    }
  }

  private void convert(Kind from, Kind to) {
    if (from == to) {
      return;
    }
    switch (from) {
      case LONG -> {
        if (to == Kind.DOUBLE) {
          c.invokestatic(
              SegmentCompiler.desc(Double.class),
              "longBitsToDouble",
              MethodTypeDesc.of(CD_double, CD_long));
        } else {
          c.l2i();
          convert(Kind.INT, to);
        }
      }
      case INT -> {
        if (to == Kind.FLOAT) {
          c.invokestatic(
              SegmentCompiler.desc(Float.class),
              "intBitsToFloat",
              MethodTypeDesc.of(CD_float, CD_int));
        } else {
          c.i2l();
          convert(Kind.LONG, to);
        }
      }
      case FLOAT -> {
        c.invokestatic(FUNCTION, "bits", MethodTypeDesc.of(CD_int, CD_float), true);
        convert(Kind.INT, to);
      }
      case DOUBLE -> {
        c.invokestatic(FUNCTION, "bits", MethodTypeDesc.of(CD_long, CD_double), true);
        convert(Kind.LONG, to);
      }
    }
  }
}
