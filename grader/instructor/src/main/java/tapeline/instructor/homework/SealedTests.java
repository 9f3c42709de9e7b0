package tapeline.instructor.homework;

import java.io.IOException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.constant.ModuleDesc;
import java.lang.constant.PackageDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import tapeline.grader.course.Course;

/// A module's tests as a named module, which exports its packages to JUnit alone and opens none:
/// code under test can neither replace a test nor change what is in it, nor call it by JUnit's
/// helpers, which [SealedRuntime] keeps to itself.
///
/// JUnit reflects into packages that are not open only where all is public. So every member of a
/// test is made public that is not private.
final class SealedTests {
  static final String MODULE = "tapeline.tests";
  private static final List<String> JUNIT =
      List.of("org.junit.platform.commons", "org.junit.jupiter.engine", "org.junit.jupiter.params");

  /// The modules that tests are written with.
  static final List<String> REQUIRED =
      List.of(
          "org.junit.jupiter.api",
          "org.junit.jupiter.params",
          "org.assertj.core",
          "org.opentest4j");

  private SealedTests() {}

  /// Writes the classes of all folders `from`, as one module, into `folder`.
  static void into(Path folder, List<Path> from) throws IOException {
    var packages = new TreeSet<String>();
    for (var classes : from) {
      for (var file : Course.files(classes, _ -> true)) {
        var name = classes.relativize(file);
        var target = folder.resolve(name.toString());
        Files.createDirectories(target.getParent());
        if (file.toString().endsWith(".class")) {
          var bytes = Files.readAllBytes(file);
          Files.write(target, open(bytes));
          if (name.getParent() != null) {
            packages.add(name.getParent().toString().replace('/', '.').replace('\\', '.'));
          }
        } else {
          Files.copy(file, target);
        }
      }
    }
    Files.write(folder.resolve("module-info.class"), descriptor(packages));
  }

  private static byte[] descriptor(Iterable<String> packages) {
    var module =
        ModuleAttribute.of(
            ModuleDesc.of(MODULE),
            builder -> {
              builder.requires(ModuleDesc.of("java.base"), List.of(AccessFlag.MANDATED), null);
              REQUIRED.forEach(r -> builder.requires(ModuleDesc.of(r), 0, null));
              JdkModules.ALL.forEach(r -> builder.requires(ModuleDesc.of(r), 0, null));
              builder.requires(
                  ModuleDesc.of(JdkModules.VECTORS), List.of(AccessFlag.STATIC_PHASE), null);
              var junit = JUNIT.stream().map(ModuleDesc::of).toArray(ModuleDesc[]::new);
              packages.forEach(p -> builder.exports(PackageDesc.of(p), 0, junit));
            });
    return ClassFile.of().buildModule(module);
  }

  private static byte[] open(byte[] original) {
    var classFile = ClassFile.of();
    ClassTransform open =
        (builder, element) -> {
          switch (element) {
            case AccessFlags f -> builder.withFlags(f.flagsMask() | ClassFile.ACC_PUBLIC);
            case InnerClassesAttribute inner ->
                builder.with(
                    InnerClassesAttribute.of(
                        inner.classes().stream().map(SealedTests::open).toList()));
            case MethodModel m when mayBePublic(m.flags()) ->
                builder.transformMethod(
                    m,
                    (b, e) -> {
                      if (e instanceof AccessFlags f) {
                        b.withFlags(open(f.flagsMask()));
                      } else {
                        b.with(e);
                      }
                    });
            case FieldModel m when mayBePublic(m.flags()) ->
                builder.transformField(
                    m,
                    (b, e) -> {
                      if (e instanceof AccessFlags f) {
                        b.withFlags(open(f.flagsMask()));
                      } else {
                        b.with(e);
                      }
                    });
            default -> builder.with(element);
          }
        };
    return classFile.transformClass(classFile.parse(original), open);
  }

  private static boolean mayBePublic(AccessFlags flags) {
    return !flags.has(AccessFlag.PRIVATE) || (flags.has(AccessFlag.STATIC) && isByHand(flags));
  }

  private static boolean isByHand(AccessFlags flags) {
    return !flags.has(AccessFlag.SYNTHETIC);
  }

  private static int open(int flags) {
    return (flags & ~(ClassFile.ACC_PROTECTED | ClassFile.ACC_PRIVATE)) | ClassFile.ACC_PUBLIC;
  }

  private static InnerClassInfo open(InnerClassInfo inner) {
    return InnerClassInfo.of(
        inner.innerClass(), inner.outerClass(), inner.innerName(), open(inner.flagsMask()));
  }
}
