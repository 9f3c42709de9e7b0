package tapeline.kernel.weave;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/// Makes the code of cells and of the course stoppable: a check before each jump back that may go
/// on for ever, see [Loops], and at the beginning of each method that calls itself. A lambda of a
/// cell is checked too: a stream may call it for ever.
public final class Weaver {
  private static final ClassDesc SIGNAL = ClassDesc.of(StopSignal.class.getName());
  private static final MethodTypeDesc EXIT =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
  private static final Set<String> ENDS =
      Set.of("java/lang/System.exit", "java/lang/Runtime.exit", "java/lang/Runtime.halt");
  private static final String CELL = "REPL/";

  private final ClassFile file;

  /// @param loader knows the classes that a woven class names
  public Weaver(ClassLoader loader) {
    var types = ClassHierarchyResolver.ofResourceParsing(loader);
    file = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(types));
  }

  /// The class with the checks in it.
  public byte[] weave(byte[] bytes) {
    var type = file.parse(bytes);
    var calls = new EndingCalls(type);
    return file.transformClass(
        type,
        ClassTransform.transformingMethods(
            method -> concerns(method, calls),
            (method, element) -> {
              if (element instanceof CodeModel code) {
                method.withCode(to -> weave(code, calls, to));
              } else {
                method.with(element);
              }
            }));
  }

  private static boolean concerns(MethodModel method, EndingCalls calls) {
    return method
        .code()
        .filter(c -> isChecked(c) || !Loops.endless(c, calls).isEmpty() || hasEnd(c))
        .isPresent();
  }

  private static boolean hasEnd(CodeModel code) {
    return code.elementStream().anyMatch(e -> e instanceof InvokeInstruction call && ends(call));
  }

  private static void weave(CodeModel code, EndingCalls calls, CodeBuilder to) {
    var endless = Loops.endless(code, calls);
    if (isChecked(code)) {
      check(to);
    }
    int at = 0;
    for (var element : code) {
      if (endless.contains(at++)) {
        check(to);
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

  private static void check(CodeBuilder to) {
    to.invokestatic(SIGNAL, "check", ConstantDescs.MTD_void);
  }

  /// Returns whether the call would end the JVM.
  private static boolean ends(InvokeInstruction call) {
    return ENDS.contains(call.owner().asInternalName() + "." + call.name().stringValue());
  }

  /// Returns whether the method is checked when it begins.
  private static boolean isChecked(CodeModel code) {
    var method = code.parent().orElseThrow();
    var owner = method.parent().orElseThrow().thisClass().asInternalName();
    var name = method.methodName().stringValue();
    boolean lambda = owner.startsWith(CELL) && name.startsWith("lambda$");
    return lambda
        || code.elementStream()
            .anyMatch(e ->
                e instanceof InvokeInstruction call
                    && call.name().equalsString(name)
                    && call.type().equals(method.methodType())
                    && call.owner().asInternalName().equals(owner));
  }
}
