package tapeline.bench.compare;

/// What one turn of one side took.
///
/// @param nanos of the work alone, by the child's own clock
/// @param bytes that its thread allocated
/// @param result what the work returned
public record Turn(long nanos, long bytes, double result) {}
