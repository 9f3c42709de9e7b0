package tapeline.gpu.ptx;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the body of a function.
final class BodyParser {
  private final TokenCursor in;
  private final LineTable lines;
  private final FrameLayout frame;
  private final int target;
  private final OperandParser operands;
  private final List<Instruction> body = new ArrayList<>();
  private final Map<String, Integer> labels = new HashMap<>();
  private final Map<String, List<String>> branchTables = new HashMap<>();
  private int registers;
  private int predicates;
  private Operand.@Nullable Register carry;

  /// @param target the compute capability that the PTX is for, as 75
  BodyParser(TokenCursor in, Map<Integer, String> files, FrameLayout frame, int target) {
    this.in = in;
    this.lines = new LineTable(files);
    this.frame = frame;
    this.target = target;
    operands = new OperandParser(in);
  }

  PtxFunction body(
      String name,
      boolean kernel,
      List<PtxVariable> parameters,
      List<PtxVariable> results,
      LaunchBounds bounds) {
    operands.openScope();
    parameters.forEach(this::define);
    results.forEach(this::define);
    in.expect("{");
    int depth = 1;
    while (depth > 0) {
      switch (in.peek()) {
        case "{" -> {
          in.next();
          operands.openScope();
          depth++;
        }
        case "}" -> {
          in.next();
          operands.closeScope();
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
        bounds,
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
                    line, "a register of type ." + typeName + " " + Refusal.of(typeName)));
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
    operands.define(name, new Operand.Register(name, index, type));
  }

  private void define(PtxVariable variable) {
    operands.define(variable.name(), new Operand.Variable(variable, 0));
  }

  private void instruction() {
    int start = in.position();
    int line = in.line();
    var guard = operands.guard();
    String[] words = in.next().split("\\.");
    var opcode =
        Opcode.named(words[0])
            .orElseThrow(() -> outside(line, String.join(".", words) + " " + Refusal.of(words[0])));
    var modifiers = new ArrayList<String>();
    var types = new ArrayList<PtxType>();
    for (int i = 1; i < words.length; i++) {
      String word = words[i];
      PtxType.named(word).ifPresentOrElse(types::add, () -> modifiers.add(word));
    }
    refuse(line, words, opcode, modifiers);
    var list = withCarry(opcode, modifiers, operands.upTo(";"));
    var instruction =
        new Instruction(
            body.size(),
            opcode,
            List.copyOf(modifiers),
            List.copyOf(types),
            guard,
            list,
            lines.current(),
            in.textUpTo(start, in.position()));
    TargetNeeded.check(instruction, target);
    body.add(instruction);
  }

  /// The carry flag is a predicate of the function, and an operand like any other: `add.cc` writes
  /// it beside its result, `addc` reads it as its last operand.
  private List<Operand> withCarry(Opcode opcode, List<String> modifiers, List<Operand> list) {
    boolean reads = opcode == Opcode.ADDC || opcode == Opcode.SUBC || opcode == Opcode.MADC;
    boolean writes = modifiers.contains("cc");
    if (!reads && !writes) {
      return list;
    }
    if (carry == null) {
      carry = new Operand.Register("%cc", predicates++, PtxType.PRED);
    }
    var all = new ArrayList<>(list);
    if (writes) {
      all.set(0, new Operand.Group(List.of(list.getFirst(), carry)));
    }
    if (reads) {
      all.add(carry);
    }
    return List.copyOf(all);
  }

  private void refuse(int line, String[] words, Opcode opcode, List<String> modifiers) {
    for (String word : modifiers) {
      if (word.equals("async") && opcode == Opcode.CP) {
        continue;
      }
      if (word.matches(
          "b?f(8|16|128).*|e[2-5]m[1-7].*|s4|u4|b128|[us]?(8|16)x[24]|cluster|async|xorsign")) {
        throw outside(
            line, "%s: .%s %s".formatted(String.join(".", words), word, Refusal.of(word)));
      }
    }
  }

  private PtxException outside(int line, String message) {
    var source = lines.current();
    return source.line() == 0 ? new PtxException(line, message) : new PtxException(source, message);
  }
}
