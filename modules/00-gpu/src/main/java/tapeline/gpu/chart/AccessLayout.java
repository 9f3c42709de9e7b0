package tapeline.gpu.chart;

import static java.lang.Integer.bitCount;
import static tapeline.gpu.GpuLimits.SECTOR_BYTES;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tapeline.gpu.emulator.watch.AccessPattern;
import tapeline.gpu.ptx.Opcode;
import tapeline.toolkit.TextTable;

/// A request of a warp, in rows: the sectors of global memory that it touches, or the wavefronts in
/// which shared memory serves it.
///
/// @param needed the fewest rows in which so many bytes can be had
record AccessLayout(AccessPattern pattern, List<Row> rows, int needed) {
  private static final int WARP = 32;
  private static final int WORD = 4; // bytes
  private static final int BANKS = 32; // each a word wide

  /// A sector of 8 words, or a wavefront of a word from each of 32 banks.
  ///
  /// @param at where a sector lies, in bytes from the request's first one; the number of a
  ///   wavefront, from 0
  /// @param served for each word the lanes that it is for, a bit each
  record Row(long at, List<Integer> served) {
    private static Row of(long at, int... served) {
      return new Row(at, IntStream.of(served).boxed().toList());
    }

    boolean serves(int lane) {
      return served.stream().anyMatch(lanes -> (lanes >>> lane & 1) != 0);
    }
  }

  static AccessLayout of(AccessPattern pattern) {
    return pattern.shared()
        ? new AccessLayout(pattern, wavefronts(pattern), groups(pattern))
        : new AccessLayout(
            pattern, sectors(pattern), Math.ceilDiv(distinctBytes(pattern), SECTOR_BYTES));
  }

  private static List<Row> sectors(AccessPattern pattern) {
    var sectors = new TreeMap<Long, int[]>();
    for (int lane : lanes(pattern, 0, WARP)) {
      for (long word : words(pattern, lane)) {
        var served =
            sectors.computeIfAbsent(word * WORD / SECTOR_BYTES, _ -> new int[SECTOR_BYTES / WORD]);
        served[(int) (word % served.length)] |= 1 << lane;
      }
    }
    return sectors.entrySet().stream()
        .map(e -> Row.of((e.getKey() - sectors.firstKey()) * SECTOR_BYTES, e.getValue()))
        .toList();
  }

  /*
   * A wavefront has one word from each bank, for any number of lanes. So the second word that a
   * bank is asked for goes into the second wavefront. Of 16-byte accesses 8 lanes go together,
   * which is 128 bytes, or 16 that load in pairs. Atomics are served lane by lane, also where the word is the same.
   */
  private static List<Row> wavefronts(AccessPattern pattern) {
    var rows = new ArrayList<int[]>();
    for (int first = 0, width; first < WARP; first += width) {
      width = pattern.lanesTogether(first);
      int before = rows.size();
      var asked = new int[BANKS];
      var rowOf = new HashMap<Long, Integer>();
      for (int lane : lanes(pattern, first, first + width)) {
        for (long word : words(pattern, lane)) {
          int bank = (int) (word % BANKS);
          var known = isAtomic(pattern) ? null : rowOf.get(word);
          int row = known == null ? before + asked[bank]++ : known;
          rowOf.put(word, row);
          if (row == rows.size()) {
            rows.add(new int[BANKS]);
          }
          rows.get(row)[bank] |= 1 << lane;
        }
      }
    }
    return IntStream.range(0, rows.size()).mapToObj(i -> Row.of(i, rows.get(i))).toList();
  }

  private static int[] lanes(AccessPattern pattern, int from, int to) {
    return IntStream.range(from, to).filter(pattern::takesPart).toArray();
  }

  /// The numbers of the 4-byte words that a lane's access lies in.
  private static long[] words(AccessPattern pattern, int lane) {
    long first = pattern.addresses()[lane] / WORD;
    var words = new long[Math.max(1, pattern.bytes() / WORD)];
    Arrays.setAll(words, i -> first + i);
    return words;
  }

  private static int groups(AccessPattern pattern) {
    int groups = 0;
    for (int first = 0, width; first < WARP; first += width) {
      width = pattern.lanesTogether(first);
      groups += lanes(pattern, first, first + width).length > 0 ? 1 : 0;
    }
    return groups;
  }

  private static int distinctBytes(AccessPattern pattern) {
    var addresses = IntStream.of(lanes(pattern, 0, WARP)).mapToLong(i -> pattern.addresses()[i]);
    return (int) addresses.distinct().count() * pattern.bytes();
  }

  private static boolean isAtomic(AccessPattern pattern) {
    var opcode = pattern.instruction().opcode();
    return opcode == Opcode.ATOM || opcode == Opcode.RED;
  }

  /// The row that serves a lane first; −1 for a lane that takes no part.
  int row(int lane) {
    return IntStream.range(0, rows.size())
        .filter(i -> rows.get(i).serves(lane))
        .findFirst()
        .orElse(-1);
  }

  boolean isWasteful() {
    return rows.size() > needed;
  }

  /// How many times as many rows as needed.
  double excess() {
    return (double) rows.size() / needed;
  }

  /// `transpose.cu:9: a store of 4 bytes by each of 32 lanes`
  String where() {
    var source = pattern.instruction().source();
    var what = isAtomic(pattern) ? "an atomic update" : pattern.load() ? "a load" : "a store";
    return "%s%s of %s by %s"
        .formatted(
            source.line() == 0 ? "" : source + ": ",
            what,
            count(pattern.bytes(), "byte"),
            bitCount(pattern.lanes()) == WARP
                ? "each of 32 lanes"
                : bitCount(pattern.lanes()) + " of 32 lanes");
  }

  /// `32 sectors for 128 bytes: 8 times as many as needed`
  String sentence() {
    int cost = rows.size();
    if (pattern.shared()) {
      return isWasteful()
          ? String.format(
              Locale.ROOT,
              "%d-way bank conflict: %d wavefronts where %d would do",
              Math.ceilDiv(cost, needed),
              cost,
              needed)
          : "%s: no bank conflict".formatted(count(cost, "wavefront"));
    }
    return "%s for %s: %s"
        .formatted(
            count(cost, "sector"),
            count(distinctBytes(pattern), "byte"),
            isWasteful()
                ? TextTable.number(excess(), 3) + " times as many as needed"
                : "as few as can be");
  }

  private static String count(int n, String unit) {
    return n == 1 ? "1 " + unit : n + " " + unit + "s";
  }
}
