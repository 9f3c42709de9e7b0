package tapeline.gpu.emulator.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.memory.ByteRanges;

/// The shadows of one memory: of its words, and of its bytes for what reads or writes less.
/*
 * A block's reads of its shared memory are only listed as long as nothing has been written there
 * since the last barrier. They are noted before the shadow is looked at again; the next barrier
 * drops them, for it orders them with all that comes behind it.
 */
final class Shadows {
  private static final int MOST = 1 << 12;

  private final Shadow words;
  private final Shadow bytes;
  private final List<WarpRead> listed = new ArrayList<>();
  private int count; // of those that are not noted yet

  /// When the memory was last written.
  int writtenAt;

  /// @param byWarp whether each warp's last read is remembered
  Shadows(boolean byWarp) {
    words = new Shadow(byWarp);
    bytes = new Shadow(byWarp);
  }

  /// How many bits of an address a piece of an access's own shadow leaves out.
  static int grain(MemoryAccess access) {
    return access.elementBytes < 4 ? 0 : 2;
  }

  /// Returns the index of an address in its memory. Both memories begin where the low half of an
  /// address is 0.
  static int place(long address) {
    return (int) address;
  }

  /// The shadow whose pieces leave out so many bits of an address.
  Shadow of(int grain) {
    noteAll();
    return grain == 0 ? bytes : words;
  }

  /// Returns whether no access was of the other kind than this one, words or less.
  boolean areAllLike(MemoryAccess access) {
    return (grain(access) == 0 ? words : bytes).isEmpty();
  }

  /// The bytes that were touched so.
  ByteRanges touched(Shadow.Use how, long base) {
    noteAll();
    return ByteRanges.of(
        base, LongStream.concat(words.touched(how, 2), bytes.touched(how, 0)).toArray());
  }

  /// Lists a read of shared memory that has not been written since the block's last barrier.
  ///
  /// @param grain that of its accesses
  WarpRead list(int grain) {
    if (count == MOST) {
      noteAll();
    }
    if (count == listed.size()) {
      listed.add(new WarpRead());
    }
    (grain == 0 ? bytes : words).willBeUsed();
    return listed.get(count++);
  }

  /// All threads of the block have met.
  void forget() {
    count = 0;
  }

  private void noteAll() {
    for (int i = 0; i < count; i++) {
      var read = listed.get(i);
      read.noteIn(read.grain() == 0 ? bytes : words);
    }
    count = 0;
  }
}
