package tapeline.gpu.ptx;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tapeline.gpu.Dim3;

/// Reads a PTX text: directives and variables here, the bodies of functions in [BodyParser].
final class PtxParser {
  /// The constant memory of a module, in bytes.
  private static final int CONSTANTS = 1 << 16;

  private final TokenCursor in;
  private final Map<Integer, String> files = new HashMap<>();
  private final Set<String> own = new HashSet<>(); // variables that only this text can name
  private final Map<String, PtxVariable> variables = new LinkedHashMap<>();
  private final Map<String, PtxFunction> functions = new LinkedHashMap<>();
  private final Map<String, PtxException> refused = new HashMap<>();
  private String version = "";
  private String target = "";
  private int lastConstant; // the line of it

  PtxParser(String text) {
    var tokens = new PtxLexer(text).tokens();
    in = new TokenCursor(tokens);
    for (int i = 0; i + 2 < tokens.size(); i++) {
      if (tokens.get(i).text().equals(".file")) { // the list of files stands at the end of the text
        files.put(
            Integer.parseInt(tokens.get(i + 1).text()), tokens.get(i + 2).text().replace("\"", ""));
      }
    }
  }

  PtxModule module() {
    while (!in.atEnd()) {
      String word = in.next();
      switch (word) {
        case ".version" -> version = String.join("", in.restOfLine());
        case ".target" -> target = String.join(" ", in.restOfLine());
        case ".address_size", ".file", ".loc" -> in.restOfLine();
        case ".section" -> in.skipTo("}");
        case ".visible", ".weak", ".extern", ".common", ".pragma" -> linkage(word);
        case ".global", ".const", ".shared" -> declare(word, "");
        case ".entry", ".func" -> function(word.equals(".entry"));
        case ".alias" -> in.skipTo(";");
        default -> {
          if (!word.equals(";")) {
            throw new PtxException(in.line(), "unknown directive '" + word + "'");
          }
        }
      }
    }
    var module = new PtxModule(version, target, variables, functions, refused);
    checkConstants(module);
    return module;
  }

  private void linkage(String word) {
    if (word.equals(".pragma")) {
      in.skipTo(";");
    } else if (in.peek().equals(".global")
        || in.peek().equals(".const")
        || in.peek().equals(".shared")) {
      declare(in.next(), word);
    }
  }

  private void declare(String space, String linkage) {
    var variable = new VariableParser(in).variable(space.substring(1), linkage.equals(".extern"));
    if (linkage.isEmpty()) {
      own.add(variable.name());
    }
    variables.merge(
        variable.name(), variable, (old, redeclared) -> redeclared.external() ? old : redeclared);
    in.expect(";");
    if (space.equals(".const")) {
      lastConstant = in.line();
    }
  }

  /// Checks the bytes of constants. Those that only this text can name, such as the tables of a
  /// header, count where it uses them.
  private void checkConstants(PtxModule module) {
    long bytes = constants(Set.of());
    if (bytes > CONSTANTS) {
      var unused = new HashSet<>(own);
      unused.removeAll(module.named());
      bytes = constants(unused);
    }
    if (bytes > CONSTANTS) {
      throw new PtxException(
          lastConstant,
          "__constant__ variables have %,d bytes at most: got %,d".formatted(CONSTANTS, bytes));
    }
  }

  private long constants(Set<String> unused) {
    return variables.values().stream()
        .filter(v -> v.space().equals("const") && !unused.contains(v.name()))
        .mapToLong(PtxVariable::bytes)
        .sum();
  }

  private void function(boolean kernel) {
    var frame = new FrameLayout();
    List<PtxVariable> results = in.peek().equals("(") ? parameters(frame) : List.of();
    String name = in.next();
    List<PtxVariable> parameters = in.peek().equals("(") ? parameters(frame) : List.of();
    var bounds = bounds();
    if (in.accept(";")) {
      return; // a declaration; the body comes later, or the emulator knows the function
    }
    int start = in.position();
    var parser = new BodyParser(in, files, frame, TargetNeeded.capability(target));
    try {
      functions.put(name, parser.body(name, kernel, parameters, results, bounds));
    } catch (PtxException e) { // the others of the file may be called all the same
      refused.put(name, e);
      in.skipBody(start);
    }
  }

  /// `.maxntid 256, 1, 1` and the like; other words are hints for the real assembler.
  private LaunchBounds bounds() {
    var most = Optional.<Dim3>empty();
    var exactly = Optional.<Dim3>empty();
    while (!in.peek().equals("{") && !in.peek().equals(";")) {
      switch (in.next()) {
        case ".maxntid" -> most = Optional.of(dimensions());
        case ".reqntid" -> exactly = Optional.of(dimensions());
        default -> {}
      }
    }
    return new LaunchBounds(most, exactly);
  }

  /// One to three numbers; a missing one is 1.
  private Dim3 dimensions() {
    int[] sizes = {1, 1, 1};
    int i = 0;
    do {
      sizes[i++] = Math.toIntExact(Literals.integer(in.next()));
    } while (i < 3 && in.accept(","));
    return new Dim3(sizes[0], sizes[1], sizes[2]);
  }

  private List<PtxVariable> parameters(FrameLayout frame) {
    in.expect("(");
    var parameters = new java.util.ArrayList<PtxVariable>();
    while (!in.accept(")")) {
      in.next(); // .param or .reg
      parameters.add(frame.place(new VariableParser(in).variable("param", false)));
      in.accept(",");
    }
    return parameters;
  }
}
