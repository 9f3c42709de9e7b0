package tapeline.gpu.ptx;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The contents of one PTX text.
///
/// @param refused the functions that cannot be run, each with the reason
public record PtxModule(
    String version,
    String target,
    Map<String, PtxVariable> variables,
    Map<String, PtxFunction> functions,
    Map<String, PtxException> refused) {

  public static PtxModule parse(String text) {
    return new PtxParser(text).module();
  }

  /// The kernel of this name.
  ///
  /// @throws PtxException when it is refused: says why
  public PtxFunction function(String name) {
    var why = refused.get(name);
    if (why != null) {
      throw why;
    }
    var function = functions.get(name);
    if (function == null) {
      throw new IllegalArgumentException(
          "no function %s: this module has %s".formatted(name, functions.keySet()));
    }
    return function;
  }

  /// The names that a function uses, and those that they use in turn: functions that it may call,
  /// and variables.
  ///
  /// @throws PtxException when one of the functions is refused
  public Set<String> reachableFrom(PtxFunction function) {
    var reached = new LinkedHashSet<String>();
    var open = new ArrayDeque<>(List.of(function.name()));
    while (!open.isEmpty()) {
      String name = open.remove();
      if (!reached.add(name)) {
        continue;
      }
      var variable = variables.get(name);
      if (variable != null) {
        variable.values().forEach(value -> collect(value, open));
      } else if (functions.containsKey(name) || refused.containsKey(name)) {
        function(name).body().forEach(in -> in.operands().forEach(o -> collect(o, open)));
      }
    }
    return reached;
  }

  /// Returns the names that functions and initialisers of variables use.
  Set<String> named() {
    var names = new HashSet<String>();
    variables.values().forEach(v -> v.values().forEach(value -> collect(value, names)));
    functions
        .values()
        .forEach(f -> f.body().forEach(in -> in.operands().forEach(o -> collect(o, names))));
    return names;
  }

  private static void collect(Operand operand, Collection<String> into) {
    switch (operand) {
      case Operand.Symbol symbol -> into.add(symbol.name());
      case Operand.Address address -> collect(address.base(), into);
      case Operand.Group group -> group.parts().forEach(part -> collect(part, into));
      case Operand.Register _,
          Operand.Negated _,
          Operand.Immediate _,
          Operand.Special _,
          Operand.Variable _,
          Operand.Nothing _ -> {}
    }
  }
}
