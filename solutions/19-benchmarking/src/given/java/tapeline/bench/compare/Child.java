package tapeline.bench.compare;

import com.sun.management.ThreadMXBean;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;

/// The JVM that does the work: it takes orders, and decides nothing.
///
/// An order is a seed and a number of units. It prepares, answers, waits for the word to go, works,
/// and answers what that took.
final class Child {
  /// Taken from the heap before the work takes its arrays: where these lie among the cache's lines
  /// follows from all that was allocated before, and was worth 0.15 % to a small matrix product.
  static byte[] padding = {};

  private Child() {}

  static void main(String[] args) throws IOException, ReflectiveOperationException {
    var in = new DataInputStream(System.in);
    var out =
        new DataOutputStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 64));
    padding = new byte[System.getenv().getOrDefault(Side.PADDING, "").length()];
    System.setOut(new PrintStream(System.err, true)); // what the work prints is no answer
    var made = Class.forName(args[0]).getDeclaredConstructor();
    made.setAccessible(true);
    serve((Workload) made.newInstance(), in, out);
  }

  private static void serve(Workload workload, DataInputStream in, DataOutputStream out)
      throws IOException {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int units = in.readInt(); units > 0; units = in.readInt()) {
      workload.prepare(in.readLong());
      out.writeBoolean(true);
      out.flush();
      in.readBoolean();
      long bytes = threads.getCurrentThreadAllocatedBytes();
      long start = System.nanoTime();
      double result = workload.run(units);
      long nanos = System.nanoTime() - start;
      out.writeDouble(result);
      out.writeLong(nanos);
      out.writeLong(threads.getCurrentThreadAllocatedBytes() - bytes);
      out.flush();
    }
  }
}
