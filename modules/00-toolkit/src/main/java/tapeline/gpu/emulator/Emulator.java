package tapeline.gpu.emulator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import tapeline.gpu.ptx.PtxFunction;
import tapeline.gpu.ptx.PtxModule;

/// A GPU without a GPU: loads PTX, holds device memory, launches kernels.
///
/// ```java
/// var gpu = new Emulator();
/// gpu.load(ptx);
/// long x = gpu.allocate("x", 4 * n);
/// gpu.write(x, floats);
/// var report = gpu.launch("scale", Dim.of(blocks), Dim.of(256), 0, x, n);
/// ```
///
/// The same launch gives the same bits on any number of cores, unless it has a race: blocks run at
/// the same time only where the order of their atomics cannot be seen in a result.
public final class Emulator {
  private static final int MOST_THREADS = 1024;
  private static final int MOST_SHARED = 48 * 1024;
  private static final long DEVICE_BYTES = 1L << 30;

  private final GlobalMemory memory;
  private final List<Program> programs = new ArrayList<>();
  private Mode mode = Mode.PLAIN;
  private Engine engine = Engine.COMPILED;
  private int cores = Runtime.getRuntime().availableProcessors();
  private long budget = 1L << 27;

  public Emulator() {
    this(DEVICE_BYTES);
  }

  /// A device with this much memory.
  public Emulator(long bytes) {
    memory = new GlobalMemory(bytes);
  }

  public Emulator mode(Mode newMode) {
    mode = newMode;
    return this;
  }

  public Emulator engine(Engine newEngine) {
    engine = newEngine;
    return this;
  }

  /// At most so many blocks run at a time.
  public Emulator cores(int newCores) {
    cores = newCores;
    return this;
  }

  /// How many jumps a block may make before it counts as an endless loop.
  public Emulator budget(long jumps) {
    budget = jumps;
    return this;
  }

  /// Makes the kernels and variables of a PTX text known.
  public Emulator load(String ptx) {
    programs.add(new Program(PtxModule.parse(ptx), memory));
    return this;
  }

  public long allocate(String name, long bytes) {
    return memory.allocate(name, bytes);
  }

  public void free(long address) {
    memory.free(address);
  }

  public void write(long address, float... values) {
    var bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    memory.write(address, bytes.array());
  }

  public void write(long address, int... values) {
    var bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    memory.write(address, bytes.array());
  }

  public void write(long address, byte[] bytes) {
    memory.write(address, bytes);
  }

  public float[] readFloats(long address, int count) {
    var values = new float[count];
    read(address, 4 * count).asFloatBuffer().get(values);
    return values;
  }

  public int[] readInts(long address, int count) {
    var values = new int[count];
    read(address, 4 * count).asIntBuffer().get(values);
    return values;
  }

  public ByteBuffer read(long address, int bytes) {
    var target = new byte[bytes];
    memory.read(address, target);
    return ByteBuffer.wrap(target).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// The address of a `__device__` or `__constant__` variable.
  public long variable(String name) {
    return programs.getLast().address(name);
  }

  /// What a kernel takes, in its own order.
  public PtxFunction kernel(String name) {
    return programOf(name).kernel(name);
  }

  private Program programOf(String kernel) {
    for (var program : programs.reversed()) {
      if (program.has(kernel)) {
        return program;
      }
    }
    throw new IllegalArgumentException("no kernel %s among those loaded".formatted(kernel));
  }

  /// Runs a kernel to its end. Pointers are passed as their `long` addresses.
  ///
  /// @throws KernelFault if the kernel does what no GPU can go on from
  public LaunchReport launch(
      String kernel, Dim grid, Dim block, int sharedBytes, Object... arguments) {
    var program = programOf(kernel);
    var function = program.kernel(kernel);
    check(program, function, grid, block, sharedBytes);
    var parameters = new Arguments(function).pack(arguments);
    var launch = new KernelLaunch(function, grid, block, sharedBytes, parameters, budget);
    return new Grid(program, launch, mode, engine, cores).run();
  }

  private static void check(
      Program program, PtxFunction kernel, Dim grid, Dim block, int sharedBytes) {
    if (Math.min(Math.min(block.x(), block.y()), block.z()) < 1
        || Math.min(Math.min(grid.x(), grid.y()), grid.z()) < 1) {
      throw new IllegalArgumentException(
          "%s: grid %s and block %s need at least 1 in each direction"
              .formatted(kernel, grid, block));
    }
    if ((long) block.x() * block.y() * block.z() > MOST_THREADS || block.z() > 64) {
      throw new IllegalArgumentException(
          "%s: a block %s has %,d threads, more than %d"
              .formatted(kernel, block, (long) block.x() * block.y() * block.z(), MOST_THREADS));
    }
    int shared = program.sharedLayout(kernel).dynamicAt() + sharedBytes;
    if (sharedBytes < 0 || shared > 2 * MOST_SHARED) {
      throw new IllegalArgumentException(
          "%s: %,d bytes of shared memory, more than %,d"
              .formatted(kernel, shared, 2 * MOST_SHARED));
    }
  }
}
