package tapeline.instructor.homework;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tapeline.instructor.sandbox.Bubblewrap;
import tapeline.instructor.sandbox.Cell;
import tapeline.instructor.sandbox.Limits;

/// Where untrusted programs run: walled in by bubblewrap, or in the open where there is none.
sealed interface Room {
  /// What a program in there calls `path`, which it is shown as `as`.
  String name(Path path, String as);

  /// The program of `cell`, to be started.
  ///
  /// @param user a number that no cell has that runs at the same time
  ProcessBuilder process(Cell cell, Limits limits, int user);

  /// Namespaces, limits and a filter for system calls.
  record Walled(Bubblewrap bubblewrap) implements Room {
    @Override
    public String name(Path path, String as) {
      return as;
    }

    @Override
    public ProcessBuilder process(Cell cell, Limits limits, int user) {
      return bubblewrap.process(cell, limits, user);
    }
  }

  /// A plain process: it can read and write what the user can, and use the network.
  record Open(Path folder) implements Room {
    @Override
    public String name(Path path, String as) {
      return path.toString();
    }

    @Override
    public ProcessBuilder process(Cell cell, Limits limits, int user) {
      var command = new ArrayList<String>();
      command.add(cell.runtime().resolve("bin/" + cell.command().getFirst()).toString());
      command.addAll(List.copyOf(cell.command().subList(1, cell.command().size())));
      var builder = new ProcessBuilder(command).directory(folder.toFile());
      builder.environment().clear();
      builder.environment().putAll(cell.environment());
      return builder;
    }
  }
}
