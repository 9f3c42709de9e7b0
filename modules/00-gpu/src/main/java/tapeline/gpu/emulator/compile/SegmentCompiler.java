package tapeline.gpu.emulator.compile;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tapeline.gpu.emulator.execute.Code;
import tapeline.gpu.emulator.execute.CodeVariant;
import tapeline.gpu.emulator.execute.Segment;
import tapeline.gpu.emulator.execute.Specials;
import tapeline.gpu.emulator.execute.Step;
import tapeline.gpu.emulator.execute.Warp;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.emulator.semantics.Semantics;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;

/// Compiles straight runs of instructions to JVM bytecode.
///
/// The interpreter asks, for every instruction: which lanes, which registers, which function?
/// Compiled code has the answers built in: one loop over the lanes, in which registers are local
/// variables. The meaning of an instruction is still its [LaneFunction], a constant that the JVM
/// inlines.
///
/// A run goes lane by lane, not instruction by instruction. The two cannot be told apart as long as
/// no lane sees what another has written: so a run that stores touches that memory once. After a
/// fault a run is done again, for the lanes that are not done with it: so it changes nothing that
/// it has read.
public final class SegmentCompiler {
  static final ClassDesc WARP = desc(Warp.class);
  private static final ClassDesc SEGMENT = desc(Segment.class);
  private static final ClassDesc SELF =
      ClassDesc.of(SegmentCompiler.class.getPackageName() + ".Segment");
  private static final MethodTypeDesc RUN = MethodTypeDesc.of(CD_void, WARP, CD_int);
  private static final ClassDesc LOOKUP = desc(MethodHandles.Lookup.class);

  /// The JVM does not optimise methods of more than 8,000 bytes, with what it inlines into them.
  private static final int MOST_BYTES = 6000;

  private final Code code;
  private final RowValues rowValues;
  private final boolean counted;
  private final boolean checked;

  private SegmentCompiler(Code code, CodeVariant variant) {
    this.code = code;
    rowValues = new RowValues(code.instructions);
    counted = variant.counted();
    checked = variant.checked();
  }

  static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  /// Replaces the steps of `code` by compiled segments wherever that is possible.
  public static void compile(Code code, CodeVariant variant) {
    new SegmentCompiler(code, variant).compile();
  }

  private void compile() {
    for (var block : code.flow.blocks()) {
      int start = block.start();
      while (start < block.end()) {
        int end = end(start, block.end());
        if (end > start) {
          code.steps[start] = segment(start, end);
          code.next[start] = end;
        }
        start = Math.max(end, start + 1);
      }
    }
  }

  /// How far a run goes that begins at `start`.
  private int end(int start, int last) {
    var loaded = EnumSet.noneOf(Space.class);
    var stored = EnumSet.noneOf(Space.class);
    int bytes = 0;
    int end = start;
    while (end < last && bytes < MOST_BYTES && isCompilable(code.instructions[end])) {
      var in = code.instructions[end];
      boolean isAtomic = in.opcode().kind() == Opcode.Kind.ATOMIC;
      if (isAtomic || (in.opcode().kind() == Opcode.Kind.MEMORY && !code.loadsParameter(in))) {
        boolean stores = isAtomic || in.opcode() == Opcode.ST;
        var accessed = accessed(Space.of(in));
        // who watches a store looks its value up in the registers, where it must still be
        boolean alone = counted && (stores ? end > start : !stored.isEmpty());
        if (alone
            || !Collections.disjoint(stored, accessed)
            || (stores && !Collections.disjoint(loaded, accessed))) {
          break;
        }
        if (isAtomic) {
          return end + 1; // done again it finds another value
        }
        (stores ? stored : loaded).addAll(accessed);
        stored.remove(Space.LOCAL); // no other lane sees it
      } else if (counted && !stored.isEmpty()) {
        break;
      }
      bytes += estimatedBytes(in);
      end++;
    }
    return end;
  }

  /// Returns the memory that an instruction of this space may access.
  private static Set<Space> accessed(Space space) {
    return space == Space.GENERIC
        ? EnumSet.complementOf(EnumSet.of(Space.GENERIC))
        : EnumSet.of(space);
  }

  private static int estimatedBytes(Instruction in) {
    return switch (in.opcode().kind()) {
      case MEMORY, ATOMIC -> 170;
      default -> 30;
    };
  }

  private boolean isCompilable(Instruction in) {
    boolean watched = checked && code.undefined.concerns(in);
    if (watched || in.guarded().isPresent() || in.operands().isEmpty()) {
      return false;
    }
    boolean predicate = in.operand(0) instanceof Operand.Register r && r.isPredicate();
    boolean group = in.operands().stream().anyMatch(o -> o instanceof Operand.Group);
    return switch (in.opcode()) {
      case LD, LDU, ST ->
          switch (Space.of(in)) {
            case GLOBAL, SHARED -> true;
            case LOCAL -> !counted && (!code.loadsParameter(in) || AccessWriter.isFixed(in));
            case GENERIC -> !counted;
          };
      case ATOM, RED -> !counted && Space.of(in) == Space.SHARED; // one worker has a block
      case MOV ->
          !group
              && !predicate
              && !(in.operand(1) instanceof Operand.Special s && Specials.isClock(s.name()));
      case SETP, TESTP -> !group && in.operands().size() <= 3;
      case SELP, CVTA -> true;
      case AND, OR, XOR, NOT ->
          !predicate || in.operands().stream().allMatch(o -> o instanceof Operand.Register);
      case BFI, SET, ISSPACEP, ACTIVEMASK, ADDC, SUBC, MADC -> false;
      default ->
          switch (in.opcode().kind()) {
            case ARITHMETIC, SPECIAL, BITS, COMPARE, MOVE -> isDivisible(in) && !in.has("cc");
            case MEMORY, ATOMIC, WARP, TENSOR, BARRIER, CONTROL -> false;
          };
    };
  }

  /// Returns whether an instruction is no division, or one whose divisor a segment can compare with
  /// zero.
  private static boolean isDivisible(Instruction in) {
    return !Semantics.divides(in)
        || (in.operand(2) instanceof Operand.Immediate divisor
            ? divisor.bits() != 0
            : in.type().bytes() >= 4);
  }

  private Step segment(int start, int end) {
    var instructions = List.of(code.instructions).subList(start, end);
    var needed = code.liveness.before(end);
    var explanation = new Explanation(Arrays.copyOfRange(code.steps, start, end));
    var constants = new SegmentConstants();
    var bytes =
        ClassFile.of()
            .build(
                SELF,
                type -> {
                  type.withFlags(ClassFile.ACC_FINAL);
                  type.withSuperclass(SEGMENT);
                  type.withMethodBody(
                      "<init>",
                      MTD_void,
                      0,
                      c -> c.aload(0).invokespecial(SEGMENT, "<init>", MTD_void).return_());
                  for (boolean whole : new boolean[] {true, false}) {
                    type.withMethodBody(
                        whole ? "whole" : "part",
                        RUN,
                        ClassFile.ACC_STATIC,
                        c ->
                            new SegmentWriter(c, SELF, code, constants, rowValues, counted)
                                .write(instructions, needed, explanation, whole));
                  }
                  type.withMethodBody("run", RUN, ClassFile.ACC_PUBLIC, SegmentCompiler::choose);
                  constants.declareIn(type);
                  type.withMethodBody(
                      "<clinit>", MTD_void, ClassFile.ACC_STATIC, c -> initialise(c, constants));
                });
    try {
      var lookup =
          MethodHandles.lookup().defineHiddenClassWithClassData(bytes, constants.values(), true);
      return (Step)
          lookup.findConstructor(lookup.lookupClass(), MethodType.methodType(void.class)).invoke();
    } catch (Throwable e) {
      throw new IllegalStateException(
          "cannot compile instructions %d to %d of %s".formatted(start, end, code.function), e);
    }
  }

  /// `if (mask == -1) whole(warp, mask); else part(warp, mask);`
  private static void choose(CodeBuilder c) {
    var part = c.newLabel();
    c.iload(2).iconst_m1().if_icmpne(part);
    c.aload(1).iload(2).invokestatic(SELF, "whole", RUN).return_();
    c.labelBinding(part).aload(1).iload(2).invokestatic(SELF, "part", RUN).return_();
  }

  /// Takes the functions that the segment calls out of its class data into constants.
  private static void initialise(CodeBuilder c, SegmentConstants constants) {
    var list = desc(List.class);
    c.invokestatic(desc(MethodHandles.class), "lookup", MethodTypeDesc.of(LOOKUP));
    c.ldc("_").ldc(list);
    c.invokestatic(
        desc(MethodHandles.class),
        "classData",
        MethodTypeDesc.of(CD_Object, LOOKUP, CD_String, desc(Class.class)));
    c.checkcast(list).astore(0);
    for (int i = 0; i < constants.values().size(); i++) {
      c.aload(0).loadConstant(i).invokeinterface(list, "get", MethodTypeDesc.of(CD_Object, CD_int));
      c.checkcast(constants.type(i)).putstatic(SELF, constants.name(i), constants.type(i));
    }
    c.return_();
  }
}
