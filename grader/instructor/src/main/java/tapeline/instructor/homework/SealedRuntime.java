package tapeline.instructor.homework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.classfile.attribute.ModuleExportInfo;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ModuleDesc;
import java.lang.constant.PackageDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import tapeline.grader.course.Course;
import tapeline.grader.course.Lock;
import tapeline.grader.course.WholeFolder;
import tapeline.grader.run.Classes;
import tapeline.grader.worker.SealedWorker;
import tapeline.instructor.sandbox.CellJar;

/// The runtime of sandboxed workers, made once and kept: a Java of its own, the runner and JUnit as
/// named modules, and the libraries that the course's modules use.
///
/// @param image the Java, see [JavaImage]
/// @param modules jars of named modules
/// @param runner the folder with the jar of the module `tapeline.runner`
/// @param libraries jars for the class path
record SealedRuntime(Path image, Path modules, Path runner, Path libraries) {
  static final String MODULE = "tapeline.runner";

  /// The name of the jar in the folder of the runner.
  static final String RUNNER = "runner.jar";

  private static final String MODULE_INFO = "module-info.class";
  private static final String BLACKHOLE = "org/openjdk/jmh/infra/Blackhole.class";
  private static final List<String> JUNIT =
      List.of(
          "org.junit.jupiter",
          "org.junit.jupiter.api",
          "org.junit.jupiter.engine",
          "org.junit.jupiter.params",
          "org.junit.platform.commons",
          "org.junit.platform.engine",
          "org.junit.platform.launcher",
          MODULE);

  /// The packages of JUnit that tests are written with, open to all: in a layer of their own the
  /// tests are no friends that a module of the first layer could name. None of them reflects.
  private static final Set<String> FOR_TESTS =
      Set.of(
          "org.junit.jupiter.api",
          "org.junit.jupiter.api.extension",
          "org.junit.jupiter.api.function",
          "org.junit.jupiter.params.provider");

  private static final Pattern NAMED =
      Pattern.compile(
          "(junit-|opentest4j-|apiguardian-api-|assertj-core-|byte-buddy-|jspecify-).*");
  private static final Pattern MADE =
      Pattern.compile("(java|disarmed|modules|named|runner|libraries|archive|work)-.*");
  private static final String WORKER = "tapeline/grader/worker/";

  /// The runtime in the folder `kept`, which is brought up to date.
  static SealedRuntime on(Path kept) {
    try (var _ = Lock.on(kept.resolve("lock"))) {
      var image = kept.resolve(JavaImage.name());
      if (!Files.exists(image)) {
        JavaImage.link(image);
      }
      var named = new ArrayList<Path>();
      var unnamed = new ArrayList<Path>();
      for (var jar : Classes.workerLibraries()) {
        boolean isNamed = NAMED.matcher(jar.getFileName().toString()).matches();
        (isNamed ? named : unnamed).add(jar);
      }
      var made =
          new SealedRuntime(
              image, jars(kept, "named", named), runner(kept), jars(kept, "libraries", unnamed));
      made.forgetOthers(kept);
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lay out the sandbox's Java in " + kept, e);
    }
  }

  /// Deletes what earlier versions have left in the folder, unless another process works with it:
  /// folders are named for what is in them.
  private void forgetOthers(Path kept) {
    var names = kept.toFile().list();
    if (names == null || WorkFolder.othersWork(kept)) {
      return;
    }
    var mine = Set.of(image, modules, runner, libraries, kept.resolve(archiveName()));
    for (var name : names) {
      if (MADE.matcher(name).matches() && !mine.contains(kept.resolve(name))) {
        WholeFolder.delete(kept.resolve(name));
      }
    }
  }

  /// Returns the class path with the jars that any user may read.
  List<Path> readable(List<Path> classPath) {
    return classPath.stream()
        .map(p -> Files.isDirectory(p) ? p : readable(p.getFileName()))
        .toList();
  }

  private Path readable(Path jar) {
    var named = modules.resolve(jar);
    return Files.exists(named) ? named : libraries.resolve(jar);
  }

  Path runnerJar() {
    return runner.resolve(RUNNER);
  }

  /// The name of the folder of the [CellArchive], which is made of all these.
  String archiveName() {
    // The number is counted up when it is made in another way.
    return "archive-3-" + checksum(List.of(image, modules, runner, libraries));
  }

  private static Path jars(Path kept, String what, List<Path> jars) throws IOException {
    // The number is counted up when a jar is changed in another way.
    var folder = kept.resolve(what + "-3-" + checksum(jars));
    if (!Files.exists(folder)) {
      var fresh = fresh(folder);
      for (var jar : jars) {
        var name = jar.getFileName().toString();
        if (name.startsWith("junit-")) {
          var descriptor = Map.of(MODULE_INFO, closed(jar));
          CellJar.write(fresh.resolve(name), List.of(jar), _ -> true, descriptor);
        } else if (name.startsWith("jmh-core-")) {
          var blackhole = Map.of(BLACKHOLE, unchecked(jar));
          CellJar.write(fresh.resolve(name), List.of(jar), _ -> true, blackhole);
        } else {
          Files.copy(jar, fresh.resolve(name));
        }
      }
      Files.move(fresh, folder);
    }
    return folder;
  }

  /// The worker's own classes as a module that no other code may look into.
  private static Path runner(Path kept) throws IOException {
    var own = CellJar.home(SealedWorker.class);
    var classes =
        Files.isDirectory(own) ? Course.files(own.resolve(WORKER), _ -> true) : List.of(own);
    var folder = kept.resolve("runner-" + checksum(classes));
    if (!Files.exists(folder)) {
      var fresh = fresh(folder);
      CellJar.write(
          fresh.resolve(RUNNER),
          List.of(own),
          n -> n.startsWith(WORKER),
          Map.of(MODULE_INFO, descriptor()));
      Files.move(fresh, folder);
    }
    return folder;
  }

  /// A module of JUnit that exports its packages to JUnit and the runner alone, but those that
  /// tests are written with: its helpers for reflection would reach for anybody what the tests
  /// export to them.
  private static byte[] closed(Path jar) throws IOException {
    try (var files = FileSystems.newFileSystem(jar)) {
      var descriptor = ClassFile.of().parse(Files.readAllBytes(files.getPath(MODULE_INFO)));
      return ClassFile.of()
          .transformClass(
              descriptor,
              (builder, element) ->
                  builder.with(element instanceof ModuleAttribute m ? closed(m) : element));
    }
  }

  /// Returns JMH's Blackhole without the check of its own layout when it is loaded: that takes
  /// `sun.misc.Unsafe`, which the sandbox's Java leaves out.
  private static byte[] unchecked(Path jar) throws IOException {
    try (var files = FileSystems.newFileSystem(jar)) {
      var blackhole = ClassFile.of().parse(Files.readAllBytes(files.getPath(BLACKHOLE)));
      return ClassFile.of()
          .transformClass(
              blackhole,
              ClassTransform.transformingMethodBodies((code, element) -> {
                if (element instanceof InvokeInstruction call
                    && call.owner().asInternalName().equals("org/openjdk/jmh/util/Utils")) {
                  code.pop().pop(); // the class and the names of its fields
                } else {
                  code.with(element);
                }
              }));
    }
  }

  private static ModuleAttribute closed(ModuleAttribute open) {
    var friends = JUNIT.stream().map(ModuleDesc::of).toArray(ModuleDesc[]::new);
    var exports =
        open.exports().stream()
            .map(e ->
                e.exportsTo().isEmpty() && !FOR_TESTS.contains(packageName(e))
                    ? ModuleExportInfo.of(e.exportedPackage().asSymbol(), 0, friends)
                    : e)
            .toList();
    return ModuleAttribute.of(
        open.moduleName(),
        open.moduleFlagsMask(),
        open.moduleVersion().orElse(null),
        open.requires(),
        exports,
        open.opens(),
        open.uses(),
        open.provides());
  }

  private static String packageName(ModuleExportInfo exported) {
    return exported.exportedPackage().asSymbol().name();
  }

  private static byte[] descriptor() {
    var requires =
        List.of(
            "org.junit.platform.launcher",
            "org.junit.platform.engine",
            "org.junit.platform.commons",
            "org.junit.jupiter.engine",
            "org.junit.jupiter.api",
            "org.opentest4j");
    var worker = SealedWorker.class.getPackageName();
    return ClassFile.of()
        .buildModule(
            ModuleAttribute.of(
                ModuleDesc.of(MODULE),
                module -> {
                  module.requires(ModuleDesc.of("java.base"), ClassFile.ACC_MANDATED, null);
                  module.requires(ModuleDesc.of("jdk.compiler"), ClassFile.ACC_STATIC_PHASE, null);
                  requires.forEach(r -> module.requires(ModuleDesc.of(r), 0, null));
                  module.uses(ClassDesc.of("org.junit.platform.engine.TestEngine"));
                  module.exports(
                      PackageDesc.of(worker + ".order"),
                      0,
                      ModuleDesc.of("org.junit.platform.commons"));
                }));
  }

  /// An empty folder to be moved to `folder` when it is complete.
  static Path fresh(Path folder) throws IOException {
    var fresh = folder.resolveSibling(folder.getFileName() + ".new");
    WholeFolder.delete(fresh);
    return Files.createDirectories(fresh);
  }

  private static String checksum(List<Path> files) {
    var crc = new CRC32();
    for (var f : files) {
      var line =
          f.getFileName() + " " + f.toFile().length() + " " + f.toFile().lastModified() + "\n";
      crc.update(line.getBytes(StandardCharsets.UTF_8));
    }
    return "%08x".formatted(crc.getValue());
  }
}
