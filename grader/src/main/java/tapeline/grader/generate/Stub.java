package tapeline.grader.generate;

import java.util.ArrayList;
import java.util.List;

/// A generated Java file that throws `Todo` needs its import, which the solution does not use and
/// its formatter would remove.
public final class Stub {
  private static final String IMPORT = "import tapeline.toolkit.Todo;";

  private Stub() {}

  /// The text with the import at its sorted place, when it says `new Todo` and lacks it.
  public static String withTodoImport(String text) {
    if (!text.contains("new Todo(") || text.contains(IMPORT)) {
      return text;
    }
    var lines = new ArrayList<>(text.lines().toList());
    var imports =
        lines.stream()
            .filter(l -> l.startsWith("import ") && !l.startsWith("import static "))
            .toList();
    if (imports.isEmpty()) {
      int before = last(lines, lines.stream().filter(Stub::isHead).toList());
      lines.addAll(before + 1, List.of("", IMPORT));
    } else {
      var later = imports.stream().filter(l -> l.compareTo(IMPORT) > 0).findFirst();
      lines.add(later.map(lines::indexOf).orElse(last(lines, imports) + 1), IMPORT);
    }
    return String.join("\n", lines) + "\n";
  }

  private static boolean isHead(String line) {
    return line.startsWith("package ") || line.startsWith("import static ");
  }

  private static int last(List<String> lines, List<String> some) {
    return some.isEmpty() ? -1 : lines.lastIndexOf(some.getLast());
  }
}
