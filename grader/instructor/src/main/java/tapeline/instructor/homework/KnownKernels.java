package tapeline.instructor.homework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Set;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.generate.Mirror;
import tapeline.grader.program.KernelPtx;

/// The kernels of a module that no submission needs a compiler for.
///
/// @param texts as they are given out, and the same with the reference's answers: their PTX is the
///   course's, or there is nothing to compile yet
/// @param ptx the folder with that of mutants, in the archive [#ARCHIVE]
record KnownKernels(Set<String> texts, Path ptx) {
  /// The name of the archive in the folder.
  static final String ARCHIVE = "ptx.zip";

  private static final String KERNEL = ".cu";

  /// Returns the kernels of `module`; copies the PTX of mutants into `folder`, which cells can be
  /// shown.
  static KnownKernels of(Course course, CourseModule module, Path folder) {
    try {
      Files.createDirectories(folder);
      var mutants = KernelPtx.ofMutants(course, module);
      if (Files.exists(mutants)) {
        Files.copy(mutants, folder.resolve(ARCHIVE), StandardCopyOption.REPLACE_EXISTING);
      }
      return new KnownKernels(texts(course, module), folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy the PTX of " + module.name(), e);
    }
  }

  private static Set<String> texts(Course course, CourseModule module) {
    var texts = new HashSet<String>();
    var given = Mirror.of(course, module);
    given.forEach((name, bytes) -> {
      if (name.endsWith(KERNEL)) {
        texts.add(new String(bytes, StandardCharsets.UTF_8));
      }
    });
    for (var e : module.exercises()) {
      var stub = given.get("modules/" + module.name() + "/" + e.file());
      if (e.file().endsWith(KERNEL) && stub != null) {
        var solution = Course.read(course.solution(module).resolve(e.file()));
        var answers = MarkedSource.parse(e.file(), solution).bodies();
        var text = new String(stub, StandardCharsets.UTF_8);
        texts.add(MarkedSource.parse(e.file(), text).with(answers));
      }
    }
    return Set.copyOf(texts);
  }
}
