package tapeline.bench.compare;

/// What one turn of one side took.
///
/// @param nanos by the parent's clock, from the order to the answer
/// @param childNanos by the child's own clock, around the work alone
/// @param bytes that its thread allocated
/// @param result what the work returned
public record Turn(long nanos, long childNanos, long bytes, double result) {}
