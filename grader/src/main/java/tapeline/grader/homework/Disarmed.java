package tapeline.grader.homework;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The module `jdk.management` without its ways to look into the heap and to change flags.
///
/// Tests count the bytes that code allocates, which needs the module. Its diagnostic beans would
/// write the heap to a file, and with it the secret that seals a run.
final class Disarmed {
  private static final String FOLDER = "com/sun/management/internal";
  private static final List<String> CLASSES =
      List.of("HotSpotDiagnostic", "DiagnosticCommandImpl", "Flag");
  private static final ClassDesc REFUSAL = ClassDesc.of("java.lang.UnsupportedOperationException");

  private Disarmed() {}

  /// Writes the classes whose native methods refuse into `folder`, for `--patch-module`.
  static void into(Path folder) throws IOException {
    var image = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/jdk.management");
    for (var name : CLASSES) {
      var original = Files.readAllBytes(image.resolve(FOLDER).resolve(name + ".class"));
      var file = folder.resolve(FOLDER).resolve(name + ".class");
      Files.createDirectories(file.getParent());
      Files.write(file, refusing(original));
    }
  }

  private static byte[] refusing(byte[] original) {
    var classFile = ClassFile.of();
    ClassTransform refuse =
        (builder, element) -> {
          if (element instanceof MethodModel m && m.flags().has(AccessFlag.NATIVE)) {
            builder.withMethodBody(
                m.methodName(),
                m.methodType(),
                m.flags().flagsMask() & ~ClassFile.ACC_NATIVE,
                code ->
                    code.new_(REFUSAL)
                        .dup()
                        .ldc("the sandbox shows neither heap nor flags")
                        .invokespecial(
                            REFUSAL,
                            ConstantDescs.INIT_NAME,
                            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String))
                        .athrow());
          } else {
            builder.with(element);
          }
        };
    return classFile.transformClass(classFile.parse(original), refuse);
  }
}
