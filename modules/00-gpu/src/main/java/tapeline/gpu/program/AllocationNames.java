package tapeline.gpu.program;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tapeline.gpu.compiler.HostLines;

/// Names of allocations, after the variables that get their addresses: `d_x` of the line
/// `cudaMalloc(&d_x, n)`. Of several calls in a line the first that is made is the first that
/// stands there.
final class AllocationNames {
  private static final Pattern CALL =
      Pattern.compile("\\bcuda(?:HostAlloc|HostGetDevicePointer|Malloc(?!Array|3D)\\w*)\\s*\\(");
  private static final int LINES = 3; // of a statement

  private final HostLines lines;
  private final Map<List<Long>, String> names = new HashMap<>(); // by the calls that led there
  private final Map<String, List<Long>> inLine = new HashMap<>();

  AllocationNames(HostLines lines) {
    this.lines = lines;
  }

  /// @param calls where the program asks for memory
  String of(long[] calls) {
    return names.computeIfAbsent(
        Arrays.stream(calls).boxed().toList(),
        _ -> lines.place(calls).map(this::name).orElse("memory"));
  }

  private String name(HostLines.Place place) {
    var here = "%s:%d".formatted(place.file(), place.line());
    var before = inLine.computeIfAbsent(here, _ -> new ArrayList<>());
    if (!before.contains(place.call())) {
      before.add(place.call());
    }
    var unnamed = "the memory of %s:%d".formatted(place.file().getFileName(), place.line());
    try {
      var text = Files.readAllLines(place.file());
      int from = Math.min(place.line() - 1, text.size());
      var statement = String.join("\n", text.subList(from, Math.min(from + LINES, text.size())));
      var arguments =
          CALL.matcher(statement).results().map(r -> argument(statement, r.end())).toList();
      int which = before.indexOf(place.call());
      return arguments.isEmpty() || text.get(from).isBlank()
          ? unnamed
          : arguments.get(Math.min(which, arguments.size() - 1));
    } catch (IOException _) {
      return unnamed; // its text has gone, or is of no character set
    }
  }

  /// Returns the first argument of a call without casts and brackets.
  ///
  /// @param from where it begins
  private static String argument(String text, int from) {
    int depth = 0;
    int end = from;
    while (end < text.length() && !(depth == 0 && ",)".indexOf(text.charAt(end)) >= 0)) {
      depth += "([{".indexOf(text.charAt(end)) >= 0 ? 1 : 0;
      depth -= ")]}".indexOf(text.charAt(end)) >= 0 ? 1 : 0;
      end++;
    }
    return text.substring(from, end)
        .replaceAll("\\w+_cast\\s*<[^>]*>|\\([\\w ]*\\*+\\s*\\)|[&()\\s]", "");
  }
}
