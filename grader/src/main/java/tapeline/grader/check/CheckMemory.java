package tapeline.grader.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;

/// Which checks have passed on which files, for `-Dcheck=changed`: a digest of all that a check
/// reads, kept when it passes and forgotten when it fails.
final class CheckMemory {
  private final Checkout checkout;
  private final Path file;
  private final Properties passed = new Properties();
  private final Map<Path, String> digests = new HashMap<>();

  private CheckMemory(Course course) {
    this.checkout = new Checkout(course.root());
    this.file = course.target().resolve("check/passed.properties");
  }

  /// Reads the memory that is kept in the checkout.
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
    return digest(group.inputs().apply(modules));
  }

  /// The digest of files and of all below folders, and of the version of Java.
  synchronized String digest(List<String> inputs) {
    var all = new StringBuilder(Runtime.version().toString());
    for (var input : inputs) {
      for (var f : checkout.files(input)) {
        var digest = digests.computeIfAbsent(f, CheckMemory::digest);
        all.append(checkout.name(f)).append(' ').append(digest);
      }
    }
    return sha256(all.toString().getBytes(StandardCharsets.UTF_8));
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

  private static String digest(Path file) {
    try {
      return sha256(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
