package tapeline.gpu.emulator.execute;

/// A function's steps and jumps, as long as all 32 lanes of a warp go the same way.
public interface CommonWay {
  /// Goes on at `pc`.
  ///
  /// @param from where the instructions begin that no jump has counted yet; [Warp#uncounted] has
  ///   this afterwards
  /// @return the instruction that is to be executed in another way
  int go(Warp warp, int pc, int from);
}
