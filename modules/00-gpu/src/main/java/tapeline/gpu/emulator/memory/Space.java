package tapeline.gpu.emulator.memory;

import java.util.List;
import tapeline.gpu.ptx.Instruction;

/// The memory spaces. Generic addresses cover them all: each of the small ones has a window in
/// which its addresses are offsets.
public enum Space {
  GLOBAL(0),
  SHARED(0x0100_0000_0000L),
  LOCAL(0x0200_0000_0000L),
  GENERIC(0);

  private static final long WINDOW = 1L << 32;

  /// The spaces in which a generic address may lie.
  public static final List<Space> PARTS = List.of(GLOBAL, SHARED, LOCAL);

  public final long window;

  Space(long window) {
    this.window = window;
  }

  public static Space of(Instruction in) {
    for (String word : in.modifiers()) {
      switch (word) {
        case "global", "const" -> {
          return GLOBAL;
        }
        case "shared", "shared::cta" -> {
          return SHARED;
        }
        case "local", "param", "param::entry", "param::func" -> {
          return LOCAL; // parameters lie at the bottom of a function's stack frame
        }
        default -> {}
      }
    }
    return GENERIC;
  }

  /// The space that a generic address lies in.
  public static Space of(long address) {
    return SHARED.holds(address) ? SHARED : LOCAL.holds(address) ? LOCAL : GLOBAL;
  }

  public boolean holds(long address) {
    return this == GLOBAL ? of(address) == GLOBAL : address >= window && address < window + WINDOW;
  }
}
