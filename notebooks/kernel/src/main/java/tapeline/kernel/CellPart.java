package tapeline.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A part of a cell: Java, or a command that begins with a per cent sign.
sealed interface CellPart {
  /// A command for a whole cell: `%%name arguments`, and the rest of the cell.
  record CellMagic(String name, String arguments, String body) implements CellPart {}

  /// A command on a line of its own: `%name arguments`.
  record LineMagic(String name, String arguments) implements CellPart {}

  /// Java, below as many empty lines as stand above it in the cell.
  record Java(String source) implements CellPart {}

  Pattern CELL = Pattern.compile("\\A\\s*%%(\\w+)[ \\t]*([^\\n]*)\\n?(.*)\\z", Pattern.DOTALL);
  Pattern LINE = Pattern.compile("\\s*%(\\w+)(.*)");
  Pattern LATE = Pattern.compile("\\s*%%(\\w+).*");
  Pattern SET = Pattern.compile("(\\s*[\\w.<>\\[\\] ]+=)\\s*%(\\w+)\\b(.*?);?\\s*");
  Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  /// Takes a cell apart.
  ///
  /// @param commands tells commands from lines of Java, which may begin with a per cent sign too
  static List<CellPart> of(String cell, MagicRunner commands) {
    var whole = CELL.matcher(cell);
    if (whole.matches()) {
      return List.of(new CellMagic(whole.group(1), whole.group(2).strip(), whole.group(3)));
    }
    var parts = new ArrayList<CellPart>();
    var java = new StringBuilder();
    int number = 0;
    for (var line : cell.lines().toList()) {
      var magic = LINE.matcher(line);
      var late = LATE.matcher(line);
      if (late.matches() && commands.canBegin(java.toString())) {
        throw commands.late(late.group(1));
      }
      if (magic.matches() && commands.begins(java.toString(), magic.group(1))) {
        add(java, parts);
        parts.add(new LineMagic(magic.group(1), magic.group(2).strip()));
        java = new StringBuilder("\n".repeat(number + 1));
      } else {
        var set = SET.matcher(line);
        boolean command =
            set.matches()
                && MagicRunner.PATHS.contains(set.group(2))
                && commands.begins(java.toString(), set.group(2));
        java.append(command ? call(set) : line).append('\n');
      }
      number++;
    }
    add(java, parts);
    return List.copyOf(parts);
  }

  /// `var added = %jars lib/*.jar` as Java: the command gives the paths that it has added.
  private static String call(Matcher set) {
    var words =
        words(set.group(3)).stream()
            .map(w -> '"' + w.replace("\\", "\\\\") + '"')
            .collect(Collectors.joining(", "));
    return "%s (java.util.List<String>) lineMagic(\"%s\", java.util.List.of(%s));"
        .formatted(set.group(1), set.group(2), words);
  }

  private static void add(StringBuilder java, List<CellPart> parts) {
    if (!java.toString().isBlank()) {
      parts.add(new Java(java.toString()));
    }
  }

  /// The words of a command's arguments; quotes hold words together.
  static List<String> words(String arguments) {
    return WORD.matcher(arguments)
        .results()
        .map(m -> m.group(1) == null ? m.group(2) : m.group(1))
        .toList();
  }
}
