package tapeline.kernel;

import java.nio.file.Files;
import java.nio.file.Path;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;
import tapeline.kernel.protocol.KernelConnection;

/// Started by Jupyter with the file that says where to connect.
public final class KernelMain {
  private KernelMain() {}

  public static void main(String[] args) throws Exception {
    if (args.length != 1) {
      System.err.println("Jupyter starts the kernel, with a connection file: ./tapeline notebook");
      System.exit(2);
    }
    var kernel = new Kernel.Builder().build();
    var properties = KernelConnectionProperties.parse(Files.readString(Path.of(args[0])));
    var connection = new KernelConnection(properties);
    kernel.becomeHandlerForConnection(connection);
    connection.connect();
    // The first cell waits for what is left of this; the front end does not.
    Thread.ofPlatform().daemon().start(kernel::warmUp);
    // A Jupyter that was killed cannot say that the kernel is to end.
    var jupyter = ProcessHandle.current().parent();
    if (jupyter.isPresent()) {
      var _ = jupyter.get().onExit().thenRun(() -> System.exit(0));
    }
    connection.waitUntilClose();
    System.exit(0);
  }
}
