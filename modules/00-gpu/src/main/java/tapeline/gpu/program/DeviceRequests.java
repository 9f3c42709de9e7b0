package tapeline.gpu.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.Dim3;
import tapeline.gpu.Gpu;
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
  static final long LONGEST = (1L << 30) + (1 << 16); // all of the memory, and what is said of it

  private final EmulatedGpu device;
  private final Gpu gpu;
  private final RunReport report;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream printing = new PrintStream(said, false, StandardCharsets.UTF_8);
  private final Map<String, GpuModule> modules = new HashMap<>();
  private final Map<String, GpuKernel> kernels = new HashMap<>();
  private final Allocations allocations;
  private final StreamRequests streams;
  private final HostLines lines;
  private @Nullable RefusedRequest refused; // the program says next where it asked for that

  /// @param lines of the program that asks
  /// @param checked whether races of streams are looked for
  DeviceRequests(EmulatedGpu device, RunReport report, HostLines lines, boolean checked) {
    this.device = device.printTo(printing);
    gpu = Gpu.on(device);
    this.report = report;
    this.lines = lines;
    allocations = new Allocations(device, lines);
    streams = new StreamRequests(device, allocations, lines, checked);
  }

  private void say(String line) {
    printing.println("tapeline: " + line);
  }

  /// The error of an answer, which is said when the program has told where it asked.
  int refuse(RefusedRequest error) {
    refused = error;
    return error.error.number;
  }

  /// A mistake of host code: its place, and what is wrong; without words, what was refused last.
  private byte[] mistake(ByteBuffer asked) {
    var place = lines.of(PackedWords.calls(asked));
    var words = PackedWords.text(asked);
    var last = refused;
    refused = null;
    if (words.isEmpty()) {
      if (last == null || last.error.isOfKernel()) {
        return new byte[0];
      }
      words = String.valueOf(last.getMessage());
    }
    var mistake = Mistake.of(last == null ? "host code" : "refused call", place, words);
    say(mistake.message());
    if (last == null
        || last.error != RuntimeError.OUT_OF_MEMORY) { // for which a program may well ask
      report.mistake(mistake);
    }
    return new byte[0];
  }

  /// The text that there is to print since it was last asked for: of kernels, and of mistakes.
  byte[] takeSaid() {
    printing.flush();
    byte[] text = said.toByteArray();
    said.reset();
    return text;
  }

  /// @throws RefusedRequest when the answer is an error
  byte[] answer(int request, ByteBuffer asked) {
    return switch (request) {
      case 2 -> allocate(asked);
      case 3 -> free(asked.getLong());
      case 4 -> write(asked.getLong(), PackedWords.rest(asked));
      case 5 -> read(asked.getLong(), asked.getLong());
      case 6 -> copy(asked.getLong(), asked.getLong(), asked.getLong());
      case 7 -> fill(asked.getLong(), asked.getLong(), (byte) asked.getLong());
      case 8 -> symbol(PackedWords.text(asked));
      case 9 -> describe(kernel(PackedWords.text(asked)));
      case 10 -> launch(asked);
      case 11 -> limits();
      case 12 -> occupancy(asked.getInt(), asked.getInt(), PackedWords.text(asked));
      case 13 -> PackedWords.words(8).putLong(device.freeBytes()).array();
      case 14 -> mistake(asked);
      case 15 -> work(asked);
      case 16 -> streams.order(asked);
      default ->
          throw new RefusedRequest(RuntimeError.INVALID_VALUE, "there is no request " + request);
    };
  }

  private byte[] allocate(ByteBuffer asked) {
    long at = allocations.allocate(asked);
    streams.allocated(at);
    return PackedWords.words(8).putLong(at).array();
  }

  private byte[] free(long address) {
    return memory(
        "cudaFree",
        () -> {
          allocations.free(address);
          return new byte[0];
        });
  }

  /// A stream was given work, and gets a number for it.
  private byte[] work(ByteBuffer asked) {
    var answer = PackedWords.words(16);
    streams.work(asked, answer).filter(report::mistake).ifPresent(race -> say(race.message()));
    return answer.array();
  }

  private byte[] write(long to, byte[] bytes) {
    return memory(
        "cudaMemcpy",
        () -> {
          device.copyIn(to, MemorySegment.ofArray(bytes));
          return new byte[0];
        });
  }

  private byte[] read(long from, long n) {
    return memory("cudaMemcpy", () -> device.read(from, n));
  }

  private byte[] copy(long from, long n, long to) {
    return memory(
        "cudaMemcpy",
        () -> {
          device.copyOnDevice(to, from, n, 0);
          return new byte[0];
        });
  }

  private byte[] fill(long at, long n, byte value) {
    return memory(
        "cudaMemset",
        () -> {
          device.fill(at, n, value);
          return new byte[0];
        });
  }

  private static byte[] memory(String call, Supplier<byte[]> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException e) {
      throw new RefusedRequest(RuntimeError.INVALID_VALUE, call + ": " + e.getMessage());
    }
  }

  private GpuModule module(String file) {
    return modules.computeIfAbsent(
        file,
        _ -> {
          try {
            return gpu.load(Files.readString(Path.of(file)));
          } catch (IOException | PtxException e) {
            throw new RefusedRequest(RuntimeError.INVALID_PTX, String.valueOf(e.getMessage()));
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
            throw new RefusedRequest(RuntimeError.INVALID_PTX, String.valueOf(e.getMessage()));
          }
        });
  }

  private byte[] symbol(String place) {
    var lines = place.split("\n", 2);
    try {
      var global = module(lines[0]).global(lines[1]);
      return PackedWords.words(16).putLong(global.address()).putLong(global.bytes()).array();
    } catch (IllegalArgumentException e) {
      throw new RefusedRequest(RuntimeError.INVALID_SYMBOL, String.valueOf(e.getMessage()));
    }
  }

  private static byte[] describe(GpuKernel kernel) {
    var parameters = kernel.signature().parameters();
    var uses = kernel.resources();
    var all = PackedWords.words(4 * (4 + 2 * parameters.size()));
    all.putInt(uses.registers()).putInt(uses.sharedBytes());
    all.putInt(uses.localBytes()).putInt(uses.maxThreads());
    parameters.forEach(p -> all.putInt(p.offset()).putInt(p.size()));
    return PackedWords.bytes(all);
  }

  private byte[] occupancy(int threads, int sharedBytes, String place) {
    int blocks = kernel(place).blocksPerMultiprocessor(Math.max(1, threads), sharedBytes);
    return PackedWords.words(4).putInt(blocks).array();
  }

  private byte[] limits() {
    var l = gpu.limits();
    var all = PackedWords.words(24 + 4 * 14);
    all.putLong(GlobalMemory.BASE).putLong(l.memoryBytes()).putLong(device.freeBytes());
    all.putInt(l.capability()).putInt(l.maxThreads());
    put(all, l.maxBlock());
    put(all, l.maxGrid());
    all.putInt(l.sharedBytes()).putInt(l.sharedBytesOptIn()).putInt(l.warp());
    all.putInt(l.multiprocessors()).putInt(l.threadsPerMultiprocessor()).putInt(l.l2Bytes());
    return PackedWords.bytes(all);
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
    byte[] bytes = PackedWords.rest(asked);
    var arguments =
        kernel.signature().parameters().stream()
            .map(p -> Arrays.copyOfRange(bytes, p.offset(), p.offset() + p.size()))
            .toArray();
    var launch =
        new GpuLaunch(dimensions(sizes, 0), dimensions(sizes, 3), toSize(sizes[6]), sizes[7] != 0);
    try {
      new LaunchRoom(gpu.limits()).check(kernel, launch, sizes[9]);
      kernel.launch(launch, arguments);
      report.add(device.lastReport()).forEach(this::say);
      return new byte[0];
    } catch (KernelFault e) {
      report.fault(kernel.name(), e.finding());
      say(String.valueOf(e.getMessage()));
      throw new RefusedRequest(RuntimeError.of(e.finding().kind()), String.valueOf(e.getMessage()));
    } catch (PtxException e) {
      throw new RefusedRequest(RuntimeError.INVALID_PTX, String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw new RefusedRequest(RuntimeError.INVALID_CONFIGURATION, String.valueOf(e.getMessage()));
    }
  }

  private static Dim3 dimensions(long[] sizes, int at) {
    return new Dim3(toSize(sizes[at]), toSize(sizes[at + 1]), toSize(sizes[at + 2]));
  }

  private static int toSize(long value) {
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new RefusedRequest(
          RuntimeError.INVALID_CONFIGURATION,
          "a launch has sizes of 0 to %d: got %s"
              .formatted(Integer.MAX_VALUE, Long.toUnsignedString(value)));
    }
    return (int) value;
  }

  /// A mistake for each allocation that was not freed.
  List<Mistake> leaks() {
    return allocations.leaks();
  }
}
