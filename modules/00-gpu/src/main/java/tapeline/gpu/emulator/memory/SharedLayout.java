package tapeline.gpu.emulator.memory;

import java.util.HashMap;
import java.util.Map;
import tapeline.gpu.ptx.PtxFunction;
import tapeline.gpu.ptx.PtxModule;
import tapeline.gpu.ptx.PtxVariable;

/// The layout of a block's shared memory: the kernel's variables, those of the module and of device
/// functions that it may use, and last the dynamic part.
public final class SharedLayout {
  private final Map<String, Long> variables = new HashMap<>();
  private final Map<String, Integer> functions = new HashMap<>();
  private final int dynamicAt;

  public SharedLayout(PtxModule module, PtxFunction kernel) {
    var reached = module.reachableFrom(kernel);
    int end = kernel.sharedBytes();
    functions.put(kernel.name(), 0);
    for (var variable : module.variables().values()) {
      if (variable.space().equals("shared")
          && variable.bytes() > 0
          && reached.contains(variable.name())) {
        int at = roundUp(end, variable.align());
        variables.put(variable.name(), (long) at);
        end = at + variable.bytes();
      }
    }
    for (var function : module.functions().values()) {
      if (!function.kernel() && function.sharedBytes() > 0 && reached.contains(function.name())) {
        int at = roundUp(end, 16);
        functions.put(function.name(), at);
        end = at + function.sharedBytes();
      }
    }
    var dynamic =
        module.variables().values().stream()
            .filter(v -> v.space().equals("shared") && v.bytes() == 0)
            .filter(v -> reached.contains(v.name()))
            .toList();
    dynamicAt = roundUp(end, dynamic.stream().mapToInt(PtxVariable::align).max().orElse(1));
    dynamic.forEach(v -> variables.put(v.name(), (long) dynamicAt));
  }

  private static int roundUp(int value, int to) {
    return (value + to - 1) / to * to;
  }

  public Map<String, Long> variables() {
    return variables;
  }

  /// Returns the offset of a function's own shared variables.
  public int ofFunction(String name) {
    return functions.getOrDefault(name, 0);
  }

  /// Returns the offset of `extern __shared__` memory.
  public int dynamicAt() {
    return dynamicAt;
  }
}
