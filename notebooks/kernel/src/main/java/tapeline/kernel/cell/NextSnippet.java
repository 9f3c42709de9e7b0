package tapeline.kernel.cell;

import java.util.regex.Pattern;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Completeness;

/// The first snippet of some Java, and the code behind it.
///
/// JShell does not know that a modifier may stand before `default`, and takes such an interface and
/// all below it for one snippet: it is shown the text without.
///
/// @param source the snippet, with the semicolon that it may lack
/// @param remaining the code behind it
public record NextSnippet(Completeness completeness, String source, String remaining) {
  private static final Pattern BEFORE_DEFAULT =
      Pattern.compile("\\b(?:public|strictfp)(?=\\s+default\\b)");

  /// Looks for the first snippet; where it is not complete, the source is all of the code.
  public static NextSnippet of(SourceCodeAnalysis analysis, String code) {
    var shown = BEFORE_DEFAULT.matcher(code).replaceAll(m -> " ".repeat(m.group().length()));
    var info = analysis.analyzeCompletion(shown);
    boolean complete = info.completeness().isComplete();
    var remaining = complete ? info.remaining() : "";
    var source = code.substring(0, code.length() - remaining.length());
    return new NextSnippet(
        info.completeness(),
        info.completeness() == Completeness.COMPLETE_WITH_SEMI ? source + ";" : source,
        remaining);
  }
}
