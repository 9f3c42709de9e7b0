package tapeline.gpu.emulator.watch;

import java.util.Arrays;
import java.util.IdentityHashMap;
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
    void found(Warp warp, FaultKind kind, Instruction instruction, int lane, String message);
  }

  private final GlobalMemory global;
  private final IdentityHashMap<BlockState, WrittenBytes> shared = new IdentityHashMap<>();
  private @Nullable BlockState lastBlock;
  private WrittenBytes lastShared = new WrittenBytes();
  private final Report report;
  private final IdentityHashMap<Instruction, int[]> used = new IdentityHashMap<>();
  private final IdentityHashMap<Instruction, int[]> computed = new IdentityHashMap<>();

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
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int at = (int) (addresses[lane] - base);
      if (!written.all(at, access.bytes) && !isGap(warp, access, written, at)) {
        report.found(
            warp,
            isShared ? FaultKind.SHARED_UNINITIALISED : FaultKind.UNINITIALISED,
            access.instruction,
            lane,
            isShared
                ? "byte %d of shared memory is read before a thread of the block wrote it"
                    .formatted(at)
                : global.describe(GlobalMemory.BASE + at, access.elementBytes)
                    + ", is read before it was written");
      }
    }
  }

  /// Returns whether all that was not written is only copied along: the gap behind a member of a
  /// struct, which no thread writes. It ends a piece of 8 bytes that was written in part.
  private boolean isGap(Warp warp, MemoryAccess access, WrittenBytes written, int at) {
    var in = access.instruction;
    if (in.opcode() != Opcode.LD) {
      return false;
    }
    int[] needed =
        computed.computeIfAbsent(
            in,
            _ ->
                in.written().stream()
                    .mapToInt(r -> computed(warp, r, access.elementBytes))
                    .toArray());
    return IntStream.range(0, needed.length)
        .allMatch(i -> {
          int element = at + i * access.elementBytes;
          return written.none(element, access.elementBytes)
              ? needed[i] == 0
                  && !written.none(element & -8, element & 7)
                  && (i > 0 || isOfAStruct(warp, in))
              : written.all(element, needed[i]);
        });
  }

  /// Returns whether a load and another one of its line read neighbouring places, as a copy of a
  /// struct does.
  private static boolean isOfAStruct(Warp warp, Instruction in) {
    return in.operand(1) instanceof Operand.Address(var base, var offset)
        && Arrays.stream(warp.code().instructions)
            .filter(other -> other.opcode() == Opcode.LD && other.source().equals(in.source()))
            .anyMatch(other ->
                other.operand(1) instanceof Operand.Address(var otherBase, var before)
                    && otherBase.equals(base)
                    && before < offset
                    && offset - before <= 8);
  }

  /// Returns how many bytes of a register something is computed with: half of them where it is only
  /// converted to a number of half its width.
  private static int computed(Warp warp, Operand.Register register, int bytes) {
    var code = warp.code();
    if (!code.undefined.isComputedWith(register)) {
      return 0;
    }
    boolean narrowed =
        bytes == 8
            && Arrays.stream(code.instructions)
                .filter(in -> in.opcode() != Opcode.ST && in.read().contains(register))
                .allMatch(in -> in.opcode() == Opcode.CVT && in.types().getFirst().bytes() == 4);
    return narrowed ? 4 : bytes;
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
            "this thread has not yet given a value to that element of its own array");
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
