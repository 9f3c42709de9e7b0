package tapeline.gpu.emulator.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.execute.HeldGrid;
import tapeline.gpu.emulator.execute.KernelLaunch;
import tapeline.gpu.emulator.execute.LoadedModule;
import tapeline.gpu.emulator.execute.Moment;
import tapeline.gpu.emulator.fault.LaunchFault;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.emulator.watch.RacingPair;

/// Runs a launch again in other orders of two warps that race, the least changed first, until one
/// gives another result.
///
/// An order is one change: the warp that came first is held before one of its accesses to the
/// race's place until the other warp has made one of its own. All pairs of accesses with no barrier
/// between them are tried, four of each warp at most.
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
  /// @param passed the one that the other warp has made by then
  /// @param swapped how many pairs of accesses change places
  private record Order(Touch held, Touch passed, int swapped) {
    String text(boolean many) {
      return "with %s held at %s until %s has passed %s"
          .formatted(held.warp(many), held.place(), passed.warp(many), passed.place());
    }
  }

  /// What is left to try for one race.
  private final class Runs {
    final RacingPair race;
    long left = budget;
    int tried;

    Runs(RacingPair race) {
      this.race = race;
    }

    HeldGrid.End run(TouchTrace trace, @Nullable Moment held, @Nullable Moment until) {
      memory.restore(before);
      var grid = new HeldGrid(program, launch, trace, held, until, left);
      try {
        return grid.run();
      } finally {
        left -= grid.jumps();
      }
    }

    RaceReplay without(List<Touch> touches, String why) {
      return new RaceReplay(
          race.finding(),
          race.missing(),
          why,
          tried,
          new OrderedRun("as written", touches),
          Optional.empty());
    }

    RaceReplay spent(List<Touch> touches) {
      return without(
          touches,
          "no order that was tried gives another result: the budget of %,d jumps was spent after %s"
              .formatted(budget, orders(tried)));
    }
  }

  private static String orders(int n) {
    return n == 1 ? "1 order" : n + " orders";
  }

  /// Leaves the memory as it finds it.
  public RaceReplay replay(RacingPair race) {
    var after = memory.copy();
    try {
      return replay(new Runs(race));
    } finally {
      memory.restore(after);
    }
  }

  private RaceReplay replay(Runs runs) {
    var race = runs.race;
    if (race.isInsideAWarp()) {
      return runs.without(
          List.of(), "both accesses are of one warp, whose lanes run in step here: no other order");
    }
    var usual = new TouchTrace(race);
    if (runs.run(usual, null, null) == HeldGrid.End.OVER_BUDGET) {
      return runs.spent(List.of());
    }
    byte[] expected = memory.copy();
    var touches = unordered(race, usual.touches());
    for (var order : orders(race, touches)) {
      var trace = new TouchTrace(race);
      try {
        var end = runs.run(trace, order.held.moment(), order.passed.moment());
        if (end == HeldGrid.End.OVER_BUDGET) {
          return runs.spent(touches);
        }
        if (end == HeldGrid.End.IMPOSSIBLE) {
          continue;
        }
        runs.tried++;
      } catch (LaunchFault fault) {
        var f = fault.finding();
        return found(runs, order, touches, trace, "no fault", f.kind() + " at " + f.source());
      }
      byte[] got = memory.copy();
      int at = Arrays.mismatch(expected, got);
      if (at >= 0) {
        return found(
            runs,
            order,
            touches,
            trace,
            usual.element(memory, at, expected),
            usual.element(memory, at, got));
      }
    }
    return runs.without(
        touches,
        runs.tried == 0
            ? "the accesses cannot come in another order"
            : "no order that was tried gives another result (%s)".formatted(orders(runs.tried)));
  }

  private RaceReplay found(
      Runs runs, Order order, List<Touch> touches, TouchTrace trace, String usual, String got) {
    var moments = touches.stream().map(Touch::moment).toList();
    var moved = trace.touches().stream().filter(t -> moments.contains(t.moment())).toList();
    return new RaceReplay(
        runs.race.finding(),
        runs.race.missing(),
        "",
        runs.tried,
        new OrderedRun("as written: " + usual, touches),
        Optional.of(new OrderedRun(order.text(launch.grid().volume() > 1) + ": " + got, moved)));
  }

  /// The accesses of both warps around the two that race, none of them behind a barrier.
  private static List<Touch> unordered(RacingPair race, List<Touch> all) {
    boolean sameBlock = race.block() == race.otherBlock();
    int second = -1;
    for (int i = 0; i < all.size() && second < 0; i++) {
      var touch = all.get(i);
      boolean follows =
          isOf(touch, race.block(), race.warp())
              && touch.moment().instruction() == race.finding().instruction()
              && all.subList(0, i).stream()
                  .anyMatch(t ->
                      isOf(t, race.otherBlock(), race.otherWarp())
                          && (!sameBlock || t.barriers() == touch.barriers()));
      second = follows ? i : -1;
    }
    if (second < 0) {
      return List.of();
    }
    int at = second;
    int barriers = all.get(second).barriers();
    var near =
        IntStream.range(0, all.size())
            .filter(i -> !sameBlock || all.get(i).barriers() == barriers)
            .boxed()
            .toList();
    var first =
        near.stream()
            .filter(i -> i < at && isOf(all.get(i), race.otherBlock(), race.otherWarp()))
            .toList();
    var then = near.stream().filter(i -> isOf(all.get(i), race.block(), race.warp())).toList();
    int from = Math.clamp(then.indexOf(at) - 1L, 0, Math.max(0, then.size() - ACCESSES));
    var chosen = new ArrayList<>(first.subList(Math.max(0, first.size() - ACCESSES), first.size()));
    chosen.addAll(then.subList(from, Math.min(then.size(), from + ACCESSES)));
    return chosen.stream().sorted().map(all::get).toList();
  }

  private static boolean isOf(Touch touch, int block, int warp) {
    return touch.moment().block() == block && touch.moment().warp() == warp;
  }

  private static List<Order> orders(RacingPair race, List<Touch> touches) {
    var first = touches.stream().filter(t -> isOf(t, race.otherBlock(), race.otherWarp())).toList();
    var then = touches.stream().filter(t -> isOf(t, race.block(), race.warp())).toList();
    var orders = new ArrayList<Order>();
    for (int i = 0; i < first.size(); i++) {
      for (int j = 0; j < then.size(); j++) {
        orders.add(new Order(first.get(i), then.get(j), (first.size() - i) * (j + 1)));
      }
    }
    orders.sort(Comparator.comparingInt(Order::swapped));
    return orders;
  }
}
