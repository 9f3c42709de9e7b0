package tapeline.gpu.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import tapeline.gpu.Gpu;
import tapeline.gpu.NoGpu;
import tapeline.toolkit.ScratchFolder;

/// The stand-in driver of `fake_cuda.c`, compiled against this machine's `cuda.h`. Each is a copy
/// of its own, with no memory of the tests before.
@SuppressWarnings({"restricted", "EnumOrdinal"}) // the C enum counts the same way
final class FakeDriver {
  /// The numbers that a test sets and reads, in the order of the enum in `fake_cuda.c`.
  enum Key {
    DRIVER,
    DEVICES,
    INIT_RESULT,
    MEMORY,
    KERNEL_NANOS,
    LAUNCH_NANOS,
    FIRST_NANOS,
    FAULT,
    NOW,
    LIVE,
    RETAIN_RESULT,
    ATTRIBUTE_RESULT,
    COMPUTE_MODE
  }

  static final String PTX =
      """
      .version 9.0
      .target sm_75
      .address_size 64
      .const .align 4 .b8 weights[12];
      .visible .entry vecadd(
        .param .u64 vecadd_param_0,
        .param .u64 vecadd_param_1,
        .param .u64 vecadd_param_2,
        .param .u32 vecadd_param_3
      )
      { ret; }
      .visible .entry hungry()
      { ret; }
      .visible .entry _Z4initPfi(
        .param .u64 .ptr .global .align 4 _Z4initPfi_param_0,
        .param .b32 _Z4initPfi_param_1
      )
      { ret; }
      .visible .entry probe(
        .param .u8 probe_param_0,
        .param .u64 probe_param_1,
        .param .u32 probe_param_2,
        .param .f32 probe_param_3,
        .param .f64 probe_param_4,
        .param .s64 probe_param_5
      )
      { ret; }
      """;

  private static Optional<Path> compiled = Optional.empty();
  private final Path file;
  private final SymbolLookup library;

  private FakeDriver(Path file) {
    this.file = file;
    this.library = SymbolLookup.libraryLookup(file, Arena.global());
  }

  /// A new one; skips the test where it cannot be compiled.
  static FakeDriver create() {
    try {
      var library = compile();
      var copy = Files.createTempFile(library.getParent(), "fakecuda", ".so");
      Files.write(copy, Files.readAllBytes(library));
      return new FakeDriver(copy);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// A GPU on it.
  Gpu gpu() {
    try {
      return Gpu.on(CudaGpu.open(file));
    } catch (NoGpu e) {
      throw new IllegalStateException(e);
    }
  }

  Path file() {
    return file;
  }

  FakeDriver set(Key key, long value) {
    try {
      function("fake_set", FunctionDescriptor.ofVoid(JAVA_INT, JAVA_LONG))
          .invokeExact(key.ordinal(), value);
      return this;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  long get(Key key) {
    try {
      return (long)
          function("fake_get", FunctionDescriptor.of(JAVA_LONG, JAVA_INT))
              .invokeExact(key.ordinal());
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /// The commands that it has got since this was last called.
  List<String> log() {
    try (var arena = Arena.ofConfined()) {
      var text = arena.allocate(1 << 16);
      MemoryLayout size = JAVA_INT;
      function("fake_log", FunctionDescriptor.ofVoid(ADDRESS, size)).invokeExact(text, 1 << 16);
      return text.getString(0).lines().toList();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private MethodHandle function(String name, FunctionDescriptor descriptor) {
    return Linker.nativeLinker().downcallHandle(library.find(name).orElseThrow(), descriptor);
  }

  private static synchronized Path compile() throws IOException {
    if (compiled.isEmpty()) {
      compiled = Optional.of(compileAgainst(header()));
    }
    return compiled.get();
  }

  private static Path compileAgainst(Path header) throws IOException {
    var folder = ScratchFolder.of("fakecuda").untilTheEnd().path();
    var source = folder.resolve("fake_cuda.c");
    try (var in = FakeDriver.class.getResourceAsStream("fake_cuda.c")) {
      Files.write(source, Objects.requireNonNull(in).readAllBytes());
    }
    var library = folder.resolve("libfakecuda.so");
    var include = "-I" + header.getParent();
    var output = folder.resolve("gcc.txt").toFile();
    try {
      var gcc =
          new ProcessBuilder(
                  "gcc", "-shared", "-fPIC", include, "-o", library.toString(), source.toString())
              .redirectErrorStream(true)
              .redirectOutput(output)
              .start();
      if (gcc.waitFor() != 0) {
        throw new IllegalStateException("gcc: " + Files.readString(output.toPath()));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return library;
  }

  private static Path header() {
    var home = System.getenv("CUDA_HOME");
    return Stream.of(home == null ? "/usr/local/cuda" : home, "/usr/local/cuda", "/usr")
        .map(folder -> Path.of(folder, "include", "cuda.h"))
        .filter(Files::exists)
        .findFirst()
        .orElseGet(() -> Assumptions.abort("no cuda.h: the FFM signatures cannot be checked"));
  }
}
