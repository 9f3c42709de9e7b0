package tapeline.gpu.driver;

import java.util.LinkedHashSet;
import java.util.Set;

/// The driver's context of a device: every call goes through it, and it knows what has to be given
/// back.
/*
 * The driver keeps a current context for each thread of the operating system. So every call makes
 * ours current first on a thread that has not seen it, and virtual threads, which move from one
 * such thread to another, are turned away.
 */
final class CudaContext {
  private static final ThreadLocal<CudaContext> CURRENT = new ThreadLocal<>();

  private final LibCuda cuda;
  private final int device;
  private final long context;
  private final Set<Held> held = new LinkedHashSet<>();

  private record Held(CudaCall release, long handle) {}

  CudaContext(LibCuda cuda, int device) {
    this.cuda = cuda;
    this.device = device;
    context = cuda.answer(CudaCall.CONTEXT_RETAIN, "opening the device", device);
  }

  void call(CudaCall function, String what, Object... arguments) {
    current();
    cuda.call(function, what, arguments);
  }

  long answer(CudaCall function, String what, Object... rest) {
    current();
    return cuda.answer(function, what, rest);
  }

  /// Makes this context the one of this thread.
  void current() {
    if (CURRENT.get() == this) {
      return;
    }
    if (Thread.currentThread().isVirtual()) {
      throw new IllegalStateException(
          "CUDA needs a platform thread, as its context belongs to one: got a virtual thread");
    }
    cuda.call(CudaCall.CONTEXT_SET_CURRENT, "using the device on this thread", context);
    CURRENT.set(this);
  }

  /// Remembers to release what the driver has given.
  synchronized long hold(CudaCall release, long handle) {
    held.add(new Held(release, handle));
    return handle;
  }

  void release(CudaCall release, String what, long handle) {
    synchronized (this) {
      held.remove(new Held(release, handle));
    }
    call(release, what, handle);
  }

  /// Returns whether the driver still does what it is asked to: after a kernel's fault it does not.
  boolean answers() {
    current();
    return cuda.invoke(CudaCall.CONTEXT_SYNCHRONIZE) == 0;
  }

  /// Waits for what is under way, then frees what is still held, in reverse, whatever the driver
  /// says: a kernel's fault may have made the device unusable.
  synchronized void close() {
    cuda.invoke(CudaCall.CONTEXT_SET_CURRENT, context);
    cuda.invoke(CudaCall.CONTEXT_SYNCHRONIZE);
    for (var each : held.stream().toList().reversed()) {
      cuda.invoke(each.release, each.handle);
    }
    held.clear();
    cuda.invoke(CudaCall.CONTEXT_RELEASE, device);
    CURRENT.remove();
  }
}
