package tapeline.instructor.sandbox;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A program, and the world that it sees: these folders and nothing else.
///
/// It runs as another user where the grader is root, so these folders have to be open to all.
///
/// ```java
/// Cell.of(runtime, "java", "-cp", "/classes", "Main").reads(classes, "/classes").writes(out, "/out")
/// ```
///
/// @param runtime a Java runtime; the program sees it as `/java`
/// @param readable folders and files by the name that they have in there
/// @param writable the same for those that it may change
/// @param command a program of the runtime's `bin`, and its arguments
/// @param environment its variables, beside what Java needs
/// @param startsPrograms whether it may start the programs that it is shown
/// @param devices nodes of `/dev` that it may use beside the usual three, a card's for example
public record Cell(
    Path runtime,
    Map<String, Path> readable,
    Map<String, Path> writable,
    List<String> command,
    Map<String, String> environment,
    boolean startsPrograms,
    List<Path> devices) {
  public Cell {
    environment = Map.copyOf(environment);
    readable = Map.copyOf(readable);
    writable = Map.copyOf(writable);
    command = List.copyOf(command);
    devices = List.copyOf(devices);
    if (!devices.stream().allMatch(d -> d.normalize().startsWith("/dev"))) {
      throw new IllegalArgumentException("a device lies in /dev, got " + devices);
    }
    if (command.isEmpty()) {
      throw new IllegalArgumentException("a cell has a program to run");
    }
  }

  /// Makes a cell that starts nothing and uses no device, with Java's variables alone.
  public Cell(
      Path runtime, Map<String, Path> readable, Map<String, Path> writable, List<String> command) {
    this(runtime, readable, writable, command, Map.of(), false, List.of());
  }

  public static Cell of(Path runtime, String... command) {
    return new Cell(runtime, Map.of(), Map.of(), List.of(command));
  }

  /// Returns this cell with another command.
  public Cell runs(List<String> other) {
    return new Cell(runtime, readable, writable, other, environment, startsPrograms, devices);
  }

  /// Returns this cell for a program that starts others, such as a compiler. Its limits count for
  /// each of them alone.
  ///
  /// @param with variables for all of them
  public Cell startsPrograms(Map<String, String> with) {
    return new Cell(runtime, readable, writable, command, with, true, devices);
  }

  /// Returns this cell with these devices.
  public Cell uses(List<Path> nodes) {
    return new Cell(runtime, readable, writable, command, environment, startsPrograms, nodes);
  }

  /// Returns this cell with a folder that the program may read.
  public Cell reads(Path folder, String as) {
    var all = with(readable, folder, as);
    return new Cell(runtime, all, writable, command, environment, startsPrograms, devices);
  }

  /// Returns this cell with a folder that the program may change.
  public Cell writes(Path folder, String as) {
    var all = with(writable, folder, as);
    return new Cell(runtime, readable, all, command, environment, startsPrograms, devices);
  }

  private static Map<String, Path> with(Map<String, Path> known, Path folder, String as) {
    if (!as.matches("/[a-z0-9][\\w./-]*") || as.contains("..")) {
      throw new IllegalArgumentException("a folder's name in there is like /classes, got " + as);
    }
    var all = new LinkedHashMap<>(known);
    all.put(as, folder.toAbsolutePath());
    return all;
  }
}
