package tapeline.gpu.emulator;

import tapeline.gpu.GpuDevice;
import tapeline.gpu.GpuProvider;

/// The emulator, which every machine has.
public final class EmulatorProvider implements GpuProvider {
  @Override
  public boolean emulated() {
    return true;
  }

  @Override
  public GpuDevice open() {
    return new EmulatedGpu();
  }
}
