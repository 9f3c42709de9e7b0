package tapeline.gpu.ptx;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the body of a function. Names are looked up in nested scopes, since calls declare theirs
/// in braces.
final class BodyParser {
  private final TokenCursor in;
  private final LineTable lines;
  private final FrameLayout frame;
  private final Deque<Map<String, Operand>> scopes = new ArrayDeque<>();
  private final List<Instruction> body = new ArrayList<>();
  private final Map<String, Integer> labels = new HashMap<>();
  private final Map<String, List<String>> branchTables = new HashMap<>();
  private int registers;
  private int predicates;

  BodyParser(TokenCursor in, Map<Integer, String> files, FrameLayout frame) {
    this.in = in;
    this.lines = new LineTable(files);
    this.frame = frame;
  }

  PtxFunction body(
      String name, boolean kernel, List<PtxVariable> parameters, List<PtxVariable> results) {
    scopes.push(new HashMap<>());
    parameters.forEach(this::define);
    results.forEach(this::define);
    in.expect("{");
    int depth = 1;
    while (depth > 0) {
      switch (in.peek()) {
        case "{" -> {
          in.next();
          scopes.push(new HashMap<>());
          depth++;
        }
        case "}" -> {
          in.next();
          scopes.pop();
          depth--;
        }
        case ";" -> in.next();
        default -> statement();
      }
    }
    return new PtxFunction(
        name,
        kernel,
        parameters,
        results,
        registers,
        predicates,
        frame.used("shared"),
        frame.used("local"),
        List.copyOf(body),
        labels,
        branchTables);
  }

  private void statement() {
    if (in.peek(1).equals(":")) {
      label(in.next());
      return;
    }
    switch (in.peek()) {
      case ".loc" -> {
        in.next();
        lines.loc(in.restOfLine());
      }
      case ".reg" -> {
        in.next();
        registers();
      }
      case ".shared", ".local", ".param" -> {
        String space = in.next().substring(1);
        define(frame.place(new VariableParser(in).variable(space, false)));
        in.expect(";");
      }
      case ".pragma" -> in.skipTo(";");
      case ".section" -> in.skipTo("}");
      default -> instruction();
    }
  }

  private void label(String name) {
    in.expect(":");
    switch (in.peek()) {
      case ".callprototype", ".calltargets" -> in.skipTo(";");
      case ".branchtargets" -> {
        in.next();
        var targets = new ArrayList<String>();
        while (!in.accept(";")) {
          targets.add(in.next());
          in.accept(",");
        }
        branchTables.put(name, targets);
      }
      default -> labels.put(name, body.size());
    }
  }

  private void registers() {
    int line = in.line();
    String typeName = in.next().substring(1);
    PtxType type =
        PtxType.named(typeName)
            .orElseThrow(() ->
                new PtxException(
                    line, "registers of type ." + typeName + " are outside the emulated subset"));
    do {
      String name = in.next();
      if (in.accept("<")) {
        int count = Integer.parseInt(in.next());
        in.expect(">");
        for (int i = 0; i < count; i++) {
          register(name + i, type);
        }
      } else {
        register(name, type);
      }
    } while (in.accept(","));
    in.expect(";");
  }

  private void register(String name, PtxType type) {
    int index = type == PtxType.PRED ? predicates++ : registers++;
    scope().put(name, new Operand.Register(name, index, type));
  }

  private void define(PtxVariable variable) {
    scope().put(variable.name(), new Operand.Variable(variable, 0));
  }

  private Map<String, Operand> scope() {
    return scopes.element();
  }

  private void instruction() {
    int start = in.position();
    int line = in.line();
    var guard = guard();
    String[] words = in.next().split("\\.");
    var opcode =
        Opcode.named(words[0])
            .orElseThrow(() ->
                new PtxException(
                    line,
                    "%s (source line %s) is outside the emulated subset"
                        .formatted(String.join(".", words), lines.current())));
    var modifiers = new ArrayList<String>();
    var types = new ArrayList<PtxType>();
    for (int i = 1; i < words.length; i++) {
      String word = words[i];
      PtxType.named(word).ifPresentOrElse(types::add, () -> modifiers.add(word));
    }
    refuse(line, words, modifiers);
    var operands = new ArrayList<Operand>();
    while (!in.accept(";")) {
      operands.add(operand());
      in.accept(",");
    }
    body.add(
        new Instruction(
            body.size(),
            opcode,
            List.copyOf(modifiers),
            List.copyOf(types),
            guard,
            List.copyOf(operands),
            lines.current(),
            in.textUpTo(start, in.position())));
  }

  private void refuse(int line, String[] words, List<String> modifiers) {
    for (String word : modifiers) {
      if (word.matches("b?f(8|16|128).*|tf32.*|e[2-5]m[1-7].*|s4|u4|b128|[us]?(8|16)x[24]|cc")) {
        throw new PtxException(
            line,
            "%s (source line %s): .%s is outside the emulated subset"
                .formatted(String.join(".", words), lines.current(), word));
      }
    }
  }

  private Instruction.@Nullable Guard guard() {
    if (!in.accept("@")) {
      return null;
    }
    boolean negated = in.accept("!");
    return new Instruction.Guard((Operand.Register) named(in.next()), negated);
  }

  private Operand operand() {
    if (in.accept("{")) {
      return group("}");
    }
    if (in.accept("(")) {
      return group(")");
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

  private Operand group(String end) {
    var parts = new ArrayList<Operand>();
    while (!in.accept(end)) {
      parts.add(operand());
      in.accept(",");
    }
    return new Operand.Group(parts);
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
    return name.startsWith("%") ? new Operand.Special(name) : new Operand.Symbol(name, 0);
  }
}
