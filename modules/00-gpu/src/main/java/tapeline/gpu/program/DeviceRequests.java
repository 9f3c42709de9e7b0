package tapeline.gpu.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.Dim3;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuException;
import tapeline.gpu.GpuKernel;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.GpuModule;
import tapeline.gpu.compiler.HostLines;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.KernelFault;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.ptx.PtxException;

/// The requests of a program to its device: their numbers are those of `enum Request` in
/// `tapeline_runtime.cpp`.
final class DeviceRequests {
  private static final int INVALID_VALUE = 1;
  private static final int OUT_OF_MEMORY = 2;
  private static final int INVALID_CONFIGURATION = 9;
  private static final int INVALID_SYMBOL = 13;
  private static final int INVALID_PTX = 218;
  private static final int ILLEGAL_ADDRESS = 700;
  private static final int ASSERTION = 710;
  private static final int MISALIGNED_ADDRESS = 716;
  private static final int LAUNCH_FAILURE = 719;
  private static final int TOO_MANY_BLOCKS = 720;
  static final int FAILED = 999;
  static final long LONGEST = (1L << 30) + (1 << 16); // all of the memory, and what is said of it

  private final EmulatedGpu device;
  private final Gpu gpu;
  private final RunReport report;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream printing = new PrintStream(said, false, StandardCharsets.UTF_8);
  private final Map<String, GpuModule> modules = new HashMap<>();
  private final Map<String, GpuKernel> kernels = new HashMap<>();
  private final Map<Long, Allocation> allocations = new LinkedHashMap<>();
  private final Map<Long, String> freed = new HashMap<>();
  private final HostLines lines;
  private @Nullable Refused refused; // the program says next where it asked for that

  /// @param lines of the program that asks
  DeviceRequests(EmulatedGpu device, RunReport report, HostLines lines) {
    this.device = device.printTo(printing);
    gpu = Gpu.on(device);
    this.report = report;
    this.lines = lines;
  }

  /// @param calls where the program asked for it
  private record Allocation(String name, long bytes, long[] calls) {}

  /// An answer that is an error, with what there is to say of it.
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
    final int error;

    Refused(int error, String message) {
      super(message, null, false, false);
      this.error = error;
    }
  }

  private void say(String line) {
    printing.println("tapeline: " + line);
  }

  /// The error of an answer, which is said when the program has told where it asked.
  int refuse(Refused error) {
    refused = error;
    return error.error;
  }

  /// A mistake of host code: its place, and what is wrong; without words, what was refused last.
  private byte[] mistake(ByteBuffer asked) {
    var place = lines.of(calls(asked));
    var words = text(asked);
    var last = refused;
    refused = null;
    if (words.isEmpty()) {
      if (last == null
          || last.error == ILLEGAL_ADDRESS
          || last.error == MISALIGNED_ADDRESS
          || last.error == LAUNCH_FAILURE
          || last.error == ASSERTION) {
        return new byte[0]; // of a kernel, and said with the kernel's line
      }
      words = String.valueOf(last.getMessage());
    }
    var mistake = Mistake.of(last == null ? "host code" : "refused call", place, words);
    say(mistake.message());
    if (last == null || last.error != OUT_OF_MEMORY) { // for which a program may well ask
      report.mistake(mistake);
    }
    return new byte[0];
  }

  private static long[] calls(ByteBuffer asked) {
    var calls = new long[Math.clamp(asked.getLong(), 0, asked.remaining() / 8)];
    for (int i = 0; i < calls.length; i++) {
      calls[i] = asked.getLong();
    }
    return calls;
  }

  /// The text that there is to print since it was last asked for: of kernels, and of mistakes.
  byte[] takeSaid() {
    printing.flush();
    byte[] text = said.toByteArray();
    said.reset();
    return text;
  }

  /// @throws Refused when the answer is an error
  byte[] answer(int request, ByteBuffer asked) {
    return switch (request) {
      case 2 -> allocate(asked);
      case 3 -> free(asked.getLong());
      case 4 -> write(asked.getLong(), rest(asked));
      case 5 -> read(asked.getLong(), asked.getLong());
      case 6 -> copy(asked.getLong(), asked.getLong(), asked.getLong());
      case 7 -> fill(asked.getLong(), asked.getLong(), (byte) asked.getLong());
      case 8 -> symbol(text(asked));
      case 9 -> describe(kernel(text(asked)));
      case 10 -> launch(asked);
      case 11 -> limits();
      case 12 -> occupancy(asked.getInt(), asked.getInt(), text(asked));
      case 13 -> words(8).putLong(device.freeBytes()).array();
      case 14 -> mistake(asked);
      default -> throw new Refused(INVALID_VALUE, "there is no request " + request);
    };
  }

  private static ByteBuffer words(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
  }

  private static byte[] rest(ByteBuffer asked) {
    var bytes = new byte[asked.remaining()];
    asked.get(bytes);
    return bytes;
  }

  private static String text(ByteBuffer asked) {
    return new String(rest(asked), StandardCharsets.UTF_8);
  }

  private byte[] allocate(ByteBuffer asked) {
    long bytes = asked.getLong();
    boolean managed = asked.getLong() != 0;
    long[] calls = calls(asked);
    String name = text(asked).replaceAll("\\([\\w ]*\\*+\\s*\\)|[&()\\s]", "");
    try {
      long at = managed ? device.allocatePages(name, bytes) : device.allocate(name, bytes);
      allocations.put(at, new Allocation(name, bytes, calls));
      freed.remove(at);
      return words(8).putLong(at).array();
    } catch (GpuException e) {
      throw new Refused(OUT_OF_MEMORY, "cudaMalloc: " + e.getMessage());
    }
  }

  private byte[] free(long address) {
    return memory(
        INVALID_VALUE,
        "cudaFree",
        () -> {
          var before = freed.get(address);
          if (before != null) {
            throw new IllegalArgumentException(before + " was freed before");
          }
          device.free(address);
          var allocation = allocations.remove(address);
          if (allocation != null) {
            freed.put(address, allocation.name);
          }
          return new byte[0];
        });
  }

  private byte[] write(long to, byte[] bytes) {
    return memory(
        INVALID_VALUE,
        "cudaMemcpy",
        () -> {
          device.copyIn(to, MemorySegment.ofArray(bytes));
          return new byte[0];
        });
  }

  private byte[] read(long from, long n) {
    return memory(INVALID_VALUE, "cudaMemcpy", () -> device.read(from, n));
  }

  private byte[] copy(long from, long n, long to) {
    return memory(
        INVALID_VALUE,
        "cudaMemcpy",
        () -> {
          device.copyOnDevice(to, from, n, 0);
          return new byte[0];
        });
  }

  private byte[] fill(long at, long n, byte value) {
    return memory(
        INVALID_VALUE,
        "cudaMemset",
        () -> {
          device.fill(at, n, value);
          return new byte[0];
        });
  }

  private static byte[] memory(int error, String call, java.util.function.Supplier<byte[]> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException e) {
      throw new Refused(error, call + ": " + e.getMessage());
    }
  }

  private GpuModule module(String file) {
    return modules.computeIfAbsent(
        file,
        _ -> {
          try {
            return gpu.load(Files.readString(Path.of(file)));
          } catch (IOException | PtxException e) {
            throw new Refused(INVALID_PTX, String.valueOf(e.getMessage()));
          }
        });
  }

  /// @param place the file of its PTX and its name there, a line each
  private GpuKernel kernel(String place) {
    return kernels.computeIfAbsent(
        place,
        _ -> {
          var lines = place.split("\n", 2);
          try {
            return module(lines[0]).kernel(lines[1]);
          } catch (PtxException e) {
            throw new Refused(INVALID_PTX, String.valueOf(e.getMessage()));
          }
        });
  }

  private byte[] symbol(String place) {
    var lines = place.split("\n", 2);
    try {
      var global = module(lines[0]).global(lines[1]);
      return words(16).putLong(global.address()).putLong(global.bytes()).array();
    } catch (IllegalArgumentException e) {
      throw new Refused(INVALID_SYMBOL, String.valueOf(e.getMessage()));
    }
  }

  private static byte[] describe(GpuKernel kernel) {
    var parameters = kernel.signature().parameters();
    var uses = kernel.resources();
    var all = words(4 * (4 + 2 * parameters.size()));
    all.putInt(uses.registers()).putInt(uses.sharedBytes());
    all.putInt(uses.localBytes()).putInt(uses.maxThreads());
    parameters.forEach(p -> all.putInt(p.offset()).putInt(p.size()));
    return bytes(all);
  }

  private byte[] occupancy(int threads, int sharedBytes, String place) {
    int blocks = kernel(place).blocksPerMultiprocessor(Math.max(1, threads), sharedBytes);
    return words(4).putInt(blocks).array();
  }

  private static byte[] bytes(ByteBuffer written) {
    var bytes = new byte[written.flip().remaining()];
    written.get(bytes);
    return bytes;
  }

  private byte[] limits() {
    var l = gpu.limits();
    var all = words(24 + 4 * 18);
    all.putLong(GlobalMemory.BASE).putLong(l.memoryBytes()).putLong(device.freeBytes());
    all.putInt(l.capability()).putInt(l.maxThreads());
    put(all, l.maxBlock());
    put(all, l.maxGrid());
    all.putInt(l.sharedBytes()).putInt(l.sharedBytesOptIn()).putInt(l.warp());
    all.putInt(l.multiprocessors()).putInt(l.threadsPerMultiprocessor()).putInt(l.l2Bytes());
    all.putInt(l.clockKhz()).putInt(l.memoryKhz()).putInt(l.busBits()).putInt(0);
    return bytes(all);
  }

  private static void put(ByteBuffer into, Dim3 size) {
    into.putInt(size.x()).putInt(size.y()).putInt(size.z());
  }

  private byte[] launch(ByteBuffer asked) {
    var sizes = new long[10];
    asked.asLongBuffer().get(sizes);
    asked.position(asked.position() + 8 * sizes.length);
    var name = new byte[(int) sizes[8]];
    asked.get(name);
    var kernel = kernel(new String(name, StandardCharsets.UTF_8));
    byte[] bytes = rest(asked);
    var arguments =
        kernel.signature().parameters().stream()
            .map(p -> Arrays.copyOfRange(bytes, p.offset(), p.offset() + p.size()))
            .toArray();
    var launch =
        new GpuLaunch(dimensions(sizes, 0), dimensions(sizes, 3), toSize(sizes[6]), sizes[7] != 0);
    try {
      checkRoom(kernel, launch, sizes[9]);
      kernel.launch(launch, arguments);
      report.add(device.lastReport()).forEach(this::say);
      return new byte[0];
    } catch (KernelFault e) {
      report.fault(kernel.name(), e.finding());
      say(String.valueOf(e.getMessage()));
      int error =
          switch (e.finding().kind()) {
            case ASSERTION -> ASSERTION;
            case OUT_OF_BOUNDS,
                SHARED_OUT_OF_BOUNDS,
                LOCAL_OUT_OF_BOUNDS,
                NOT_DEVICE_MEMORY,
                USE_AFTER_FREE,
                READ_ONLY ->
                ILLEGAL_ADDRESS;
            case MISALIGNED -> MISALIGNED_ADDRESS;
            default -> LAUNCH_FAILURE;
          };
      throw new Refused(error, String.valueOf(e.getMessage()));
    } catch (PtxException e) {
      throw new Refused(INVALID_PTX, String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw new Refused(INVALID_CONFIGURATION, String.valueOf(e.getMessage()));
    }
  }

  /// @param allowed bytes of dynamic shared memory, by `cudaFuncSetAttribute`
  private void checkRoom(GpuKernel kernel, GpuLaunch launch, long allowed) {
    int declared = kernel.resources().sharedBytes();
    int bytes = launch.sharedBytes();
    if ((long) declared + bytes > gpu.limits().sharedBytesOptIn()) {
      throw new Refused(
          INVALID_VALUE,
          "launch of %s: a block of this GPU has at most %d bytes of shared memory: got %d + %d"
              .formatted(kernel.name(), gpu.limits().sharedBytesOptIn(), declared, bytes));
    }
    long most = Math.max(allowed, gpu.limits().sharedBytes() - declared);
    if (bytes > most) {
      throw new Refused(
          INVALID_VALUE,
          ("launch of %s: a block has at most %d bytes of dynamic shared memory here: got %d. Call"
                  + " cudaFuncSetAttribute(%s, cudaFuncAttributeMaxDynamicSharedMemorySize, %d)"
                  + " before")
              .formatted(kernel.name(), most, bytes, kernel.name(), bytes));
    }
    long threads = launch.block().volume();
    if (launch.cooperative() && threads > 0 && threads <= gpu.limits().maxThreads()) {
      long room =
          (long) gpu.limits().multiprocessors()
              * kernel.blocksPerMultiprocessor((int) threads, bytes);
      if (launch.grid().volume() > room) {
        throw new Refused(
            TOO_MANY_BLOCKS,
            "launch of %s: a cooperative launch has at most %d blocks of it: got %d"
                .formatted(kernel.name(), room, launch.grid().volume()));
      }
    }
  }

  private static Dim3 dimensions(long[] sizes, int at) {
    return new Dim3(toSize(sizes[at]), toSize(sizes[at + 1]), toSize(sizes[at + 2]));
  }

  private static int toSize(long value) {
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new Refused(
          INVALID_CONFIGURATION,
          "a launch has sizes of 0 to %d: got %s"
              .formatted(Integer.MAX_VALUE, Long.toUnsignedString(value)));
    }
    return (int) value;
  }

  /// A mistake for each allocation that was not freed.
  List<Mistake> leaks() {
    return allocations.values().stream()
        .map(a ->
            Mistake.of(
                "leak",
                lines.of(a.calls),
                "leak: cudaMalloc gave %s of %,d bytes, and no cudaFree took it back"
                    .formatted(a.name, a.bytes)))
        .toList();
  }
}
