package tapeline.peers.bench;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tapeline.toolkit.ScratchFolder;

/// A tape in C++, compiled from sources that are given by path and opened with the FFM API, so that
/// it takes turns with ours in one process.
final class CppTape {
  private static Map<String, Path> headers = Map.of();

  private final MethodHandle derivative;

  private CppTape(MethodHandle derivative) {
    this.derivative = derivative;
  }

  /// Sets the folder of each library's headers, by the library's name in small letters.
  static void setHeaders(Map<String, Path> folders) {
    headers = Map.copyOf(folders);
  }

  /// @param peer `CoDiPack` or `Adept`
  /// @param function `chain`, two nodes a step, or `fused`, one
  /// @throws MissingPeer without sources or a compiler that compiles them
  static CppTape of(String peer, String function) {
    var name = peer.toLowerCase(Locale.ROOT);
    var folder = headers.get(name);
    if (folder == null) {
      throw new MissingPeer(
          "say where its headers are: -Dpeers=%s=/path/to/include".formatted(name));
    }
    try (var scratch = ScratchFolder.of(name)) {
      var source = scratch.path().resolve(name + ".cpp");
      try (var in = CppTape.class.getResourceAsStream(name + ".cpp")) {
        if (in == null) {
          throw new MissingPeer("no program is written for it");
        }
        Files.copy(in, source);
      }
      var library = scratch.path().resolve(name + ".so");
      compile(source, library, folder);
      var symbols = SymbolLookup.libraryLookup(library, Arena.global());
      var type = FunctionDescriptor.of(JAVA_DOUBLE, JAVA_DOUBLE, ADDRESS, JAVA_LONG);
      return new CppTape(
          Linker.nativeLinker().downcallHandle(symbols.find(function).orElseThrow(), type));
    } catch (IOException e) {
      throw new MissingPeer("no C++ compiler: " + e.getMessage());
    }
  }

  private static void compile(Path source, Path library, Path headers) throws IOException {
    var log = library.resolveSibling("log");
    var compiler =
        new ProcessBuilder(
                List.of(
                    "c++",
                    "-std=c++17",
                    "-O3",
                    "-march=native",
                    "-DNDEBUG",
                    "-DADEPT_STACK_THREAD_UNSAFE", // without it each node looks the thread up
                    "-fPIC",
                    "-shared",
                    "-fvisibility=hidden",
                    "-I" + headers,
                    "-o",
                    library.toString(),
                    source.toString()))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (compiler.waitFor() != 0) {
        var said = Files.readString(log).lines().filter(l -> l.contains("error")).findFirst();
        throw new MissingPeer("its program does not compile: " + said.orElse("no reason given"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MissingPeer("its compiler was interrupted");
    }
  }

  /// The derivative at x of the polynomial with these coefficients, the highest power first.
  ///
  /// @param n how many there are, less one
  double derivative(double x, MemorySegment coefficients, long n) {
    try {
      return (double) derivative.invokeExact(x, coefficients, n);
    } catch (Throwable e) {
      throw new IllegalStateException("the tape in C++", e);
    }
  }
}
