package tapeline.kernel.reload;

import static java.util.stream.Collectors.joining;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;

/// A class without the bodies of its methods: two versions with one shape can be swapped.
///
/// The body of the static initialiser belongs to it, since that is not run again, and so do the
/// constants, since javac copies them into other classes.
final class ClassShape {
  private ClassShape() {}

  /// A text that is the same for the same shape.
  static String of(byte[] file) {
    var c = ClassFile.of().parse(file);
    return "%s %d %s %s\n%s\n%s\n%s"
        .formatted(
            c.thisClass().asInternalName(),
            c.flags().flagsMask(),
            c.superclass().map(s -> s.asInternalName()).orElse(""),
            c.interfaces().stream().map(i -> i.asInternalName()).collect(joining(",")),
            c.attributes().stream().map(a -> a.attributeName().stringValue()).sorted().toList(),
            c.fields().stream().map(ClassShape::field).collect(joining("\n")),
            c.methods().stream().map(ClassShape::method).collect(joining("\n")));
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

  private static String method(MethodModel m) {
    var name = m.methodName().stringValue();
    var body = name.equals("<clinit>") ? m.code().map(ClassShape::instructions).orElse("") : "";
    return "%d %s%s %s".formatted(m.flags().flagsMask(), name, m.methodType().stringValue(), body);
  }

  private static String instructions(Iterable<?> code) {
    var text = new StringBuilder();
    for (var element : code) {
      if (element instanceof Instruction) {
        text.append(element).append('\n');
      }
    }
    return text.toString();
  }
}
