package tapeline.instruments.machine;

import java.util.ArrayList;
import java.util.List;
import tapeline.gpu.PeakRates;

/// Machines whose ceilings are published: what the same work would do there.
///
/// All rates are of dense data. `FP32` is that of the vector units, `FP16 tensor` and `BF16 matrix`
/// that of the units that multiply matrices. Of the M4's GPU no rates are published by its maker;
/// these were measured by others.
public enum Accelerator {
  A100_40GB("NVIDIA A100 SXM, 40 GB", PeakRates.of("a100"), 40e9, 400, Source.A100),
  A100_80GB(
      "NVIDIA A100 SXM, 80 GB", 2.039e12, 19.5e12, "FP16 tensor", 312e12, 80e9, 400, Source.A100),
  H100("NVIDIA H100 SXM, 80 GB", PeakRates.of("h100"), 80e9, 700, Source.H100),
  TPU_V5E("Google TPU v5e, one chip", 819e9, 0, "BF16 matrix", 197e12, 16e9, 0, Source.TPU_V5E),
  JETSON_AGX_ORIN(
      "NVIDIA Jetson AGX Orin, 64 GB", 204.8e9, 5.32e12, "", 0, 64e9, 60, Source.JETSON),
  M4("Apple M4, its GPU, as measured", 100e9, 2.9e12, "", 0, 0, 0, Source.M4);

  private final String machine;
  private final double memory;
  private final double vectors;
  private final String matrixUnit;
  private final double matrices;
  private final double capacity;
  private final double watts;
  private final String source;

  Accelerator(String machine, PeakRates rates, double capacity, double watts, String source) {
    this(
        machine,
        rates.memory(),
        rates.vectors(),
        "FP16 tensor",
        rates.tensors(),
        capacity,
        watts,
        source);
  }

  /// @param memory bytes/s
  /// @param vectors FLOP/s of float32; 0 where none is published
  /// @param matrixUnit its name
  /// @param matrices FLOP/s of that unit; 0 where none is published
  /// @param capacity bytes of its memory; 0 where the source does not say
  /// @param watts that it takes at most; 0 where the source does not say
  Accelerator(
      String machine,
      double memory,
      double vectors,
      String matrixUnit,
      double matrices,
      double capacity,
      double watts,
      String source) {
    this.machine = machine;
    this.memory = memory;
    this.vectors = vectors;
    this.matrixUnit = matrixUnit;
    this.matrices = matrices;
    this.capacity = capacity;
    this.watts = watts;
    this.source = source;
  }

  /// Its published ceilings.
  public Ceilings ceilings() {
    var compute = new ArrayList<Ceiling>();
    if (vectors > 0) compute.add(Ceiling.published("FP32", vectors));
    if (matrices > 0) compute.add(Ceiling.published(matrixUnit, matrices));
    return new Ceilings(machine, compute, List.of(Ceiling.published("memory", memory)));
  }

  /// Returns its facts for a comparison; its source states no latency, no price and, as that is a
  /// model's, no accuracy.
  public HardwareFacts facts() {
    var ceilings = ceilings();
    return HardwareFacts.of(machine, source)
        .in(ceilings.peak().name())
        .with(HardwareFacts.Quality.THROUGHPUT, ceilings.peak().perSecond())
        .with(HardwareFacts.Quality.BANDWIDTH, memory)
        .with(HardwareFacts.Quality.EFFICIENCY, watts > 0 ? ceilings.peak().perSecond() / watts : 0)
        .with(HardwareFacts.Quality.MEMORY, capacity);
  }

  /// The page that says so, and where there are several documents on it, which one.
  public String source() {
    return source;
  }

  private static final class Source {
    static final String A100 =
        "https://www.nvidia.com/content/dam/en-zz/Solutions/Data-Center/a100/pdf/nvidia-a100-datasheet-us-nvidia-1758950-r4-web.pdf";
    static final String H100 = "https://www.nvidia.com/en-us/data-center/h100/";
    static final String TPU_V5E = "https://cloud.google.com/tpu/docs/v5e";
    static final String JETSON =
        "https://developer.nvidia.com/embedded/downloads (data sheet DS-10662-001 v1.6, tables 1-2 and 1-3)";
    static final String M4 = "https://arxiv.org/abs/2502.05317";
  }
}
