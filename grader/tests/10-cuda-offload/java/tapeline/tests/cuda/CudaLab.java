package tapeline.tests.cuda;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import tapeline.cuda.CourseKernels;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Dim3;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuKernel;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.KernelSignature;
import tapeline.gpu.compiler.KernelLibrary;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.LaunchReport;
import tapeline.gpu.emulator.Mode;
import tapeline.gpu.emulator.watch.InstructionCount;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.PtxType;

/// An emulated GPU with the module's kernels on it, closely watched: the same numbers in each run.
final class CudaLab implements AutoCloseable {
  private static final int JUMPS = 1 << 20; // of a block: more is an endless loop

  final EmulatedGpu device = new EmulatedGpu().budget(JUMPS);
  final Gpu gpu = Gpu.on(device);
  final CourseKernels kernels = new CourseKernels(gpu);

  /// One that looks for races, and for reads of memory that was never written.
  CudaLab() {
    this(Mode.RACES);
  }

  CudaLab(Mode mode) {
    device.mode(mode);
  }

  /// A kernel without its usual launch.
  GpuKernel kernel(String file, String name) {
    return KernelLibrary.of("cuda", CourseKernels.class.getClassLoader()).kernel(gpu, file, name);
  }

  /// Starts one block of threads that takes itself for block `at` of a grid too large to run.
  ///
  /// @param arguments the kernel's: addresses, of [#far] places, and numbers of 32 bits
  void farBlock(String file, String name, Dim3 at, Dim3 threads, Number... arguments) {
    var library = KernelLibrary.of("cuda", CourseKernels.class.getClassLoader());
    var ptx = library.ptx(file).replace("%ctaid.x", "" + at.x()).replace("%ctaid.y", "" + at.y());
    var signature = Objects.requireNonNull(KernelSignature.of(ptx).get(name), name);
    var bytes = ByteBuffer.allocate(signature.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (var argument : arguments) {
      if (argument instanceof Long address) {
        bytes.putLong(address);
      } else {
        bytes.putInt(argument.intValue());
      }
    }
    long kernel = device.kernel(device.load(ptx), name);
    device.launch(kernel, signature, GpuLaunch.of(Dim3.of(1), threads), bytes.array(), 0);
    device.synchronize();
  }

  /// The address of a matrix of which only these numbers are there: those from number `before` on.
  static long far(DeviceBuffer buffer, long before) {
    return buffer.address() - Float.BYTES * before;
  }

  DeviceBuffer floats(String name, float... values) {
    return gpu.floatsOf(name, values);
  }

  /// Room for n numbers.
  DeviceBuffer room(String name, int n) {
    return gpu.floats(name, n);
  }

  /// n samples of the normal distribution.
  static float[] normal(Random random, int n) {
    var values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  /// The report of the last launch.
  ///
  /// @throws AssertionError when the emulator has found a mistake in it, at the kernel's line
  LaunchReport clean(String what) {
    var report = device.lastReport();
    Mistakes.refuse(what, report.findings());
    return report;
  }

  /// Fails at the first line of the last launch's kernel that has an instruction like that, where
  /// there are more of them than `most`.
  void atMost(long most, String what, Predicate<Instruction> which) {
    var report = device.lastReport();
    var found =
        report.instructions().stream()
            .map(InstructionCount::instruction)
            .filter(which)
            .map(Instruction::source)
            .toList();
    if (found.size() > most) {
      throw Mistakes.at(found.getFirst(), report.kernel(), what + ": " + found.getFirst());
    }
  }

  /// The last launch's instructions like that, whether they ran or not.
  long count(Predicate<Instruction> which) {
    return device.lastReport().instructions().stream()
        .map(InstructionCount::instruction)
        .filter(which)
        .count();
  }

  static boolean isDouble(Instruction instruction) {
    return instruction.types().contains(PtxType.F64);
  }

  /// Fails at the first line of the last launch's kernel that computes in double.
  void noDoubles() {
    atMost(0, "computed in double, which is slow on a card: a float is enough", CudaLab::isDouble);
  }

  /// How often a warp came to a barrier.
  static long barriers(LaunchReport report) {
    return report.kinds().getOrDefault(Opcode.Kind.BARRIER, 0L);
  }

  @Override
  public void close() {
    gpu.close();
  }
}
