package tapeline.autograd;

/// The counts of a [TensorTape], and the most bytes that it held.
///
/// @param nodes variables, and ops that a gradient passes through
/// @param savedBytes of the tensors kept for backward; what several nodes keep, and views, count
///   once
/// @param gradientBytes of the gradients
/// @param peakBytes the most that both came to since the tape was made
public record TensorTapeStats(int nodes, long savedBytes, long gradientBytes, long peakBytes) {}
