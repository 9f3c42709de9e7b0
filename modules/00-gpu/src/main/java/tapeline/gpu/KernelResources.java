package tapeline.gpu;

/// The resources of a multiprocessor that one kernel takes.
///
/// @param registers of a thread; on the emulator an estimate
/// @param sharedBytes of a block, declared in the kernel
/// @param localBytes of a thread: arrays and spilled registers, in global memory
/// @param maxThreads of a block, by registers and `__launch_bounds__`
public record KernelResources(int registers, int sharedBytes, int localBytes, int maxThreads) {}
