package tapeline.gpu.compiler;

import java.io.Console;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The user's own folder, for files that can be made anew, and the user's answer to a question.
final class UserFolder {
  private UserFolder() {}

  /// `-Dtapeline.cache=…`, or where this system keeps caches.
  static Path path() {
    var given = System.getProperty("tapeline.cache");
    return given == null
        ? path(Platform.here(), System.getenv(), System.getProperty("user.home"))
        : Path.of(given);
  }

  /// Returns the folder in which a system keeps caches.
  static Path path(Platform platform, Map<String, String> environment, String home) {
    boolean windows = platform.family() == Platform.Family.WINDOWS;
    var named = environment.get(windows ? "LOCALAPPDATA" : "XDG_CACHE_HOME");
    if (named != null && !named.isBlank()) {
      return Path.of(named, "tapeline");
    }
    return platform.family() == Platform.Family.MACOS
        ? Path.of(home, "Library", "Caches", "tapeline")
        : Path.of(home, ".cache", "tapeline");
  }

  /// Asks on the console; `-Dtapeline.download=yes` or `no` answers beforehand, and where there is
  /// no console (JDK 25 has none then) the answer is no.
  static boolean ask(String question) {
    var given = System.getProperty("tapeline.download");
    if (given != null) {
      return given.equals("yes");
    }
    return Optional.ofNullable(System.console())
        .filter(Console::isTerminal)
        .map(console -> console.readLine("%s [y/N] ", question))
        .filter(answer -> answer.strip().toLowerCase(Locale.ROOT).startsWith("y"))
        .isPresent();
  }
}
