package tapeline.gpu.compiler;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tapeline.gpu.ptx.KernelLine;

/// The source lines of a program's host code, by `addr2line`, which comes with the linker.
///
/// @param program linked to a fixed address, with its lines
/// @param sources the files whose lines are meant, and those of the headers in their folders
public record HostLines(Path program, List<Path> sources) {

  /// A line of the program's text.
  ///
  /// @param call the address behind the call that stands there
  public record Place(Path file, int line, long call) {
    KernelLine shown() {
      return new KernelLine(file.getFileName().toString(), line);
    }
  }

  /// The innermost of these calls that stands in the program's own text, as `scan.cu:41`. Each is
  /// the address to which it returns.
  public Optional<KernelLine> of(long[] calls) {
    return place(calls).map(Place::shown);
  }

  /// Returns the place of that call.
  public Optional<Place> place(long[] calls) {
    var finder = CommandLine.find(List.of("addr2line", "llvm-addr2line"), List.of());
    if (finder.isEmpty() || calls.length == 0) {
      return Optional.empty();
    }
    var command =
        new ArrayList<>(List.of(finder.get().toString(), "-a", "-i", "-e", program.toString()));
    Arrays.stream(calls).forEach(call -> command.add("0x%x".formatted(call - 1)));
    var found = CommandLine.run(Path.of("").toAbsolutePath(), command, Map.of());
    long call = 0;
    for (var line : found.output().lines().toList()) {
      if (line.startsWith("0x")) {
        call = Long.parseUnsignedLong(line.substring(2), 16) + 1;
      }
      var place = place(line, call);
      if (place.isPresent()) {
        return place;
      }
    }
    return Optional.empty();
  }

  private Optional<Place> place(String line, long call) {
    int colon = line.lastIndexOf(':');
    if (colon < 0) {
      return Optional.empty();
    }
    var file = Path.of(line.substring(0, colon)).toAbsolutePath().normalize();
    var number = line.substring(colon + 1).split(" ", 2)[0];
    if (!number.matches("[1-9]\\d{0,8}")) {
      return Optional.empty();
    }
    boolean own =
        sources.stream()
            .map(source -> source.toAbsolutePath().normalize().getParent())
            .anyMatch(file::startsWith);
    return own && !file.startsWith(program.resolveSibling("include").toAbsolutePath().normalize())
        ? Optional.of(new Place(file, Integer.parseInt(number), call))
        : Optional.empty();
  }
}
