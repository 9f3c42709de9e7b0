package tapeline.instructor.homework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tapeline.grader.course.Course;
import tapeline.grader.course.WholeFolder;

/// Tests that one cell runs.
///
/// @param folder holds them as a module, see [SealedTests]
/// @param classes the names of the classes with tests
record TestSet(Path folder, List<String> classes) {
  private static final String CLASS = ".class";

  /// Seals the classes of all folders `from` in `folder`.
  static TestSet sealed(Path folder, List<Path> from) {
    WholeFolder.delete(folder);
    try {
      SealedTests.into(folder, from);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot seal the tests of " + folder.getFileName(), e);
    }
    return new TestSet(folder, List.copyOf(names(folder)));
  }

  /// Returns the names of all classes in the folder.
  List<String> all() {
    return Course.files(folder, p -> p.toString().endsWith(CLASS)).stream()
        .map(file -> name(folder, file))
        .filter(name -> !name.equals("module-info"))
        .toList();
  }

  /// Returns a copy of this set in the folder `copy`, for one run.
  TestSet in(Path copy) throws IOException {
    for (var file : Course.files(folder, _ -> true)) {
      var target = copy.resolve(folder.relativize(file).toString());
      Files.createDirectories(target.getParent());
      Files.copy(file, target);
    }
    return new TestSet(copy, classes);
  }

  /// Deletes the files of classes.
  void forgetClasses() throws IOException {
    for (var file : Course.files(folder, p -> p.toString().endsWith(CLASS))) {
      Files.delete(file);
    }
  }

  /// The classes with tests in a folder of classes, by their names, sorted.
  static Set<String> names(Path folder) {
    var names = new TreeSet<String>();
    for (var file : Course.files(folder, p -> p.toString().endsWith("Test.class"))) {
      names.add(name(folder, file));
    }
    return names;
  }

  private static String name(Path folder, Path file) {
    var name = folder.relativize(file).toString().replaceAll("[/\\\\]", ".");
    return name.substring(0, name.length() - CLASS.length());
  }

  /// Returns this set, of whose classes only `those` run.
  TestSet only(Set<String> those) {
    return new TestSet(folder, classes.stream().filter(those::contains).toList());
  }
}
