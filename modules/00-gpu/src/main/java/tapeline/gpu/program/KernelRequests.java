package tapeline.gpu.program;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tapeline.gpu.Dim3;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuException;
import tapeline.gpu.GpuKernel;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.GpuModule;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.KernelFault;
import tapeline.gpu.ptx.PtxException;

/// The requests that are about kernels, and variables beside them.
final class KernelRequests {
  private final Gpu gpu;
  private final RunReport report;
  private final Consumer<String> say;
  private final Map<String, GpuModule> modules = new HashMap<>();
  private final Map<String, GpuKernel> kernels = new HashMap<>();

  KernelRequests(Gpu gpu, RunReport report, Consumer<String> say) {
    this.gpu = gpu;
    this.report = report;
    this.say = say;
  }

  private GpuModule module(String file) {
    return modules.computeIfAbsent(
        file,
        _ -> {
          try {
            return gpu.load(Files.readString(Path.of(file)));
          } catch (PtxException e) {
            throw new RefusedRequest(e);
          } catch (IOException | GpuException e) {
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
            throw new RefusedRequest(e);
          }
        });
  }

  /// The address and the bytes of a variable, by the file of its PTX and its name there.
  byte[] symbol(String place) {
    var lines = place.split("\n", 2);
    try {
      var global = module(lines[0]).global(lines[1]);
      return PackedWords.words(16).putLong(global.address()).putLong(global.bytes()).array();
    } catch (IllegalArgumentException e) {
      throw new RefusedRequest(RuntimeError.INVALID_SYMBOL, String.valueOf(e.getMessage()));
    }
  }

  /// The resources of a kernel, and where its parameters lie.
  byte[] describe(String place) {
    var kernel = kernel(place);
    var parameters = kernel.signature().parameters();
    var uses = kernel.resources();
    var all = PackedWords.words(4 * (4 + 2 * parameters.size()));
    all.putInt(uses.registers()).putInt(uses.sharedBytes());
    all.putInt(uses.localBytes()).putInt(uses.maxThreads());
    parameters.forEach(p -> all.putInt(p.offset()).putInt(p.size()));
    return PackedWords.bytes(all);
  }

  /// How many blocks of so many threads a multiprocessor has at a time.
  byte[] occupancy(int threads, int sharedBytes, String place) {
    int blocks = kernel(place).blocksPerMultiprocessor(Math.max(1, threads), sharedBytes);
    return PackedWords.words(4).putInt(blocks).array();
  }

  /// Runs a kernel, and says what is wrong with it.
  ///
  /// @throws RefusedRequest when it does not run, or a fault ends it
  byte[] launch(ByteBuffer asked) {
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
      if (gpu.device() instanceof EmulatedGpu emulator) {
        report.add(emulator.lastReport()).forEach(say);
        if (emulator.isRepeated()) {
          report.repeated();
        }
        if (emulator.isSampled()) {
          report.sampled(launch.grid().volume());
        }
      } else {
        gpu.synchronize();
        report.launched(kernel.name());
      }
      return new byte[0];
    } catch (GpuException e) {
      report.launched(kernel.name());
      var words = "%s on the card: %s".formatted(kernel.name(), e.getMessage());
      report.mistake(Mistake.of("fault", Optional.empty(), words));
      say.accept(words);
      throw new RefusedRequest(RuntimeError.of(e), words);
    } catch (KernelFault e) {
      report.fault(kernel.name(), e.finding());
      say.accept(String.valueOf(e.getMessage()));
      throw new RefusedRequest(RuntimeError.of(e.finding().kind()), String.valueOf(e.getMessage()));
    } catch (PtxException e) {
      throw new RefusedRequest(e);
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
}
