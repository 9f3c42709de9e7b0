package tapeline.gpu.compiler;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// PTX as it is kept: with no path of the machine it was made on, so that it is the same
/// everywhere.
final class PtxText {
  private PtxText() {}

  private static final Pattern FILE =
      Pattern.compile("(?m)^(\\s*\\.file\\s+\\d+\\s+)\"([^\"]*)\".*$");
  private static final Pattern NO_LINE = Pattern.compile("(?m)^\\s*\\.loc\\s+\\d+\\s+0\\s.*\\n");
  private static final Pattern REMARK = Pattern.compile("(?m)^(\\s*\\.loc\\s[^/\\n]*?)\\s*//.*$");

  /// Files by their last name only; no places at line 0, by which clang says "nowhere".
  static String tidy(String ptx, CudaSource source) {
    return tidy(ptx, source.file());
  }

  static String tidy(String ptx, String source) {
    var named =
        FILE.matcher(ptx)
            .replaceAll(
                m -> Matcher.quoteReplacement(m.group(1) + '"' + name(m.group(2), source) + '"'));
    return REMARK.matcher(NO_LINE.matcher(named).replaceAll("")).replaceAll("$1");
  }

  private static String name(String path, String source) {
    var name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    return name.equals("default_program") ? source : name;
  }
}
