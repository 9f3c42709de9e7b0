package tapeline.kernel.reload;

import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.reflect.AccessFlag;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A class as the compiler reads it when another class uses it: all but the bodies of its methods
/// and what these alone need, such as the methods of lambdas.
final class ClassFace {
  /// Anonymous and local classes, which no other class can name.
  private static final Pattern UNNAMED = Pattern.compile(".*\\$\\d.*");

  private static final ClassFile FILES = ClassFile.of(ConstantPoolSharingOption.NEW_POOL);

  private ClassFace() {}

  /// Returns whether code that was compiled against the one set of class files, by name, is
  /// compiled in the same way against the other.
  static boolean same(Map<String, byte[]> some, Map<String, byte[]> others) {
    var names = new HashSet<>(some.keySet());
    names.addAll(others.keySet());
    names.removeIf(n -> UNNAMED.matcher(n).matches());
    return names.stream().allMatch(n -> same(some.get(n), others.get(n)));
  }

  private static boolean same(byte @Nullable [] one, byte @Nullable [] other) {
    return one != null
        && other != null
        && (Arrays.equals(one, other) || Arrays.equals(of(one), of(other)));
  }

  private static byte[] of(byte[] file) {
    var type = FILES.parse(file);
    return FILES.transformClass(
        type,
        (to, element) -> {
          switch (element) {
            case MethodModel m when m.flags().has(AccessFlag.SYNTHETIC) -> {}
            case MethodModel m ->
                to.transformMethod(
                    m,
                    (head, part) -> {
                      if (!(part instanceof CodeModel)) {
                        head.with(part);
                      }
                    });
            case InnerClassesAttribute inner -> to.with(members(type, inner));
            case NestMembersAttribute _ -> {}
            default -> to.with(element);
          }
        });
  }

  /// Returns the attribute with only those classes that belong to the same source file and have a
  /// name.
  private static ClassElement members(ClassModel type, InnerClassesAttribute inner) {
    var own = type.thisClass().asInternalName().replaceFirst("\\$.*", "");
    return InnerClassesAttribute.of(
        inner.classes().stream().filter(i -> i.innerName().isPresent() && isOf(i, own)).toList());
  }

  private static boolean isOf(InnerClassInfo inner, String own) {
    var name = inner.innerClass().asInternalName();
    return name.startsWith(own + "$") && !UNNAMED.matcher(name).matches();
  }
}
