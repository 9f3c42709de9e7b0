package tapeline.gpu.program;

import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
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
  public long addresses() {
    return GlobalMemory.ADDRESSES;
  }

  @Override
  public long freeBytes() {
    return device.freeBytes();
  }

  @Override
  public long allocate(String name, long bytes) {
    return device.allocate(name, bytes);
  }

  @Override
  public long allocateShared(String name, long bytes, boolean pinned) {
    return device.allocateShared(name, bytes, pinned);
  }

  @Override
  public void shareWith(LongConsumer host) {
    device.memory().shareWith(host);
  }

  @Override
  public void receive(long address, byte[] values) {
    device.memory().receive(address, values);
  }

  @Override
  public Optional<Map.Entry<Long, byte[]>> giveBackShared() {
    return device.memory().giveBackShared();
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
