package tapeline.gpu.emulator.execute;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;
import tapeline.gpu.emulator.semantics.IntegerMath;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxException;

/// The instructions by which the lanes of a warp talk to each other: shuffles, votes, matches and
/// reductions.
final class WarpSteps {
  private WarpSteps() {}

  /// `shfl`: each lane takes another lane's value. c holds the width of the groups and the last
  /// lane of each.
  static Step shuffle(Instruction in, RegisterRows rows) {
    var results =
        in.operand(0) instanceof Operand.Group group ? group.parts() : List.of(in.operand(0));
    int d = rows.of(results.getFirst());
    int inRange =
        results.size() > 1 && results.get(1) instanceof Operand.Register p ? p.index() : -1;
    int a = rows.of(in.operand(1));
    int b = rows.of(in.operand(2));
    int c = rows.of(in.operand(3));
    int members = in.has("sync") ? rows.of(in.operand(4)) : rows.constant(-1);
    String mode =
        in.modifiers().stream()
            .filter(List.of("up", "down", "bfly", "idx")::contains)
            .findFirst()
            .orElseThrow(() -> new PtxException(in, "a shuffle without a mode"));
    boolean isUp = mode.equals("up"); // no text is compared for each lane
    boolean isDown = mode.equals("down");
    boolean isButterfly = mode.equals("bfly");
    return (warp, mask) -> {
      long[] r = warp.registers;
      long[] values = warp.addresses;
      int ranges = 0;
      for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
        int lane = Integer.numberOfTrailingZeros(lanes);
        int groups = (int) r[c + lane] >> 8 & 31;
        int clamp = (int) r[c + lane] & 31;
        int lowest = lane & groups;
        int highest = lowest | (clamp & ~groups);
        int by = (int) r[b + lane] & 31;
        int source =
            isUp
                ? lane - by
                : isDown ? lane + by : isButterfly ? lane ^ by : lowest | (by & ~groups);
        boolean within = isUp ? source >= highest : source <= highest;
        if (!within) {
          source = lane;
        }
        ranges |= within ? 1 << lane : 0;
        if (warp.watch != null && (mask >> source & 1) == 0) {
          warp.watch.absentLane(warp, in, lane, source);
        }
        values[lane] = r[a + source];
      }
      checkMembers(warp, in, mask, members);
      put(r, d, values, mask);
      if (inRange >= 0) {
        warp.setPredicate(inRange, mask, ranges);
      }
    };
  }

  /// `vote`: what a predicate says in all lanes at once.
  static Step vote(Instruction in, RegisterRows rows) {
    var source = in.operand(1);
    int constant = source instanceof Operand.Immediate i ? i.bits() == 0 ? 0 : -1 : 0;
    boolean negated = source instanceof Operand.Negated;
    int p =
        source instanceof Operand.Negated n
            ? n.register().index()
            : source instanceof Operand.Register register ? register.index() : -1;
    int members = in.has("sync") ? rows.of(in.operand(2)) : rows.constant(-1);
    int ballot = in.has("ballot") ? rows.of(in.operand(0)) : -1;
    int result = ballot >= 0 ? -1 : ((Operand.Register) in.operand(0)).index();
    return alike(
        in,
        members,
        (warp, all) -> {
          int value = p < 0 ? constant : negated ? ~warp.predicates[p] : warp.predicates[p];
          int yes = value & all;
          if (ballot >= 0) {
            fill(warp.registers, ballot, all, yes & 0xffffffffL);
          } else {
            boolean holds =
                in.has("any") ? yes != 0 : in.has("all") ? yes == all : yes == 0 || yes == all;
            warp.setPredicate(result, all, holds ? -1 : 0);
          }
        });
  }

  /// `match`: which lanes hold the same value.
  static Step match(Instruction in, RegisterRows rows) {
    var results =
        in.operand(0) instanceof Operand.Group group ? group.parts() : List.of(in.operand(0));
    int d = rows.of(results.getFirst());
    int all = results.size() > 1 && results.get(1) instanceof Operand.Register p ? p.index() : -1;
    int a = rows.of(in.operand(1));
    int members = rows.of(in.operand(2));
    boolean any = in.has("any");
    return alike(
        in,
        members,
        (warp, mask) -> {
          long[] r = warp.registers;
          long[] same = warp.addresses;
          boolean everywhere = true;
          for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
            int lane = Integer.numberOfTrailingZeros(lanes);
            long equal = 0;
            for (int others = mask; others != 0; others &= others - 1) {
              int other = Integer.numberOfTrailingZeros(others);
              if (IntegerMath.extend(r[a + lane], in.type())
                  == IntegerMath.extend(r[a + other], in.type())) {
                equal |= 1L << other;
              }
            }
            same[lane] = equal;
            everywhere &= (int) equal == mask;
          }
          if (any) {
            put(r, d, same, mask);
          } else {
            fill(r, d, mask, everywhere ? mask & 0xffffffffL : 0);
          }
          if (all >= 0) {
            warp.setPredicate(all, mask, everywhere ? -1 : 0);
          }
        });
  }

  /// `redux`: one integer result over the lanes of a warp.
  static Step reduce(Instruction in, RegisterRows rows) {
    int d = rows.of(in.operand(0));
    int a = rows.of(in.operand(1));
    int members = rows.of(in.operand(2));
    LongBinaryOperator combine =
        switch (in.modifiers().getLast()) {
          case "add" -> Long::sum;
          case "min" -> Math::min;
          case "max" -> Math::max;
          case "and" -> (x, y) -> x & y;
          case "or" -> (x, y) -> x | y;
          case "xor" -> (x, y) -> x ^ y;
          default -> throw new PtxException(in, "outside the emulated subset");
        };
    return alike(
        in,
        members,
        (warp, mask) -> {
          long[] r = warp.registers;
          var values = new ArrayList<Long>();
          for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
            values.add(IntegerMath.extend(r[a + Integer.numberOfTrailingZeros(lanes)], in.type()));
          }
          fill(r, d, mask, values.stream().mapToLong(v -> v).reduce(combine).orElse(0));
        });
  }

  /// `bar.warp`: lanes wait for each other. They are never apart here, so only a watcher is told.
  static Step barrier(Instruction in, RegisterRows rows) {
    var meet =
        alike(
            in,
            rows.of(in.operand(0)),
            (warp, group) -> {
              if (warp.watch != null) {
                warp.watch.warpBarrier(warp, group);
              }
            });
    return (warp, mask) -> {
      if (warp.watch != null) {
        meet.run(warp, mask);
      }
    };
  }

  /// The lanes that name the same members do it together: the tiles of a warp may come at one time,
  /// each with a mask of its own.
  private static Step alike(Instruction in, int members, Step together) {
    return (warp, mask) -> {
      checkMembers(warp, in, mask, members);
      for (int rest = mask; rest != 0; ) {
        int asked = (int) warp.registers[members + Integer.numberOfTrailingZeros(rest)];
        int group = 0;
        for (int lanes = rest; lanes != 0; lanes &= lanes - 1) {
          int lane = Integer.numberOfTrailingZeros(lanes);
          group |= (int) warp.registers[members + lane] == asked ? 1 << lane : 0;
        }
        together.run(warp, group);
        rest &= ~group;
      }
    };
  }

  /// Every lane is one of those that its mask names, and all of these are here, unless they have
  /// left the kernel.
  ///
  /// @param members the row of the masks
  static void checkMembers(Warp warp, Instruction in, int mask, int members) {
    if (warp.watch == null) {
      return;
    }
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int named = (int) warp.registers[members + lane];
      int missing = named & warp.live & ~mask;
      if ((named >> lane & 1) == 0) {
        warp.watch.outsideMask(warp, in, lane, named);
      } else if (missing != 0) {
        warp.watch.absentLane(warp, in, lane, Integer.numberOfTrailingZeros(missing));
      }
    }
  }

  private static void put(long[] registers, int row, long[] values, int mask) {
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      registers[row + lane] = values[lane];
    }
  }

  static void fill(long[] registers, int row, int mask, long value) {
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      registers[row + Integer.numberOfTrailingZeros(lanes)] = value;
    }
  }
}
