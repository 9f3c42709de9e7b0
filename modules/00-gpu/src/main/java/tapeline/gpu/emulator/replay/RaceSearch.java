package tapeline.gpu.emulator.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.execute.HeldGrid;
import tapeline.gpu.emulator.execute.HeldGrid.End;
import tapeline.gpu.emulator.execute.KernelLaunch;
import tapeline.gpu.emulator.execute.LoadedModule;
import tapeline.gpu.emulator.execute.NthAccess;
import tapeline.gpu.emulator.fault.LaunchFault;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.emulator.watch.RacingPair;

/// Runs a launch again in other orders of two warps that race, the least changed first, until one
/// gives another result.
///
/// An order is one change: the warp that came first is held before one of its accesses to the
/// race's place until the other warp has made one of its own. All pairs of accesses with no barrier
/// between them are tried, four of each warp at most. Of two lanes of a warp either is held before
/// each of its accesses while all others go on.
public final class RaceSearch {
  private static final int ACCESSES = 4;

  private final LoadedModule program;
  private final KernelLaunch launch;
  private final GlobalMemory memory;
  private final byte[] before;
  private final long budget;

  /// @param before the memory that the launch began with
  /// @param budget how many jumps all runs for one race may make
  public RaceSearch(
      LoadedModule program, KernelLaunch launch, GlobalMemory memory, byte[] before, long budget) {
    this.program = program;
    this.launch = launch;
    this.memory = memory;
    this.before = before;
    this.budget = budget;
  }

  /// @param held the access before which the first warp waits
  /// @param passed the one that the other warp has made by then; null where a lane is held
  /// @param swapped how many pairs of accesses change places
  private record Order(Touch held, @Nullable Touch passed, int swapped) {
    String text(boolean many) {
      return passed == null
          ? "with %s held at %s while the others go on".formatted(held.who(many), held.place())
          : "with %s held at %s until %s has passed %s"
              .formatted(held.who(many), held.place(), passed.who(many), passed.place());
    }
  }

  /// The runs for one race, and what is left of their budget.
  private final class Runs {
    private long left = budget;
    private int tried;

    End run(TouchTrace trace, @Nullable NthAccess held, @Nullable NthAccess until) {
      memory.restore(before);
      var grid = new HeldGrid(program, launch, trace, held, until, left);
      try {
        return grid.run();
      } finally {
        left -= grid.jumps();
      }
    }

    /// Why there is no other result.
    String why() {
      if (left < 0) {
        return "no order that was tried gives another result: the budget of %,d jumps was spent after %s"
            .formatted(budget, count());
      }
      return tried == 0
          ? "the accesses cannot come in another order"
          : "no order that was tried gives another result (%s)".formatted(count());
    }

    private String count() {
      return tried == 1 ? "1 order" : tried + " orders";
    }

    RaceReplay replay(RacingPair race) {
      var usual = new TouchTrace(race);
      var touches =
          run(usual, null, null) == End.OVER_BUDGET
              ? List.<Touch>of()
              : unordered(race, usual.touches());
      byte[] expected = memory.copy();
      for (var order : orders(race, touches)) {
        var trace = new TouchTrace(race);
        var end = End.IMPOSSIBLE;
        try {
          var passed = order.passed;
          end = run(trace, order.held.access(), passed == null ? null : passed.access());
        } catch (LaunchFault fault) {
          var f = fault.finding();
          return found(race, order, touches, trace, "no fault", f.kind() + " at " + f.source());
        }
        if (end == End.OVER_BUDGET) {
          break;
        }
        tried += end == End.IN_ORDER ? 1 : 0;
        byte[] got = memory.copy();
        int at = end == End.IN_ORDER ? Arrays.mismatch(expected, got) : -1;
        if (at >= 0) {
          var was = usual.element(memory, at, expected);
          return found(race, order, touches, trace, was, usual.element(memory, at, got));
        }
      }
      return without(race, touches, why());
    }

    private RaceReplay found(
        RacingPair race,
        Order order,
        List<Touch> touches,
        TouchTrace trace,
        String usual,
        String got) {
      var accesses = touches.stream().map(Touch::access).toList();
      var moved = trace.touches().stream().filter(t -> accesses.contains(t.access())).toList();
      return new RaceReplay(
          race.finding(),
          race.missing(),
          "",
          tried,
          new OrderedRun("as written: " + usual, touches),
          Optional.of(new OrderedRun(order.text(launch.grid().volume() > 1) + ": " + got, moved)));
    }

    RaceReplay without(RacingPair race, List<Touch> touches, String why) {
      var asWritten = new OrderedRun("as written", touches);
      return new RaceReplay(
          race.finding(), race.missing(), why, tried, asWritten, Optional.empty());
    }
  }

  /// The first of these pairs of warps for which another order gives another result; the last one
  /// where there is none. Leaves the memory as it finds it.
  ///
  /// @param race one or more pairs, of one finding
  public RaceReplay replay(List<RacingPair> race) {
    var after = memory.copy();
    var runs = new Runs();
    try {
      var replay = runs.replay(race.getFirst());
      for (int i = 1; i < race.size() && !replay.differs() && runs.left >= 0; i++) {
        replay = runs.replay(race.get(i));
      }
      return replay;
    } finally {
      memory.restore(after);
    }
  }

  /// The accesses of both warps around the two that race, none of them behind a barrier.
  private static List<Touch> unordered(RacingPair race, List<Touch> all) {
    boolean sameBlock = race.block() == race.otherBlock();
    for (int i = 0; i < all.size(); i++) {
      var second = all.get(i);
      Predicate<Touch> near = t -> !sameBlock || t.barriers() == second.barriers();
      var earlier = all.subList(0, i).stream().filter(near).filter(t -> isFirst(race, t)).toList();
      if (!isFirst(race, second)
          && second.access().instruction().equals(race.finding().instruction())
          && !earlier.isEmpty()) {
        var own = all.stream().filter(near).filter(t -> !isFirst(race, t)).toList();
        int from = Math.clamp(own.indexOf(second) - 1L, 0, Math.max(0, own.size() - ACCESSES));
        var chosen = new ArrayList<>(earlier.reversed().stream().limit(ACCESSES).toList());
        chosen.addAll(own.subList(from, Math.min(own.size(), from + ACCESSES)));
        return all.stream().filter(chosen::contains).toList();
      }
    }
    return List.of();
  }

  /// Returns whether an access is of the warp that came first.
  private static boolean isFirst(RacingPair race, Touch touch) {
    return touch.access().block() == race.otherBlock()
        && touch.access().warp() == race.otherWarp()
        && (!race.isInsideAWarp() || touch.access().lane() == race.otherLane());
  }

  /// How many pairs of accesses change places where a lane is held before this one.
  private static int swapped(List<Touch> touches, int held) {
    int lane = touches.get(held).access().lane();
    var behind = touches.subList(held, touches.size());
    int own = (int) behind.stream().filter(t -> t.access().lane() == lane).count();
    return own * (behind.size() - own);
  }

  private static List<Order> orders(RacingPair race, List<Touch> touches) {
    if (race.isInsideAWarp()) {
      return IntStream.range(0, touches.size())
          .mapToObj(i -> new Order(touches.get(i), null, swapped(touches, i)))
          .filter(order -> order.swapped > 0)
          .sorted(Comparator.comparingInt(Order::swapped))
          .toList();
    }
    var first = touches.stream().filter(t -> isFirst(race, t)).toList();
    var then = touches.stream().filter(t -> !isFirst(race, t)).toList();
    return IntStream.range(0, first.size() * then.size())
        .mapToObj(n -> {
          int i = n / then.size();
          int j = n % then.size();
          return new Order(first.get(i), then.get(j), (first.size() - i) * (j + 1));
        })
        .sorted(Comparator.comparingInt(Order::swapped))
        .toList();
  }
}
