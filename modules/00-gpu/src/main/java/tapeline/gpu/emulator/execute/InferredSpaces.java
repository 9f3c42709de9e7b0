package tapeline.gpu.emulator.execute;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxFunction;
import tapeline.gpu.ptx.PtxModule;

/// The spaces of generic accesses whose addresses can only come from a `cvta` of one space.
///
/// A compiler leaves a volatile access generic even where it sees that the memory is shared. Such
/// accesses become accesses of their space here, which compiled code has, and which say that blocks
/// cannot see each other's.
final class InferredSpaces {
  private final Map<Operand.Register, Space> spaces = new HashMap<>(); // GENERIC for any

  private InferredSpaces(PtxFunction function) {
    boolean changes = true;
    while (changes) {
      changes = false;
      for (var in : function.body()) {
        for (var register : in.written()) {
          var before = spaces.get(register);
          var after = join(before, result(in));
          if (after != null && after != before) {
            spaces.put(register, after);
            changes = true;
          }
        }
      }
    }
  }

  /// Returns a module in which these accesses name their space.
  static PtxModule resolve(PtxModule module) {
    var functions = new LinkedHashMap<String, PtxFunction>();
    module.functions().forEach((name, f) -> functions.put(name, resolve(f)));
    return new PtxModule(
        module.version(), module.target(), module.variables(), functions, module.refused());
  }

  private static PtxFunction resolve(PtxFunction f) {
    if (f.body().stream().noneMatch(InferredSpaces::isGeneric)) {
      return f;
    }
    var found = new InferredSpaces(f);
    return new PtxFunction(
        f.name(),
        f.kernel(),
        f.parameters(),
        f.results(),
        f.bounds(),
        f.registers(),
        f.predicates(),
        f.sharedBytes(),
        f.localBytes(),
        f.body().stream().map(in -> isGeneric(in) ? found.named(in) : in).toList(),
        f.labels(),
        f.branchTables());
  }

  private static boolean isGeneric(Instruction in) {
    return switch (in.opcode()) {
      case LD, ST, ATOM, RED ->
          Space.of(in) == Space.GENERIC && in.operand(address(in)) instanceof Operand.Address;
      default -> false;
    };
  }

  private static int address(Instruction in) {
    return in.opcode().writesNothing() ? 0 : 1;
  }

  private Instruction named(Instruction in) {
    var address = (Operand.Address) in.operand(address(in));
    var space =
        address.base() instanceof Operand.Register base
            ? spaces.getOrDefault(base, Space.GENERIC)
            : Space.GENERIC;
    if (space == Space.GENERIC) {
      return in;
    }
    var words =
        Stream.concat(Stream.of(space.name().toLowerCase(Locale.ROOT)), in.modifiers().stream())
            .toList();
    var operands = new ArrayList<>(in.operands());
    operands.set(address(in), new Operand.Address(address.base(), address.offset() - space.window));
    return new Instruction(
        in.index(),
        in.opcode(),
        words,
        in.types(),
        in.guard(),
        List.copyOf(operands),
        in.source(),
        in.text());
  }

  /// Returns the space of what an instruction writes as far as it is known; null before anything
  /// is.
  private @Nullable Space result(Instruction in) {
    return switch (in.opcode()) {
      case CVTA -> in.has("to") ? Space.GENERIC : Space.of(in);
      case MOV -> of(in.operand(1));
      case SELP -> join(of(in.operand(1)), of(in.operand(2)));
      case ADD -> sum(of(in.operand(1)), of(in.operand(2)));
      case SUB -> difference(of(in.operand(1)), of(in.operand(2)));
      case MAD -> of(in.operand(3));
      default -> Space.GENERIC;
    };
  }

  private @Nullable Space of(Operand operand) {
    return operand instanceof Operand.Register register ? spaces.get(register) : Space.GENERIC;
  }

  /// Returns the space of a pointer plus a number.
  private static @Nullable Space sum(@Nullable Space a, @Nullable Space b) {
    if (a == null || b == null) {
      return null;
    }
    return a == Space.GENERIC ? b : b == Space.GENERIC ? a : Space.GENERIC;
  }

  /// Returns the space of a pointer minus a number; of two pointers it is a number.
  private static @Nullable Space difference(@Nullable Space a, @Nullable Space b) {
    return a == null || b == null ? null : b == Space.GENERIC ? a : Space.GENERIC;
  }

  private static @Nullable Space join(@Nullable Space a, @Nullable Space b) {
    return a == null ? b : b == null || a == b ? a : Space.GENERIC;
  }
}
