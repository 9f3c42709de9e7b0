package tapeline.check;

/// One partial derivative in a [GradientReport].
///
/// @param function the name of the function or op
/// @param point all its inputs, as text: `(0.5, -2)`
/// @param input the index of the input that the derivative is for
/// @param partial the derivative by the tape and by a difference
/// @param verdict what to make of the two
public record GradientRow(
    String function, String point, int input, GradientError partial, GradientVerdict verdict) {}
