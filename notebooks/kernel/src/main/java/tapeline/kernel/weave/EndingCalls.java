package tapeline.kernel.weave;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// The calls in a class that end, and soon: those of arithmetic and of vectors, which are an
/// instruction or a few, and those of the class's own methods that do nothing else, without a loop.
///
/// A loop with such calls ends by itself, and the compiler can make vector instructions of it.
final class EndingCalls {
  private static final Set<String> MATH = Set.of("fma", "max", "min", "abs", "sqrt");
  private static final Set<String> NUMBERS = Set.of("java/lang/Float", "java/lang/Integer");
  private static final String VECTORS = "jdk/incubator/vector/";

  private final ClassModel type;
  private final Map<String, Boolean> own = new HashMap<>();

  EndingCalls(ClassModel type) {
    this.type = type;
  }

  /// Whether the call ends soon.
  boolean ends(InvokeInstruction call) {
    var owner = call.owner().asInternalName();
    var name = call.name().stringValue();
    if (owner.equals("java/lang/Math")) {
      return MATH.contains(name);
    }
    return NUMBERS.contains(owner)
        || owner.startsWith(VECTORS)
        || (owner.equals(type.thisClass().asInternalName())
            && ownEnds(name + call.type().stringValue()));
  }

  private boolean ownEnds(String signature) {
    var known = own.putIfAbsent(signature, false); // what calls itself has no other answer
    if (known != null) {
      return known;
    }
    boolean ends =
        type.methods().stream()
            .filter(m -> (m.methodName().stringValue() + m.methodType().stringValue()).equals(signature))
            .anyMatch(m -> isFixed(m) && m.code().filter(this::isStraight).isPresent());
    own.put(signature, ends);
    return ends;
  }

  /// Whether no other class can put another method in its place.
  private boolean isFixed(MethodModel method) {
    return type.flags().has(AccessFlag.FINAL)
        || method.flags().has(AccessFlag.STATIC)
        || method.flags().has(AccessFlag.PRIVATE)
        || method.flags().has(AccessFlag.FINAL);
  }

  private boolean isStraight(CodeModel code) {
    return !Loops.hasJumpsBack(code, this)
        && code.elementStream()
            .allMatch(element ->
                switch (element) {
                  case InvokeDynamicInstruction _ -> false;
                  case InvokeInstruction call -> ends(call);
                  default -> true;
                });
  }
}
