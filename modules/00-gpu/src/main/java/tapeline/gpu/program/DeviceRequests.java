package tapeline.gpu.program;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.Dim3;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuException;
import tapeline.gpu.compiler.HostLines;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.ptx.KernelLine;

/// The requests of a program to its device.
final class DeviceRequests {
  /// In the order of `tapeline_runtime.cpp`.
  private enum Request {
    ALLOCATE,
    FREE,
    WRITE,
    READ,
    COPY,
    FILL,
    SYMBOL,
    KERNEL,
    LAUNCH,
    LIMITS,
    OCCUPANCY,
    MEMORY,
    MISTAKE,
    WORK,
    ORDER,
    PRODUCT,
    TAKE
  }

  static final long LONGEST = (1L << 30) + (1 << 16); // all of the memory, and what is said of it

  private static final int NAME = 128; // bytes of a card's name, with a 0 behind it

  private final DeviceMemory memory;
  private final Gpu gpu;
  private final RunReport report;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream printing = new PrintStream(said, false, StandardCharsets.UTF_8);
  private final KernelRequests kernels;
  private final Allocations allocations;
  private final StreamRequests streams;
  private final BlasRequests blas;
  private final HostLines lines;
  private final @Nullable EmulatedGpu checked; // where mistakes are looked for
  private @Nullable RefusedRequest refused; // the program says next where it asked for that

  /// @param lines of the program that asks
  /// @param checked whether races of streams are looked for, on the emulator
  DeviceRequests(DeviceMemory memory, RunReport report, HostLines lines, boolean checked) {
    this.memory = memory;
    gpu = Gpu.on(memory.device());
    var emulator = memory.device() instanceof EmulatedGpu emulated ? emulated : null;
    if (emulator != null) {
      emulator.printTo(printing);
    }
    this.report = report;
    this.lines = lines;
    kernels = new KernelRequests(gpu, report, this::say);
    allocations = new Allocations(memory, lines);
    blas = new BlasRequests(memory);
    this.checked = checked ? emulator : null;
    streams = new StreamRequests(allocations, lines, this.checked);
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
    var source = KernelLine.UNKNOWN;
    refused = null;
    if (words.isEmpty()) {
      if (last == null || last.error.isOfKernel()) {
        return new byte[0];
      }
      words = String.valueOf(last.getMessage());
      source = last.source;
    }
    var kind = last == null ? "host code" : "refused call";
    var mistake =
        source.line() == 0
            ? Mistake.of(kind, place, words)
            : new Mistake(kind, source, Optional.empty(), words);
    // for more memory than there is a program may well ask
    boolean asks = last != null && last.error == RuntimeError.OUT_OF_MEMORY;
    if (asks || report.mistake(mistake)) {
      say(mistake.message());
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
    return switch (Request.values()[request]) {
      case ALLOCATE -> allocate(asked);
      case FREE -> free(asked.getLong());
      case WRITE -> write(asked.getLong(), PackedWords.rest(asked));
      case READ -> read(asked.getLong(), asked.getLong());
      case COPY -> copy(asked.getLong(), asked.getLong(), asked.getLong());
      case FILL -> fill(asked.getLong(), asked.getLong(), (byte) asked.getLong());
      case SYMBOL -> kernels.symbol(PackedWords.text(asked));
      case KERNEL -> kernels.describe(PackedWords.text(asked));
      case LAUNCH -> {
        memory.beforeWork();
        yield kernels.launch(asked);
      }
      case LIMITS -> limits();
      case OCCUPANCY -> kernels.occupancy(asked.getInt(), asked.getInt(), PackedWords.text(asked));
      case MEMORY -> PackedWords.words(8).putLong(memory.freeBytes()).array();
      case MISTAKE -> mistake(asked);
      case WORK -> work(asked);
      case ORDER -> streams.order(asked);
      case PRODUCT -> product(asked);
      case TAKE -> take();
    };
  }

  /// Returns the memory that answers requests.
  DeviceMemory memory() {
    return memory;
  }

  /// Gives the host a shared piece back that the device has written: its address and its values, or
  /// nothing when there is no more.
  private byte[] take() {
    return memory
        .giveBackShared()
        .map(piece ->
            PackedWords.words(8 + piece.getValue().length)
                .putLong(piece.getKey())
                .put(piece.getValue())
                .array())
        .orElseGet(() -> new byte[0]);
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
    return PackedWords.bytes(answer);
  }

  /// A product of cuBLAS's, which is work of a stream.
  private byte[] product(ByteBuffer asked) {
    long stream = StreamRequests.stream(asked);
    long[] calls = PackedWords.calls(asked);
    memory.beforeWork();
    var done =
        blas.multiply(
            asked, bytes -> checked == null ? Optional.empty() : checked.unwritten(bytes));
    report.blasCalled();
    done.unwritten()
        .map(byteOf -> "%s reads %s, which nothing has written".formatted(done.call(), byteOf))
        .map(words -> Mistake.of("uninitialised memory", lines.of(calls), words))
        .filter(report::mistake)
        .ifPresent(mistake -> say(mistake.message()));
    var answer = PackedWords.words(24);
    streams
        .add(stream, calls, done.call(), done.use(), answer)
        .filter(report::mistake)
        .ifPresent(race -> say(race.message()));
    return PackedWords.bytes(answer.putDouble(done.value()));
  }

  private byte[] write(long to, byte[] bytes) {
    return memory(
        "cudaMemcpy",
        () -> {
          memory.beforeCopy(to);
          memory.device().copyIn(to, MemorySegment.ofArray(bytes));
          return new byte[0];
        });
  }

  private byte[] read(long from, long n) {
    return memory(
        "cudaMemcpy",
        () -> {
          memory.beforeCopy(from);
          return memory.read(from, n);
        });
  }

  private byte[] copy(long from, long n, long to) {
    return memory(
        "cudaMemcpy",
        () -> {
          memory.beforeCopy(from);
          memory.beforeCopy(to);
          memory.device().copyOnDevice(to, from, n, 0);
          return new byte[0];
        });
  }

  private byte[] fill(long at, long n, byte value) {
    return memory(
        "cudaMemset",
        () -> {
          memory.beforeCopy(at);
          memory.fill(at, n, value);
          return new byte[0];
        });
  }

  private static byte[] memory(String call, Supplier<byte[]> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException e) {
      throw new RefusedRequest(RuntimeError.INVALID_VALUE, call + ": " + e.getMessage());
    } catch (GpuException e) {
      throw new RefusedRequest(RuntimeError.of(e), call + ": " + e.getMessage());
    }
  }

  private byte[] limits() {
    var l = gpu.limits();
    byte[] name = gpu.name().replaceFirst(" \\(.*", "").getBytes(StandardCharsets.UTF_8);
    var all = PackedWords.words(32 + 4 * 18 + NAME);
    all.putLong(memory.base()).putLong(memory.addresses());
    all.putLong(memory.bytes()).putLong(memory.freeBytes());
    all.putInt(l.capability()).putInt(l.maxThreads());
    put(all, l.maxBlock());
    put(all, l.maxGrid());
    all.putInt(l.sharedBytes()).putInt(l.sharedBytesOptIn()).putInt(l.warp());
    all.putInt(l.multiprocessors()).putInt(l.threadsPerMultiprocessor()).putInt(l.l2Bytes());
    all.putInt(l.clockKhz()).putInt(l.memoryKhz()).putInt(l.busBits());
    all.putInt(gpu.emulated() ? 0 : 1).put(Arrays.copyOf(name, NAME));
    return PackedWords.bytes(all);
  }

  private static void put(ByteBuffer into, Dim3 size) {
    into.putInt(size.x()).putInt(size.y()).putInt(size.z());
  }

  /// A mistake for each allocation that was not freed; none behind a fault, which ends the program
  /// before it could.
  List<Mistake> leaks() {
    return report.faulted() ? List.of() : allocations.leaks();
  }
}
