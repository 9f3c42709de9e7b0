package tapeline.gpu.compiler;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// NVIDIA's compiler as a library: CUDA C to PTX in this process, with neither card nor driver.
/*
 * It looks for a second library, libnvrtc-builtins, by a name that the system's loader does not
 * know for most places. Loading that one first by its full path settles it.
 */
@SuppressWarnings("restricted")
final class Nvrtc implements CudaCompiler {
  private static final int COMPILATION_FAILED = 6;
  private static final List<String> OPTIONS =
      List.of(
          "--gpu-architecture=compute_" + CudaSource.ARCHITECTURE,
          "-lineinfo",
          "--std=c++17",
          "--pre-include=tapeline_std.h");

  private final SymbolLookup library;
  private final String name;
  private final MethodHandle errorString;
  private final MethodHandle create;
  private final MethodHandle compile;
  private final MethodHandle destroy;

  /// @param builtins the library beside it
  /// @throws IllegalArgumentException when a file is no library for this machine
  Nvrtc(Path file, Path builtins) {
    SymbolLookup.libraryLookup(builtins, Arena.global());
    library = SymbolLookup.libraryLookup(file, Arena.global());
    errorString = bind("nvrtcGetErrorString", FunctionDescriptor.of(ADDRESS, JAVA_INT));
    create = bind("nvrtcCreateProgram", ADDRESS, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
    compile = bind("nvrtcCompileProgram", JAVA_LONG, JAVA_INT, ADDRESS);
    destroy = bind("nvrtcDestroyProgram", ADDRESS);
    name = "NVRTC " + version() + " (" + file + ")";
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String compile(CudaSource source) {
    try (var arena = Arena.ofConfined()) {
      var program = arena.allocate(JAVA_LONG);
      var headers = List.copyOf(Prelude.bare().entrySet());
      check(
          "nvrtcCreateProgram",
          (int)
              create.invokeExact(
                  program,
                  arena.allocateFrom(source.text()),
                  arena.allocateFrom(source.file()),
                  headers.size(),
                  strings(arena, headers.stream().map(Map.Entry::getValue).toList()),
                  strings(arena, headers.stream().map(Map.Entry::getKey).toList())));
      long handle = program.get(JAVA_LONG, 0);
      try {
        return compile(source, handle, arena);
      } finally {
        check("nvrtcDestroyProgram", (int) destroy.invokeExact(program));
      }
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  private String compile(CudaSource source, long program, Arena arena) throws Throwable {
    var options = strings(arena, OPTIONS);
    int status = (int) compile.invokeExact(program, OPTIONS.size(), options);
    if (status == COMPILATION_FAILED) {
      var log = text(program, "nvrtcGetProgramLogSize", "nvrtcGetProgramLog", arena);
      throw new CudaCompileError(source, Diagnostics.errors(log, source), log);
    }
    check("nvrtcCompileProgram", status);
    return PtxText.tidy(text(program, "nvrtcGetPTXSize", "nvrtcGetPTX", arena), source);
  }

  private static MemorySegment strings(Arena arena, List<String> strings) {
    var array = arena.allocate(ADDRESS, strings.size());
    for (int i = 0; i < strings.size(); i++) {
      array.setAtIndex(ADDRESS, i, arena.allocateFrom(strings.get(i)));
    }
    return array;
  }

  private String text(long program, String sizeOf, String get, Arena arena) throws Throwable {
    var size = arena.allocate(JAVA_LONG);
    check(sizeOf, (int) bind(sizeOf, JAVA_LONG, ADDRESS).invokeExact(program, size));
    var bytes = arena.allocate(Math.max(1, size.get(JAVA_LONG, 0)));
    check(get, (int) bind(get, JAVA_LONG, ADDRESS).invokeExact(program, bytes));
    return bytes.getString(0);
  }

  private String version() {
    try (var arena = Arena.ofConfined()) {
      var major = arena.allocate(JAVA_INT);
      var minor = arena.allocate(JAVA_INT);
      var version = bind("nvrtcVersion", ADDRESS, ADDRESS);
      check("nvrtcVersion", (int) version.invokeExact(major, minor));
      return major.get(JAVA_INT, 0) + "." + minor.get(JAVA_INT, 0);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  private MethodHandle bind(String function, MemoryLayout... parameters) {
    return bind(function, FunctionDescriptor.of(JAVA_INT, parameters));
  }

  private MethodHandle bind(String function, FunctionDescriptor descriptor) {
    var symbol =
        library
            .find(function)
            .orElseThrow(() -> new IllegalArgumentException("no " + function + " in the library"));
    return Linker.nativeLinker().downcallHandle(symbol, descriptor);
  }

  private void check(String call, int status) throws Throwable {
    if (status != 0) {
      var text = (MemorySegment) errorString.invokeExact(status);
      throw new IllegalStateException(
          "%s of %s: %s".formatted(call, name, text.reinterpret(4096).getString(0)));
    }
  }

  private static RuntimeException rethrown(Throwable e) {
    return switch (e) {
      case RuntimeException r -> r;
      case Error r -> throw r;
      default -> new IllegalStateException(e);
    };
  }
}
