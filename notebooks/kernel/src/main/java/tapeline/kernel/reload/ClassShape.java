package tapeline.kernel.reload;

import static java.util.stream.Collectors.joining;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A class without the bodies of its methods: two versions with one shape can be swapped.
///
/// The body of the static initialiser belongs to it, since that is not run again, with those of the
/// methods and constructors of the class that it calls, and so do the constants, since javac copies
/// them into other classes. A lambda's body does not: the op in an enum's row is swapped like a
/// method. Nor does what the initialiser calls in another class.
final class ClassShape {
  private ClassShape() {}

  /// A text that is the same for the same shape.
  static String of(byte[] file) {
    var c = ClassFile.of().parse(file);
    var initialiser = initialiser(c);
    return "%s %d %s %s\n%s\n%s\n%s"
        .formatted(
            c.thisClass().asInternalName(),
            c.flags().flagsMask(),
            c.superclass().map(s -> s.asInternalName()).orElse(""),
            c.interfaces().stream().map(i -> i.asInternalName()).collect(joining(",")),
            c.attributes().stream().map(a -> a.attributeName().stringValue()).sorted().toList(),
            c.fields().stream().map(ClassShape::field).collect(joining("\n")),
            c.methods().stream()
                .map(m -> m.flags().flagsMask() + " " + id(m) + initialiser.getOrDefault(id(m), ""))
                .collect(joining("\n")));
  }

  private static String field(FieldModel f) {
    var constant = f.findAttribute(Attributes.constantValue());
    return "%d %s %s %s"
        .formatted(
            f.flags().flagsMask(),
            f.fieldName().stringValue(),
            f.fieldType().stringValue(),
            constant.map(v -> v.constant().constantValue().toString()).orElse(""));
  }

  private static String id(MethodModel m) {
    return m.methodName().stringValue() + m.methodType().stringValue();
  }

  /// The bodies of the methods that the static initialiser runs in its own class, by [#id].
  private static Map<String, String> initialiser(ClassModel c) {
    var bodies = new HashMap<String, String>();
    var next = new ArrayDeque<>(List.of("<clinit>()V"));
    while (!next.isEmpty()) {
      var id = next.remove();
      var method = c.methods().stream().filter(m -> id(m).equals(id)).findFirst();
      if (bodies.containsKey(id) || method.isEmpty()) {
        continue;
      }
      var text = new StringBuilder();
      for (var element : method.get().code().map(CodeModel::elementList).orElse(List.of())) {
        if (element instanceof Instruction) {
          text.append(element).append('\n');
        }
        if (element instanceof InvokeInstruction call
            && call.owner().asInternalName().equals(c.thisClass().asInternalName())) {
          next.add(call.name().stringValue() + call.type().stringValue());
        }
      }
      bodies.put(id, text.toString());
    }
    return bodies;
  }
}
