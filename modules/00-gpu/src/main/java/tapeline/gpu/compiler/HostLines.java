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

  /// The innermost of these calls that stands in the program's own text, as `scan.cu:41`. Each is
  /// the address to which it returns.
  public Optional<KernelLine> of(long[] calls) {
    var finder = CommandLine.find(List.of("addr2line", "llvm-addr2line"), List.of());
    if (finder.isEmpty() || calls.length == 0) {
      return Optional.empty();
    }
    var command = new ArrayList<>(List.of(finder.get().toString(), "-i", "-e", program.toString()));
    Arrays.stream(calls).forEach(call -> command.add("0x%x".formatted(call - 1)));
    var found = CommandLine.run(Path.of("").toAbsolutePath(), command, Map.of());
    return found.output().lines().flatMap(line -> place(line).stream()).findFirst();
  }

  private Optional<KernelLine> place(String line) {
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
        ? Optional.of(new KernelLine(file.getFileName().toString(), Integer.parseInt(number)))
        : Optional.empty();
  }
}
