package tapeline.gpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The arguments of a launch, checked against the kernel's parameters and laid out as it reads
/// them.
final class KernelArguments {
  private KernelArguments() {}

  /// @throws IllegalArgumentException when their number or a type does not fit
  static byte[] pack(Gpu gpu, KernelSignature signature, Object... arguments) {
    var parameters = signature.parameters();
    var kernel = KernelSignature.sourceName(signature.name());
    if (arguments.length != parameters.size()) {
      throw new IllegalArgumentException(
          "%s takes %d arguments %s: got %d"
              .formatted(kernel, parameters.size(), types(signature), arguments.length));
    }
    var bytes = ByteBuffer.allocate(signature.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < arguments.length; i++) {
      var parameter = parameters.get(i);
      if (arguments[i] instanceof DeviceBuffer buffer) {
        buffer.on(gpu, kernel);
      }
      if (!put(bytes, parameter, arguments[i])) {
        throw new IllegalArgumentException(
            "argument %d of %s %s is %s: got %s"
                .formatted(
                    i + 1, kernel, types(signature), wanted(parameter), given(arguments[i])));
      }
    }
    return bytes.array();
  }

  /// Writes one argument where its parameter lies; false when it does not fit. Newer compilers
  /// declare parameters as bits (`b32`) of no type.
  private static boolean put(
      ByteBuffer bytes, KernelSignature.Parameter parameter, Object argument) {
    int at = parameter.offset();
    boolean real = parameter.kind() == 'f' || parameter.kind() == 'b';
    boolean whole = parameter.kind() != 'f';
    switch (argument) {
      case DeviceBuffer b when parameter.size() == 8 && whole -> bytes.putLong(at, b.address());
      case Long v when parameter.size() == 8 && whole -> bytes.putLong(at, v);
      case Integer v when parameter.size() == 4 && whole -> bytes.putInt(at, v);
      case Short v when parameter.size() == 2 && whole -> bytes.putShort(at, v);
      case Byte v when parameter.size() == 1 && whole -> bytes.put(at, v);
      case Boolean v when parameter.size() == 1 && whole -> bytes.put(at, (byte) (v ? 1 : 0));
      case Float v when parameter.size() == 4 && real -> bytes.putFloat(at, v);
      case Double v when parameter.size() == 8 && real -> bytes.putDouble(at, v);
      case byte[] v when v.length == parameter.size() -> bytes.put(at, v);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static String types(KernelSignature signature) {
    return signature.toString().substring(signature.name().length());
  }

  private static String wanted(KernelSignature.Parameter parameter) {
    return switch (parameter.type()) {
      case "u64", "s64", "b64" -> "a buffer or a long";
      case "u32", "s32" -> "an int";
      case "b32" -> "an int or a float";
      case "f32" -> "a float";
      case "f64" -> "a double";
      case "b8" -> "a struct of %d bytes".formatted(parameter.size());
      default -> "a " + parameter.type();
    };
  }

  private static String given(Object argument) {
    return switch (argument) {
      case DeviceBuffer b -> "the buffer '%s'".formatted(b.name());
      case float[] v -> "a Java array of %d floats; upload it to a buffer".formatted(v.length);
      case int[] v -> "a Java array of %d ints; upload it to a buffer".formatted(v.length);
      case Integer v -> "the int " + v;
      case Long v -> "the long " + v;
      case Float v -> "the float " + v;
      case Double v -> "the double " + v + "; write a float with an f";
      default -> argument.getClass().getSimpleName();
    };
  }
}
