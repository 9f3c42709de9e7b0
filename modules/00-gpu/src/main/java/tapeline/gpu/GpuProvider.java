package tapeline.gpu;

/// Opens devices of one kind. [Gpu#best()] finds the providers by their names in
/// `META-INF/services/tapeline.gpu.GpuProvider`, so nothing down here knows a kind of device.
public interface GpuProvider {
  /// Returns whether its devices are the emulator.
  boolean emulated();

  /// A device of this machine.
  ///
  /// @throws NoGpu when there is none that can be used: says why
  GpuDevice open() throws NoGpu;
}
