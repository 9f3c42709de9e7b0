package tapeline.peers.bench;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tapeline.toolkit.ScratchFolder;

/// OpenBLAS, out of the jar of `org.bytedeco:openblas`, opened with the FFM API.
final class OpenBlas {
  private static final String FOLDER = "/org/bytedeco/openblas/linux-x86_64/";

  /// Each after those that it needs.
  private static final List<String> FILES =
      List.of("libgcc_s.so.1", "libquadmath.so.0", "libgfortran.so.5", "libopenblas.so.0");

  private static final int ROW_MAJOR = 101;
  private static final int AS_IT_IS = 111;
  private static final int NAME_BYTES = 64; // of a core, at most

  private static int threads = 1;
  private static @Nullable OpenBlas loaded;

  private final MethodHandle sgemm;
  private final String core;

  private OpenBlas(SymbolLookup symbols) throws Throwable {
    sgemm =
        handle(
            symbols,
            "cblas_sgemm",
            FunctionDescriptor.ofVoid(
                JAVA_INT,
                JAVA_INT,
                JAVA_INT, // order, A, B
                JAVA_INT,
                JAVA_INT,
                JAVA_INT, // m, n, k
                JAVA_FLOAT,
                ADDRESS,
                JAVA_INT,
                ADDRESS,
                JAVA_INT, // α, A, B
                JAVA_FLOAT,
                ADDRESS,
                JAVA_INT)); // β, C
    handle(symbols, "openblas_set_num_threads", FunctionDescriptor.ofVoid(JAVA_INT))
        .invokeExact(threads);
    var name =
        (MemorySegment)
            handle(symbols, "openblas_get_corename", FunctionDescriptor.of(ADDRESS)).invokeExact();
    core = name.reinterpret(NAME_BYTES).getString(0);
  }

  private static MethodHandle handle(SymbolLookup symbols, String name, FunctionDescriptor type) {
    return Linker.nativeLinker().downcallHandle(symbols.find(name).orElseThrow(), type);
  }

  /// How many threads it will have.
  static void setThreads(int count) {
    threads = count;
  }

  /// @throws MissingPeer when its library does not load
  static OpenBlas get() {
    if (loaded == null) {
      try (var scratch = ScratchFolder.of("openblas")) {
        for (var name : FILES) {
          try (var in = OpenBlas.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
              throw new MissingPeer("its library %s is in no jar".formatted(name));
            }
            Files.copy(in, scratch.path().resolve(name));
          }
          System.load(scratch.path().resolve(name).toString());
        }
        loaded =
            new OpenBlas(
                SymbolLookup.libraryLookup(
                    scratch.path().resolve(FILES.getLast()), Arena.global()));
      } catch (IOException | UnsatisfiedLinkError e) {
        throw new MissingPeer("its native library does not load: " + e.getMessage());
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException("OpenBLAS", e);
      }
    }
    return loaded;
  }

  /// The processor whose kernels it has chosen, such as `SkylakeX`; nothing while it is not loaded.
  static Optional<String> core() {
    return Optional.ofNullable(loaded).map(blas -> blas.core);
  }

  /// `C = A·B`; A (m,k), B (k,n), C (m,n), row-major.
  void multiply(int m, int k, int n, MemorySegment a, MemorySegment b, MemorySegment c) {
    try {
      sgemm.invokeExact(ROW_MAJOR, AS_IT_IS, AS_IT_IS, m, n, k, 1f, a, k, b, n, 0f, c, n);
    } catch (Throwable e) {
      throw new IllegalStateException("cblas_sgemm", e);
    }
  }
}
