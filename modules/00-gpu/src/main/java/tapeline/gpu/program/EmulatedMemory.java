package tapeline.gpu.program;

import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.memory.GlobalMemory;

/// The emulator's.
record EmulatedMemory(EmulatedGpu device) implements DeviceMemory {
  @Override
  public long base() {
    return GlobalMemory.BASE;
  }

  @Override
  public long bytes() {
    return device.limits().memoryBytes();
  }

  @Override
  public long freeBytes() {
    return device.freeBytes();
  }

  @Override
  public long allocate(String name, long bytes, boolean pages) {
    return pages ? device.allocatePages(name, bytes) : device.allocate(name, bytes);
  }

  @Override
  public void free(long address) {
    device.free(address);
  }

  @Override
  public byte[] read(long from, long n) {
    return device.read(from, n);
  }

  @Override
  public void fill(long at, long n, byte value) {
    device.fill(at, n, value);
  }
}
