package tapeline.gpu.emulator.execute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Trap;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxException;
import tapeline.gpu.ptx.Refusal;

/// The asynchronous copies of a warp, `cp.async`: a thread's copies since its last
/// `cp.async.commit_group` are its next group, and it waits for all groups but the last N.
///
/// A copy reads global memory when it begins. Its bytes are in shared memory when its thread has
/// waited, or the phase of its [Mbarrier] ends, no sooner; a card may be faster.
final class AsyncCopies {
  /// @param number how many the warp had begun before
  /// @param group how many groups its thread had committed before
  private record Copy(MemoryAccess to, int lane, int at, byte[] bytes, int number, int group) {}

  private final List<Copy> open = new ArrayList<>();
  private final int[] committed = new int[32];
  private int begun;

  void clear() {
    begun = 0;
    open.clear();
    Arrays.fill(committed, 0);
  }

  static Step step(Instruction in, RegisterRows rows) {
    if (!in.has("async") || in.has("bulk")) {
      throw new PtxException(in, Refusal.of("bulk"));
    }
    if (in.has("commit_group")) {
      return (warp, mask) -> warp.copies.commit(mask);
    }
    if (in.has("wait_group")) {
      int left = (int) ((Operand.Immediate) in.operand(0)).bits();
      return (warp, mask) -> warp.copies.await(warp, mask, left);
    }
    if (in.has("wait_all")) {
      return (warp, mask) -> {
        warp.copies.commit(mask);
        warp.copies.await(warp, mask, 0);
      };
    }
    return begin(in, rows);
  }

  private static Step begin(Instruction in, RegisterRows rows) {
    if (in.has("L2::cache_hint")) {
      throw new PtxException(in, "a cache policy is outside the emulated subset");
    }
    int bytes = (int) ((Operand.Immediate) in.operand(2)).bits();
    if (bytes != 16 && (in.has("cg") || (bytes != 4 && bytes != 8))) {
      throw new PtxException(
          in, "cp.async.ca copies 4, 8 or 16 bytes and cp.async.cg 16, got " + bytes);
    }
    var from = MemoryAccess.of(in, Space.GLOBAL, true, 1, bytes, rows);
    var to = MemoryAccess.of(in, Space.SHARED, false, 0, bytes, rows);
    var count = in.operands().size() > 3 ? in.operand(3) : new Operand.Immediate(bytes);
    boolean none = count instanceof Operand.Register p && p.isPredicate(); // which copies zeros
    int countRow = none ? 0 : rows.of(count);
    return (warp, mask) -> {
      warp.block.passed++;
      long[] sources = from.addresses(warp, mask);
      long[] targets = to.addresses(warp, mask, warp.room(0));
      int whole = 0;
      for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
        int lane = Integer.numberOfTrailingZeros(lanes);
        long n =
            none
                ? (Predicates.value(warp, count) >> lane & 1) != 0 ? 0 : bytes
                : warp.registers[countRow + lane] & 0xffffffffL;
        int where = 32 * in.index() + lane;
        int at = warp.place(Space.SHARED, targets[lane], bytes, where, true);
        var copied = Arrays.copyOf(read(warp, sources[lane], (int) n, bytes, where), bytes);
        whole |= n == bytes ? 1 << lane : 0;
        warp.copies.open.add(
            new Copy(to, lane, at, copied, warp.copies.begun++, warp.copies.committed[lane]));
      }
      if (warp.watch != null) {
        warp.watch.copyBegins(warp, from, whole, sources, to, mask, targets);
      }
    };
  }

  /// The first n of so many bytes, which alone need to lie in an allocation.
  private static byte[] read(Warp warp, long address, int n, int bytes, int where) {
    if (Integer.compareUnsigned(n, bytes) > 0) {
      throw new Trap(
          FaultKind.OUT_OF_BOUNDS, where, "a copy of %d bytes cannot read %d".formatted(bytes, n));
    }
    if (n == 0) {
      return new byte[0];
    }
    boolean part = n < bytes && (address & bytes - 1) == 0;
    int at = warp.place(Space.GLOBAL, address, part ? 1 : bytes, where, false);
    warp.place(Space.GLOBAL, address + n - 1, 1, where, false);
    return Arrays.copyOfRange(warp.global.bytes(), at, at + n);
  }

  private void commit(int mask) {
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      committed[Integer.numberOfTrailingZeros(lanes)]++;
    }
  }

  private void await(Warp warp, int mask, int left) {
    end(warp, copy -> (mask >> copy.lane & 1) != 0 && copy.group < committed[copy.lane] - left);
  }

  /// How many the warp has begun.
  int begun() {
    return begun;
  }

  /// Ends those of a lane's that are among the warp's first ones.
  void end(Warp warp, int lane, int first) {
    end(warp, copy -> copy.lane == lane && copy.number < first);
  }

  private void end(Warp warp, Predicate<Copy> which) {
    open.removeIf(copy -> {
      boolean ends = which.test(copy);
      if (ends) {
        System.arraycopy(copy.bytes, 0, warp.shared, copy.at, copy.bytes.length);
        if (warp.watch != null) {
          warp.watch.copyEnds(warp, copy.to, copy.lane, copy.at);
        }
      }
      return ends;
    });
  }
}
