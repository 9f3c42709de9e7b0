package tapeline.gpu.emulator.execute;

import java.util.regex.Pattern;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Trap;
import tapeline.gpu.emulator.memory.Bytes;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.emulator.semantics.LaneFunction;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxException;
import tapeline.gpu.ptx.Refusal;

/// `mbarrier`: a barrier that is 64 bits of shared memory, as `cuda::barrier` is. They have the
/// number of arrivals that each phase expects, of those that are pending in this one, and the
/// parity of the phase. Each instruction is one step on them, one lane after another.
///
/// The last arrival of a phase begins the next one. A thread waits in a loop of its own around
/// `test_wait`, which gives the warp's turn away where the phase has not ended.
final class Mbarrier implements Step {
  private static final int MOST = (1 << 20) - 1;
  private static final int EXPECTED = 20;
  private static final long PHASE = 1L << 40;

  /// The bits above, by which a barrier is known.
  private static final long ABOVE = -PHASE ^ PHASE;

  private static final long MARK = 0x5a5a5a5a_5a5a5a5aL & ABOVE;

  private static final Pattern KNOWN =
      Pattern.compile(
          "init|inval|arrive(_drop)?|noComplete|test_wait|parity|async|mbarrier|noinc"
              + "|shared(::cta)?|release|acquire|cta");

  private enum Operation {
    INIT,
    INVAL,
    ARRIVE,
    ARRIVE_AFTER_COPIES,
    TEST
  }

  /// An arrival that comes when a thread's copies have ended.
  ///
  /// @param copies how many it had begun
  record Arrival(Warp warp, int lane, int at, int copies) {}

  private final Operation operation;
  private final MemoryAccess access;
  private final int where;
  private final long window;
  private final Operand to;
  private final int result;
  private final int argument;
  private final boolean drops;
  private final boolean ends; // whether it may end a phase
  private final boolean byParity;
  private final boolean adds;

  private Mbarrier(Instruction in, RegisterRows rows) {
    operation = operation(in);
    to = in.operand(0);
    int at = to instanceof Operand.Address ? 0 : 1;
    access = MemoryAccess.of(in, Space.SHARED, at == 1, at, Long.BYTES, rows);
    where = 32 * in.index();
    window = Space.of(in) == Space.GENERIC ? Space.SHARED.window : 0;
    result = operation == Operation.ARRIVE ? rows.of(to) : rows.nowhere();
    argument = in.operands().size() > at + 1 ? rows.of(in.operand(at + 1)) : rows.constant(1);
    drops = in.has("arrive_drop");
    ends = !in.has("noComplete");
    byParity = in.has("parity");
    adds = !in.has("noinc");
  }

  private static Operation operation(Instruction in) {
    if (in.opcode() == Opcode.CP) {
      return Operation.ARRIVE_AFTER_COPIES;
    }
    return in.has("init")
        ? Operation.INIT
        : in.has("inval")
            ? Operation.INVAL
            : in.has("test_wait") ? Operation.TEST : Operation.ARRIVE;
  }

  static Step step(Instruction in, RegisterRows rows) {
    if (in.has("pending_count")) {
      LaneFunction.Longs count = (token, _, _) -> pending(token);
      int none = rows.constant(0);
      return LaneSteps.compute(count, rows.of(in.operand(0)), rows.of(in.operand(1)), none, none);
    }
    for (var word : in.modifiers()) {
      if (!KNOWN.matcher(word).matches()) {
        throw new PtxException(in, "." + word + " " + Refusal.of(word));
      }
    }
    return new Mbarrier(in, rows);
  }

  private static int pending(long barrier) {
    return (int) barrier & MOST;
  }

  private static int expected(long barrier) {
    return (int) (barrier >>> EXPECTED) & MOST;
  }

  @Override
  public void run(Warp warp, int mask) {
    long[] addresses = access.addresses(warp, mask);
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      addresses[Integer.numberOfTrailingZeros(lanes)] -= window;
    }
    int[] places = access.locate(warp, mask, Space.SHARED, addresses);
    int yes = 0;
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int at = places[lane];
      long given = warp.registers[argument + lane];
      switch (operation) {
        case INIT -> store(warp, at, barrier(lane, (int) given));
        case INVAL -> {
          load(warp, lane, at);
          store(warp, at, 0);
        }
        case ARRIVE -> {
          long before = load(warp, lane, at);
          check(lane, (int) given, before);
          warp.registers[result + lane] = before;
          arrive(warp, at, (int) given, drops ? (int) given : 0);
          endCopies(warp, at);
        }
        case ARRIVE_AFTER_COPIES -> {
          store(warp, at, load(warp, lane, at) + (adds ? 1 : 0));
          warp.block.arrivals.add(new Arrival(warp, lane, at, warp.copies.begun()));
          endCopies(warp, at);
        }
        case TEST -> {
          long token = byParity ? given << 40 : given;
          if (((load(warp, lane, at) ^ token) & PHASE) != 0) {
            yes |= 1 << lane;
            if (warp.watch != null) {
              warp.watch.phaseSeen(warp, at);
            }
          }
        }
      }
    }
    if (operation == Operation.TEST) {
      warp.setPredicate(((Operand.Register) to).index(), mask, yes);
      warp.turn = yes == mask ? warp.turn : 0; // the next jump ends it
    }
  }

  private static void store(Warp warp, int at, long barrier) {
    Bytes.store(warp.shared, at, Long.BYTES, barrier);
  }

  private long load(Warp warp, int lane, int at) {
    long barrier = Bytes.load(warp.shared, at, Long.BYTES, false);
    if ((barrier & ABOVE) != MARK) {
      throw misuse(lane, "no barrier has been initialised at byte %d".formatted(at));
    }
    return barrier;
  }

  private long barrier(int lane, int count) {
    if (count < 1 || count > MOST) {
      throw misuse(lane, "a phase expects 1 to %d arrivals, got %d".formatted(MOST, count));
    }
    return MARK | (long) count << EXPECTED | count;
  }

  private void check(int lane, int count, long barrier) {
    int most = drops ? Math.min(pending(barrier), expected(barrier)) : pending(barrier);
    if (count < 1 || count > most || (count == most && !ends)) {
      throw misuse(
          lane,
          "%d more arrive, and this phase waits for %d%s"
              .formatted(count, most, ends ? "" : ", of which .noComplete must leave one"));
    }
  }

  private Trap misuse(int lane, String message) {
    return new Trap(FaultKind.BARRIER_OBJECT, where + lane, message);
  }

  private static void arrive(Warp warp, int at, int count, int dropped) {
    long before = Bytes.load(warp.shared, at, Long.BYTES, false);
    long after = before - count - ((long) dropped << EXPECTED);
    boolean last = pending(after) == 0;
    store(warp, at, last ? (after + expected(after)) ^ PHASE : after);
    if (warp.watch != null) {
      warp.watch.phaseArrival(warp, at, last);
    }
  }

  /// Copies end as late as they may: when no other arrival is pending.
  private static void endCopies(Warp warp, int at) {
    var arrivals = warp.block.arrivals.stream().filter(arrival -> arrival.at == at).toList();
    if (pending(Bytes.load(warp.shared, at, Long.BYTES, false)) <= arrivals.size()) {
      warp.block.arrivals.removeAll(arrivals);
      for (var arrival : arrivals) {
        arrival.warp.copies.end(arrival.warp, arrival.lane, arrival.copies);
        arrive(arrival.warp, at, 1, 0);
      }
    }
  }
}
