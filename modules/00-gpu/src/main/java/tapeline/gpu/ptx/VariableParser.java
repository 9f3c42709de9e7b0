package tapeline.gpu.ptx;

import java.util.ArrayList;
import java.util.List;

/// Reads `.align 4 .b8 name[1024] = {…}`, after the space.
final class VariableParser {
  private final TokenCursor in;

  VariableParser(TokenCursor in) {
    this.in = in;
  }

  PtxVariable variable(String space, boolean external) {
    int align = 0;
    int lanes = 1;
    PtxType type = PtxType.B8;
    while (in.peek().startsWith(".")) {
      String word = in.next();
      switch (word) {
        case ".align" -> align = Integer.parseInt(in.next());
        case ".ptr", ".global", ".const", ".shared", ".local" -> {}
        case ".attribute" -> in.skipTo(")"); // `.managed`: to a kernel, a variable as any other
        case ".v2", ".v4" -> lanes = word.charAt(2) - '0';
        default -> {
          int line = in.line();
          type =
              PtxType.named(word.substring(1))
                  .orElseThrow(
                      () -> new PtxException(line, "the type " + word + " " + Refusal.of(word)));
        }
      }
    }
    int elementAlign = type.bytes() * lanes;
    String name = in.next();
    int count = lanes;
    while (in.accept("[")) {
      count *= in.peek().equals("]") ? 0 : Math.toIntExact(Literals.integer(in.next()));
      in.expect("]");
    }
    List<Operand> values = in.accept("=") ? initialiser() : List.of();
    int alignment = Math.max(align, Math.max(1, elementAlign));
    return new PtxVariable(name, space, type, alignment, count * type.bytes(), 0, external, values);
  }

  private List<Operand> initialiser() {
    var values = new ArrayList<Operand>();
    if (!in.accept("{")) {
      values.add(value());
      return values;
    }
    while (!in.accept("}")) {
      if (in.peek().equals("{")) {
        values.addAll(initialiser());
      } else {
        values.add(value());
      }
      in.accept(",");
    }
    return values;
  }

  private Operand value() {
    String word = in.next();
    if (Literals.isNumber(word)) {
      return new Operand.Immediate(Literals.bits(word));
    }
    if (word.equals("generic")) { // generic(symbol): our global addresses are generic ones
      in.expect("(");
      word = in.next();
      in.expect(")");
    }
    long offset = in.accept("+") ? Literals.integer(in.next()) : 0;
    return new Operand.Symbol(word, offset);
  }
}
