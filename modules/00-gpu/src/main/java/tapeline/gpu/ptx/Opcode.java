package tapeline.gpu.ptx;

import java.util.Locale;
import java.util.Optional;

/// The operations of PTX that teaching kernels compile to, each with the kind it is counted under.
public enum Opcode {
  // spotless:off
  ADD(Kind.ARITHMETIC), SUB(Kind.ARITHMETIC), MUL(Kind.ARITHMETIC), MAD(Kind.ARITHMETIC),
  ADDC(Kind.ARITHMETIC), SUBC(Kind.ARITHMETIC), MADC(Kind.ARITHMETIC),
  MUL24(Kind.ARITHMETIC), MAD24(Kind.ARITHMETIC), FMA(Kind.ARITHMETIC), DIV(Kind.ARITHMETIC),
  REM(Kind.ARITHMETIC), ABS(Kind.ARITHMETIC), NEG(Kind.ARITHMETIC), MIN(Kind.ARITHMETIC),
  MAX(Kind.ARITHMETIC), SAD(Kind.ARITHMETIC), DP4A(Kind.ARITHMETIC),
  RCP(Kind.SPECIAL), SQRT(Kind.SPECIAL), RSQRT(Kind.SPECIAL), SIN(Kind.SPECIAL), COS(Kind.SPECIAL),
  EX2(Kind.SPECIAL), LG2(Kind.SPECIAL), TANH(Kind.SPECIAL),
  AND(Kind.BITS), OR(Kind.BITS), XOR(Kind.BITS), NOT(Kind.BITS), CNOT(Kind.BITS), LOP3(Kind.BITS),
  SHL(Kind.BITS), SHR(Kind.BITS), SHF(Kind.BITS), BFE(Kind.BITS), BFI(Kind.BITS),
  BFIND(Kind.BITS), BREV(Kind.BITS), CLZ(Kind.BITS), POPC(Kind.BITS), PRMT(Kind.BITS),
  COPYSIGN(Kind.BITS), FNS(Kind.BITS), BMSK(Kind.BITS),
  SETP(Kind.COMPARE), SET(Kind.COMPARE), SELP(Kind.COMPARE), SLCT(Kind.COMPARE),
  TESTP(Kind.COMPARE), ISSPACEP(Kind.COMPARE),
  MOV(Kind.MOVE), CVT(Kind.MOVE), CVTA(Kind.MOVE),
  LD(Kind.MEMORY), LDU(Kind.MEMORY), ST(Kind.MEMORY), CP(Kind.MEMORY), PREFETCH(Kind.MEMORY), PREFETCHU(Kind.MEMORY),
  ATOM(Kind.ATOMIC), RED(Kind.ATOMIC), MBARRIER(Kind.ATOMIC),
  SHFL(Kind.WARP), VOTE(Kind.WARP), MATCH(Kind.WARP), REDUX(Kind.WARP), ACTIVEMASK(Kind.WARP),
  LDMATRIX(Kind.MEMORY), MMA(Kind.TENSOR), WMMA(Kind.TENSOR),
  BAR(Kind.BARRIER), BARRIER(Kind.BARRIER), MEMBAR(Kind.BARRIER), FENCE(Kind.BARRIER),
  BRA(Kind.CONTROL), BRX(Kind.CONTROL), CALL(Kind.CONTROL), RET(Kind.CONTROL), EXIT(Kind.CONTROL),
  TRAP(Kind.CONTROL), BRKPT(Kind.CONTROL), NANOSLEEP(Kind.CONTROL);
  // spotless:on

  /// The kind under which an instruction is counted.
  public enum Kind {
    ARITHMETIC,
    SPECIAL,
    BITS,
    COMPARE,
    MOVE,
    MEMORY,
    ATOMIC,
    WARP,
    TENSOR,
    BARRIER,
    CONTROL
  }

  private final Kind kind;

  Opcode(Kind kind) {
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /// Operations that write no register: their first operand is a source.
  public boolean writesNothing() {
    return switch (this) {
      case ST,
          CP,
          RED,
          BRA,
          BRX,
          CALL,
          RET,
          EXIT,
          TRAP,
          BRKPT,
          NANOSLEEP,
          MEMBAR,
          FENCE,
          PREFETCH,
          PREFETCHU ->
          true;
      default -> false;
    };
  }

  public boolean endsBlock() {
    return switch (this) {
      case BRA, BRX, RET, EXIT, TRAP -> true;
      default -> false;
    };
  }

  static Optional<Opcode> named(String name) {
    for (Opcode opcode : values()) {
      if (opcode.toString().equals(name)) {
        return Optional.of(opcode);
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
