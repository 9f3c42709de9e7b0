package tapeline.gpu.emulator.execute;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.ptx.Instruction;

/// A launch in the usual order but for one warp: it is held before one of its accesses until
/// another warp has made one of its own. Or but for one lane: it is held until the others of its
/// warp have gone as far as they may without it.
public final class HeldGrid {
  /// How a run ended.
  public enum End {
    /// The two accesses came in the order that was asked for.
    IN_ORDER,
    /// The other warp does not get to its access before the held one has gone on.
    IMPOSSIBLE,
    OVER_BUDGET
  }

  /// The turns that the other warp may take: it may wait for what only the held one does.
  private static final int TURNS = 32;

  /// After so many long turns of a block, lanes of a warp may be waiting for each other.
  private static final int MANY_TURNS = 16;

  private final LoadedModule program;
  private final KernelLaunch launch;
  private final ExecutionListener watch;
  private final @Nullable NthAccess held;
  private final @Nullable NthAccess until;
  private final long most;
  private final Map<Integer, BlockState> begun = new HashMap<>(); // and not done
  private long jumpsOfTheDone;
  private int done; // so many blocks, the first ones
  private int timesAtHeld;
  private int timesAtUntil;
  private @Nullable Warp overtaking;
  private boolean passed;

  /// @param held null for the usual order
  /// @param until null where a lane is held
  /// @param most how many jumps all blocks together may make
  public HeldGrid(
      LoadedModule program,
      KernelLaunch launch,
      ExecutionListener watch,
      @Nullable NthAccess held,
      @Nullable NthAccess until,
      long most) {
    this.program = program;
    this.launch = launch;
    this.watch = watch;
    this.held = held;
    this.until = until;
    this.most = most;
  }

  /// Runs all blocks, and drops what they print.
  public End run() {
    if (launch.cooperative()) {
      for (int i = 0; i < launch.blocks(); i++) {
        block(i);
      }
      var running = new ArrayList<>(begun.values());
      while (!running.isEmpty() && jumps() <= most) {
        running.removeIf(block -> !block.turn());
      }
    }
    for (; done < launch.blocks() && jumps() <= most; done++) {
      var block = block(done);
      int longTurns = 0;
      while (!launch.cooperative() && jumps() <= most && block.turn()) {
        if (block.hadLongTurn() && ++longTurns % MANY_TURNS == 0) {
          block.beginTurns();
        }
      }
      jumpsOfTheDone += block.jumps;
      begun.remove(done);
    }
    return jumps() > most
        ? End.OVER_BUDGET
        : passed || held == null ? End.IN_ORDER : End.IMPOSSIBLE;
  }

  /// The jumps made so far.
  public long jumps() {
    return jumpsOfTheDone + begun.values().stream().mapToLong(block -> block.jumps).sum();
  }

  private BlockState block(int number) {
    return begun.computeIfAbsent(
        number,
        _ -> {
          var plain = new CodeVariant(false, true, false);
          var block = new BlockState(launch, program, plain, watch, this::staying);
          block.begin(number);
          return block;
        });
  }

  private int staying(Warp warp, Instruction next, int lanes) {
    if (warp == overtaking && passed) {
      return WarpSchedule.WAIT;
    }
    if (until != null && until.isAt(warp, next, lanes) && ++timesAtUntil == until.nth()) {
      passed = warp == overtaking;
    }
    if (held != null && held.isAt(warp, next, lanes) && ++timesAtHeld == held.nth()) {
      if (until == null) {
        passed = true;
        return 1 << held.lane();
      }
      overtake();
    }
    return 0;
  }

  private void overtake() {
    if (until == null || until.block() < done) {
      return;
    }
    var block = block(until.block());
    var warp = block.warp(until.warp());
    overtaking = warp;
    boolean other = held != null && held.block() != until.block();
    boolean goesOn = true;
    for (int i = 0; i < TURNS && goesOn && !passed && jumps() <= most; i++) {
      goesOn = other ? block.turn() : turn(warp);
    }
    overtaking = null;
  }

  /// Lets the other of two warps of a block run alone, at most up to a barrier; returns false when
  /// it cannot.
  private static boolean turn(Warp warp) {
    boolean goesOn = warp.waiting == null && !warp.isDone();
    if (goesOn) {
      warp.run();
    }
    return goesOn;
  }
}
