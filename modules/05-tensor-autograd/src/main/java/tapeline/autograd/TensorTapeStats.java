package tapeline.autograd;

/// What a [TensorTape] holds, and held at most.
///
/// @param nodes variables, and ops that a gradient passes through
/// @param savedBytes of the tensors kept for backward; what several nodes keep, and views, count
///   once
/// @param gradientBytes of the gradients
/// @param peakBytes the most that both came to since the tape was made
public record TensorTapeStats(int nodes, long savedBytes, long gradientBytes, long peakBytes) {}
