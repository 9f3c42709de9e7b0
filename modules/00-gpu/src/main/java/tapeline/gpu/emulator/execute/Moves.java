package tapeline.gpu.emulator.execute;

import static java.lang.Integer.numberOfTrailingZeros;

import java.util.List;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.emulator.semantics.BitTricks;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxException;

/// Instructions that bring bits from one place to another: `mov`, `cvta`, `selp`, `bfi`.
final class Moves {
  private final RegisterRows rows;

  Moves(RegisterRows rows) {
    this.rows = rows;
  }

  Step move(Instruction in) {
    var to = in.operand(0);
    var from = in.operand(1);
    if (to instanceof Operand.Group group) {
      return unpack(in, group.parts(), rows.of(from));
    }
    if (from instanceof Operand.Group group) {
      return pack(in, rows.of(to), group.parts());
    }
    if (to instanceof Operand.Register register && register.isPredicate()) {
      return Predicates.copy(register.index(), from);
    }
    int d = rows.of(to);
    if (from instanceof Operand.Special special && Specials.isClock(special.name())) {
      return (warp, mask) -> {
        warp.block.passed++;
        WarpSteps.fill(warp.registers, d, mask, warp.block.jumps << 6);
      };
    }
    return copy(d, rows.of(from), 0);
  }

  private static Step copy(int d, int a, long plus) {
    return (warp, mask) -> {
      long[] r = warp.registers;
      for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
        int lane = numberOfTrailingZeros(lanes);
        r[d + lane] = r[a + lane] + plus;
      }
    };
  }

  private Step pack(Instruction in, int d, List<Operand> parts) {
    int[] from = parts.stream().mapToInt(rows::of).toArray();
    int bits = in.type().bits() / from.length;
    long low = (1L << bits) - 1;
    return (warp, mask) -> {
      long[] r = warp.registers;
      for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
        int lane = numberOfTrailingZeros(lanes);
        long value = 0;
        for (int i = 0; i < from.length; i++) {
          value |= (r[from[i] + lane] & low) << (bits * i);
        }
        r[d + lane] = value;
      }
    };
  }

  private Step unpack(Instruction in, List<Operand> parts, int a) {
    int[] to = parts.stream().mapToInt(rows::of).toArray();
    int bits = in.type().bits() / to.length;
    long low = (1L << bits) - 1;
    return (warp, mask) -> {
      long[] r = warp.registers;
      for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
        int lane = numberOfTrailingZeros(lanes);
        long value = r[a + lane];
        for (int i = 0; i < to.length; i++) {
          r[to[i] + lane] = value >>> (bits * i) & low;
        }
      }
    };
  }

  /// `cvta`: an offset in a space becomes a generic address; with `.to`, the other way round.
  Step toGeneric(Instruction in) {
    long window = Space.of(in).window;
    return copy(rows.of(in.operand(0)), rows.of(in.operand(1)), in.has("to") ? -window : window);
  }

  Step isIn(Instruction in) {
    int p = ((Operand.Register) in.operand(0)).index();
    int a = rows.of(in.operand(1));
    var space = Space.of(in);
    return (warp, mask) -> {
      int yes = 0;
      for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
        int lane = numberOfTrailingZeros(lanes);
        yes |= space.holds(warp.registers[a + lane]) ? 1 << lane : 0;
      }
      warp.setPredicate(p, mask, yes);
    };
  }

  Step insert(Instruction in) {
    int d = rows.of(in.operand(0));
    int a = rows.of(in.operand(1));
    int b = rows.of(in.operand(2));
    int at = rows.of(in.operand(3));
    int length = rows.of(in.operand(4));
    int width = in.type().bits();
    return (warp, mask) -> {
      long[] r = warp.registers;
      for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
        int i = numberOfTrailingZeros(lanes);
        r[d + i] =
            BitTricks.insert(
                r[a + i], r[b + i], (int) r[at + i] & 255, (int) r[length + i] & 255, width);
      }
    };
  }

  Step select(Instruction in) {
    int d = rows.of(in.operand(0));
    int a = rows.of(in.operand(1));
    int b = rows.of(in.operand(2));
    if (!(in.operand(3) instanceof Operand.Register p)) {
      throw new PtxException(in, "selp needs a predicate");
    }
    return (warp, mask) -> {
      long[] r = warp.registers;
      int yes = warp.predicates[p.index()];
      for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
        int lane = numberOfTrailingZeros(lanes);
        r[d + lane] = (yes >> lane & 1) != 0 ? r[a + lane] : r[b + lane];
      }
    };
  }
}
