package tapeline.gpu.emulator;

/// What the emulator can find wrong with a kernel. The first ones end the launch; those from
/// [#UNINITIALISED] on are reported and the launch goes on.
public enum FaultKind {
  OUT_OF_BOUNDS("out of bounds"),
  SHARED_OUT_OF_BOUNDS("out of bounds in shared memory"),
  LOCAL_OUT_OF_BOUNDS("out of bounds in a local array"),
  NOT_DEVICE_MEMORY("not an address of device memory"),
  USE_AFTER_FREE("use after free"),
  MISALIGNED("misaligned access"),
  DIVERGENT_BARRIER("barrier in divergent code"),
  DEADLOCK("deadlock at a barrier"),
  ENDLESS("endless loop"),
  DIVISION_BY_ZERO("integer division by zero"),
  ASSERTION("assertion failed"),
  TRAP("trap"),
  CALL("bad call"),
  UNINITIALISED("read of uninitialised global memory"),
  SHARED_UNINITIALISED("read of uninitialised shared memory"),
  SHARED_RACE("race in shared memory"),
  WARP_RACE("race inside a warp"),
  GLOBAL_RACE("race in global memory"),
  ABSENT_LANE("exchange with a lane that takes no part");

  private final String title;

  FaultKind(String title) {
    this.title = title;
  }

  public boolean endsLaunch() {
    return compareTo(UNINITIALISED) < 0;
  }

  @Override
  public String toString() {
    return title;
  }
}
