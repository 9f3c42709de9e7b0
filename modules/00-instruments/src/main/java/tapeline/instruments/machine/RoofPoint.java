package tapeline.instruments.machine;

/// An op on a roofline.
///
/// @param group of ops that are alike: one colour
/// @param intensity FLOPs a byte
/// @param flopsPerSecond attained, or attainable where nothing was measured
public record RoofPoint(String label, String group, double intensity, double flopsPerSecond) {}
