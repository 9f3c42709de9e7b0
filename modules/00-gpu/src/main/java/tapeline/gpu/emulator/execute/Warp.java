package tapeline.gpu.emulator.execute;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.KernelSignature;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.emulator.memory.LocalMemory;
import tapeline.gpu.emulator.memory.SharedMemory;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.KernelLine;

/// Thirty-two threads that execute the same instruction at the same time: their registers, their
/// memory, and who of them is still there. [Lockstep] moves them through the code.
public final class Warp {
  /// A turn is so many jumps. A warp that waits for what another one writes costs no more.
  private static final int TURN = 1 << 12;

  /// The jumps of a turn where lanes wait for each other, too.
  private static final int TURN_OF_LANES = 1 << 8;

  public final int id;
  public final BlockState block;
  final @Nullable ExecutionListener watch;
  public final GlobalMemory global;
  public final byte[] shared;
  public final LocalMemory local;

  /// The registers and predicates of the function being executed.
  public long[] registers;

  public int[] predicates;

  @Nullable Instruction[] origins;

  /// Buffers for one value and one place a lane.
  final long[] addresses = new long[32];

  final int[] places = new int[32];
  private final List<long[]> rooms = new ArrayList<>();

  int live;

  /// For the race detector: when its lanes last met at a `__syncwarp()`.
  public int synchronisedAt;

  /// For the race detector: when the warp last made its writes visible, and when it last read what
  /// others wrote.
  public int fencedAt;

  public int lookedAt;

  /// The jumps left until it is another warp's turn; fewer than none where it gave its own away.
  int turn;

  /// The barrier it waits at, or null; and with what.
  @Nullable Barrier waiting;

  int waitsAt;
  int waitsFor;
  int vote;

  /// The jump with which its last turn has ended, or null.
  @Nullable Instruction jumped;

  final AsyncCopies copies = new AsyncCopies();
  private final Lockstep lockstep;

  Warp(
      int id,
      BlockState block,
      Code kernel,
      @Nullable ExecutionListener watch,
      GlobalMemory global) {
    this.id = id;
    this.block = block;
    this.watch = watch;
    this.global = global;
    shared = block.shared;
    local = new LocalMemory(block.variant.checked());
    local.ensure(kernel.function.localBytes());
    local.write(block.launch.parameters());
    var bottom = new Frame(this, kernel, null, 0);
    registers = bottom.registers;
    predicates = bottom.predicates;
    origins = bottom.origins;
    lockstep = new Lockstep(this, bottom);
  }

  /// Begins the kernel anew, in the block's present position.
  void start() {
    int threads = Math.min(32, block.launch.threads() - 32 * id);
    live = threads == 32 ? -1 : (1 << threads) - 1;
    waiting = null;
    jumped = null;
    synchronisedAt = 0;
    fencedAt = 0;
    lookedAt = 0;
    copies.clear();
    local.clear(block.launch.parameters().length);
    lockstep.start(live);
  }

  /// Runs until the kernel ends, a barrier has to be waited for, or its turn is over.
  void run() {
    turn = lockstep.inTurns() ? TURN_OF_LANES : TURN;
    lockstep.run();
  }

  /// Returns whether some of its lanes may wait for others, and take no turns yet.
  boolean lacksTurns() {
    return waiting == null && lockstep.lacksTurns();
  }

  /// Lets its lanes take turns from here on.
  void beginTurns() {
    lockstep.beginTurns();
  }

  /// The lanes whose thread has not left the kernel.
  public int live() {
    return live;
  }

  /// A number for all that its threads have, the same where that is.
  long fingerprint() {
    long sum = Repetition.mix(lockstep.fingerprint(), live);
    for (int lane = 0; lane < 32; lane++) {
      sum = Repetition.mix(sum, Repetition.of(local.of(lane)));
    }
    return waiting == null ? sum : Repetition.mix(sum, waitsAt + 1L);
  }

  /// Returns whether its last turn ended as it had made all of its jumps, not at a barrier, and not
  /// because it gave its turn away.
  boolean hadLongTurn() {
    return turn == 0 && waiting == null && !isDone();
  }

  /// The jump with which its last turn has ended, or else where it goes on.
  Instruction at() {
    return jumped == null ? lockstep.next() : jumped;
  }

  boolean isDone() {
    return lockstep.isDone();
  }

  /// The function being executed.
  public Code code() {
    return lockstep.code();
  }

  public void setPredicate(int p, int mask, int value) {
    predicates[p] = (predicates[p] & ~mask) | (value & mask);
  }

  byte[] memory(Space space, int lane) {
    return switch (space) {
      case GLOBAL, GENERIC -> global.bytes();
      case SHARED -> shared;
      case LOCAL -> local.of(lane);
    };
  }

  /// Returns the memory of a lane in which a generic address lies.
  public byte[] memory(long address, int lane) {
    return memory(Space.of(address), lane);
  }

  /// Returns the index of a generic address in that memory if it is an aligned piece of `size`
  /// bytes there, otherwise −1.
  public int find(long address, int size, int lane, boolean writes) {
    var space = Space.of(address);
    if (space == Space.GLOBAL) {
      return writes ? global.findToWrite(address, size) : global.find(address, size);
    }
    long at = address - space.window;
    return (at & size - 1) == 0 && at <= memory(space, lane).length - size ? (int) at : -1;
  }

  int place(Space space, long address, int size, int where, boolean writes) {
    return switch (space) {
      case GLOBAL, GENERIC -> global.index(address, size, where, writes);
      case SHARED -> SharedMemory.index(shared, address, size, where);
      case LOCAL -> local.index(address, size, where);
    };
  }

  /// Room for the addresses of a compiled segment's `i`-th kind of access.
  public long[] room(int i) {
    while (rooms.size() <= i) {
      rooms.add(new long[32]);
    }
    return rooms.get(i);
  }

  /// Compiled code has made its accesses, and `watch` is not null.
  public void tell(SegmentRequests requests, int mask) {
    if (watch != null) {
      watch.accesses(this, requests, mask);
    }
  }

  void fence(boolean ofBlock) {
    if (watch != null) {
      watch.fence(this, ofBlock);
    }
  }

  /// The line of the kernel's own file that an instruction of it belongs to.
  public KernelLine lineOf(Instruction in) {
    return lockstep.sourceOf(in);
  }

  public Finding finding(FaultKind kind, Instruction in, int lane, String message) {
    int thread = Math.min(32 * id + lane, block.launch.threads() - 1);
    return new Finding(
        kind,
        KernelSignature.sourceName(block.launch.kernel().name()),
        lockstep.sourceOf(in),
        block.position,
        block.launch.block().point(thread),
        message,
        in);
  }
}
