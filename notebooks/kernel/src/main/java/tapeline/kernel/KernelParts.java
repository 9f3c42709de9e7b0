package tapeline.kernel;

import java.nio.charset.StandardCharsets;
import org.dflib.jjava.jupyter.kernel.BaseKernelBuilder;
import org.dflib.jjava.jupyter.kernel.JupyterIO;
import org.dflib.jjava.jupyter.kernel.comm.CommManager;
import org.dflib.jjava.jupyter.kernel.display.Renderer;
import org.dflib.jjava.jupyter.kernel.history.HistoryManager;
import org.dflib.jjava.jupyter.kernel.magic.MagicsRegistry;
import org.dflib.jjava.jupyter.kernel.util.StringStyler;

/// The parts of a kernel that jjava's builder makes.
final class KernelParts extends BaseKernelBuilder<KernelParts, Kernel> {
  HistoryManager history() {
    return buildHistoryManager();
  }

  JupyterIO io() {
    return buildJupyterIO(StandardCharsets.UTF_8);
  }

  CommManager comms() {
    return buildCommManager();
  }

  Renderer renderer() {
    return buildRenderer();
  }

  MagicsRegistry magics() {
    return buildMagicsRegistry();
  }

  StringStyler styler() {
    return buildErrorStyler();
  }

  @Override
  public Kernel build() {
    throw new UnsupportedOperationException("Only the parts are taken from here");
  }
}
