package tapeline.grader.course;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/// Adds imports to a learner's Java file whose regions hold other texts: those that no answer needs
/// are removed by the editor of a learner, and by the formatter of a solution.
public final class Imports {
  private static final String TODO = "import tapeline.toolkit.Todo;";
  private static final Pattern IMPORT =
      Pattern.compile("^import\\s+(static\\s+)?[\\w.]+\\.(\\w+|\\*)\\s*;");

  private Imports() {}

  /// Returns `text` with the import of `Todo` at its sorted place, when it says `new Todo` and
  /// lacks it.
  public static String withTodo(String text) {
    return text.contains("new Todo(") && !text.contains(TODO) ? with(text, TODO) : text;
  }

  /// Returns `text` with the imports of `other` that `bodies` may need and it lacks, and that of
  /// `Todo`. A name that it imports from elsewhere stays.
  ///
  /// @param bodies the texts that were put into its regions
  /// @param other the file that they were taken from
  public static String completed(String text, Collection<String> bodies, String other) {
    var all = withTodo(text);
    var words = List.of(String.join("\n", bodies).split("\\W+"));
    for (var line : other.lines().filter(l -> l.startsWith("import ")).toList()) {
      var needed = IMPORT.matcher(line);
      if (needed.find()
          && (needed.group(2).equals("*") || words.contains(needed.group(2)))
          && !all.contains(line)
          && (needed.group(2).equals("*")
              || all.lines()
                  .map(IMPORT::matcher)
                  .noneMatch(own -> own.find() && own.group(2).equals(needed.group(2))))) {
        all = with(all, line);
      }
    }
    return all;
  }

  private static String with(String text, String line) {
    var lines = new ArrayList<>(text.lines().toList());
    boolean member = isStatic(line);
    var imports =
        lines.stream().filter(l -> l.startsWith("import ") && isStatic(l) == member).toList();
    if (imports.isEmpty()) {
      var head =
          lines.stream().filter(l -> l.startsWith("package ") || (isStatic(l) && !member)).toList();
      lines.addAll(last(lines, head) + 1, List.of("", line));
    } else {
      var later = imports.stream().filter(l -> l.compareTo(line) > 0).findFirst();
      lines.add(later.map(lines::indexOf).orElse(last(lines, imports) + 1), line);
    }
    return String.join("\n", lines) + "\n";
  }

  private static boolean isStatic(String line) {
    return line.startsWith("import static ");
  }

  private static int last(List<String> lines, List<String> some) {
    return some.isEmpty() ? -1 : lines.lastIndexOf(some.getLast());
  }
}
