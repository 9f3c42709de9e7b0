package tapeline.grader.update;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.Git;
import tapeline.grader.generate.Disk;
import tapeline.grader.generate.ExerciseCells;
import tapeline.grader.generate.Mirror;
import tapeline.grader.progress.ProgressBook;

/// A learner's work as one file, to be taken to another machine or another version of the course.
///
/// The zip holds, under `own/`, each file of the modules that is not as it was given, the notebooks
/// that were worked on, the learner's own ones, and the progress book; under `given/` those files
/// with stubs for answers, by which answers are told from stubs where the course reads otherwise.
public final class OwnWork {
  private static final String PROGRESS = "notebooks/.progress.json";
  private static final Pattern TAKEN =
      Pattern.compile(
          "(?:modules/(?!00)\\d\\d-[\\w-]+/.+|notebooks/[^/]+\\.ipynb|notebooks/mine/.+|notebooks/\\.progress\\.json)");
  private static final Pattern EXPORTED = Pattern.compile("(own|given)/(%s)".formatted(TAKEN));
  private static final int LARGEST = 64 << 20; // bytes of a file

  private OwnWork() {}

  /// Returns whether an import takes a file of this name, of so many bytes.
  private static boolean isTaken(String path, long bytes) {
    return TAKEN.matcher(path).matches()
        && !path.contains("..")
        && !path.contains("\\")
        && bytes <= LARGEST;
  }

  /// Writes the zip, and says what is in it and what of the learner's is not.
  ///
  /// @throws IllegalArgumentException when the file exists already
  public static List<String> write(Course course, Path zip) {
    if (Files.exists(zip)) {
      throw new IllegalArgumentException(
          "an export is a new file, and %s exists: name another".formatted(zip));
    }
    var own = new TreeMap<String, byte[]>();
    var leftOut = new ArrayList<String>();
    var base = new HashMap<String, byte[]>();
    var given = modules(course);
    var committed = committed(course);
    for (var file : candidates(course)) {
      var path = Disk.name(course.root(), file);
      if (!isTaken(path, file.toFile().length())) {
        leftOut.add(
            "%s is left out: a file has %d bytes at most, and no .. or \\ in its name"
                .formatted(path, LARGEST));
        continue;
      }
      var content = Disk.read(file);
      var from = isNotebook(path) ? stubbed(course, path, content) : given.get(path);
      boolean untouched =
          Arrays.equals(content, from)
              && (!isNotebook(path)
                  || (committed.contains(path) && !cells(path, content).hasRun()));
      if (!untouched) {
        own.put(path, content);
        if (from != null) {
          base.put(path, from);
        }
      }
    }
    var bytes = new ByteArrayOutputStream();
    try (var out = new ZipOutputStream(bytes, UTF_8)) {
      for (var path : own.keySet()) {
        add(out, "own/" + path, own.get(path));
        if (base.containsKey(path)) {
          add(out, "given/" + path, base.get(path));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Disk.write(zip, bytes.toByteArray());
    var lines = new ArrayList<>(own.keySet());
    lines.addAll(leftOut);
    lines.add("%d files are in %s".formatted(own.size(), zip));
    return lines;
  }

  /// Merges what is in the zip into `course`, and says what became of it.
  ///
  /// @throws IllegalArgumentException when the file is no export, naming what is wrong; then the
  ///   course is as it was
  public static List<String> read(Course course, Path zip) {
    if (!Files.isRegularFile(zip)) {
      throw new IllegalArgumentException("there is no file " + zip);
    }
    var own = new TreeMap<String, byte[]>();
    var base = new HashMap<String, byte[]>();
    try (var in = new ZipFile(zip.toFile(), UTF_8)) {
      for (var entry : in.stream().filter(e -> !e.isDirectory()).toList()) {
        var name = EXPORTED.matcher(entry.getName());
        if (!name.matches() || !isTaken(name.group(2), 0)) {
          throw new IOException(
              "it holds files of modules and notebooks, got %s".formatted(entry.getName()));
        }
        (name.group(1).equals("own") ? own : base).put(name.group(2), content(in, entry));
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("%s is no export: %s".formatted(zip, e.getMessage()), e);
    }
    var given = modules(course);
    var merged = new HashMap<String, Merged>(); // all of them, before anything is written
    own.forEach((path, content) -> {
      var from = base.get(path);
      var to = isNotebook(path) ? present(course, path) : given.get(path);
      if (to != null) {
        merged.put(path, merged(course, path, from, content, to));
      } else if (from != null && !isNotebook(path)) {
        merged.put(path, Merged.gone(path));
      }
    });
    var lines = new ArrayList<String>();
    own.forEach((path, content) -> {
      if (!path.equals(PROGRESS)) {
        take(course, path, content, merged.get(path), given.get(path), lines);
      } else if (new ProgressBook(course, lines::add).merge(new String(content, UTF_8))) {
        lines.add(path);
      }
    });
    lines.add("%d files are imported from %s".formatted(own.size(), zip));
    return lines;
  }

  private static Merged merged(
      Course course, String path, byte @Nullable [] base, byte[] own, byte[] next) {
    if (base == null) {
      return Merged.next(
          path + ": it cannot be merged, as the text that yours was made from is not known");
    }
    return isNotebook(path)
        ? notebook(course, path, base, own, next)
        : Merged.of(path, base, own, next);
  }

  /// Merges a notebook into the one that is there: where that has the same cells, it becomes the
  /// imported one, with what came out of these.
  private static Merged notebook(
      Course course, String path, byte[] base, byte[] own, byte[] present) {
    try {
      var mine = cells(path, own);
      var there = cells(path, present);
      var answers = mine.bodies();
      answers.entrySet().removeAll(cells(path, base).bodies().entrySet());
      if (mine.hasCellsOf(there)) {
        var stubs = ExerciseCells.of(path, there.stubbed(course)).bodies();
        stubs.keySet().removeAll(answers.keySet());
        stubs.entrySet().removeAll(mine.bodies().entrySet());
        return new Merged(Optional.of(mine.with(stubs)), List.of(), List.of(), true);
      }
      var text = there.with(answers);
      return new Merged(
          Optional.of(text),
          List.of(),
          List.of(path + ": what stands there has your exercise cells"),
          Arrays.equals(text.getBytes(UTF_8), own));
    } catch (IllegalArgumentException e) {
      return Merged.next(String.valueOf(e.getMessage()));
    }
  }

  /// @param merged null for a file that the course does not have
  /// @param given the file as the course has it; null for a notebook too
  private static void take(
      Course course,
      String path,
      byte[] own,
      @Nullable Merged merged,
      byte @Nullable [] given,
      List<String> lines) {
    var present = present(course, path);
    if (Arrays.equals(present, own)) {
      return;
    }
    var beside = "";
    var content = own;
    if (merged != null) {
      var next = given == null ? present : given;
      content = merged.text().map(t -> t.getBytes(UTF_8)).orElse(next);
      if (!merged.whole()) {
        var copy = OwnCopy.of(course, path, own);
        beside = "; your version is " + Disk.name(course.root(), copy);
      }
      for (var note : merged.notes()) {
        lines.add(note + beside);
      }
    }
    if (content == null || Arrays.equals(present, content)) {
      return;
    }
    if (present != null && isWork(course, path, present, given)) {
      var copy = OwnCopy.of(course, path, present);
      lines.add("%s: what stood here is %s".formatted(path, Disk.name(course.root(), copy)));
    }
    Disk.write(course.root().resolve(path), content);
    lines.add(path);
  }

  /// Returns whether this content of a file may be the learner's.
  private static boolean isWork(
      Course course, String path, byte[] content, byte @Nullable [] given) {
    return isNotebook(path)
        ? !Arrays.equals(content, stubbed(course, path, content)) || cells(path, content).hasRun()
        : !Arrays.equals(content, given);
  }

  /// The bytes of the file here; null where there is none.
  private static byte @Nullable [] present(Course course, String path) {
    var file = course.root().resolve(path);
    return Files.exists(file) ? Disk.read(file) : null;
  }

  /// Returns whether this may be a notebook of the course.
  private static boolean isNotebook(String path) {
    return path.matches("notebooks/[^/]+\\.ipynb");
  }

  private static ExerciseCells cells(String path, byte[] notebook) {
    return ExerciseCells.of(path, new String(notebook, UTF_8));
  }

  /// A notebook with stubs for answers; null where its cells cannot be read.
  private static byte @Nullable [] stubbed(Course course, String path, byte[] notebook) {
    try {
      return cells(path, notebook).stubbed(course).getBytes(UTF_8);
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  /// The files of modules as they are given.
  private static Map<String, byte[]> modules(Course course) {
    var files = new HashMap<String, byte[]>();
    course.modules().forEach(m -> files.putAll(Mirror.of(course, m)));
    return files;
  }

  /// The notebooks that are as they were committed last by who makes the course, as far as git
  /// knows; none without git.
  private static Set<String> committed(Course course) {
    var git = new Git(course.root());
    var followed = git.tried("merge-base", "HEAD", "@{upstream}");
    var commit = followed.well() ? followed.out().strip() : "HEAD";
    var listed = git.tried("ls-tree", "-z", "--name-only", commit, "notebooks/");
    var committed = new TreeSet<>(List.of(listed.out().split("\0", -1)));
    if (listed.well()) {
      committed.removeAll(
          git.files("diff", "--name-only", "-z", "--relative", commit, "--", "notebooks"));
    }
    return committed;
  }

  /// The files that may be a learner's.
  private static List<Path> candidates(Course course) {
    var files = new ArrayList<Path>();
    for (var module : course.modules()) {
      var folder = course.learner(module);
      files.addAll(
          Course.files(
              folder, f -> Mirror.isLearners(Disk.name(folder, f)) && !Course.isCompiled(f)));
    }
    var notebooks = course.root().resolve("notebooks");
    files.addAll(Course.files(notebooks, f -> isOwn(Disk.name(notebooks, f))));
    return files;
  }

  /// Returns whether a file of this name below `notebooks` may be a learner's.
  private static boolean isOwn(String name) {
    return name.equals(".progress.json")
        || (Mirror.isLearners(name) && name.matches("[^/]+\\.ipynb|mine/.+"));
  }

  private static void add(ZipOutputStream out, String name, byte[] content) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    out.write(content);
    out.closeEntry();
  }

  private static byte[] content(ZipFile zip, ZipEntry entry) throws IOException {
    try (var in = zip.getInputStream(entry)) {
      var bytes = in.readNBytes(LARGEST + 1);
      if (bytes.length > LARGEST) {
        throw new IOException("%s is larger than %d bytes".formatted(entry.getName(), LARGEST));
      }
      return bytes;
    }
  }
}
