package tapeline.instructor.homework;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.MarkerException;
import tapeline.grader.generate.Mirror;
import tapeline.grader.report.Chars;
import tapeline.grader.run.CountedSource;

/// Lays out a module for grading: as it was given out, and in it the part of what was handed in
/// that counts. Given files stay the course's, and of a file with exercises the [CountedSource] is
/// taken; one without its markers is taken as it is, and its classes are held beside the course's
/// ([GivenCode]).
///
/// Of a submission only `src/main/java` and `src/main/resources` are taken: tests, benchmarks and
/// poms stay behind, and so do files that are no sources by their names, an editor's copy or a
/// download's second one for example. A link is refused and not followed.
final class SubmittedFiles {
  private static final int MOST_FILES = 500;
  private static final long MOST_BYTES = 1 << 20;
  private static final long MOST_BYTES_TOGETHER = 8 << 20;
  private static final int DEEPEST = 20;
  private static final int MOST_LEFT_OUT = 20;
  private static final Pattern PLAIN =
      Pattern.compile("[\\w$][\\w$. -]{0,120}", Pattern.UNICODE_CHARACTER_CLASS);

  /// Names of files in `src/main/java` that are sources; a module of the course is no named module.
  private static final Pattern SOURCE =
      Pattern.compile(
          "(?!module-info\\.)([\\w$]+|package-info)\\.java", Pattern.UNICODE_CHARACTER_CLASS);

  private final String module;
  private final Path to;
  private final SortedMap<String, byte[]> given;
  private final List<String> leftOut = new ArrayList<>();
  private final List<String> changed = new ArrayList<>();
  private int files;
  private long bytes;

  private SubmittedFiles(String module, Path to, SortedMap<String, byte[]> given) {
    this.module = module;
    this.to = to;
    this.given = given;
  }

  /// The files of a submission that do not count, by their names.
  ///
  /// @param leftOut no sources
  /// @param changed given files, or files with exercises in which given code was changed
  record Names(List<String> leftOut, List<String> changed) {
    static final Names NONE = new Names(List.of(), List.of());
  }

  /// Lays `module` out in the folder `to`.
  ///
  /// @param handedIn the module's folder of the submission; it need not be there
  /// @throws Refused when there is something in it that homework has no need of
  static Names lay(Course course, CourseModule module, Path handedIn, Path to)
      throws IOException, Refused {
    var prefix = "modules/" + module.name() + "/";
    var given = new TreeMap<String, byte[]>();
    for (var file : Mirror.of(course, module).entrySet()) {
      var name = file.getKey().substring(prefix.length());
      if (Course.isSource(name)) {
        given.put(name, file.getValue());
        var target = to.resolve(name);
        Files.createDirectories(target.getParent());
        Files.write(target, file.getValue());
      }
    }
    Files.createDirectories(to);
    var staging = new SubmittedFiles(module.name(), to, given);
    var folder = handedIn;
    for (var step : new String[] {"", "src", "main"}) {
      folder = step.isEmpty() ? folder : folder.resolve(step);
      if (Files.isSymbolicLink(folder)) {
        throw new Refused(module.name() + "/" + step + " is a link, and no link is followed");
      }
    }
    for (var part : new String[] {"java", "resources"}) {
      var from = folder.resolve(part);
      if (Files.exists(from, LinkOption.NOFOLLOW_LINKS)) {
        staging.take(handedIn, from);
      }
    }
    return new Names(staging.leftOut, staging.changed);
  }

  private void take(Path handedIn, Path from) throws IOException, Refused {
    var refusal = new Refused[1];
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes a) {
            if (isHidden(folder)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            return look(handedIn.relativize(folder), null);
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes a) throws IOException {
            var name = handedIn.relativize(file);
            if (from.endsWith("java") && a.isRegularFile() && !isSource(name)) {
              if (!isHidden(name) && leftOut.size() < MOST_LEFT_OUT) {
                leftOut.add(shown(name));
              }
              return FileVisitResult.CONTINUE;
            }
            var next = look(name, a);
            if (next == FileVisitResult.CONTINUE && !isHidden(name)) {
              copy(file, name);
            }
            return next;
          }

          private FileVisitResult look(Path name, @Nullable BasicFileAttributes a) {
            var problem = problem(name, a);
            if (problem != null) {
              refusal[0] = new Refused(problem);
              return FileVisitResult.TERMINATE;
            }
            return FileVisitResult.CONTINUE;
          }

          private void copy(Path file, Path name) throws IOException {
            if (given.containsKey(unix(name).replaceFirst("src/main/", "src/given/"))) {
              return; // of a course in which the learner's sources had it
            }
            var target = to.resolve(name.toString());
            Files.createDirectories(target.getParent());
            Files.write(target, counted(name, Files.readAllBytes(file)));
          }
        });
    if (refusal[0] != null) {
      throw refusal[0];
    }
  }

  /// The content of a file as it counts.
  private byte[] counted(Path name, byte[] own) {
    var course = given.get(unix(name));
    if (course == null || Arrays.equals(course, own)) {
      return own;
    }
    if (!CountedSource.hasRegions(text(course))) {
      note(name, CountedSource.isChanged(name.toString(), text(course), text(own)));
      return course;
    }
    try {
      var counted = CountedSource.of(name.toString(), text(course), text(own));
      note(name, counted.changed());
      return counted.changed() ? counted.text().getBytes(UTF_8) : own;
    } catch (MarkerException _) {
      return own;
    }
  }

  private static String unix(Path name) {
    return name.toString().replace('\\', '/');
  }

  private void note(Path name, boolean isChanged) {
    if (isChanged) {
      changed.add(name.getFileName().toString());
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8).replace("\uFEFF", "");
  }

  private static boolean isSource(Path name) {
    return SOURCE.matcher(name.getFileName().toString()).matches();
  }

  /// An editor's or a system's own file, which no student means to hand in.
  private static boolean isHidden(Path name) {
    return name.getFileName().toString().startsWith(".");
  }

  /// @param a null for a folder
  private @Nullable String problem(Path name, @Nullable BasicFileAttributes a) {
    if (isHidden(name) && (a == null || a.isRegularFile())) {
      return null;
    }
    if (name.getNameCount() > DEEPEST) {
      return shown(name) + " lies deeper than " + DEEPEST + " folders";
    }
    if (!PLAIN.matcher(name.getFileName().toString()).matches()) {
      return shown(name) + ": a name is made of letters, digits and . _ $ -, 120 at most";
    }
    if (name.getFileName().toString().equals("META-INF")) {
      return shown(name) + ": a module has no META-INF";
    }
    if (a == null) {
      return null;
    }
    if (!a.isRegularFile()) {
      return shown(name) + " is a link or a device; only plain files are graded";
    }
    files++;
    bytes += a.size();
    if (a.size() > MOST_BYTES) {
      return "%s has %,d bytes; a file may have %,d".formatted(shown(name), a.size(), MOST_BYTES);
    }
    if (files > MOST_FILES) {
      return "%s has more than %d files".formatted(module, MOST_FILES);
    }
    if (bytes > MOST_BYTES_TOGETHER) {
      return "%s has more than %,d bytes".formatted(module, MOST_BYTES_TOGETHER);
    }
    return null;
  }

  private String shown(Path name) {
    var text = Chars.line(module + "/" + name);
    return text.length() > 200 ? text.substring(0, 200) + "…" : text;
  }
}
