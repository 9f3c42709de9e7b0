package tapeline.laboratory.workload;

import tapeline.bench.compare.Workload;

/// A workload of which more than time can be told: what it counts is the same in every run.
public interface Counted extends Workload {

  /// How far its gradients lie from exact ones, relative, after [#prepare] and [#run].
  double gradientError();

  /// Nodes on its tape, after [#prepare] and [#run].
  int nodes();

  /// Kernels that the last [#run] launched.
  default int launches() {
    return 0;
  }
}
