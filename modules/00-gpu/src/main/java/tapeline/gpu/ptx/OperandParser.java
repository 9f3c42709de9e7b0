package tapeline.gpu.ptx;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads what stands after an opcode, and knows what names mean there. They are looked up in nested
/// scopes, since calls declare theirs in braces.
final class OperandParser {
  private final TokenCursor in;
  private final Deque<Map<String, Operand>> scopes = new ArrayDeque<>();

  OperandParser(TokenCursor in) {
    this.in = in;
  }

  void openScope() {
    scopes.push(new HashMap<>());
  }

  void closeScope() {
    scopes.pop();
  }

  void define(String name, Operand meaning) {
    scopes.element().put(name, meaning);
  }

  /// Operands with commas between them, and `end`.
  List<Operand> upTo(String end) {
    var list = new ArrayList<Operand>();
    while (!in.accept(end)) {
      list.add(operand());
      in.accept(",");
    }
    return List.copyOf(list);
  }

  /// `@%p1` or `@!%p1`, if there is one.
  Instruction.@Nullable Guard guard() {
    if (!in.accept("@")) {
      return null;
    }
    boolean negated = in.accept("!");
    return new Instruction.Guard((Operand.Register) named(in.next()), negated);
  }

  private Operand operand() {
    if (in.accept("{")) {
      return new Operand.Group(upTo("}"));
    }
    if (in.accept("(")) {
      return new Operand.Group(upTo(")"));
    }
    if (in.accept("[")) {
      var base = simple();
      long offset = in.accept("+") || in.peek().startsWith("-") ? Literals.integer(in.next()) : 0;
      in.expect("]");
      return new Operand.Address(base, offset);
    }
    var first = simple();
    if (in.accept("|")) {
      return new Operand.Group(List.of(first, simple()));
    }
    if (in.accept("+")) {
      long offset = Literals.integer(in.next());
      return switch (first) {
        case Operand.Symbol symbol -> new Operand.Symbol(symbol.name(), offset);
        case Operand.Variable variable -> new Operand.Variable(variable.variable(), offset);
        default -> throw new PtxException(in.line(), "an offset needs a variable before it");
      };
    }
    return first;
  }

  private Operand simple() {
    if (in.accept("!")) {
      return new Operand.Negated((Operand.Register) named(in.next()));
    }
    String word = in.next();
    if (Literals.isNumber(word)) {
      return new Operand.Immediate(Literals.bits(word));
    }
    return word.equals("_") ? new Operand.Nothing() : named(word);
  }

  private Operand named(String name) {
    for (var scope : scopes) {
      var found = scope.get(name);
      if (found != null) {
        return found;
      }
    }
    if (name.equals("WARP_SZ")) { // `warpSize` of the source
      return new Operand.Immediate(32);
    }
    return name.startsWith("%") ? new Operand.Special(name) : new Operand.Symbol(name, 0);
  }
}
