package tapeline.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;
import tapeline.kernel.protocol.KernelConnection;

/// Started by Jupyter with the file that says where to connect.
///
/// Where the variable [#AGAIN] is set, another kernel follows one that is shut down, in the same
/// warm JVM and on the ports that stand in the file by then: so the project runs notebook after
/// notebook.
public final class KernelMain {
  private static final String AGAIN = "TAPELINE_KERNEL_AGAIN";

  private KernelMain() {}

  public static void main(String[] args) throws Exception {
    if (args.length != 1) {
      System.err.println("Jupyter starts the kernel, with a connection file: ./tapeline notebook");
      System.exit(2);
    }
    // A Jupyter that was killed cannot say that the kernel is to end.
    var jupyter = ProcessHandle.current().parent();
    if (jupyter.isPresent()) {
      var _ = jupyter.get().onExit().thenRun(() -> System.exit(0));
    }
    var errors = System.err; // a kernel's cells have others
    try {
      do {
        serve(Path.of(args[0]));
      } while (System.getenv(AGAIN) != null);
      System.exit(0);
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      e.printStackTrace(errors);
      System.exit(1);
    }
  }

  /// Is a kernel until it is shut down.
  private static void serve(Path file) throws IOException, GeneralSecurityException {
    var kernel = new Kernel.Builder().build();
    var properties = KernelConnectionProperties.parse(Files.readString(file));
    var connection = new KernelConnection(properties);
    kernel.becomeHandlerForConnection(connection);
    connection.connect();
    // The first cell waits for what is left of this; the front end does not.
    Thread.ofPlatform().daemon().start(kernel::warmUp);
    connection.waitUntilClose();
  }
}
