package tapeline.grader.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import tapeline.grader.worker.Worker;

/// A worker in a thread of this process, in the place of one that is a process of its own.
final class WorkerThread extends Process {
  private final PipedOutputStream orders = new PipedOutputStream();
  private final PipedInputStream answers = new PipedInputStream();
  private final Thread thread;

  WorkerThread() {
    try {
      var in = new PipedInputStream(orders);
      var out = new PipedOutputStream(answers);
      thread = Thread.ofPlatform().daemon().start(() -> serve(in, out));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void serve(InputStream orders, OutputStream answers) {
    try (answers) {
      Worker.serve(orders, answers);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public OutputStream getOutputStream() {
    return orders;
  }

  @Override
  public InputStream getInputStream() {
    return answers;
  }

  @Override
  public InputStream getErrorStream() {
    return InputStream.nullInputStream();
  }

  @Override
  public int waitFor() throws InterruptedException {
    thread.join();
    return 0;
  }

  @Override
  public int exitValue() {
    if (thread.isAlive()) {
      throw new IllegalThreadStateException("the worker's thread still runs");
    }
    return 0;
  }

  /// A worker leaves when its orders end.
  @Override
  public void destroy() {
    try {
      orders.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
