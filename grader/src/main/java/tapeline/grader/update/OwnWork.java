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
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.generate.Disk;
import tapeline.grader.generate.Mirror;
import tapeline.grader.progress.ProgressBook;

/// A learner's work as one file, to be taken to another machine or another version of the course.
///
/// The zip holds, under `own/`, each file of the modules that is not as it was given, the notebooks
/// that were saved otherwise, the learner's own ones, and the progress book; under `given/` what
/// those files were made from, so that they can be merged where the course reads otherwise.
public final class OwnWork {
  private static final String PROGRESS = "notebooks/.progress.json";
  private static final Pattern TAKEN =
      Pattern.compile(
          "(?:modules/(?!00)\\d\\d-[\\w-]+/.+|notebooks/[^/]+\\.ipynb|notebooks/mine/.+|notebooks/\\.progress\\.json)");
  private static final Pattern EXPORTED = Pattern.compile("(own|given)/(%s)".formatted(TAKEN));
  private static final int LARGEST = 64 << 20; // bytes of a file

  private OwnWork() {}

  /// Whether an import takes a file of this name, of so many bytes.
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
    var given = new GivenFiles(course);
    for (var file : candidates(course)) {
      var path = Disk.name(course.root(), file);
      if (!isTaken(path, file.toFile().length())) {
        leftOut.add(
            "%s is left out: a file has %d bytes at most, and no .. or \\ in its name"
                .formatted(path, LARGEST));
        continue;
      }
      var content = Disk.read(file);
      var from = given.bytes(path);
      if (from.isEmpty() || !Arrays.equals(content, from.get())) {
        own.put(path, content);
        from.ifPresent(bytes -> base.put(path, bytes));
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
    var given = new GivenFiles(course);
    var merged = new HashMap<String, Merged>(); // all of them, before anything is written
    own.forEach((path, content) -> {
      var from = base.get(path);
      var to = given.bytes(path);
      if (from != null && to.isPresent()) {
        merged(path, from, content, to.get()).ifPresent(texts -> merged.put(path, texts));
      }
    });
    var lines = new ArrayList<String>();
    own.forEach((path, content) -> {
      if (path.equals(PROGRESS)) {
        if (new ProgressBook(course, lines::add).merge(new String(content, UTF_8))) {
          lines.add(path);
        }
      } else if (given.holds(path) && !(base.containsKey(path) && given.bytes(path).isPresent())) {
        putBeside(course, path, content, lines);
      } else {
        take(course, path, content, merged.get(path), given.bytes(path), lines);
      }
    });
    lines.add("%d files are imported from %s".formatted(own.size(), zip));
    return lines;
  }

  private static void take(
      Course course,
      String path,
      byte[] own,
      @Nullable Merged merged,
      Optional<byte[]> given,
      List<String> lines) {
    var file = course.root().resolve(path);
    var present = Files.exists(file) ? Disk.read(file) : null;
    var content = merged == null ? own : merged.text().getBytes(UTF_8);
    if (Arrays.equals(present, content)) {
      return;
    }
    if (present != null && !Arrays.equals(present, given.orElse(null))) {
      var copy = OwnCopy.of(course, path, present);
      lines.add("%s: what stood here is %s".formatted(path, Disk.name(course.root(), copy)));
    }
    Disk.write(file, content);
    if (merged != null) {
      var beside = merged.whole() ? null : Disk.name(course.root(), OwnCopy.of(course, path, own));
      for (var note : merged.notes()) {
        lines.add(beside == null ? note : "%s; your version is %s".formatted(note, beside));
      }
    }
    lines.add(path);
  }

  /// The course has a file of this name, and what either was made from is not known.
  private static void putBeside(Course course, String path, byte[] own, List<String> lines) {
    var file = course.root().resolve(path);
    if (!Files.exists(file) || !Arrays.equals(Disk.read(file), own)) {
      var copy = Disk.name(course.root(), OwnCopy.of(course, path, own));
      lines.add(
          "%s: it cannot be merged, as the text that yours was made from is not known; your version is %s"
              .formatted(path, copy));
    }
  }

  /// The three in one; empty where one of them is no text, and the learner's stands as it is.
  private static Optional<Merged> merged(String path, byte[] base, byte[] own, byte[] given) {
    var texts = Stream.of(base, own, given).map(Disk::utf8).flatMap(Optional::stream).toList();
    return texts.size() < 3
        ? Optional.empty()
        : Optional.of(Merged.of(path, texts.get(0), texts.get(1), texts.get(2)));
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

  /// Whether a file of this name below `notebooks` may be a learner's.
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
