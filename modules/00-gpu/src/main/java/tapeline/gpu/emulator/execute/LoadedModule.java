package tapeline.gpu.emulator.execute;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.KernelSignature;
import tapeline.gpu.emulator.memory.Bytes;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.emulator.memory.SharedLayout;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxException;
import tapeline.gpu.ptx.PtxFunction;
import tapeline.gpu.ptx.PtxModule;
import tapeline.gpu.ptx.PtxVariable;
import tapeline.gpu.ptx.Refusal;

/// A loaded module: its variables have addresses, its functions are decoded when first needed.
public final class LoadedModule {
  private record Key(String kernel, String function, CodeVariant variant) {}

  private static final long FUNCTIONS = 0x0400_0000_0000L;
  private final PtxModule module;
  private final Map<LoadedText.Made, Code> made;
  private final GlobalMemory memory;
  private final BiConsumer<Code, CodeVariant> compiler;
  private final Map<String, Long> addresses = new HashMap<>();
  private final List<String> names;
  private final Map<Key, Code> codes = new ConcurrentHashMap<>();

  /// @param compiler puts compiled steps into a function's code
  public LoadedModule(
      LoadedText text, GlobalMemory memory, BiConsumer<Code, CodeVariant> compiler) {
    this.module = text.module();
    this.made = text.codes();
    this.compiler = compiler;
    this.memory = memory;
    names = new ArrayList<>(module.functions().keySet());
    for (int i = 0; i < names.size(); i++) {
      addresses.put(names.get(i), FUNCTIONS + 16L * i);
    }
    for (var variable : module.variables().values()) {
      if (!variable.space().equals("shared")) {
        addresses.put(
            variable.name(),
            memory.allocate(
                KernelSignature.sourceName(variable.name()),
                variable.bytes(),
                variable.space().equals("const")));
      }
    }
    module.variables().values().forEach(this::initialise);
  }

  private void initialise(PtxVariable variable) {
    if (variable.space().equals("shared")) {
      return;
    }
    var bytes = new byte[variable.bytes()];
    int at = 0;
    for (var value : variable.values()) {
      long bits =
          switch (value) {
            case Operand.Immediate immediate -> immediate.bits();
            case Operand.Symbol symbol ->
                addresses.getOrDefault(symbol.name(), 0L) + symbol.offset();
            default ->
                throw new IllegalArgumentException(variable.name() + " cannot start as " + value);
          };
      Bytes.store(bytes, at, variable.type().bytes(), bits);
      at += variable.type().bytes();
    }
    memory.write(address(variable.name()), bytes);
  }

  GlobalMemory memory() {
    return memory;
  }

  public PtxFunction kernel(String name) {
    var function = module.function(name);
    if (!function.kernel()) {
      throw new IllegalArgumentException(
          name + " is a device function; only a __global__ function can be launched");
    }
    for (var used : module.reachableFrom(function)) { // refuses what it cannot call
      var variable = module.variables().get(used);
      if (variable != null && variable.external() && !variable.space().equals("shared")) {
        throw new PtxException(
            "%s uses the variable %s, which %s"
                .formatted(
                    KernelSignature.sourceName(name),
                    KernelSignature.sourceName(used),
                    Refusal.UNDEFINED));
      }
    }
    return function;
  }

  boolean has(String function) {
    return module.functions().containsKey(function);
  }

  @Nullable String functionAt(long address) {
    long i = (address - FUNCTIONS) / 16;
    return i >= 0 && i < names.size() && address == FUNCTIONS + 16 * i ? names.get((int) i) : null;
  }

  /// The address of a `__device__` or `__constant__` variable.
  public long address(String variable) {
    var address = addresses.get(variable);
    if (address == null) {
      throw new IllegalArgumentException(
          "no variable %s: this module has %s".formatted(variable, module.variables().keySet()));
    }
    return address;
  }

  public SharedLayout sharedLayout(PtxFunction kernel) {
    return new SharedLayout(module, kernel);
  }

  /// Returns whether some warps of a block may meet without the others in a kernel.
  boolean meetsInParts(PtxFunction kernel) {
    return module.reachableFrom(kernel).stream()
        .filter(this::has)
        .flatMap(name -> module.function(name).body().stream())
        .anyMatch(Barrier::isOfAPart);
  }

  Collection<PtxFunction> functions() {
    return module.functions().values();
  }

  /// A function as it runs inside a kernel, which decides where its shared memory lies.
  Code code(PtxFunction kernel, String name, CodeVariant variant) {
    return codes.computeIfAbsent(
        new Key(kernel.name(), name, variant),
        _ ->
            made.computeIfAbsent(
                new LoadedText.Made(kernel.name(), name, variant, Map.copyOf(addresses)),
                _ -> {
                  var code = decode(kernel, name, variant.checked());
                  if (variant.compiled()) {
                    compiler.accept(code, variant);
                  }
                  return code;
                }));
  }

  private Code decode(PtxFunction kernel, String name, boolean checked) {
    var layout = sharedLayout(kernel);
    var known = new HashMap<>(addresses);
    known.putAll(layout.variables());
    return Decoder.decode(module.function(name), known, layout.ofFunction(name), checked);
  }
}
