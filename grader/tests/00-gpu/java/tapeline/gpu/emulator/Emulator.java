package tapeline.gpu.emulator;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.function.Predicate;
import tapeline.gpu.Dim3;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.KernelSignature;
import tapeline.gpu.emulator.fault.Finding;

/// The emulated device with bare addresses, which tests may also get wrong, where
/// [tapeline.gpu.Gpu] would not let them.
final class Emulator {
  private final EmulatedGpu device = new EmulatedGpu().once(); // which must change no result
  private String ptx = "";
  private long module;

  Emulator mode(Mode mode) {
    device.mode(mode);
    return this;
  }

  Emulator engine(Engine engine) {
    device.engine(engine);
    return this;
  }

  Emulator cores(int cores) {
    device.cores(cores);
    return this;
  }

  Emulator budget(long jumps) {
    device.budget(jumps);
    return this;
  }

  Emulator replay(Predicate<Finding> races, long jumps) {
    device.replay(races, jumps);
    return this;
  }

  EmulatedGpu device() {
    return device;
  }

  /// @param text which may lack its head
  Emulator load(String text) {
    ptx = text.contains(".version ") ? text : Lab.HEAD + text;
    module = device.load(ptx);
    return this;
  }

  long allocate(String name, long bytes) {
    return device.allocate(name, bytes);
  }

  /// The address of so many new words, all 0.
  long filled(String name, int words) {
    long at = allocate(name, 4L * words);
    write(at, new int[words]);
    return at;
  }

  void free(long address) {
    device.free(address);
  }

  void write(long address, float... values) {
    device.copyIn(address, MemorySegment.ofArray(values));
  }

  void write(long address, int... values) {
    device.copyIn(address, MemorySegment.ofArray(values));
  }

  void write(long address, byte[] values) {
    device.copyIn(address, MemorySegment.ofArray(values));
  }

  float[] readFloats(long address, int count) {
    var values = new float[count];
    device.copyOut(MemorySegment.ofArray(values), address);
    return values;
  }

  int[] readInts(long address, int count) {
    var values = new int[count];
    device.copyOut(MemorySegment.ofArray(values), address);
    return values;
  }

  byte[] readBytes(long address, int count) {
    var values = new byte[count];
    device.copyOut(MemorySegment.ofArray(values), address);
    return values;
  }

  /// The address of a `__device__` or `__constant__` variable.
  long variable(String name) {
    return device.global(module, name).address();
  }

  /// Runs a kernel to its end. Pointers are passed as their `long` addresses.
  LaunchReport launch(String kernel, Dim3 grid, Dim3 block, int shared, Object... arguments) {
    return launch(kernel, new GpuLaunch(grid, block, shared), arguments);
  }

  LaunchReport launch(String kernel, GpuLaunch launch, Object... arguments) {
    var signature = Objects.requireNonNull(KernelSignature.of(ptx).get(kernel), kernel);
    device.launch(device.kernel(module, kernel), signature, launch, pack(signature, arguments), 0);
    return device.lastReport();
  }

  private static byte[] pack(KernelSignature signature, Object... arguments) {
    var bytes = ByteBuffer.allocate(signature.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < arguments.length; i++) {
      int at = signature.parameters().get(i).offset();
      switch (arguments[i]) {
        case Long v -> bytes.putLong(at, v);
        case Integer v -> bytes.putInt(at, v);
        case Float v -> bytes.putFloat(at, v);
        case Double v -> bytes.putDouble(at, v);
        case byte[] v -> bytes.put(at, v);
        default -> throw new IllegalArgumentException("cannot pass " + arguments[i]);
      }
    }
    return bytes.array();
  }
}
