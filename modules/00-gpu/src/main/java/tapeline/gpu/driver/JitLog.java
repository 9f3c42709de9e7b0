package tapeline.gpu.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The driver's message about PTX that it cannot translate, with the learner's line instead of the
/// PTX's.
///
/// ```text
/// ptxas application ptx input, line 31; error   : Unknown symbol 'foo'
/// ```
final class JitLog {
  private JitLog() {}

  private static final Pattern COMPLAINT =
      Pattern.compile("line (\\d+); (?:error|fatal)\\s*: (.*)");
  private static final Pattern LOCATION = Pattern.compile("\\s*\\.loc\\s+(\\d+)\\s+(\\d+).*");
  private static final Pattern FILE = Pattern.compile("\\s*\\.file\\s+(\\d+)\\s+\"([^\"]*)\".*");

  /// The complaints, each as `vecadd.cu:3: Unknown symbol 'foo'`; the whole log where it has none.
  static String explain(String log, String ptx) {
    var lines = ptx.lines().toList();
    var complaints = new ArrayList<String>();
    var matcher = COMPLAINT.matcher(log);
    while (matcher.find()) {
      int line = Integer.parseInt(matcher.group(1));
      complaints.add(place(lines, line) + ": " + matcher.group(2).strip());
    }
    return complaints.isEmpty() ? log.strip() : String.join("\n", complaints);
  }

  /// Returns the source line of the nearest `.loc` at or before a line of the PTX.
  private static String place(List<String> ptx, int line) {
    for (int i = Math.min(line, ptx.size()) - 1; i >= 0; i--) {
      var location = LOCATION.matcher(ptx.get(i));
      if (location.matches()) {
        return file(ptx, location.group(1)) + ":" + location.group(2);
      }
    }
    return "PTX line " + line;
  }

  private static String file(List<String> ptx, String number) {
    for (var line : ptx) {
      var file = FILE.matcher(line);
      if (file.matches() && file.group(1).equals(number)) {
        return file.group(2).substring(file.group(2).lastIndexOf('/') + 1);
      }
    }
    return "file " + number;
  }
}
