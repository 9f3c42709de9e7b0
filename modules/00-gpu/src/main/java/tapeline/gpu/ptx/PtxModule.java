package tapeline.gpu.ptx;

import java.util.Map;

/// The contents of one PTX text.
public record PtxModule(
    String version,
    String target,
    Map<String, PtxVariable> variables,
    Map<String, PtxFunction> functions) {

  public static PtxModule parse(String text) {
    return new PtxParser(text).module();
  }

  public PtxFunction function(String name) {
    var function = functions.get(name);
    if (function == null) {
      throw new IllegalArgumentException(
          "no function %s: this module has %s".formatted(name, functions.keySet()));
    }
    return function;
  }
}
