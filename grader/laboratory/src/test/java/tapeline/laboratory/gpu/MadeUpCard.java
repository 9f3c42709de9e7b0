package tapeline.laboratory.gpu;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuDevice;
import tapeline.gpu.GpuException;
import tapeline.gpu.emulator.EmulatedGpu;

/// The emulator, which says that it is a card, and that everything takes it just as long.
final class MadeUpCard {
  private static final Set<String> ALWAYS = Set.of("limits", "close", "usable");

  private MadeUpCard() {}

  static Gpu gpu(float millis) {
    return gpu(millis, new AtomicBoolean(true));
  }

  /// One that does nothing more once `works` is false, as a card after a kernel's fault.
  static Gpu gpu(float millis, AtomicBoolean works) {
    var emulator = new EmulatedGpu();
    var device =
        (GpuDevice)
            Proxy.newProxyInstance(
                GpuDevice.class.getClassLoader(),
                new Class<?>[] {GpuDevice.class},
                (_, method, arguments) ->
                    switch (method.getName()) {
                      case "name" -> "a made-up card";
                      case "emulated" -> false;
                      case "elapsedMillis" -> millis;
                      case "usable" -> works.get();
                      case String name when !works.get() && !ALWAYS.contains(name) ->
                          throw new GpuException(name, "CUDA_ERROR_ILLEGAL_ADDRESS", "It is lost.");
                      default -> {
                        try {
                          yield method.invoke(emulator, arguments);
                        } catch (InvocationTargetException e) {
                          throw e.getCause();
                        }
                      }
                    });
    return Gpu.on(device);
  }
}
