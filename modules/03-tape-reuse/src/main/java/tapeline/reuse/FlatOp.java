package tapeline.reuse;

/// The op codes of a [FlatTape]'s instructions, and the formulas that need care at an edge.
///
/// Ints, not an enum: backward switches on a number that it has just cut out of a word.
final class FlatOp {
  /// Not an instruction: the word of a variable, where backward ends.
  static final int VARIABLE = 0;

  // spotless:off
  static final int SHIFT = 1;     // y = a + c, c not kept
  static final int ADD = 2;       // y = a + b
  static final int SUB = 3;       // y = a − b
  static final int MUL = 4;       // y = a·b
  static final int FMA = 5;       // y = a·b + c
  static final int DIV = 6;       // y = a / b
  static final int POW = 7;       // y = aᵇ
  static final int NEG = 8;
  static final int EXP = 9;
  static final int LOG = 10;
  static final int SIN = 11;
  static final int COS = 12;
  static final int TANH = 13;
  static final int SIGMOID = 14;
  static final int RELU = 15;
  static final int SOFTPLUS = 16;
  // spotless:on

  private static final String[] NAMES =
      "variable SHIFT ADD SUB MUL FMA DIV POW NEG EXP LOG SIN COS TANH SIGMOID RELU SOFTPLUS"
          .split(" ");

  private FlatOp() {}

  /// The name of an op, for tables; a code that is none is shown as it is.
  static String name(int op) {
    return op < NAMES.length ? NAMES[op] : "op " + op;
  }

  /// `∂(aᵇ)/∂a = b·aᵇ⁻¹`, and 0 where b is 0: a⁰ is 1 at every a, 0 included.
  static double powerByBase(double a, double b) {
    return b == 0 ? 0 : b * Math.pow(a, b - 1);
  }

  /// `∂(aᵇ)/∂b = y·ln a`, and 0 where y is 0: 0ᵇ is 0 at every b > 0.
  static double powerByExponent(double a, double y) {
    return y == 0 ? 0 : y * Math.log(a);
  }

  /// Returns the derivative of a function of one number, `y = f(u)`, as module 01's table has it.
  static double slope(int op, double u, double y) {
    return switch (op) {
      case NEG -> -1;
      case LOG -> 1 / u;
      case SIN -> Math.cos(u);
      case COS -> -Math.sin(u);
      case TANH -> 1 - y * y;
      case SIGMOID -> y / (1 + Math.exp(u));
      case SOFTPLUS -> sigmoid(u);
      default -> throw new IllegalArgumentException(name(op) + " is no function of one number");
    };
  }

  /// `1 / (1 + e⁻ᵃ)`; at a = −1000 the exponential is infinite and the quotient 0, as it should be.
  static double sigmoid(double a) {
    return 1 / (1 + Math.exp(-a));
  }

  /// `ln(1 + eᵃ)`, written so that no a overflows: `max(a, 0) + ln(1 + e^−|a|)`.
  static double softplus(double a) {
    return Math.max(a, 0) + Math.log1p(Math.exp(-Math.abs(a)));
  }
}
