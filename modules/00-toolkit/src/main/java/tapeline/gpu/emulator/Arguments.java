package tapeline.gpu.emulator;

import tapeline.gpu.ptx.PtxFunction;

/// Lays a launch's arguments out as the kernel expects them.
final class Arguments {
  private final PtxFunction kernel;

  Arguments(PtxFunction kernel) {
    this.kernel = kernel;
  }

  byte[] pack(Object... arguments) {
    if (arguments.length != kernel.parameters().size()) {
      throw new IllegalArgumentException(
          "%s takes %d arguments, got %d"
              .formatted(kernel, kernel.parameters().size(), arguments.length));
    }
    var packed = new byte[kernel.parameterBytes()];
    for (int i = 0; i < arguments.length; i++) {
      var parameter = kernel.parameters().get(i);
      int at = parameter.offset();
      int size =
          switch (arguments[i]) {
            case Long v -> store(packed, at, 8, v);
            case Integer v -> store(packed, at, 4, v);
            case Float v -> store(packed, at, 4, Float.floatToRawIntBits(v));
            case Double v -> store(packed, at, 8, Double.doubleToRawLongBits(v));
            case Short v -> store(packed, at, 2, v);
            case Byte v -> store(packed, at, 1, v);
            case byte[] v -> copy(packed, at, v, parameter.bytes());
            default ->
                throw new IllegalArgumentException(
                    "%s: argument %d is a %s; pass a number, an address as a long, or a struct as byte[]"
                        .formatted(kernel, i, arguments[i].getClass().getSimpleName()));
          };
      if (size != parameter.bytes()) {
        throw new IllegalArgumentException(
            "%s: argument %d (%s) has %d bytes, the kernel wants %d (.%s)"
                .formatted(
                    kernel,
                    i,
                    arguments[i].getClass().getSimpleName(),
                    size,
                    parameter.bytes(),
                    parameter.type()));
      }
    }
    return packed;
  }

  private static int store(byte[] packed, int at, int size, long value) {
    if (at + size <= packed.length) {
      Bytes.store(packed, at, size, value);
    }
    return size;
  }

  private static int copy(byte[] packed, int at, byte[] value, int most) {
    System.arraycopy(value, 0, packed, at, Math.min(value.length, most));
    return value.length;
  }
}
