package tapeline.grader.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tapeline.grader.course.Course;

/// The sources of a folder of classes: Java, and files that lie beside the classes as they are,
/// such as kernels in CUDA C.
///
/// @param java the Java sources
/// @param others every other file, by its name in the folder of classes
public record Sources(List<Path> java, SortedMap<String, Path> others) {

  /// The Java below the folder `java`, behind what is given beside a module's, and all that lies in
  /// the folder `resources` beside it.
  public static Sources of(Path java) {
    var others = new TreeMap<String, Path>();
    var folder = Course.resources(java);
    for (var file : Course.files(folder, p -> !p.getFileName().toString().startsWith("."))) {
      others.put(folder.relativize(file).toString().replace('\\', '/'), file);
    }
    var all = new ArrayList<Path>();
    if (java.endsWith(Given.MAIN)) {
      // In front, so that a second class of a name is the learner's error.
      all.addAll(Course.javaFiles(Course.givenBeside(java)));
    }
    all.addAll(Course.javaFiles(java));
    return new Sources(all, others);
  }

  /// Returns these sources and those of another folder.
  public Sources and(Sources more) {
    var both = new ArrayList<>(java);
    both.addAll(more.java);
    var all = new TreeMap<>(others);
    all.putAll(more.others);
    return new Sources(both, all);
  }

  /// Returns all files, the Java first.
  public List<Path> files() {
    var all = new ArrayList<>(java);
    all.addAll(others.values());
    return all;
  }

  /// Returns the sources without these files.
  Sources without(Collection<Path> files) {
    var rest = new TreeMap<>(others);
    rest.values().removeAll(files);
    return new Sources(java.stream().filter(p -> !files.contains(p)).toList(), rest);
  }

  /// Returns these with another file in the place of `file`, or beside them.
  ///
  /// @param name of a file that lies beside the classes
  Sources with(Path file, Path instead, String name) {
    if (!files().contains(file)) {
      return and(
          file.toString().endsWith(".java")
              ? new Sources(List.of(instead), new TreeMap<>())
              : new Sources(List.of(), new TreeMap<>(Map.of(name, instead))));
    }
    var changed = new TreeMap<>(others);
    changed.replaceAll((_, p) -> p.equals(file) ? instead : p);
    return new Sources(java.stream().map(p -> p.equals(file) ? instead : p).toList(), changed);
  }

  /// Compiles the Java into the folder `output`, whose earlier content is gone afterwards, and puts
  /// the other files beside the classes; returns the errors.
  List<CompileError> compile(Compiler compiler, List<Path> classPath, Path output) {
    var errors = compiler.compile(java, classPath, output);
    lay(output);
    return errors;
  }

  /// Puts the files that are no Java into the folder `output`.
  public void lay(Path output) {
    others.forEach((name, file) -> {
      var target = output.resolve(name);
      try {
        Files.createDirectories(target.getParent());
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
      } catch (NoSuchFileException _) {
        // An editor's own file, which has gone meanwhile.
      } catch (IOException e) {
        throw new UncheckedIOException("cannot copy " + file + " to " + target, e);
      }
    });
  }
}
