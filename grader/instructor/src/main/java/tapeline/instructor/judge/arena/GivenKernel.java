package tapeline.instructor.judge.arena;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Dim3;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuKernel;
import tapeline.gpu.GpuLaunch;

/// An entry's kernel as its JVM is given it: the text of `kernel.ptx` on the class path, and how it
/// is launched.
///
/// @param block threads along x, y and z
/// @param rows of C that a block computes
/// @param columns of C that a block computes
/// @param shared bytes of shared memory that the launch asks for
record GivenKernel(String ptx, String name, Dim3 block, int rows, int columns, int shared) {
  private static final int MOST_PTX = 1 << 20;

  /// @param given the kernel's name, as numbers of characters, and six numbers: the block's x, y
  ///   and z, the rows and columns of C that it computes, and the bytes of shared memory
  static GivenKernel of(float[][] given) {
    float[] launch = given[1];
    return new GivenKernel(
        text(),
        letters(given[0]),
        new Dim3((int) launch[0], (int) launch[1], (int) launch[2]),
        (int) launch[3],
        (int) launch[4],
        (int) launch[5]);
  }

  private static String text() {
    try (var in = GivenKernel.class.getResourceAsStream("/kernel.ptx")) {
      byte[] bytes = in == null ? new byte[0] : in.readNBytes(MOST_PTX + 1);
      if (bytes.length > MOST_PTX) {
        throw new IllegalArgumentException("kernel.ptx has at most %d bytes".formatted(MOST_PTX));
      }
      return new String(bytes, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String letters(float[] numbers) {
    var letters = new StringBuilder();
    for (float letter : numbers) {
      letters.append((char) letter);
    }
    return letters.toString();
  }

  GpuKernel on(Gpu gpu) {
    return gpu.load(ptx).kernel(name);
  }

  /// Starts it: C = A·B; A (m,k), B (k,n), C (m,n).
  void launch(GpuKernel kernel, Product product) {
    int m = product.m();
    int n = product.n();
    var grid = new Dim3(Math.ceilDiv(n, columns), Math.ceilDiv(m, rows), 1);
    kernel.launch(
        GpuLaunch.of(grid, block).shared(shared),
        product.a(),
        product.b(),
        product.c(),
        m,
        product.k(),
        n);
  }

  /// The buffers of one size.
  record Product(int m, int k, int n, DeviceBuffer a, DeviceBuffer b, DeviceBuffer c)
      implements AutoCloseable {
    /// Room on a device, with nothing in it yet.
    static Product room(Gpu gpu, int m, int k, int n) {
      return new Product(
          m, k, n, gpu.floats("A", m * k), gpu.floats("B", k * n), gpu.floats("C", m * n));
    }

    /// Returns whether this is the room for a product of this size.
    boolean fits(float[] size) {
      return m == (int) size[0] && k == (int) size[1] && n == (int) size[2];
    }

    @Override
    public void close() {
      a.close();
      b.close();
      c.close();
    }
  }
}
