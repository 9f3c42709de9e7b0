package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;

/// Programs whose lines may end in a comment with marks, such as `// WRONG` or `// HERE copy`.
final class MarkedProgram {
  private MarkedProgram() {}

  /// The program without the lines of a mark; the others stay where they are.
  static String without(String program, String mark) {
    return program
        .lines()
        .map(line -> line.matches(".*// .*\\b" + mark + "\\b.*") ? "" : line)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /// The number of the one line that ends in this mark.
  static int line(String program, String mark) {
    var lines = program.lines().toList();
    var here = lines.stream().filter(line -> line.endsWith(mark)).toList();
    assertThat(here).as("lines with " + mark).hasSize(1);
    return lines.indexOf(here.getFirst()) + 1;
  }
}
