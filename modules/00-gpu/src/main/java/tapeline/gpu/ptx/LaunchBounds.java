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
}
