package tapeline.gpu.driver;

import tapeline.gpu.GpuDevice;
import tapeline.gpu.GpuProvider;
import tapeline.gpu.NoGpu;

/// The first CUDA card of this machine.
public final class CudaProvider implements GpuProvider {
  @Override
  public boolean emulated() {
    return false;
  }

  @Override
  public GpuDevice open() throws NoGpu {
    return CudaGpu.open();
  }
}
