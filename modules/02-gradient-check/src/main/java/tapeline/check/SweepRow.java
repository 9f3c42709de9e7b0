package tapeline.check;

/// One step size of a [StepSweep].
///
/// @param step the step h
/// @param difference the central difference with that step
/// @param error `|difference − exact|`
/// @param truncation the predicted error of the formula, `h²/6·|f‴|`
/// @param roundOff the predicted error of the arithmetic, `u·|f|/h` with `u = 2⁻⁵³`
public record SweepRow(
    double step, double difference, double error, double truncation, double roundOff) {}
