package tapeline.cuda.selftest;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuDevice;
import tapeline.gpu.emulator.EmulatedGpu;

/// The emulator, which says that it is a card, and that everything takes it just as long.
final class MadeUpCard {
  private MadeUpCard() {}

  static Gpu gpu(float millis) {
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
