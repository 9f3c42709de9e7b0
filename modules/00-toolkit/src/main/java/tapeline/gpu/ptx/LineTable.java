package tapeline.gpu.ptx;

import java.util.List;
import java.util.Map;

/// Follows the `.loc` directives. Code inlined from another file counts for the line that called
/// it.
final class LineTable {
  private final Map<Integer, String> files;
  private String mainFile = "";
  private KernelLine current = KernelLine.UNKNOWN;

  LineTable(Map<Integer, String> files) {
    this.files = files;
  }

  /// `.loc 2 107 3, function_name $L__info_string0, inlined_at 1 21 2`
  void loc(List<String> words) {
    int at = words.indexOf("inlined_at");
    String file = words.getFirst();
    if (mainFile.isEmpty()) {
      mainFile = file;
    }
    int from = at >= 0 && !file.equals(mainFile) ? at + 1 : 0;
    int line = Integer.parseInt(words.get(from + 1));
    if (line > 0) { // line 0 is code the compiler made up
      current = new KernelLine(files.getOrDefault(Integer.parseInt(words.get(from)), "?"), line);
    }
  }

  KernelLine current() {
    return current;
  }
}
