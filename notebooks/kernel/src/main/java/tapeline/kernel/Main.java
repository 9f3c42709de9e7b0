package tapeline.kernel;

import java.nio.file.Files;
import java.nio.file.Path;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;

/// Started by Jupyter with the file that says where to connect.
public final class Main {
  private Main() {}

  public static void main(String[] args) throws Exception {
    if (args.length != 1) {
      throw new IllegalArgumentException(
          "the kernel is started by Jupyter, with a connection file");
    }
    var replies = new Replies();
    var kernel = Kernel.create(replies);
    var properties = KernelConnectionProperties.parse(Files.readString(Path.of(args[0])));
    var connection = replies.connection(properties);
    kernel.becomeHandlerForConnection(connection);
    connection.connect();
    // The first cell waits for what is left of this; the front end does not.
    Thread.ofPlatform().daemon().start(kernel::warmUp);
    connection.waitUntilClose();
    System.exit(0);
  }
}
