package tapeline.grader.generate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Front;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.WholeFolder;

/// A module whose learner builds it instead of filling holes: each Java file is an [EmptiedSource].
/// What stood there waits in the module's folder `holes`, which says that the module is blank.
/*
 * The folder is there whole or not at all, and a file that equals its copy there is still to be
 * emptied, or is back already: so a command that was killed is run again.
 */
public final class Blank {
  private static final String HOLES = "holes";
  private static final String MAIN = "src/main/java";
  private static final Pattern MARKER = Pattern.compile("(?m)^ *// (BEGIN|END) EXERCISE .*\\n");

  private Blank() {}

  /// Returns whether the version of a module in `folder` is blank.
  public static boolean is(Path folder) {
    return Files.isDirectory(folder.resolve(HOLES));
  }

  /// Returns whether it is blank and has something to be written.
  public static boolean isUnfinished(CourseModule module, Path folder) {
    var todo = "new Todo(\"%s\",".formatted(module.id());
    return is(folder)
        && Course.javaFiles(folder.resolve(MAIN)).stream()
            .anyMatch(f -> Course.read(f).contains(todo));
  }

  /// Returns whether it is blank and nothing is written in this file.
  public static boolean isEmptied(Course course, CourseModule module, Path folder, String name) {
    var file = folder.resolve(name);
    return is(folder)
        && name.endsWith(".java")
        && Files.exists(file)
        && Files.exists(course.solution(module).resolve(name))
        && Disk.text(file).equals(emptied(course, module, name));
  }

  /// Returns what a file of the module is in a blank one.
  public static String emptied(Course course, CourseModule module, String name) {
    var source = MarkedSource.parse(name, Disk.text(course.solution(module).resolve(name)));
    return EmptiedSource.of(MARKER.matcher(source.stubbed()).replaceAll(""), module.id());
  }

  /// Makes a module blank, and says where its files are.
  ///
  /// @throws IllegalArgumentException when there is no such module
  public static List<String> begin(Course course, String what) {
    var module = module(course, "blank", what);
    int files = empty(course, module, course.learner(module));
    return files == 0
        ? List.of("module %s is blank already; nothing was written".formatted(module))
        : List.of(
            "module %s is blank: %d files have empty bodies, and what stood there is in modules/%s/%s"
                .formatted(module, files, module, HOLES),
            back(module)
                + "; until then the exercise cells of its notebooks have no place to write to");
  }

  /// Says what ends a module's being blank.
  static String back(CourseModule module) {
    return Front.LAUNCHER.command("unblank", module.id())
        + " brings back its holes and your answers";
  }

  /// Empties the files in `folder` that are as they were before, and returns their number.
  public static int empty(Course course, CourseModule module, Path folder) {
    var holes = folder.resolve(HOLES);
    if (!is(folder)) {
      keep(folder, holes);
    }
    int files = 0;
    for (var name : names(course.solution(module))) {
      var file = folder.resolve(name);
      var empty = emptied(course, module, name).getBytes(UTF_8);
      var now = bytes(file);
      boolean untouched = now.length == 0 || Arrays.equals(now, bytes(holes.resolve(name)));
      if (untouched && !Arrays.equals(now, empty)) {
        Disk.write(file, empty);
        files++;
      }
    }
    return files;
  }

  private static void keep(Path folder, Path holes) {
    var copies = beside(folder);
    WholeFolder.delete(copies);
    try {
      for (var name : names(folder)) {
        Disk.write(copies.resolve(name), Files.readAllBytes(folder.resolve(name)));
      }
      Files.move(Files.createDirectories(copies), holes, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep the files of " + folder + " in " + holes, e);
    }
  }

  /// The folder of copies that are not complete, or not needed.
  private static Path beside(Path folder) {
    return folder.resolve("." + HOLES + ".new");
  }

  /// Brings back what a module was before it was blank; what was written since stays beside it.
  ///
  /// @throws IllegalArgumentException when there is no such module
  public static List<String> end(Course course, String what) {
    var module = module(course, "unblank", what);
    var folder = course.learner(module);
    if (!is(folder)) {
      return List.of("module %s is not blank; nothing was written".formatted(module));
    }
    var holes = folder.resolve(HOLES);
    var given = Mirror.of(course, module);
    var names = new TreeSet<>(names(folder));
    names.addAll(names(holes));
    names.addAll(names(course.solution(module)));
    var lines = new ArrayList<String>();
    try {
      for (var name : names) {
        var file = folder.resolve(name);
        var copy = holes.resolve(name);
        var path = "modules/%s/%s".formatted(module, name);
        var before = Files.exists(copy) ? Files.readAllBytes(copy) : given.get(path);
        if (before != null && Arrays.equals(bytes(file), Disk.normal(before))) {
          continue;
        }
        if (Files.exists(file) && !isEmptied(course, module, folder, name)) {
          lines.add("what you wrote in %s is %s".formatted(path, Disk.keep(file).getFileName()));
        }
        if (before != null) {
          Disk.write(file, before);
        } else {
          Disk.delete(folder, file);
        }
      }
      WholeFolder.delete(beside(folder));
      Files.move(holes, beside(folder), StandardCopyOption.ATOMIC_MOVE);
      WholeFolder.delete(beside(folder));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot bring back the files in " + holes, e);
    }
    lines.add("module %s has its holes again, and your answers".formatted(module));
    return lines;
  }

  private static CourseModule module(Course course, String command, String what) {
    if (!what.matches("\\d{1,2}")) {
      throw new IllegalArgumentException(
          "%s needs the number of a module, like 05, got \"%s\"".formatted(command, what));
    }
    return course.module(Integer.parseInt(what));
  }

  /// The Java files of a version of a module, by their names in it.
  private static List<String> names(Path folder) {
    return Course.javaFiles(folder.resolve(MAIN)).stream()
        .map(file -> Disk.name(folder, file))
        .toList();
  }

  /// The bytes of a file; none where it is missing.
  private static byte[] bytes(Path file) {
    return Files.exists(file) ? Disk.read(file) : new byte[0];
  }
}
