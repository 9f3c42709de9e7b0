package tapeline.gpu.ptx;

import java.util.List;
import java.util.Map;

/// A kernel (`.entry`) or a device function (`.func`).
///
/// @param parameters that the caller passes; for a kernel their offsets are those of the launch's
///   parameter block
/// @param results of a device function: at most one variable
/// @param bounds the blocks it was compiled for
/// @param registers how many registers other than predicates it has
/// @param sharedBytes its shared memory, without the dynamic part
/// @param localBytes its stack frame: local arrays, and for a function its parameters
/// @param labels where each label stands
/// @param branchTables the targets of each `.branchtargets` list
public record PtxFunction(
    String name,
    boolean kernel,
    List<PtxVariable> parameters,
    List<PtxVariable> results,
    LaunchBounds bounds,
    int registers,
    int predicates,
    int sharedBytes,
    int localBytes,
    List<Instruction> body,
    Map<String, Integer> labels,
    Map<String, List<String>> branchTables) {

  @Override
  public String toString() {
    return name;
  }
}
