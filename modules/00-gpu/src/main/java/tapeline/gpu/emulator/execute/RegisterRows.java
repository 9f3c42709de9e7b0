package tapeline.gpu.emulator.execute;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxFunction;
import tapeline.gpu.ptx.PtxVariable;

/// The register file of a function: a row of 32 lanes for each register, and for each constant and
/// special value too.
///
/// So every operand is a row, and no instruction asks what kind it is.
public final class RegisterRows {
  private final Map<String, Long> addresses;
  private final Map<Long, Integer> constants = new HashMap<>();
  private final Map<String, Integer> specials = new LinkedHashMap<>();
  private final Map<Long, Integer> frameAddresses = new LinkedHashMap<>();
  private final int sharedBase;
  private int count;

  RegisterRows(PtxFunction function, Map<String, Long> addresses, int sharedBase) {
    this.addresses = addresses;
    this.sharedBase = sharedBase;
    count = function.registers();
  }

  /// Returns the index at which the row of an operand begins.
  public int of(Operand operand) {
    return switch (operand) {
      case Operand.Register register -> 32 * register.index();
      case Operand.Immediate immediate -> constant(immediate.bits());
      case Operand.Symbol symbol -> constant(address(symbol.name()) + symbol.offset());
      case Operand.Special special -> {
        Specials.check(special.name());
        yield 32 * specials.computeIfAbsent(special.name(), _ -> count++);
      }
      case Operand.Variable variable -> variable(variable.variable(), variable.offset());
      case Operand.Nothing _ -> nowhere();
      case Operand.Negated _, Operand.Address _, Operand.Group _ ->
          throw new IllegalArgumentException(operand + " is not a value");
    };
  }

  int constant(long bits) {
    return 32 * constants.computeIfAbsent(bits, _ -> count++);
  }

  /// A row for results that are not wanted.
  int nowhere() {
    return 32 * count++;
  }

  private int variable(PtxVariable variable, long offset) {
    long place = variable.offset() + offset;
    return variable.space().equals("shared")
        ? constant(sharedBase + place)
        : 32 * frameAddresses.computeIfAbsent(place, _ -> count++);
  }

  private long address(String symbol) {
    var address = addresses.get(symbol);
    if (address == null) {
      throw new IllegalArgumentException("unknown name " + symbol);
    }
    return address;
  }

  /// A register file for one warp, whose variables begin at `base` in its threads' local memory:
  /// what never changes is in it, everything else is 0.
  long[] image(Warp warp, int base) {
    var registers = new long[32 * count];
    constants.forEach((bits, row) -> fill(registers, row, bits));
    frameAddresses.forEach((place, row) -> fill(registers, row, base + place));
    specials.forEach((name, row) -> {
      if (!Specials.isClock(name)) {
        for (int lane = 0; lane < 32; lane++) {
          registers[32 * row + lane] = Specials.value(name, warp, lane);
        }
      }
    });
    return registers;
  }

  /// The warp's block has moved to another place in the grid.
  void setPosition(long[] registers, Warp warp) {
    specials.forEach((name, row) -> {
      if (Specials.isPosition(name)) {
        fill(registers, row, Specials.value(name, warp, 0));
      }
    });
  }

  private static void fill(long[] registers, int row, long value) {
    Arrays.fill(registers, 32 * row, 32 * row + 32, value);
  }
}
