package tapeline.cuda;

import java.util.ArrayList;
import java.util.List;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Gpu;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// The buffers of one op. Closing frees them all, whatever has happened in between; the GPU's
/// memory is not the garbage collector's.
///
/// ```java
/// try (var scratch = new DeviceScratch(gpu, meter)) {
///   var x = scratch.upload("x", tensor);
///   var y = scratch.floats("y", tensor.shape().size());
///   …
///   return scratch.download(y, tensor.shape());
/// }
/// ```
final class DeviceScratch implements AutoCloseable {
  private final Gpu gpu;
  private final TransferMeter meter;
  private final List<DeviceBuffer> buffers = new ArrayList<>();

  DeviceScratch(Gpu gpu, TransferMeter meter) {
    this.gpu = gpu;
    this.meter = meter;
  }

  /// A buffer with the elements of `x` in row-major order.
  DeviceBuffer upload(String name, Tensor x) {
    int n = x.shape().size();
    boolean alone = x.isContiguous() && x.data().length == n;
    var buffer = floats(name, n).upload(alone ? x.data() : x.toArray());
    meter.up(buffer.bytes());
    return buffer;
  }

  /// A buffer of n numbers, not written yet.
  DeviceBuffer floats(String name, int n) {
    var buffer = gpu.floats(name, n);
    buffers.add(buffer);
    return buffer;
  }

  /// Reads a buffer, as a tensor of this shape, once the kernels before are done.
  Tensor download(DeviceBuffer buffer, Shape shape) {
    var values = buffer.toFloats();
    meter.down(buffer.bytes());
    return Tensor.of(values, shape.toArray());
  }

  @Override
  public void close() {
    buffers.forEach(DeviceBuffer::close);
  }
}
