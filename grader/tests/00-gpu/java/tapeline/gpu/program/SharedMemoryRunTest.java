package tapeline.gpu.program;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// Memory that the host and the device have, where a device is a card, or is short of memory.
@Tag("slow")
@Needs(Need.CUDA)
class SharedMemoryRunTest {
  private static final String SHORT = "short.cu";
  private static final String COPIES = "copies.cu";

  @TempDir private static Path scratch;
  private static ProgramsTogether together;

  @BeforeAll
  static void build() throws IOException {
    ProgramRun.needs("clang");
    together = new ProgramsTogether(scratch);
    together.add(
        SHORT,
        SHORT,
        """
        #include <cstdio>
        __global__ void set(int *p, int value) { *p = value; }
        int main() {
          int *p;
          cudaMallocHost(&p, 4);
          set<<<1, 1>>>(p, 7);
          printf("first %s\\n", cudaGetErrorName(cudaGetLastError()));
          set<<<1, 1>>>(p, 8);
          int ended = cudaDeviceSynchronize();
          printf("second %d, %d\\n", ended, *p);
          return 0;
        }
        """);
    together.add(
        COPIES,
        COPIES,
        """
        #include <cstdio>
        int main() {
          static int own[64];
          int *there, *device, got;
          cudaMalloc(&device, 4);
          cudaHostRegister(own, sizeof own, 0);
          cudaHostGetDevicePointer((void **)&there, own, 0);
          own[3] = 5;
          cudaMemcpy(&got, there + 3, 4, cudaMemcpyDeviceToHost);
          printf("up %d\\n", got);
          own[3] = 6;
          cudaMemcpy(device, there + 3, 4, cudaMemcpyDeviceToDevice);
          cudaMemcpy(&got, device, 4, cudaMemcpyDeviceToHost);
          printf("along %d\\n", got);
          cudaMemset(there + 4, 0, 4);
          printf("beside %d\\n", own[3]);
          return 0;
        }
        """);
  }

  /// Returns this memory, which is too short once to give a piece back.
  private static DeviceMemory shortOnce(DeviceMemory memory) {
    var was = new AtomicBoolean();
    return (DeviceMemory)
        Proxy.newProxyInstance(
            DeviceMemory.class.getClassLoader(),
            new Class<?>[] {DeviceMemory.class},
            (_, method, arguments) -> {
              if (method.getName().equals("giveBackShared") && was.compareAndSet(false, true)) {
                throw new OutOfMemoryError("planted");
              }
              try {
                return method.invoke(memory, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  @Test
  void a_launch_whose_results_do_not_come_back_fails_and_loses_nothing()
      throws IOException, InterruptedException {
    together
        .in(shortOnce(new EmulatedMemory(new EmulatedGpu())), SHORT, "clang")
        .says("short.cu:6: the emulator's own memory of ", "first cudaErrorUnknown", "second 0, 8");
  }

  @Test
  void copies_from_a_cards_address_of_registered_memory_get_the_hosts_newest_values()
      throws IOException, InterruptedException {
    together.onCard(COPIES, "clang").endsWith(0).says("up 5", "along 6", "beside 6");
  }
}
