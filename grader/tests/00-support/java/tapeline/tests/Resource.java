package tapeline.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// A file beside the tests' classes.
public final class Resource {
  private Resource() {}

  /// Its text, which is UTF-8.
  ///
  /// @param name from the folder of the test's class, or from the root with a `/` before it
  public static String text(Class<?> test, String name) {
    try (var in = Objects.requireNonNull(test.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
