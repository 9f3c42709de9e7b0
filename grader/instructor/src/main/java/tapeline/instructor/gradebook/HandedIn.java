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
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.homework.Refused;
import tapeline.instructor.homework.SafeZip;
import tapeline.instructor.homework.SubmissionFolder;
import tapeline.toolkit.ScratchFolder;

/// The submission of one student, as a learning platform exports it or as somebody named it: a
/// folder or file whose name [SubmissionNames] reads, or
///
/// | from | a folder like | the id |
/// |---|---|---|
/// | nbgrader | `ada/homework-3/…`, with a `timestamp.txt` | ada |
/// | GitHub Classroom | `homework-3-ada` in `homework-3-submissions` | ada |
///
/// The latter are those of `gh classroom clone student-repos`, whose files have the time of the
/// clone.
///
/// @param paths folders, archives and other files, several where the platform says so
/// @param changed when its files were last changed, which their author can set, or what else
///   `source` says; null where they have the time of an export
/// @param source of that time: `files`, nbgrader's `timestamp.txt`, or a class's `receipt`
/// @param markedLate whether the platform's name says that it was late
/// @param feedbackName the name of its feedback where the platform takes it back
/// @param refusal why it does not count; empty where it does
record HandedIn(
    Student student,
    List<Path> paths,
    @Nullable Instant changed,
    String source,
    boolean markedLate,
    String feedbackName,
    String refusal) {
  private static final String FILES = "files";
  private static final String TIMESTAMP = "timestamp.txt";
  static final String RECEIPT = "receipt";
  private static final String CLONES = "-submissions";

  HandedIn(
      Student student,
      List<Path> paths,
      @Nullable Instant changed,
      String source,
      boolean markedLate,
      String feedbackName) {
    this(student, paths, changed, source, markedLate, feedbackName, "");
  }

  /// All that lies in `folder`, by the students' ids.
  ///
  /// @param modules the folders that are graded, which tell nbgrader's assignments apart
  /// @param notes hears lines about what is no student's, such as other files, links, hidden ones;
  ///   about names that were taken for an id in another spelling; and about times that cannot be
  ///   read
  static List<HandedIn> in(Path folder, Set<String> modules, Ids roster, List<String> notes)
      throws IOException {
    var all = new TreeMap<String, HandedIn>();
    List<Path> entries;
    try (var list = Files.list(folder)) {
      entries = list.sorted().toList();
    }
    var names = new SubmissionNames(entries.stream().map(HandedIn::name).toList(), roster);
    var name = name(folder.toRealPath());
    var slug = name.endsWith(CLONES) ? name.substring(0, name.length() - CLONES.length()) : "";
    for (var entry : newestFirst(entries, names)) {
      boolean clone = !slug.isEmpty() && isClone(entry, slug + "-");
      var read = names.read(clone ? name(entry).substring(slug.length() + 1) : name(entry));
      var one = of(entry, read, clone, modules, notes);
      if (one == null) {
        notes.add("ignored: " + name(entry));
        continue;
      }
      var id = one.student.id();
      var before = all.get(id);
      if (before != null && read.form() == SubmissionNames.Form.CANVAS) {
        var module = inAll(before.paths, one.paths, modules);
        if (!module.isEmpty()) {
          notes.add("ignored: %s (a newer attachment has %s)".formatted(name(entry), module));
          continue;
        }
      }
      if (!clone && read.form() == SubmissionNames.Form.OTHER && !isNamed(entry, id)) {
        notes.add("%s is taken for %s's".formatted(name(entry), id));
      }
      all.merge(id, one, HandedIn::and);
    }
    return all.values().stream().map(h -> h.without(notes)).toList();
  }

  /// Returns whether an entry has this id for a name, in any form of accents and spaces.
  private static boolean isNamed(Path entry, String id) {
    return id.equals(Ids.clean(SubmissionNames.withoutSuffix(name(entry))));
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  /// Sorts entries by name, but Canvas's attachments from the newest on, and what can hold no
  /// modules last: the first one names the feedback.
  private static List<Path> newestFirst(List<Path> entries, SubmissionNames names) {
    return entries.stream()
        .sorted(
            Comparator.comparing((Path p) -> !canHold(p))
                .thenComparingLong(p -> -names.read(name(p)).attachment()))
        .toList();
  }

  private static boolean canHold(Path path) {
    return SafeZip.isZip(path.toString()) || Files.isDirectory(path);
  }

  /// The modules of `older` where all of them are in `newer` too; empty where one is not.
  private static String inAll(List<Path> newer, List<Path> older, Set<String> modules)
      throws IOException {
    try (var scratch = ScratchFolder.of("attachments")) {
      var in = modules.stream().filter(m -> holds(older, scratch.path(), Set.of(m))).toList();
      boolean all = in.stream().allMatch(m -> holds(newer, scratch.path(), Set.of(m)));
      return all ? in.stream().sorted().collect(Collectors.joining(", ")) : "";
    }
  }

  /// Returns whether an entry is a student's repository, as GitHub Classroom clones it.
  private static boolean isClone(Path entry, String prefix) {
    boolean cloned = Files.isDirectory(entry.resolve(".git"), LinkOption.NOFOLLOW_LINKS);
    return cloned && name(entry).startsWith(prefix) && name(entry).length() > prefix.length();
  }

  private static @Nullable HandedIn of(
      Path entry, SubmissionNames.Read read, boolean clone, Set<String> modules, List<String> notes)
      throws IOException {
    var name = name(entry);
    boolean folder = Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    boolean file = Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS);
    if (name.startsWith(".") || name.equals("__MACOSX") || !(folder || file)) {
      return null;
    }
    if (clone || read.form() == SubmissionNames.Form.CANVAS) {
      return new HandedIn(
          read.student(), List.of(entry), null, FILES, read.late(), read.feedback());
    }
    boolean moodle = read.form() == SubmissionNames.Form.MOODLE;
    if (file && !moodle && !SubmissionNames.isArchive(name)) {
      return null;
    }
    var assignments = moodle || file ? List.<Path>of() : assignments(entry, modules);
    var paths = assignments.isEmpty() ? List.of(entry) : assignments;
    var collected = assignments.size() == 1 ? collected(assignments.getFirst(), notes) : null;
    var changed = collected == null ? changed(paths.getFirst()) : collected;
    var source = collected == null ? FILES : TIMESTAMP;
    return new HandedIn(read.student(), paths, changed, source, false, read.feedback());
  }

  private HandedIn and(HandedIn other) {
    var all = new ArrayList<>(paths);
    all.addAll(other.paths);
    var last = later(changed, other.changed);
    var both = source.equals(other.source) ? source : FILES;
    boolean late = markedLate || other.markedLate;
    return new HandedIn(student, List.copyOf(all), last, both, late, feedbackName);
  }

  /// Without the files that can hold no modules, where something can.
  private HandedIn without(List<String> notes) {
    var some = paths.stream().filter(HandedIn::canHold).toList();
    if (some.isEmpty()) {
      return this;
    }
    paths.stream().filter(p -> !some.contains(p)).forEach(p -> notes.add("ignored: " + name(p)));
    return new HandedIn(student, some, changed, source, markedLate, feedbackName);
  }

  /// When it was handed in: what the list says, else the time of its files; null where neither is
  /// known.
  @Nullable Instant when(Student known) {
    return known.submitted() == null ? changed : known.submitted();
  }

  /// Returns the submission of this student that a class's receipt is for.
  ///
  /// @param until the deadline that its student has; null for none
  HandedIn received(Path file, Instant when, @Nullable Instant until) {
    return new HandedIn(
        student.until(until), List.of(file), when, RECEIPT, markedLate, feedbackName);
  }

  /// Returns this submission, which does not count.
  HandedIn refused(String why) {
    return new HandedIn(student, paths, changed, source, markedLate, feedbackName, why);
  }

  /// Returns a hash of the bytes, of their names and of why they do not count. Where there is a
  /// receipt the name is that of the class's homework, wherever the bytes lie.
  ///
  /// @param tests the hash of all that submissions are graded by
  String key(String tests) throws IOException {
    var print = new Fingerprint().add(tests + refusal);
    for (var path : paths) {
      print.add(source.equals(RECEIPT) ? student.id() + ".zip" : name(path)).add(path);
    }
    return print.hex();
  }

  /// Returns the source of that time; empty where no time is known. The roster's counts before a
  /// receipt's and nbgrader's, and those before the files', which their author can set.
  String timeFrom(Student known) {
    if (known.submitted() != null) {
      return "roster";
    }
    return changed == null ? "" : source;
  }

  /// Returns the time of the newest file; null where it cannot be read.
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
          : all.stream().filter(p -> holds(List.of(p), scratch.path(), modules)).toList();
    }
  }

  private static boolean holds(List<Path> paths, Path scratch, Set<String> modules) {
    try {
      SubmissionFolder.find(paths, scratch, modules);
      return true;
    } catch (IOException | Refused _) {
      return false;
    }
  }

  /// The time that nbgrader wrote into `timestamp.txt`; null where it wrote none, or none that can
  /// be read.
  private static @Nullable Instant collected(Path assignment, List<String> notes) {
    var file = assignment.resolve(TIMESTAMP);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) >= 100) {
        throw new IllegalArgumentException("a time of nbgrader's is a line in a file");
      }
      return Moment.parse(TIMESTAMP, Ids.clean(Files.readString(file)), ZoneOffset.UTC);
    } catch (IOException | IllegalArgumentException e) {
      notes.add(
          "the time of %s/%s counts by its files: %s"
              .formatted(
                  name(Objects.requireNonNull(assignment.getParent(), "a student's folder")),
                  name(assignment),
                  e.getMessage()));
      return null;
    }
  }

  private static @Nullable Instant later(@Nullable Instant a, @Nullable Instant b) {
    return b == null || (a != null && a.isAfter(b)) ? a : b;
  }
}
