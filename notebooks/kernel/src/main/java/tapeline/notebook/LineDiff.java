package tapeline.notebook;

import java.util.ArrayList;
import java.util.List;

/// How two texts differ, in a few lines: `-` only in the first, `+` only in the second.
final class LineDiff {
  private static final int MOST = 14;

  private LineDiff() {}

  /// The lines that differ, in order, cut to what is read at a glance.
  static List<String> lines(String file, String cell) {
    var a = file.lines().toList();
    var b = cell.lines().toList();
    var out = new ArrayList<String>();
    out.add("- in the file, + in the cell");
    int i = 0;
    int j = 0;
    var same = common(a, b);
    while (i < a.size() || j < b.size()) {
      if (i < a.size() && j < b.size() && a.get(i).equals(b.get(j))) {
        i++;
        j++;
      } else if (j == b.size() || (i < a.size() && same[i + 1][j] >= same[i][j + 1])) {
        out.add("- " + a.get(i++));
      } else {
        out.add("+ " + b.get(j++));
      }
    }
    if (out.size() > MOST + 1) {
      int more = out.size() - MOST;
      out.subList(MOST, out.size()).clear();
      out.add("and %d lines more".formatted(more));
    }
    return out;
  }

  /// How many lines `a` from i on and `b` from j on have in common, in order.
  private static int[][] common(List<String> a, List<String> b) {
    var same = new int[a.size() + 1][b.size() + 1];
    for (int i = a.size() - 1; i >= 0; i--) {
      for (int j = b.size() - 1; j >= 0; j--) {
        same[i][j] =
            a.get(i).equals(b.get(j))
                ? same[i + 1][j + 1] + 1
                : Math.max(same[i + 1][j], same[i][j + 1]);
      }
    }
    return same;
  }
}
