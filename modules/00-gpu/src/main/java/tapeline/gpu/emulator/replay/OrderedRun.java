package tapeline.gpu.emulator.replay;

import java.util.List;

/// A run of a launch that has a race.
///
/// @param heading the order of the two warps, and what came out: `as written: y[0] = 96`
/// @param touches how they touch the race's place, in their order
public record OrderedRun(String heading, List<Touch> touches) {}
