package tapeline.gpu.ptx;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Follows the `.loc` directives. Code inlined from another file counts for the line that called
/// it.
final class LineTable {
  private final Map<Integer, String> files;
  private final Map<List<String>, List<String>> callers = new HashMap<>();
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
    var place = words.subList(0, 3);
    boolean called = at >= 0 && !file.equals(mainFile);
    var shown = called ? caller(words.subList(at + 1, at + 4)) : place;
    callers.put(place, shown);
    int line = Integer.parseInt(shown.get(1));
    if (line > 0) { // line 0 is code the compiler made up
      current = new KernelLine(files.getOrDefault(Integer.parseInt(shown.get(0)), "?"), line);
    }
  }

  /// Headers call headers: the caller stands in a `.loc` of its own, with its own caller.
  private List<String> caller(List<String> place) {
    return place.getFirst().equals(mainFile) ? place : callers.getOrDefault(place, place);
  }

  KernelLine current() {
    return current;
  }
}
