package tapeline.instruments.profile;

/// Which steps of a training a profiler keeps, in cycles: `waiting` steps pass unrecorded, `warmUp`
/// steps are recorded and thrown away, as code that has not run yet is slow, the profiler's own
/// too, and `active` steps are kept. (PyTorch's `torch.profiler.schedule` has the same parts.)
///
/// @param repeat how many cycles there are; 0 for no end
public record ProfileSchedule(int waiting, int warmUp, int active, int repeat) {
  public ProfileSchedule {
    if (waiting < 0 || warmUp < 0 || active < 1 || repeat < 0) {
      throw new IllegalArgumentException(
          ("a schedule has at least 1 active step, and no negative number of others; got waiting %d,"
                  + " warm-up %d, active %d, repeat %d")
              .formatted(waiting, warmUp, active, repeat));
    }
  }

  /// The phases that a step may be in.
  public enum Phase {
    WAIT,
    WARM_UP,
    ACTIVE,
    /// It comes after the last cycle.
    DONE
  }

  /// One cycle.
  public static ProfileSchedule once(int waiting, int warmUp, int active) {
    return new ProfileSchedule(waiting, warmUp, active, 1);
  }

  /// The phase of a step, counted from 0. O(1).
  public Phase phase(long step) {
    long cycle = (long) waiting + warmUp + active;
    if (repeat > 0 && step / cycle >= repeat) {
      return Phase.DONE;
    }
    long place = step % cycle;
    return place < waiting ? Phase.WAIT : place < cycle - active ? Phase.WARM_UP : Phase.ACTIVE;
  }
}
