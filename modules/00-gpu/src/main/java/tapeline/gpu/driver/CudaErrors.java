package tapeline.gpu.driver;

import java.util.Map;
import java.util.Optional;

/// The usual meanings of the driver's errors when a learner meets them.
final class CudaErrors {
  private CudaErrors() {}

  private static final String LOST =
      " The device is unusable from here on: close it and open a new one; if that fails, start the"
          + " program again. Run the same launch on the emulator: it names the line and the"
          + " thread.";

  private static final Map<String, String> MEANINGS =
      Map.ofEntries(
          Map.entry(
              "CUDA_ERROR_INVALID_VALUE",
              "An argument of the call is out of range: a size of 0, memory that was freed, or an"
                  + " address of the host where the device's is needed."),
          Map.entry(
              "CUDA_ERROR_OUT_OF_MEMORY",
              "The device has too little memory left: free buffers, or work on smaller pieces."),
          Map.entry(
              "CUDA_ERROR_NOT_INITIALIZED",
              "The driver was not started, or the program forked after it was."),
          Map.entry(
              "CUDA_ERROR_STUB_LIBRARY",
              "This libcuda is a toolkit's stub for linkers: have the driver's own found first."),
          Map.entry(
              "CUDA_ERROR_DEVICE_UNAVAILABLE",
              "Another program has the card for itself, or its compute mode forbids all use:"
                  + " nvidia-smi shows both."),
          Map.entry(
              "CUDA_ERROR_NO_DEVICE", "The driver is installed, but it sees no card it can use."),
          Map.entry(
              "CUDA_ERROR_SYSTEM_NOT_READY",
              "The machine is not ready for CUDA yet: on cards that are linked to each other, the"
                  + " fabric manager has to run."),
          Map.entry(
              "CUDA_ERROR_OPERATING_SYSTEM",
              "The operating system refused the driver: a container may lack /dev/nvidia*."),
          Map.entry(
              "CUDA_ERROR_UNKNOWN",
              "Often a part of the driver is not loaded: try nvidia-smi, or restart after an"
                  + " update."),
          Map.entry(
              "CUDA_ERROR_ECC_UNCORRECTABLE",
              "The card's memory has lost bits and could not mend them." + LOST),
          Map.entry(
              "CUDA_ERROR_JIT_COMPILER_NOT_FOUND",
              "The driver's compiler of PTX is not installed: libnvidia-ptxjitcompiler.so.1 comes"
                  + " with the driver, and a container needs it, too."),
          Map.entry(
              "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
              "The driver's library and its kernel module are of two versions: restart after an"
                  + " update."),
          Map.entry(
              "CUDA_ERROR_INVALID_CONTEXT",
              "This thread has no context, or the device was closed meanwhile."),
          Map.entry(
              "CUDA_ERROR_INVALID_HANDLE",
              "A stream, an event or a module was used after it was closed."),
          Map.entry("CUDA_ERROR_INVALID_PTX", "The driver could not translate the PTX."),
          Map.entry(
              "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
              "The PTX is of a newer version than this driver knows: update the driver, or compile"
                  + " with an older compiler."),
          Map.entry(
              "CUDA_ERROR_NO_BINARY_FOR_GPU",
              "The PTX is for a newer card than this one: compile for compute_75."),
          Map.entry("CUDA_ERROR_NOT_FOUND", "The module has no kernel or variable of this name."),
          Map.entry(
              "CUDA_ERROR_NOT_READY",
              "The device has not come so far yet: synchronize before you ask for a time."),
          Map.entry(
              "CUDA_ERROR_ILLEGAL_ADDRESS",
              "A kernel launched before this call read or wrote outside of all buffers." + LOST),
          Map.entry(
              "CUDA_ERROR_MISALIGNED_ADDRESS",
              "A kernel launched before this call read a float4 or a double at an address that is"
                  + " no multiple of its size."
                  + LOST),
          Map.entry(
              "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
              "A block needs more registers or shared memory than a multiprocessor has: use fewer"
                  + " threads a block."),
          Map.entry(
              "CUDA_ERROR_LAUNCH_TIMEOUT",
              "The kernel ran longer than a card that also draws the screen allows: give it less"
                  + " work a launch."
                  + LOST),
          Map.entry("CUDA_ERROR_ASSERT", "An assert in a kernel did not hold." + LOST),
          Map.entry(
              "CUDA_ERROR_LAUNCH_FAILED",
              "A kernel launched before this call broke down, often by a wrong address in shared"
                  + " memory."
                  + LOST),
          Map.entry(
              "CUDA_ERROR_HARDWARE_STACK_ERROR",
              "A kernel launched before this call called too deeply, or broke its stack." + LOST),
          Map.entry(
              "CUDA_ERROR_INVALID_ADDRESS_SPACE",
              "A kernel launched before this call used an address of another kind of memory than"
                  + " the instruction is for."
                  + LOST),
          Map.entry(
              "CUDA_ERROR_INVALID_PC",
              "A kernel launched before this call jumped to where there is no code." + LOST),
          Map.entry(
              "CUDA_ERROR_ILLEGAL_INSTRUCTION",
              "A kernel launched before this call met an instruction that the card does not have."
                  + LOST));

  static String meaning(String error) {
    return known(error).orElse("The CUDA driver API's documentation lists it under this name.");
  }

  /// The usual meaning of an error, where the course has words for it.
  static Optional<String> known(String error) {
    return Optional.ofNullable(MEANINGS.get(error));
  }
}
