package tapeline.gpu.program;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tapeline.tests.Resource;

/// A program that is built with others, and what a run of it ends with and says.
///
/// @param folder below that of the tests' programs; empty for that itself
/// @param macros which the program has
/// @param words of `cuda run` besides
/// @param status -1 for any
record ProgramRow(
    String folder,
    String file,
    List<String> macros,
    List<String> words,
    int status,
    List<String> says) {

  /// Returns the rows of a text: `words | status | words of the output | more words`.
  static Stream<ProgramRow> of(String resource, String folder) {
    return Resource.text(ProgramRow.class, "/programs/" + resource)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> row(folder, List.of(line.split(" \\| "))));
  }

  private static ProgramRow row(String folder, List<String> cells) {
    var words = List.of(cells.getFirst().split(" "));
    return new ProgramRow(
        folder,
        words.getFirst(),
        words.stream().filter(w -> w.startsWith("-D")).map(w -> w.substring(2)).toList(),
        words.stream().skip(1).filter(w -> !w.startsWith("-D")).toList(),
        cells.get(1).equals("-") ? -1 : Integer.parseInt(cells.get(1)),
        cells.subList(2, cells.size()));
  }

  /// Returns these programs, each once, for cards of compute capability 7.5.
  static ProgramsTogether together(Path folder, Stream<ProgramRow> rows) throws IOException {
    return together(folder, "sm_75", rows);
  }

  /// Returns these programs, each once, for cards of an architecture.
  static ProgramsTogether together(Path folder, String architecture, Stream<ProgramRow> rows)
      throws IOException {
    var together = new ProgramsTogether(folder, architecture);
    for (var row : rows.toList()) {
      if (!together.has(row.program())) {
        var text = Resource.text(ProgramRow.class, "/programs/" + row.folder + row.file);
        together.add(row.program(), row.file, text, row.macros.toArray(String[]::new));
      }
    }
    return together;
  }

  private String program() {
    return file + " " + macros;
  }

  /// Runs it as built by this compiler; an output `@macro` is the line that this macro makes wrong.
  void check(ProgramsTogether together, String compiler) throws IOException, InterruptedException {
    var ran = together.run(program(), compiler, words.toArray(String[]::new));
    if (status >= 0) {
      ran.endsWith(status);
    }
    for (var cell : says) {
      ran.says(
          cell.startsWith("@")
              ? ProgramRun.place(folder + file, cell.substring(1)).substring(folder.length())
              : cell);
    }
  }
}
