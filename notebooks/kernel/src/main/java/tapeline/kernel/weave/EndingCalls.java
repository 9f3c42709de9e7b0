package tapeline.kernel.weave;

import java.lang.classfile.ClassModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.Set;

/// The calls in a class after which a counted loop need not be checked: it ends by itself, and a
/// check would keep the compiler from making vector instructions of it.
///
/// They are those of arithmetic and of vectors, an instruction or a few; and in the course's
/// classes those of the course, which are checked themselves where they may go on for ever. A cell
/// may call the latter a thousand million times, so there the loop is checked.
final class EndingCalls {
  private static final Set<String> MATH = Set.of("fma", "max", "min", "abs", "sqrt");
  private static final Set<String> NUMBERS = Set.of("java/lang/Float", "java/lang/Integer");
  private static final String VECTORS = "jdk/incubator/vector/";
  private static final String COURSE = "tapeline/";

  private final boolean ofCourse;

  EndingCalls(ClassModel type) {
    ofCourse = type.thisClass().asInternalName().startsWith(COURSE);
  }

  /// Returns whether the call ends soon, or is checked itself.
  boolean ends(InvokeInstruction call) {
    var owner = call.owner().asInternalName();
    return NUMBERS.contains(owner)
        || owner.startsWith(VECTORS)
        || (ofCourse && owner.startsWith(COURSE))
        || (owner.equals("java/lang/Math") && MATH.contains(call.name().stringValue()));
  }
}
