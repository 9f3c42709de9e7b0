package tapeline.gpu.ptx;

import java.util.Optional;
import tapeline.gpu.Dim3;

/// The blocks that a kernel was compiled for.
///
/// @param most `.maxntid`, from `__launch_bounds__`: no block may have more threads in all
/// @param exactly `.reqntid`, from `__block_size__`: every block is just so
public record LaunchBounds(Optional<Dim3> most, Optional<Dim3> exactly) {
  /// The most threads that a block may have, of at most `limit`.
  public int threads(int limit) {
    long bound = exactly.or(() -> most).map(Dim3::volume).orElse((long) limit);
    return (int) Math.min(bound, limit);
  }

  /// Refuses a block of another size.
  ///
  /// @throws IllegalArgumentException when a kernel that was compiled for other blocks gets this
  ///   one
  public void check(PtxFunction kernel, Dim3 block) {
    if (exactly.isPresent() && !exactly.get().equals(block)) {
      throw new IllegalArgumentException(
          "launch of %s: the kernel was compiled for blocks of %s threads (__block_size__), got %s"
              .formatted(kernel, exactly.get(), block));
    }
  }
}
