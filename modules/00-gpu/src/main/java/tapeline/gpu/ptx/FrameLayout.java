package tapeline.gpu.ptx;

import java.util.HashMap;
import java.util.Map;

/// Gives the variables of a function their places: shared ones in the block's shared memory, the
/// others in the stack frame.
final class FrameLayout {
  private final Map<String, Integer> used = new HashMap<>();

  PtxVariable place(PtxVariable variable) {
    String region = region(variable.space());
    int offset = PtxVariable.roundUp(used(region), variable.align());
    used.put(region, offset + variable.bytes());
    return variable.at(offset);
  }

  int used(String space) {
    return used.getOrDefault(region(space), 0);
  }

  private static String region(String space) {
    return space.equals("param") ? "local" : space;
  }
}
