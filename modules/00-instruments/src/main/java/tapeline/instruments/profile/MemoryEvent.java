package tapeline.instruments.profile;

/// A change of what a tape holds.
///
/// @param at in nanoseconds since the profile began
/// @param thread its number in the profile
/// @param tape counts the tapes of a profile, from 0
/// @param holder who holds it: an op's name with `saved` or `gradient`, as `MatMul saved`;
///   `variable gradient`; [#BEFORE] for what was held by then
/// @param bytes more when positive, fewer when negative
/// @param live what the tape's own ledger says it holds after the change
public record MemoryEvent(long at, int thread, int tape, String holder, long bytes, long live) {
  /// The holder of the bytes that were held before the profile began.
  public static final String BEFORE = "before the profile";
}
