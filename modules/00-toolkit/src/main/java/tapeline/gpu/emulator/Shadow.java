package tapeline.gpu.emulator;

import java.util.Arrays;

/// Who touched each piece of a memory last, and when: the memory's shadow, made as it is needed.
final class Shadow {
  /// What is known of one place: the first byte of every access that begins there, or four bytes
  /// into it, and so on.
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
  private Cell[][] pages = new Cell[64][];

  /// How far apart the cells of an access lie.
  int grain(int elementBytes) {
    return Math.min(elementBytes, 4);
  }

  Cell cell(int at) {
    int page = at / PAGE;
    if (page >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(page + 1, 2 * pages.length));
    }
    var cells = pages[page];
    if (cells == null) {
      cells = new Cell[PAGE];
      pages[page] = cells;
    }
    var cell = cells[at % PAGE];
    if (cell == null) {
      cell = new Cell();
      cells[at % PAGE] = cell;
    }
    return cell;
  }
}
