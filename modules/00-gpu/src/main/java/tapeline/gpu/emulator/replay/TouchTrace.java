package tapeline.gpu.emulator.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import tapeline.gpu.emulator.execute.BlockState;
import tapeline.gpu.emulator.execute.Code;
import tapeline.gpu.emulator.execute.ExecutionListener;
import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.execute.NthAccess;
import tapeline.gpu.emulator.execute.Warp;
import tapeline.gpu.emulator.memory.Bytes;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.emulator.watch.RacingPair;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.PtxType;

/// Writes down how the two warps, or the two lanes, of a race touch its place, and the types of
/// what is stored.
final class TouchTrace implements ExecutionListener {
  private static final int MOST = 1 << 12;

  private final RacingPair race;
  private final List<Touch> touches = new ArrayList<>();
  private final Map<Integer, Integer> barriers = new HashMap<>(); // by block
  private final Map<Integer, PtxType> stored = new HashMap<>(); // by place in global memory
  private final Map<Integer, IdentityHashMap<Instruction, Integer>> times = new HashMap<>();

  TouchTrace(RacingPair race) {
    this.race = race;
  }

  List<Touch> touches() {
    return touches;
  }

  @Override
  public void step(Warp warp, Code code, int pc, int mask) {
    var in = code.instructions[pc];
    var kind = in.opcode().kind();
    if (races(warp) && (kind == Opcode.Kind.MEMORY || kind == Opcode.Kind.ATOMIC)) {
      for (int lane : race.isInsideAWarp() ? lanes() : new int[1]) {
        if (!race.isInsideAWarp() || (mask >> lane & 1) != 0) {
          times
              .computeIfAbsent(who(warp, lane), _ -> new IdentityHashMap<>())
              .merge(in, 1, Integer::sum);
        }
      }
    }
  }

  /// The lane that came first, and the other.
  private int[] lanes() {
    return new int[] {race.otherLane(), race.lane()};
  }

  /// A number for each of the two that race.
  private int who(Warp warp, int lane) {
    return race.isInsideAWarp() ? lane : 32 * warp.id + 32 * 32 * warp.block.index;
  }

  @Override
  public void warpBarrier(Warp warp, int lanes) {
    int both = 1 << race.lane() | 1 << race.otherLane();
    if (race.isInsideAWarp() && races(warp) && (lanes & both) == both) {
      barrier(warp.block);
    }
  }

  private boolean races(Warp warp) {
    int block = warp.block.index;
    return (block == race.block() && warp.id == race.warp())
        || (block == race.otherBlock() && warp.id == race.otherWarp());
  }

  @Override
  public void divergence(Code code, int pc) {}

  @Override
  public void barrier(BlockState block) {
    barriers.merge(block.index, 1, Integer::sum);
  }

  @Override
  public void access(Warp warp, MemoryAccess access, Space place, int mask, long[] addresses) {
    boolean shared = place == Space.SHARED;
    long base = shared ? 0 : GlobalMemory.BASE;
    boolean stores = !access.load || access.atomic;
    if (place == Space.LOCAL) {
      return;
    }
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int at = (int) (addresses[lane] - base);
      if (!shared && stores) {
        for (int i = 0; i < access.rows.length; i++) {
          stored.put(at + i * access.elementBytes, access.instruction.type());
        }
      }
    }
    if (shared != race.shared() || !races(warp) || touches.size() >= MOST) {
      return;
    }
    if (race.isInsideAWarp()) {
      for (int lane : lanes()) {
        if (touching(access, base, mask & (1 << lane), addresses) != 0) {
          touches.add(touch(warp, access, shared, lane, (int) (addresses[lane] - base)));
        }
      }
      return;
    }
    int found = touching(access, base, mask, addresses);
    if (found != 0) {
      int last = 31 - Integer.numberOfLeadingZeros(found);
      touches.add(touch(warp, access, shared, last, (int) (addresses[last] - base)));
    }
  }

  /// The lanes that touch the place.
  private int touching(MemoryAccess access, long base, int mask, long... addresses) {
    int found = 0;
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int at = (int) (addresses[lane] - base);
      boolean there = at < race.at() + race.bytes() && race.at() < at + access.bytes;
      found |= there ? 1 << lane : 0;
    }
    return found;
  }

  private Touch touch(Warp warp, MemoryAccess access, boolean shared, int lane, int at) {
    int size = access.elementBytes;
    int element = Math.max(0, (race.at() - at) / size);
    var memory = shared ? warp.shared : warp.global.bytes();
    long bits =
        access.load
            ? Bytes.load(memory, at + element * size, size, access.signed)
            : warp.registers[access.rows[element] + lane];
    var in = access.instruction;
    boolean reads = access.load && !access.atomic;
    var counts = times.get(who(warp, lane));
    int nth = counts == null ? 0 : counts.getOrDefault(in, 0);
    return new Touch(
        new NthAccess(warp.block.index, warp.id, race.isInsideAWarp() ? lane : -1, in, nth),
        barriers.getOrDefault(warp.block.index, 0),
        warp.lineOf(in),
        access.atomic ? "updates" : reads ? "reads" : "writes",
        reads || access.storesRegisters() ? number(bits, in.type()) : "");
  }

  /// The element of global memory in which byte `at` lies, as text.
  String element(GlobalMemory memory, int at, byte[] bytes) {
    PtxType type = PtxType.U8;
    int from = at;
    for (int size = 8; size > 0; size /= 2) {
      var there = stored.get(at & -size);
      if (there != null && there.bytes() == size) {
        type = there;
        from = at & -size;
        break;
      }
    }
    return "%s = %s"
        .formatted(
            memory.element(GlobalMemory.BASE + from, type.bytes()),
            number(Bytes.load(bytes, from, type.bytes(), false), type));
  }

  private static String number(long bits, PtxType type) {
    return switch (type) {
      case F32 -> shortest(Float.toString(Float.intBitsToFloat((int) bits)));
      case F64 -> shortest(Double.toString(Double.longBitsToDouble(bits)));
      case B32, U32, S32 -> Integer.toString((int) bits); // a compiler says u32 of an int, too
      default -> Long.toString(bits);
    };
  }

  private static String shortest(String number) {
    return number.endsWith(".0") ? number.substring(0, number.length() - 2) : number;
  }
}
