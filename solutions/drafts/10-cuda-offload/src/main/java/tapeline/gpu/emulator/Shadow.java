package tapeline.gpu.emulator;

import java.util.HashMap;
import java.util.Map;

/// Who touched each piece of a memory last, and when: the memory's shadow, made as it is needed.
final class Shadow {
  /// One byte, or one word of four as long as nobody touches less.
  static final class Cell {
    int writer = -1;
    int written;
    boolean atomicWrite;
    long value;
    int reader = -1;
    int read;
    int otherReader = -1;
    int otherRead;
  }

  private static final int PAGE = 1024;
  private final Map<Integer, Cell[]> pages = new HashMap<>();
  private int lastPage = -1;
  private Cell[] last = {};

  /// How far apart the cells of an access lie.
  int grain(int elementBytes) {
    return Math.min(elementBytes, 4);
  }

  Cell cell(int at) {
    int page = at / PAGE;
    if (page != lastPage) {
      last = pages.computeIfAbsent(page, _ -> new Cell[PAGE]);
      lastPage = page;
    }
    var cell = last[at % PAGE];
    if (cell == null) {
      cell = new Cell();
      last[at % PAGE] = cell;
    }
    return cell;
  }

  void clear() {
    pages.clear();
    lastPage = -1;
    last = new Cell[0];
  }
}
