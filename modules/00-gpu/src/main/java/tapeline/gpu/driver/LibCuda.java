package tapeline.gpu.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tapeline.gpu.GpuException;
import tapeline.gpu.NoGpu;

/// NVIDIA's driver library, which is there wherever its driver is installed; no CUDA toolkit is
/// needed.
@SuppressWarnings("restricted")
final class LibCuda {
  private final SymbolLookup library;
  private final Map<CudaCall, MethodHandle> handles = new EnumMap<>(CudaCall.class);

  private LibCuda(SymbolLookup library) {
    this.library = library;
  }

  /// The driver that is installed here.
  ///
  /// @throws NoGpu when there is none
  static LibCuda find() throws NoGpu {
    var os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    if (os.contains("mac")) {
      throw new NoGpu("CUDA does not exist for macOS");
    }
    var tried = new ArrayList<String>();
    for (var name : os.contains("windows") ? List.of("nvcuda.dll") : linuxNames()) {
      try {
        return new LibCuda(load(name));
      } catch (IllegalArgumentException _) {
        tried.add(name);
      }
    }
    throw new NoGpu("there is no NVIDIA driver (no " + tried.getFirst() + ")");
  }

  /// The library in this file.
  static LibCuda at(Path file) {
    return new LibCuda(load(file.toString()));
  }

  private static List<String> linuxNames() {
    var file = "libcuda.so.1";
    return List.of(
        file,
        "/usr/lib/x86_64-linux-gnu/" + file,
        "/usr/lib/aarch64-linux-gnu/" + file,
        "/usr/lib64/" + file,
        "/usr/lib/wsl/lib/" + file,
        "/usr/local/nvidia/lib64/" + file,
        "/usr/local/nvidia/lib/" + file);
  }

  private static SymbolLookup load(String name) {
    return name.startsWith("/")
        ? SymbolLookup.libraryLookup(Path.of(name), Arena.global())
        : SymbolLookup.libraryLookup(name, Arena.global());
  }

  /// Returns whether the library exports a function.
  boolean has(CudaCall function) {
    return library.find(function.symbol()).isPresent();
  }

  /// Calls a function of the driver.
  ///
  /// @param what the call in a few words, for the message
  /// @throws GpuException when it returns an error
  void call(CudaCall function, String what, Object... arguments) {
    int code = invoke(function, arguments);
    if (code != 0) {
      throw new GpuException(what, errorName(code), CudaErrors.meaning(errorName(code)));
    }
  }

  /// Calls a function whose first parameter points to where its answer goes.
  long answer(CudaCall function, String what, Object... rest) {
    try (var arena = Arena.ofConfined()) {
      var out = arena.allocate(ValueLayout.JAVA_LONG); // 0, so that an int's answer is right too
      var arguments = new Object[rest.length + 1];
      arguments[0] = out;
      System.arraycopy(rest, 0, arguments, 1, rest.length);
      call(function, what, arguments);
      return out.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  /// The code that a function returns: 0 where it went well.
  int invoke(CudaCall function, Object... arguments) {
    try {
      return (int) handle(function).invokeExact(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(function + Arrays.toString(arguments), e);
    }
  }

  /// The driver's own name for an error.
  String errorName(int code) {
    return text(CudaCall.ERROR_NAME, code, "CUDA error " + code);
  }

  /// The driver's own few words about an error.
  String errorText(int code) {
    return text(CudaCall.ERROR_STRING, code, "unknown error");
  }

  private String text(CudaCall function, int code, String otherwise) {
    try (var arena = Arena.ofConfined()) {
      var out = arena.allocate(ValueLayout.ADDRESS);
      return invoke(function, code, out) != 0
          ? otherwise
          : out.get(ValueLayout.ADDRESS, 0).reinterpret(4096).getString(0);
    }
  }

  /*
   * A call through Object[] costs some hundred nanoseconds for the array and its boxes. The driver
   * itself takes microseconds for a launch; a table of 38 rows is worth it.
   */
  private synchronized MethodHandle handle(CudaCall function) {
    return handles.computeIfAbsent(
        function,
        f -> {
          var symbol = library.find(f.symbol()).orElseThrow();
          var direct = Linker.nativeLinker().downcallHandle(symbol, f.descriptor());
          int n = direct.type().parameterCount();
          return direct
              .asType(direct.type().generic().changeReturnType(int.class))
              .asSpreader(Object[].class, n);
        });
  }
}
