package tapeline.gpu.emulator.watch;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.execute.BlockState;
import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.execute.Warp;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.emulator.memory.WrittenBytes;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Liveness;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;

/// Finds reads of memory that was not written: global, shared, or a thread's own.
final class UnwrittenReads {
  /// The receiver that is told of them.
  @FunctionalInterface
  interface Report {
    void found(
        Warp warp, FaultKind kind, Instruction instruction, int lane, Supplier<String> message);
  }

  /// A load, as far as it may be part of a copy.
  ///
  /// @param computed how many bytes of each of its elements something is computed with
  /// @param isOfAStruct whether it reads what stands behind another load's place
  private record Copy(int[] computed, boolean isOfAStruct) {}

  private final GlobalMemory global;
  private final IdentityHashMap<BlockState, WrittenBytes> shared = new IdentityHashMap<>();
  private @Nullable BlockState lastBlock;
  private WrittenBytes lastShared = new WrittenBytes();
  private final Report report;
  private final IdentityHashMap<Instruction, int[]> used = new IdentityHashMap<>();
  private final IdentityHashMap<Instruction, Copy> copies = new IdentityHashMap<>();
  private final IdentityHashMap<Instruction[], ComputedBytes> functions = new IdentityHashMap<>();

  UnwrittenReads(GlobalMemory global, Report report) {
    this.global = global;
    this.report = report;
  }

  WrittenBytes written(BlockState block, boolean isShared) {
    if (!isShared) {
      return global.written();
    }
    if (block != lastBlock) {
      lastBlock = block;
      lastShared = shared.computeIfAbsent(block, _ -> new WrittenBytes());
    }
    return lastShared;
  }

  void read(Warp warp, MemoryAccess access, boolean isShared, int mask, long[] addresses) {
    var written = written(warp.block, isShared);
    long base = isShared ? 0 : GlobalMemory.BASE;
    int some = -1; // not yet known: the bytes that some lane finds written, which are no gap
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int at = (int) (addresses[lane] - base);
      if (written.all(at, access.bytes)) {
        continue;
      }
      some = some < 0 ? inSomeLane(written, access, mask, addresses, base) : some;
      if (written.bits(at, access.bytes) != some || !isGap(warp, access, written, at)) {
        report.found(
            warp,
            isShared ? FaultKind.SHARED_UNINITIALISED : FaultKind.UNINITIALISED,
            access.instruction,
            lane,
            () ->
                isShared
                    ? "byte %d of shared memory is read before a thread of the block wrote it"
                        .formatted(at)
                    : global.describe(GlobalMemory.BASE + at, access.elementBytes)
                        + ", is read before it was written");
      }
    }
  }

  /// Returns the bytes of an access that were written in some lane: a bit each.
  private static int inSomeLane(
      WrittenBytes written, MemoryAccess access, int mask, long[] addresses, long base) {
    int some = 0;
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int at = (int) (addresses[Integer.numberOfTrailingZeros(lanes)] - base);
      some |= written.bits(at, access.bytes);
    }
    return some;
  }

  /// Returns whether what a lane finds unwritten may be the gap behind a member of a struct:
  /// nothing is computed with it, the first byte of its element was written, or else a byte before
  /// it in its 8 bytes, and a vector or another load of the line reads what stands before it.
  private boolean isGap(Warp warp, MemoryAccess access, WrittenBytes written, int at) {
    var in = access.instruction;
    if (in.opcode() != Opcode.LD) {
      return false;
    }
    var copy = copies.computeIfAbsent(in, _ -> copy(warp, in));
    return IntStream.range(0, copy.computed.length)
        .allMatch(i -> {
          int element = at + i * access.elementBytes;
          int computed = Math.min(copy.computed[i], access.elementBytes);
          return written.none(element, access.elementBytes)
              ? computed == 0
                  && !written.none(element & -8, element & 7)
                  && (i > 0 || copy.isOfAStruct)
              : written.all(element, Math.max(computed, 1));
        });
  }

  private Copy copy(Warp warp, Instruction in) {
    var instructions = warp.code().instructions;
    var computed = functions.computeIfAbsent(instructions, ComputedBytes::new);
    return new Copy(
        in.written().stream().mapToInt(computed::of).toArray(), isOfAStruct(instructions, in));
  }

  /// Returns whether a load and another one of its line read neighbouring places, as a copy of a
  /// struct does.
  private static boolean isOfAStruct(Instruction[] all, Instruction in) {
    return in.operand(1) instanceof Operand.Address(var base, var offset)
        && Arrays.stream(all)
            .filter(other -> other.opcode() == Opcode.LD && other.source().equals(in.source()))
            .anyMatch(other ->
                other.operand(1) instanceof Operand.Address(var otherBase, var before)
                    && otherBase.equals(base)
                    && before < offset
                    && offset - before <= 8);
  }

  /// A thread's own arrays, and what else its compiler keeps in memory. Less than a word that is
  /// only stored again may be the gap between two members of a struct, copied along; so may be what
  /// is read and never used.
  void local(Warp warp, MemoryAccess access, int mask, long[] addresses) {
    int[] elements = used.computeIfAbsent(access.instruction, _ -> used(warp, access));
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int at = (int) addresses[lane];
      var written = warp.local.written(lane);
      if (!access.load) {
        written.add(at, access.bytes);
      } else if (Arrays.stream(elements).anyMatch(i -> written.none(at + i, access.elementBytes))) {
        report.found(
            warp,
            FaultKind.UNDEFINED_VARIABLE,
            access.instruction,
            lane,
            () -> "this thread has not yet given a value to that element of its own array");
      }
    }
  }

  /// Returns the offsets of the elements of an access whose value is needed later, for more than a
  /// copy.
  private static int[] used(Warp warp, MemoryAccess access) {
    var in = access.instruction;
    var later = warp.code().liveness.before(in.index() + 1);
    var registers = in.written();
    return IntStream.range(0, registers.size())
        .filter(i -> later.get(Liveness.bit(registers.get(i))))
        .filter(i -> isUsed(warp, registers.get(i), access.elementBytes))
        .map(i -> i * access.elementBytes)
        .toArray();
  }

  private static boolean isUsed(Warp warp, Operand.Register register, int bytes) {
    var undefined = warp.code().undefined;
    return undefined.isComputedWith(register) || (bytes >= 4 && undefined.isStored(register));
  }
}
