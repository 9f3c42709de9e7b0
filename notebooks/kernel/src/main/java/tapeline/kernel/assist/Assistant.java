package tapeline.kernel.assist;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Documentation;
import jdk.jshell.SourceCodeAnalysis.Suggestion;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.ReplacementOptions;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.magic.MagicsRegistry;
import org.jspecify.annotations.Nullable;
import tapeline.kernel.cell.NextSnippet;

/// Helps to write a cell: what may follow, what a name means, whether a line needs another one.
///
/// Front ends count characters, Java counts the halves of the rare ones apart.
public record Assistant(SourceCodeAnalysis java, SourceDocs sources, MagicsRegistry magics) {
  private static final Pattern MAGIC = Pattern.compile("(%{1,2})(\\w*)");

  /// A cell whose exercise is in CUDA C.
  private static final Pattern KERNEL =
      Pattern.compile(
          "%%exercise\\b(?s:.*)(?:\\n\\s*#|\\b__\\w+__\\b|\\b(?:thread|block)Idx\\b)(?s:.*)");

  private static final Pattern MAGIC_LINE = Pattern.compile("(?m)^[ \\t]*%.*$");

  /// The words that may stand in place of the one at the cursor.
  public ReplacementOptions complete(String code, int cursor) {
    int at = code.offsetByCodePoints(0, Math.min(cursor, code.codePointCount(0, code.length())));
    int line = code.lastIndexOf('\n', at - 1) + 1;
    var magic = MAGIC.matcher(code.substring(line, at));
    if (magic.matches()) {
      return options(magics(magic.group(1), magic.group(2)), code, line, at);
    }
    if (KERNEL.matcher(code).matches()) {
      return options(List.of(), code, at, at);
    }
    var text = withoutMagics(code.substring(0, at));
    var anchor = new int[1];
    // Alone, the last statement knows less of what stands above it, but more forms of it parse.
    for (int from : new int[] {0, lastStatement(text)}) {
      var found = java.completionSuggestions(text.substring(from), at - from, anchor);
      if (!found.isEmpty()) {
        var words = found.stream().map(Suggestion::continuation).distinct().toList();
        return options(words, code, from + anchor[0], at);
      }
    }
    return options(List.of(), code, at, at);
  }

  private static ReplacementOptions options(List<String> words, String code, int from, int to) {
    return new ReplacementOptions(words, code.codePointCount(0, from), code.codePointCount(0, to));
  }

  private List<String> magics(String signs, String prefix) {
    Set<String> names =
        signs.length() == 2 ? magics.getCellMagicNames() : magics.getLineMagicNames();
    return names.stream().filter(n -> n.startsWith(prefix)).map(n -> signs + n).sorted().toList();
  }

  /// Signature and documentation of what is at the cursor.
  public @Nullable DisplayData inspect(String code, int cursor) {
    if (KERNEL.matcher(code).matches()) {
      return null;
    }
    int at = code.offsetByCodePoints(0, Math.min(cursor, code.codePointCount(0, code.length())));
    while (at < code.length() && Character.isJavaIdentifierPart(code.charAt(at))) {
      at++;
    }
    var text = withoutMagics(code.substring(0, at));
    var last = text.substring(lastStatement(text));
    for (var asked :
        List.of(text, text + "(", last, last + "(")) { // of a method, or of another name
      var found = java.documentation(asked, asked.length(), true);
      if (!found.isEmpty()) {
        return new DisplayData(
            found.stream().map(this::text).distinct().collect(Collectors.joining("\n\n")));
      }
    }
    return null;
  }

  private String text(Documentation d) {
    var javadoc = d.javadoc() == null ? sources.of(d.signature()) : plain(d.javadoc());
    return javadoc == null ? d.signature() : d.signature() + "\n" + javadoc;
  }

  /// Javadoc without its markup.
  private static String plain(String javadoc) {
    return javadoc
        .replaceAll("\\{@\\w+ ([^}]*)\\}", "$1")
        .replaceAll("</?\\w[^>]*>", "")
        .replace("&nbsp;", " ")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
  }

  /// Reports whether the code can be run as it is, in Jupyter's words; else how the next line
  /// begins.
  public String isComplete(String code) {
    if (code.stripLeading().startsWith("%")) {
      return BaseKernel.IS_COMPLETE_YES;
    }
    var rest = code;
    while (true) {
      var next = NextSnippet.of(java, rest);
      switch (next.completeness()) {
        case COMPLETE, COMPLETE_WITH_SEMI -> rest = next.remaining();
        case CONSIDERED_INCOMPLETE, EMPTY -> {
          return BaseKernel.IS_COMPLETE_YES;
        }
        case UNKNOWN -> {
          return BaseKernel.IS_COMPLETE_BAD;
        }
        case DEFINITELY_INCOMPLETE -> {
          return "  ";
        }
      }
    }
  }

  /// Blanks in place of lines that are no Java.
  private static String withoutMagics(String code) {
    return MAGIC_LINE.matcher(code).replaceAll(m -> " ".repeat(m.group().length()));
  }

  /// Returns the index at which the code's last statement begins.
  private int lastStatement(String code) {
    var rest = code;
    while (true) {
      var next = NextSnippet.of(java, rest);
      if (!next.completeness().isComplete() || next.remaining().isBlank()) {
        return code.length() - rest.length();
      }
      rest = next.remaining();
    }
  }
}
