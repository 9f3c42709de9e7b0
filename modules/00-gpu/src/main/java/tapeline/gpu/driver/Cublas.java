package tapeline.gpu.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuException;

/// NVIDIA's own matrix multiplication, the ceiling for ours. It comes with a CUDA toolkit, not with
/// the driver.
@SuppressWarnings("restricted")
public final class Cublas implements AutoCloseable {
  private static final int TF32 = 3; // CUBLAS_TF32_TENSOR_OP_MATH
  private static final int FP32 = 0; // CUBLAS_DEFAULT_MATH
  private static final Path TOOLKIT = Path.of("/usr/local/cuda/lib64");

  private final Gpu gpu;
  private final SymbolLookup library;
  private final MethodHandle sgemm;
  private final long handle;

  private Cublas(Gpu gpu, SymbolLookup library) {
    this.gpu = gpu;
    this.library = library;
    this.sgemm =
        bind(
            "cublasSgemm_v2",
            new MemoryLayout[] {
              JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG,
              JAVA_INT, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT
            });
    gpu.synchronize(); // the context is this thread's from here on
    try (var arena = Arena.ofConfined()) {
      var out = arena.allocate(JAVA_LONG);
      check("cublasCreate", (int) bind("cublasCreate_v2", ADDRESS).invokeExact(out));
      handle = out.get(JAVA_LONG, 0);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /// cuBLAS on the default stream of a CUDA card; empty where the library is not installed.
  ///
  /// @param folders where to look before the system is asked
  /// @throws IllegalArgumentException on the emulator
  public static Optional<Cublas> find(Gpu gpu, Path... folders) {
    if (gpu.emulated()) {
      throw new IllegalArgumentException("cuBLAS needs a CUDA card: got " + gpu.name());
    }
    var beside = Stream.concat(Stream.of(folders), Stream.of(TOOLKIT)).toList();
    for (var folder : beside) {
      for (var name : List.of("libcublas.so.13", "libcublas.so.12", "libcublas.so.11")) {
        var file = folder.resolve(name);
        if (Files.exists(file)) {
          var found = library(() -> SymbolLookup.libraryLookup(file, Arena.global()));
          if (found.isPresent()) {
            return Optional.of(new Cublas(gpu, found.get()));
          }
        }
      }
    }
    for (var name : List.of("libcublas.so.13", "libcublas.so.12", "cublas64_13", "cublas64_12")) {
      var found = library(() -> SymbolLookup.libraryLookup(name, Arena.global()));
      if (found.isPresent()) {
        return Optional.of(new Cublas(gpu, found.get()));
      }
    }
    return Optional.empty();
  }

  /// Empty where it is not there, or a library that it needs is not: libcublasLt lies beside it.
  private static Optional<SymbolLookup> library(Supplier<SymbolLookup> load) {
    try {
      return Optional.of(load.get());
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// Returns whether products may round their factors to TF32 (10 bits of mantissa) for tensor
  /// cores.
  public void tf32(boolean allowed) {
    try {
      var set = bind("cublasSetMathMode", JAVA_LONG, JAVA_INT);
      check("cublasSetMathMode", (int) set.invokeExact(handle, allowed ? TF32 : FP32));
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /// Starts `C = A·B`, all row by row: A (m,k), B (k,n), C (m,n). 2mkn flops.
  /*
   * cuBLAS reads matrices column by column, which is how it sees the transpose of a matrix that is
   * laid out row by row. And Cᵀ = Bᵀ·Aᵀ: so give it B first, and n before m.
   */
  public void matmul(DeviceBuffer a, DeviceBuffer b, DeviceBuffer c, int m, int n, int k) {
    if (a.length() != m * k || b.length() != k * n || c.length() != m * n) {
      throw new IllegalArgumentException(
          "matmul needs (%d,%d)·(%d,%d) = (%d,%d): got buffers of %d, %d and %d floats"
              .formatted(m, k, k, n, m, n, a.length(), b.length(), c.length()));
    }
    try (var arena = Arena.ofConfined()) {
      var one = arena.allocateFrom(JAVA_FLOAT, 1f);
      var zero = arena.allocateFrom(JAVA_FLOAT, 0f);
      long atA = a.address();
      long atB = b.address();
      check(
          "cublasSgemm",
          (int)
              sgemm.invokeExact(handle, 0, 0, n, m, k, one, atB, n, atA, k, zero, c.address(), n));
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  @Override
  public void close() {
    try {
      gpu.synchronize();
      check("cublasDestroy", (int) bind("cublasDestroy_v2", JAVA_LONG).invokeExact(handle));
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  private MethodHandle bind(String name, MemoryLayout... parameters) {
    return Linker.nativeLinker()
        .downcallHandle(
            library.find(name).orElseThrow(), FunctionDescriptor.of(JAVA_INT, parameters));
  }

  private static void check(String call, int status) {
    if (status != 0) {
      throw new GpuException(
          call,
          "CUBLAS status " + status,
          "1 is no device, 3 no memory, 7 a wrong argument, 13 a kernel that failed.");
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
