package tapeline.kernel;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Makes the code of cells and of the course stoppable: a check before each jump back.
///
/// Left alone are the innermost counted loops, those with no call and no loop in them whose counter
/// only grows: they end by themselves after 2³¹ rounds at most, and a check would keep the compiler
/// from making vector instructions of them.
final class Weaver {
  private static final ClassDesc SIGNAL = ClassDesc.of(StopSignal.class.getName());
  private static final MethodTypeDesc EXIT =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

  private Weaver() {}

  /// The class with the checks in it.
  static byte[] weave(byte[] bytes) {
    var file = ClassFile.of();
    return file.transformClass(
        file.parse(bytes),
        ClassTransform.transformingMethods((method, element) -> {
          if (element instanceof CodeModel code) {
            method.withCode(to -> weave(code, to));
          } else {
            method.with(element);
          }
        }));
  }

  private static void weave(CodeModel code, java.lang.classfile.CodeBuilder to) {
    var elements = code.elementList();
    var labels = new HashMap<Label, Integer>();
    for (int i = 0; i < elements.size(); i++) {
      if (elements.get(i) instanceof LabelTarget t) {
        labels.put(t.label(), i);
      }
    }
    for (int i = 0; i < elements.size(); i++) {
      var element = elements.get(i);
      if (element instanceof BranchInstruction b && endless(elements, labels, b, i)) {
        to.invokestatic(SIGNAL, "check", ConstantDescs.MTD_void);
      }
      if (element instanceof InvokeInstruction call && ends(call)) {
        to.invokestatic(SIGNAL, "exit", EXIT);
        if (call.opcode() != Opcode.INVOKESTATIC) {
          to.pop(); // the Runtime
        }
      } else {
        to.with(element);
      }
    }
  }

  /// Whether the call would end the JVM.
  private static boolean ends(InvokeInstruction call) {
    var method = call.owner().asInternalName() + "." + call.name().stringValue();
    return Set.of("java/lang/System.exit", "java/lang/Runtime.exit", "java/lang/Runtime.halt")
        .contains(method);
  }

  /// Whether the branch goes back in a loop that may never end.
  private static boolean endless(
      List<CodeElement> code, Map<Label, Integer> labels, BranchInstruction branch, int at) {
    var target = labels.get(branch.target());
    return target != null && target < at && !counted(code, labels, target, at);
  }

  /// Whether the loop from `first` to the branch `last` is `for (int i = …; i < n; i += step)` with
  /// neither a call nor a loop in it.
  private static boolean counted(
      List<CodeElement> code, Map<Label, Integer> labels, int first, int last) {
    int counter = loaded(code, first, last);
    int grown = 0;
    boolean compared = false;
    for (int i = first; i < last; i++) {
      switch (code.get(i)) {
        case InvokeInstruction _, InvokeDynamicInstruction _ -> {
          return false;
        }
        case BranchInstruction b -> {
          var target = labels.get(b.target());
          boolean exit = target != null && target > last;
          if (!compared && exit && isAtLeast(b.opcode())) {
            compared = true;
          } else if (!compared || target == null || target <= i) {
            return false;
          }
        }
        case StoreInstruction store -> {
          if (store.slot() == counter) {
            return false;
          }
        }
        case IncrementInstruction inc -> {
          if (inc.slot() == counter) {
            grown += inc.constant() > 0 ? 1 : 2;
          }
        }
        default -> {}
      }
    }
    return counter >= 0 && compared && grown == 1;
  }

  /// The int variable that the code from `first` on begins by loading, or −1.
  private static int loaded(List<CodeElement> code, int first, int last) {
    for (int i = first; i < last; i++) {
      if (code.get(i) instanceof Instruction instruction) {
        boolean loads = instruction instanceof LoadInstruction l && l.typeKind() == TypeKind.INT;
        return loads ? ((LoadInstruction) instruction).slot() : -1;
      }
    }
    return -1;
  }

  private static boolean isAtLeast(Opcode opcode) {
    return opcode == Opcode.IF_ICMPGE || opcode == Opcode.IF_ICMPGT;
  }
}
