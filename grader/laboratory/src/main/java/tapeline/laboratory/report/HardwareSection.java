package tapeline.laboratory.report;

import java.nio.file.Files;
import java.nio.file.Path;
import tapeline.instruments.machine.Accelerator;
import tapeline.instruments.machine.HardwareComparison;
import tapeline.instruments.machine.HardwareFacts;
import tapeline.instruments.machine.MachineFile;
import tapeline.instruments.machine.Processor;
import tapeline.instruments.machine.RooflinePicture;
import tapeline.roofline.ops.KernelPoint;
import tapeline.toolkit.Picture;
import tapeline.toolkit.TextTable;

/// The section of a report that puts the machine beside an A100, a TPU and a Jetson, and kernels
/// under the roof of one of them. Its pictures stand within the page, not as images, so that values
/// show at the pointer and a legend's name leaves its series alone.
final class HardwareSection {
  private HardwareSection() {}

  /// Returns the comparison with the machine whose ceilings that file has; where there is none, or
  /// it is another machine's, nothing of this one is stated.
  static HardwareComparison machines(Path machineFile) {
    var here = HardwareFacts.of("this machine", "not measured: ./tapeline run MeasureMachine");
    if (Files.exists(machineFile)) {
      var file = MachineFile.read(machineFile);
      var processor = Processor.here();
      if (file.processor().name().equals(processor.name())) {
        var slowest = file.loadsPerSecond().stream().mapToDouble(c -> 1 / c.perSecond()).max();
        long bytes = new oshi.SystemInfo().getHardware().getMemory().getTotal();
        here = HardwareComparison.here(file.ceilings(), slowest.orElse(0), (double) bytes);
      }
    }
    return HardwareComparison.beside(here);
  }

  /// Returns module 10's kernels, by what the emulator counts, under an A100's roof.
  static Picture roofline() {
    var a100 = Accelerator.A100_80GB.ceilings();
    var kernels = KernelPoint.counted().stream().map(kernel -> kernel.attainable(a100)).toList();
    return RooflinePicture.of("Module 10's kernels, 128 × 128, on an A100", a100, kernels);
  }

  /// Returns the picture as a part of a page that names no address.
  static String inline(Picture picture) {
    return picture.svg().replace(" xmlns=\"http://www.w3.org/2000/svg\"", "");
  }

  /// Returns the table, whose notes have their addresses without `https://`, as no page of ours
  /// names one that it would have to load.
  static TextTable table(HardwareComparison machines) {
    var full = machines.table();
    var table = TextTable.of(full.header().toArray(String[]::new));
    full.rows().forEach(row -> table.row(row.toArray(String[]::new)));
    full.notes().forEach(note -> table.note(note.replace("https://", "")));
    return table;
  }
}
