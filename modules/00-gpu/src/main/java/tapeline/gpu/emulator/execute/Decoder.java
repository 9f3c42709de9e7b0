package tapeline.gpu.emulator.execute;

import static java.lang.Integer.numberOfTrailingZeros;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Trap;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.emulator.semantics.IntegerMath;
import tapeline.gpu.emulator.semantics.Semantics;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxException;
import tapeline.gpu.ptx.PtxFunction;

/// Turns instructions into steps. An instruction that it refuses is refused before anything runs.
final class Decoder {
  private final Code code;
  private final RegisterRows rows;

  private Decoder(Code code) {
    this.code = code;
    rows = code.rows;
  }

  /// @param checked whether reads of registers without a value are looked for
  static Code decode(
      PtxFunction function, Map<String, Long> addresses, int sharedBase, boolean checked) {
    var code = new Code(function, new RegisterRows(function, addresses, sharedBase));
    var decoder = new Decoder(code);
    for (var in : code.instructions) {
      try {
        var step = decoder.step(in);
        if (step != null) {
          code.steps[in.index()] = guarded(in, checked ? code.undefined.watching(in, step) : step);
        }
      } catch (PtxException e) {
        throw e;
      } catch (RuntimeException e) {
        throw new PtxException(in, String.valueOf(e.getMessage()));
      }
    }
    return code;
  }

  private static Step guarded(Instruction in, Step step) {
    var guard = in.guard();
    if (guard == null) {
      return step;
    }
    int p = guard.predicate().index();
    int flip = guard.negated() ? -1 : 0;
    return (warp, mask) -> {
      int lanes = mask & (warp.predicates[p] ^ flip);
      if (lanes != 0) {
        step.run(warp, lanes);
      }
    };
  }

  private @Nullable Step step(Instruction in) {
    return switch (in.opcode()) {
      case BRA, BRX, RET, EXIT, CALL -> null;
      case BAR, BARRIER -> in.has("warp") ? WarpSteps.barrier(in, rows) : null;
      case MEMBAR, FENCE -> {
        boolean ofBlock = in.has("cta");
        yield (warp, _) -> warp.fence(ofBlock);
      }
      case NANOSLEEP -> (warp, _) -> warp.turn = 0; // the next jump ends it
      case PREFETCH, PREFETCHU -> (_, _) -> {};
      case TRAP, BRKPT ->
          (_, mask) -> {
            throw new Trap(
                FaultKind.TRAP,
                32 * in.index() + numberOfTrailingZeros(mask),
                in.opcode() + " executed");
          };
      case LD, LDU, ST -> {
        var access = new MemoryAccess(in, Space.of(in), rows);
        yield code.loadsParameter(in) ? access::loadAlike : access;
      }
      case LDMATRIX -> TensorSteps.loadMatrix(in, rows);
      case MMA -> TensorSteps.multiply(in, rows);
      case WMMA -> in.has("mma") ? TensorSteps.multiply(in, rows) : TensorSteps.move(in, rows);
      case CP -> in.has("mbarrier") ? Mbarrier.step(in, rows) : AsyncCopies.step(in, rows);
      case MBARRIER -> Mbarrier.step(in, rows);
      case ATOM, RED -> new AtomicAccess(in, rows);
      case SHFL -> WarpSteps.shuffle(in, rows);
      case VOTE -> WarpSteps.vote(in, rows);
      case MATCH -> WarpSteps.match(in, rows);
      case REDUX -> WarpSteps.reduce(in, rows);
      case ACTIVEMASK -> {
        int d = rows.of(in.operand(0));
        yield (warp, mask) -> WarpSteps.fill(warp.registers, d, mask, mask & 0xffffffffL);
      }
      case MOV -> new Moves(rows).move(in);
      case CVTA -> new Moves(rows).toGeneric(in);
      case ISSPACEP -> new Moves(rows).isIn(in);
      case BFI -> new Moves(rows).insert(in);
      case SELP -> new Moves(rows).select(in);
      case SETP, SET -> new Predicates(rows).compare(in);
      case TESTP -> new Predicates(rows).property(in);
      case AND, OR, XOR, NOT ->
          in.operand(0) instanceof Operand.Register r && r.isPredicate()
              ? Predicates.logic(in)
              : compute(in);
      default -> compute(in);
    };
  }

  private Step compute(Instruction in) {
    if (CarrySteps.uses(in)) {
      return CarrySteps.compute(in, rows);
    }
    List<Operand> o = in.operands();
    int zero = rows.constant(0);
    int d = rows.of(o.get(0));
    int a = rows.of(o.get(1));
    int b = o.size() > 2 ? rows.of(o.get(2)) : zero;
    int c = o.size() > 3 ? rows.of(o.get(3)) : zero;
    var step = LaneSteps.compute(Semantics.function(in), d, a, b, c);
    return Semantics.divides(in) ? dividing(in, b, step) : step;
  }

  private static Step dividing(Instruction in, int divisor, Step step) {
    return (warp, mask) -> {
      for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
        int lane = numberOfTrailingZeros(lanes);
        if (IntegerMath.extend(warp.registers[divisor + lane], in.type()) == 0) {
          throw new Trap(
              FaultKind.DIVISION_BY_ZERO,
              32 * in.index() + lane,
              in.opcode() == Opcode.DIV
                  ? "a / 0 has no value; a GPU goes on with a wrong one"
                  : "a % 0 has no value; a GPU goes on with a wrong one");
        }
      }
      step.run(warp, mask);
    };
  }
}
