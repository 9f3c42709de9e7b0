package tapeline.scalar;

import static java.lang.Math.*;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import tapeline.toolkit.Todo;

/// The scalar ops, one row each: the value beside its partial derivatives.
///
/// `a` and `b` are the operands and `y` the value, so that a derivative may use what the value has
/// already cost: `∂eᵃ/∂a = y`. Each cell is O(1) and allocates nothing.
///
/// The rows keep these promises where a formula alone would leave a doubt:
/// - `POW`, by `a`: `b·aᵇ⁻¹`, and 0 for `b = 0` at any `a` (at `a = 0` the formula is `0·∞` = NaN).
/// - `POW`, by `b`: `aᵇ·ln a`, and 0 where the power is 0 (there the formula is `0·ln 0` = NaN).
///   NaN for `a < 0`, where `aᵇ` is real at single values of `b` only. The tape never asks for the
///   gradient of a constant exponent, so `x³` has its gradient at a negative `x` as well.
/// - `RELU`: the derivative at 0, where there is none, is 0.
/// - `SIGMOID`, `SOFTPLUS`: value and derivative are finite for every finite `a`, and accurate to a
///   few units in the last place while they are normal numbers.
/// - `TANH`: finite for every `a`; its derivative `1 − y²` is off by at most 10⁻¹⁵.
///
/// The derivatives of the elementary functions are in any book on calculus; the idea of a table
/// that holds them is in Griewank and Walther, *Evaluating Derivatives* (2nd ed., SIAM 2008),
/// chapter 2.
@SuppressWarnings("ImmutableEnumChecker") // the cells are functions that hold no state
public enum ScalarOp {
  // spotless:off
  //      y = f(a, b)           ∂y/∂a                   ∂y/∂b
  ADD   ((a, b) -> a + b,      (a, b, y) -> 1,         (a, b, y) -> 1),
  // BEGIN SOLUTION 01.1 "arithmetic rows" 20 points, core
  SUB   ((a, b) -> a - b,      (a, b, y) -> 1,         (a, b, y) -> -1),
  MUL   ((a, b) -> a * b,      (a, b, y) -> b,         (a, b, y) -> a),
  DIV   ((a, b) -> a / b,      (a, b, y) -> 1 / b,     (a, b, y) -> -y / b),
  NEG   (a -> -a,              (a, y) -> -1),
  POW   ((a, b) -> pow(a, b),  (a, b, y) -> b == 0 ? 0 : b * pow(a, b - 1),
                                                       (a, b, y) -> y == 0 ? 0 : y * log(a)),
  // STUB // TODO 01.1 — 5 rows like ADD's: a − b, a·b, a/b, −a (one operand), aᵇ.
  // STUB // A row names its exercise and its number of operands until you write it. Hold the other
  // STUB // operand still: how fast does y move with this one? At a = 0, is your POW row NaN?
  // STUB SUB   ("01.1", 2),
  // STUB MUL   ("01.1", 2),
  // STUB DIV   ("01.1", 2),
  // STUB NEG   ("01.1", 1),
  // STUB POW   ("01.1", 2),
  // END SOLUTION

  //         y = f(a)                                ∂y/∂a
  EXP      (a -> exp(a),                            (a, y) -> y),
  // BEGIN SOLUTION 01.2 "smooth rows" 10 points, core
  LOG      (a -> log(a),                            (a, y) -> 1 / a),
  SIN      (a -> sin(a),                            (a, y) -> cos(a)),
  COS      (a -> cos(a),                            (a, y) -> -sin(a)),
  TANH     (a -> tanh(a),                           (a, y) -> 1 - y * y),
  // STUB // TODO 01.2 — 4 rows like EXP's: ln a, sin a, cos a, tanh a.
  // STUB // tanh = sinh/cosh, and cosh² − sinh² = 1: can y alone tell its slope?
  // STUB LOG      ("01.2", 1),
  // STUB SIN      ("01.2", 1),
  // STUB COS      ("01.2", 1),
  // STUB TANH     ("01.2", 1),
  // END SOLUTION
  // BEGIN SOLUTION 01.3 "stable rows" 15 points, core
  SIGMOID  (a -> 1 / (1 + exp(-a)),                 (a, y) -> y / (1 + exp(a))),
  RELU     (a -> max(a, 0),                         (a, y) -> a > 0 ? 1 : 0),
  SOFTPLUS (a -> max(a, 0) + log1p(exp(-abs(a))),   (a, y) -> 1 / (1 + exp(-a))),
  // STUB // TODO 01.3 — 3 rows: σ(a) = 1/(1 + e⁻ᵃ), max(a, 0), ln(1 + eᵃ). Finite and accurate
  // STUB // for a = ±10 000. e¹⁰⁰⁰⁰ is ∞: which forms turn it into 1/∞ = 0, which into ∞/∞ = NaN?
  // STUB // 1 + e⁻⁴⁰ rounds to 1: what does your derivative lose there?
  // STUB // The slope of max(a, 0) at 0 is 0 here.
  // STUB SIGMOID  ("01.3", 1),
  // STUB RELU     ("01.3", 1),
  // STUB SOFTPLUS ("01.3", 1),
  // END SOLUTION
  ;
  // spotless:on

  private final int arity;
  private final DoubleBinaryOperator value;
  private final Partial da;
  private final Partial db;

  /// A row with two operands.
  ScalarOp(DoubleBinaryOperator value, Partial da, Partial db) {
    this.arity = 2;
    this.value = value;
    this.da = da;
    this.db = db;
  }

  /// A row with one operand: its value from `a`, its derivative from `a` and `y`.
  ScalarOp(DoubleUnaryOperator value, DoubleBinaryOperator da) {
    this.arity = 1;
    this.value = (a, _) -> value.applyAsDouble(a);
    this.da = (a, _, y) -> da.applyAsDouble(a, y);
    this.db =
        (_, _, _) -> {
          throw new IllegalArgumentException("∂y/∂b needs an op of 2 operands, " + this + " has 1");
        };
  }

  /// A row that is still to be written: each of its cells throws [Todo].
  @SuppressWarnings("unused") // once every row is written
  ScalarOp(String exercise, int arity) {
    this.arity = arity;
    this.value =
        (_, _) -> {
          throw new Todo(exercise, name());
        };
    this.da = (a, b, _) -> value.applyAsDouble(a, b);
    this.db = da;
  }

  private interface Partial {
    double at(double a, double b, double y);
  }

  /// The number of operands, 1 or 2.
  public int arity() {
    return arity;
  }

  /// `y = f(a, b)`; an op of one operand ignores `b`, which the tape passes as NaN.
  public double value(double a, double b) {
    return value.applyAsDouble(a, b);
  }

  /// `∂y/∂a` at `(a, b)`, where the value is `y`.
  public double da(double a, double b, double y) {
    return da.at(a, b, y);
  }

  /// `∂y/∂b` at `(a, b)`, where the value is `y`.
  ///
  /// @throws IllegalArgumentException when this op has one operand
  public double db(double a, double b, double y) {
    return db.at(a, b, y);
  }
}
