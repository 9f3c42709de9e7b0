package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.Finding;

/// Kernels with one mistake each, on the line marked BUG.
final class Planted {
  private Planted() {}

  private static final String SOURCE = Lab.text("faults.cu");

  static int bugLine(String kernel) {
    return Lab.bugLine(SOURCE, kernel);
  }

  static Emulator gpu(Engine engine, Mode mode) {
    return new Emulator().engine(engine).mode(mode).load(Lab.text("faults.ptx"));
  }

  static long filled(Emulator gpu, String name, int n) {
    long at = gpu.allocate(name, 4L * n);
    gpu.write(at, new int[n]);
    return at;
  }

  static Finding fault(Emulator gpu, String kernel, int blocks, int threads, Object... arguments) {
    var fault =
        catchThrowableOfType(
            KernelFault.class,
            () -> gpu.launch(kernel, Dim3.of(blocks), Dim3.of(threads), 0, arguments));
    assertThat(fault).as(kernel + " should fault").isNotNull();
    assertThat(fault.finding().source().line()).as(fault.getMessage()).isEqualTo(bugLine(kernel));
    return fault.finding();
  }

  static Finding finding(
      Emulator gpu, String kernel, int blocks, int threads, Object... arguments) {
    var findings = gpu.launch(kernel, Dim3.of(blocks), Dim3.of(threads), 0, arguments).findings();
    var onLine = findings.stream().filter(f -> f.source().line() == bugLine(kernel)).toList();
    assertThat(onLine)
        .as("%s should report line %d: %s", kernel, bugLine(kernel), findings)
        .isNotEmpty();
    return onLine.getFirst();
  }
}
