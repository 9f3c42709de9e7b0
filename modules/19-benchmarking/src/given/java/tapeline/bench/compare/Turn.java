package tapeline.bench.compare;

/// The time of one turn of one side.
///
/// @param nanos of the work alone, by the child's own clock
/// @param bytes that its thread allocated
/// @param result what the work returned
public record Turn(long nanos, long bytes, double result) {}
