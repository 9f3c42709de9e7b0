package tapeline.gpu.emulator.fault;

/// The faults that the emulator can find in a kernel. The first ones end the launch; those from
/// [#UNINITIALISED] on are reported and the launch goes on.
public enum FaultKind {
  OUT_OF_BOUNDS("out of bounds", "Which index does this thread compute, and what sends it home?"),
  SHARED_OUT_OF_BOUNDS(
      "out of bounds in shared memory", "Compare the index with the size of the __shared__ array."),
  LOCAL_OUT_OF_BOUNDS(
      "out of bounds in a local array", "Compare the index with the size of the array."),
  NOT_DEVICE_MEMORY(
      "not an address of device memory", "A kernel can read only what was uploaded to a buffer."),
  USE_AFTER_FREE("use after free", "Free a buffer after the last launch that uses it."),
  READ_ONLY(
      "write to a __constant__ variable",
      "Only the host writes it, before the launch: make it __device__, or pass a buffer."),
  MISALIGNED(
      "misaligned access",
      "As a float4 begins at every fourth float: is the index a multiple of 4?"),
  DIVERGENT_BARRIER(
      "barrier in divergent code", "Move __syncthreads() out of the if, or let all threads in."),
  DEADLOCK("deadlock at a barrier", "Every warp must meet the same barriers in the same order."),
  BARRIER_OBJECT(
      "misuse of a barrier in shared memory",
      "One thread initialises it, before a __syncthreads(), for as many arrivals as each phase has."),
  WARP_INSTRUCTION(
      "misuse of an instruction of the whole warp",
      "All 32 lanes execute it together, with the same address and leading dimension."),
  ENDLESS("endless loop", "What should end this loop, and which thread changes it?"),
  DIVISION_BY_ZERO("integer division by zero", "Where does the 0 come from?"),
  ASSERTION("assertion failed", "It is the kernel's own."),
  TRAP("trap", "The kernel itself asked for it."),
  CALL("bad call", "Look at the function that is called here."),
  UNINITIALISED(
      "read of uninitialised global memory", "Upload the buffer, or let a kernel fill it, first."),
  SHARED_UNINITIALISED(
      "read of uninitialised shared memory", "Which thread should have filled this place?"),
  UNDEFINED_VARIABLE("read of an uninitialised variable", "Give it a value where it is declared."),
  PENDING_COPY(
      "use of shared memory that is being copied to",
      "Wait before this line, by __pipeline_wait_prior(0) or cp.async.wait_all, then at a barrier."),
  MIXED_BARRIERS(
      "warps at different barriers",
      "All threads of a block must reach the same __syncthreads(), equally often."),
  SHARED_RACE("race in shared memory", "Who waits for whom between the two accesses?"),
  WARP_RACE("race inside a warp", "Even the lanes of a warp may run one after another."),
  GLOBAL_RACE("race in global memory", "Which thread owns this element?"),
  ABSENT_LANE("exchange with a lane that takes no part", "Move the exchange out of the branch.");

  private final String title;
  private final String advice;

  FaultKind(String title, String advice) {
    this.title = title;
    this.advice = advice;
  }

  /// Advice for the learner: where to look.
  public String advice() {
    return advice;
  }

  @Override
  public String toString() {
    return title;
  }
}
