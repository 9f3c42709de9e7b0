package tapeline.grader.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;

/// Which checks have passed on which files, for `-Dcheck=changed`: a digest of all that a check
/// reads, kept when it passes and forgotten when it fails.
final class CheckMemory {
  private static final Set<String> NOT_READ =
      Set.of("target", "node_modules", ".git", ".ipynb_checkpoints", ".idea");

  private final Path root;
  private final Path file;
  private final Properties passed = new Properties();
  private final Map<Path, String> digests = new HashMap<>();

  private CheckMemory(Course course) {
    this.root = course.root();
    this.file = course.target().resolve("check/passed.properties");
  }

  /// What is remembered in the checkout.
  static CheckMemory of(Course course) throws IOException {
    var memory = new CheckMemory(course);
    if (Files.exists(memory.file)) {
      try (var in = Files.newBufferedReader(memory.file)) {
        memory.passed.load(in);
      }
    }
    return memory;
  }

  /// The digest of what a group reads, of a module or of all.
  String inputs(CheckGroup group, List<CourseModule> modules) {
    var digest = sha256();
    digest.update(Runtime.version().toString().getBytes(StandardCharsets.UTF_8));
    for (var input : group.inputs().apply(modules)) {
      for (var f : files(root.resolve(input))) {
        var line = root.relativize(f) + " " + digests.computeIfAbsent(f, CheckMemory::digest);
        digest.update(line.getBytes(StandardCharsets.UTF_8));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /// Whether it has passed on these.
  boolean hasPassed(CheckGroup group, @Nullable CourseModule module, String inputs) {
    return inputs.equals(passed.getProperty(key(group.name(), module)));
  }

  /// Remembers that it has passed on these, or that it has not.
  synchronized void keep(
      CheckGroup group, @Nullable CourseModule module, String inputs, boolean sound)
      throws IOException {
    if (sound) {
      passed.setProperty(key(group.name(), module), inputs);
    } else {
      passed.remove(key(group.name(), module));
    }
    Files.createDirectories(file.getParent());
    try (var out = Files.newBufferedWriter(file)) {
      passed.store(out, null);
    }
  }

  private static String key(String group, @Nullable CourseModule module) {
    return module == null ? group : group + "." + module.number();
  }

  private static List<Path> files(Path from) {
    var found = new ArrayList<Path>();
    if (!Files.exists(from)) {
      return found;
    }
    try {
      Files.walkFileTree(
          from,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return NOT_READ.contains("" + folder.getFileName())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path f, BasicFileAttributes attributes) {
              if (!f.getFileName().toString().startsWith(".progress.json")) {
                found.add(f);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    found.sort(null);
    return found;
  }

  private static String digest(Path file) {
    try {
      return HexFormat.of().formatHex(sha256().digest(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
