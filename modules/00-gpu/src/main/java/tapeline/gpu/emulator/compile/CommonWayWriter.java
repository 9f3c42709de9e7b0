package tapeline.gpu.emulator.compile;

import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static tapeline.gpu.emulator.compile.SegmentCompiler.STEP;
import static tapeline.gpu.emulator.compile.SegmentCompiler.WARP;
import static tapeline.gpu.emulator.compile.SegmentCompiler.desc;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.TreeMap;
import tapeline.gpu.emulator.execute.Code;
import tapeline.gpu.emulator.execute.Step;
import tapeline.gpu.ptx.ControlFlow;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;

/// Writes how a whole warp goes from segment to segment.
///
/// Where its lanes part, its turn ends, or an instruction steers it that is no jump, the
/// interpreter goes on, and comes back at the next beginning of a block.
final class CommonWayWriter {
  static final MethodTypeDesc GO = MethodTypeDesc.of(CD_int, WARP, CD_int, CD_int);
  private static final int SELF_WARP = 1;
  private static final int PC = 2;
  private static final int FROM = 3;
  private static final int TAKING = 4;

  private final CodeBuilder c;
  private final ClassDesc self;
  private final SegmentConstants constants;
  private final Code code;
  private final boolean counted;
  private final TreeMap<Integer, Label> entries = new TreeMap<>();
  private final Label leave;

  CommonWayWriter(
      CodeBuilder c, ClassDesc self, SegmentConstants constants, Code code, boolean counted) {
    this.c = c;
    this.self = self;
    this.constants = constants;
    this.code = code;
    this.counted = counted;
    leave = c.newLabel();
  }

  static int estimatedBytes(Code code) {
    int bytes = 0;
    for (int pc = 0; pc < code.end(); pc = code.next[pc]) {
      bytes += code.steps[pc] == null ? 100 : 25;
    }
    return bytes;
  }

  void write() {
    code.flow.blocks().forEach(block -> entries.put(block.start(), c.newLabel()));
    for (int pc = 0; pc < code.end() - 1; pc++) {
      if (code.steps[pc] == null) {
        entries.computeIfAbsent(pc + 1, _ -> c.newLabel());
      }
    }
    var cases = entries.entrySet().stream().map(e -> SwitchCase.of(e.getKey(), e.getValue()));
    c.iload(PC).lookupswitch(leave, cases.toList());
    for (int pc = 0; pc < code.end(); pc = code.next[pc]) {
      if (entries.containsKey(pc)) {
        c.labelBinding(entries.get(pc));
      }
      var step = code.steps[pc];
      if (step != null) {
        run(pc, step);
      } else {
        steer(code.instructions[pc]);
      }
    }
    leaveAt(code.end());
    c.labelBinding(leave).aload(SELF_WARP).iload(FROM).putfield(WARP, "uncounted", CD_int);
    c.iload(PC).ireturn();
  }

  private void run(int pc, Step step) {
    tell(pc);
    c.getstatic(self, constants.of(step, Step.class, () -> step), STEP);
    c.aload(SELF_WARP).iconst_m1().invokeinterface(STEP, "run", SegmentCompiler.RUN);
  }

  private void tell(int pc) {
    if (counted) {
      var type = desc(Code.class);
      c.aload(SELF_WARP).getstatic(self, constants.of(code, Code.class, () -> code), type);
      c.loadConstant(pc).invokevirtual(WARP, "tell", MethodTypeDesc.of(CD_void, type, CD_int));
    }
  }

  private void leaveAt(int pc) {
    c.loadConstant(pc).istore(PC).goto_(leave);
  }

  private void steer(Instruction in) {
    int pc = in.index();
    if (in.opcode() != Opcode.BRA) {
      leaveAt(pc);
      return;
    }
    int target = ControlFlow.targets(code.function, in).getFirst();
    c.loadConstant(pc).istore(PC);
    var guard = in.guard();
    if (guard == null) {
      jump(pc, target);
      return;
    }
    var no = c.newLabel();
    c.aload(SELF_WARP).getfield(WARP, "predicates", CD_int.arrayType());
    c.loadConstant(guard.predicate().index()).iaload();
    if (guard.negated()) {
      c.iconst_m1().ixor();
    }
    c.istore(TAKING).iload(TAKING).ifeq(no).iload(TAKING).iconst_m1().if_icmpne(leave);
    jump(pc, target);
    c.labelBinding(no);
    jump(pc, pc + 1);
  }

  private void jump(int pc, int target) {
    c.aload(SELF_WARP).loadConstant(pc).iload(FROM).isub();
    c.invokevirtual(WARP, "jumps", MethodTypeDesc.of(CD_boolean, CD_int)).ifeq(leave);
    tell(pc);
    c.loadConstant(target).istore(FROM);
    if (entries.containsKey(target)) {
      c.goto_(entries.get(target));
    } else {
      leaveAt(target); // behind the last instruction
    }
  }
}
