package tapeline.instructor.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;

/// A place for untrusted programs: isolated by bubblewrap, or in the open where there is none.
public sealed interface Sandbox {
  /// Returns bubblewrap where it may be used, and no isolation where it may not.
  ///
  /// @param folder a place for bubblewrap's files, or for plain processes to stand in
  static Sandbox in(Path folder) {
    try {
      return new Walled(Bubblewrap.in(folder));
    } catch (Bubblewrap.Unavailable e) {
      return new Open(folder, String.valueOf(e.getMessage()));
    }
  }

  /// Requires walls, before any work: unread code runs in bubblewrap.
  ///
  /// @throws IllegalStateException with what is missing, and how to get it
  static void require() {
    var missing = Bubblewrap.missing();
    if (!missing.isEmpty()) {
      throw new IllegalStateException("unread code needs a sandbox: " + missing);
    }
  }

  /// Returns whether there are walls.
  default boolean isWalled() {
    return missing().isEmpty();
  }

  /// Why there are no walls; empty where there are.
  String missing();

  /// The name that `path` has for a program in there, which is shown it as `as`.
  String name(Path path, String as);

  /// The program of `cell`, to be started.
  ///
  /// @param user a number that no cell has that runs at the same time, see [Bubblewrap#drawUser]
  ProcessBuilder process(Cell cell, Limits limits, int user);

  /// Namespaces, limits and a filter for system calls.
  record Walled(Bubblewrap bubblewrap) implements Sandbox {
    @Override
    public String missing() {
      return "";
    }

    @Override
    public String name(Path path, String as) {
      return as;
    }

    @Override
    public ProcessBuilder process(Cell cell, Limits limits, int user) {
      return bubblewrap.process(cell, limits, user);
    }
  }

  /// A plain process: it can read and write what the user can, and use the network. One that uses
  /// devices keeps the user's variables, by which drivers are found.
  record Open(Path folder, String missing) implements Sandbox {
    @Override
    public String name(Path path, String as) {
      return path.toAbsolutePath().toString();
    }

    @Override
    public ProcessBuilder process(Cell cell, Limits limits, int user) {
      var command = new ArrayList<>(cell.command());
      command.set(0, cell.runtime().resolve("bin/" + cell.command().getFirst()).toString());
      var builder = new ProcessBuilder(command).directory(folder.toFile());
      if (cell.devices().isEmpty()) {
        builder.environment().clear();
      }
      builder.environment().putAll(cell.environment());
      return builder;
    }
  }
}
