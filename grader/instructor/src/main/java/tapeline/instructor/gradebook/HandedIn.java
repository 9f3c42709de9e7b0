package tapeline.instructor.gradebook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.homework.Refused;
import tapeline.instructor.homework.SafeZip;
import tapeline.instructor.homework.SubmissionFolder;
import tapeline.toolkit.ScratchFolder;

/// The submission of one student, as a learning platform exports it or as somebody named it.
///
/// | from | a name like | the id |
/// |---|---|---|
/// | Moodle | `Ada Lovelace_4711_assignsubmission_file_` | 4711 |
/// | Canvas | `lovelaceada_LATE_4711_8822_homework.zip` | 4711 |
/// | Canvas, anonymous | `LATE_anon_Ab1cD_8822_homework.zip` | anon_Ab1cD |
/// | nbgrader | `ada/homework-3/…`, with a `timestamp.txt` | ada |
/// | GitHub Classroom | `homework-3-ada` in `homework-3-submissions` | ada |
/// | else | `ada`, `ada.zip`, `ada.tar.gz` | ada |
///
/// The names are those of Moodle's `assign::download_submissions`, of Canvas's `ContentZipper` and
/// of `gh classroom clone student-repos`, whose files have the time of the clone.
///
/// @param paths folders, archives and other files, several where the platform says so
/// @param changed when its files were last changed, which their author can set; null where they
///   have the time of an export
/// @param collected whether that time is nbgrader's, of `timestamp.txt`
/// @param markedLate whether the platform's name says that it was late
record HandedIn(
    Student student,
    List<Path> paths,
    @Nullable Instant changed,
    boolean collected,
    boolean markedLate) {
  private static final Pattern MOODLE =
      Pattern.compile("(?<name>[^_]+)_(?<id>\\d+)_assignsubmission_(?:file|onlinetext)(?<end>).*");
  private static final Pattern CANVAS =
      Pattern.compile(
          "(?:(?<name>.+?)_)??(?<late>LATE_)?(?<id>\\d+|anon_[A-Za-z0-9]+)"
              + "_(?:\\d+(?<end>)_.+|text\\.html|link\\.html)");
  private static final String TIMESTAMP = "timestamp.txt";
  private static final String CLONES = "-submissions";
  private static final Pattern ARCHIVE =
      Pattern.compile("(?i)\\.(?:zip|7z|rar|tar|tgz|tbz2?|txz|(?:tar\\.)?(?:gz|bz2|xz|zst))$");

  /// All that lies in `folder`, by the students' ids.
  ///
  /// @param modules the folders that are graded, which tell nbgrader's assignments apart
  /// @param ignored hears the names of what is no student's: other files, links, hidden ones
  static List<HandedIn> in(Path folder, Set<String> modules, List<String> ignored)
      throws IOException {
    var all = new TreeMap<String, HandedIn>();
    List<Path> entries;
    try (var list = Files.list(folder)) {
      entries = list.sorted().toList();
    }
    var name = folder.toRealPath().getFileName().toString();
    var slug = name.endsWith(CLONES) ? name.substring(0, name.length() - CLONES.length()) : "";
    for (var entry : entries) {
      var clone = slug.isEmpty() ? null : clone(entry, slug + "-");
      var one = clone == null ? of(entry, modules) : clone;
      if (one == null) {
        ignored.add(entry.getFileName().toString());
      } else {
        all.merge(one.student.id(), one, HandedIn::and);
      }
    }
    return all.values().stream().map(h -> h.without(ignored)).toList();
  }

  /// A student's repository, where it is one.
  private static @Nullable HandedIn clone(Path entry, String prefix) {
    var name = entry.getFileName().toString();
    boolean cloned = Files.isDirectory(entry.resolve(".git"), LinkOption.NOFOLLOW_LINKS);
    return cloned && name.startsWith(prefix) && name.length() > prefix.length()
        ? new HandedIn(
            Student.called(name.substring(prefix.length()), ""), List.of(entry), null, false, false)
        : null;
  }

  private static @Nullable HandedIn of(Path entry, Set<String> modules) throws IOException {
    var name = entry.getFileName().toString();
    boolean folder = Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    boolean file = Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS);
    if (name.startsWith(".") || name.equals("__MACOSX") || !(folder || file)) {
      return null;
    }
    boolean moodle = MOODLE.matcher(name).matches(); // whatever follows is the author's choice
    var canvas = CANVAS.matcher(name);
    if (!moodle && canvas.matches()) {
      boolean late = canvas.group("late") != null;
      return new HandedIn(student(name), List.of(entry), null, false, late);
    }
    if (file && !moodle && !ARCHIVE.matcher(name).find()) {
      return null;
    }
    var assignments = moodle || file ? List.<Path>of() : assignments(entry, modules);
    var paths = assignments.isEmpty() ? List.of(entry) : assignments;
    var collected = assignments.size() == 1 ? collected(assignments.getFirst()) : null;
    var changed = collected == null ? changed(paths.getFirst()) : collected;
    return new HandedIn(student(name), paths, changed, collected != null, false);
  }

  private HandedIn and(HandedIn other) {
    var both = new ArrayList<>(paths);
    both.addAll(other.paths);
    var last = later(changed, other.changed);
    boolean bothCollected = collected && other.collected;
    boolean late = markedLate || other.markedLate;
    return new HandedIn(student, List.copyOf(both), last, bothCollected, late);
  }

  /// Without the files that can hold no modules, where something can.
  private HandedIn without(List<String> ignored) {
    var some =
        paths.stream().filter(p -> SafeZip.isZip(p.toString()) || Files.isDirectory(p)).toList();
    if (some.isEmpty()) {
      return this;
    }
    paths.stream()
        .filter(p -> !some.contains(p))
        .forEach(p -> ignored.add(p.getFileName().toString()));
    return new HandedIn(student, some, changed, collected, markedLate);
  }

  /// The name of its feedback where the platform takes it back: Moodle goes by the name's first
  /// four parts (`assignfeedback_file_zip_importer`), Canvas by the numbers of user and attachment
  /// (`Assignment#generate_comments_from_files`).
  String feedbackName() {
    var name = paths.getFirst().getFileName().toString();
    for (var pattern : List.of(MOODLE, CANVAS)) {
      var m = pattern.matcher(name);
      if (m.matches()) {
        int end = m.group("end") == null ? m.end("id") : m.end("end");
        return name.substring(0, end) + "_feedback.html";
      }
    }
    return ResultStore.name(student.id()) + ".html";
  }

  /// When it was handed in: what the list says, else the time of its files; null where neither is
  /// known.
  @Nullable Instant when(Student known) {
    return known.submitted() == null ? changed : known.submitted();
  }

  /// Whose word that time is: the roster's counts before nbgrader's, and that before the files',
  /// which their author can set; empty where no time is known.
  String timeFrom(Student known) {
    if (known.submitted() != null) {
      return "roster";
    }
    if (changed == null) {
      return "";
    }
    return collected ? TIMESTAMP : "files";
  }

  /// Of the newest file; null where it cannot be read.
  private static @Nullable Instant changed(Path entry) {
    try (var all = Files.walk(entry)) {
      Instant last = null;
      for (var path : (Iterable<Path>) all::iterator) {
        var attributes =
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isDirectory()) {
          last = later(last, attributes.lastModifiedTime().toInstant());
        }
      }
      return last;
    } catch (IOException | UncheckedIOException _) {
      return null;
    }
  }

  /// The assignments in nbgrader's layout that have modules in them, or the only one; none in
  /// another layout.
  private static List<Path> assignments(Path entry, Set<String> modules) throws IOException {
    List<Path> all;
    try (var inside = Files.list(entry)) {
      all = inside.filter(p -> !p.getFileName().toString().startsWith(".")).sorted().toList();
    } catch (AccessDeniedException _) {
      return List.of(); // refused when it is graded
    }
    boolean folders = all.stream().allMatch(p -> Files.isDirectory(p, LinkOption.NOFOLLOW_LINKS));
    if (!folders || all.stream().noneMatch(p -> Files.exists(p.resolve(TIMESTAMP)))) {
      return List.of();
    }
    try (var scratch = ScratchFolder.of("assignments")) {
      return all.size() == 1
          ? all
          : all.stream().filter(p -> holds(p, scratch.path(), modules)).toList();
    }
  }

  private static boolean holds(Path assignment, Path scratch, Set<String> modules) {
    try {
      SubmissionFolder.find(List.of(assignment), scratch, modules);
      return true;
    } catch (IOException | Refused _) {
      return false;
    }
  }

  /// The time that nbgrader wrote into `timestamp.txt`; null where it wrote none.
  private static @Nullable Instant collected(Path assignment) {
    var file = assignment.resolve(TIMESTAMP);
    try {
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) < 100
          ? Moment.parse(TIMESTAMP, Files.readString(file).strip(), ZoneOffset.UTC)
          : null;
    } catch (IOException | IllegalArgumentException _) {
      return null; // no file of nbgrader's
    }
  }

  private static @Nullable Instant later(@Nullable Instant a, @Nullable Instant b) {
    return b == null || (a != null && a.isAfter(b)) ? a : b;
  }

  static Student student(String fileName) {
    for (var pattern : List.of(MOODLE, CANVAS)) {
      var m = pattern.matcher(fileName);
      if (m.matches()) {
        var name = m.group("name");
        return Student.called(m.group("id"), name == null ? "" : name);
      }
    }
    return Student.called(ARCHIVE.matcher(fileName).replaceFirst(""), "");
  }
}
