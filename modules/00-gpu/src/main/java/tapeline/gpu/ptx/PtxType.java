package tapeline.gpu.ptx;

import java.util.Locale;
import java.util.Optional;

/// The types of PTX that are emulated. A type belongs to an instruction, not to a register:
/// registers only hold bits.
public enum PtxType {
  B8,
  U8,
  S8,
  B16,
  U16,
  S16,
  F16,
  BF16,
  B32,
  U32,
  S32,
  F32,
  F16X2,
  BF16X2,
  TF32,
  B64,
  U64,
  S64,
  F64,
  PRED;

  /// The type named `name` (`f32`, without the dot), if it is one of these.
  public static Optional<PtxType> named(String name) {
    for (PtxType type : values()) {
      if (type.toString().equals(name)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  public int bits() {
    return switch (this) {
      case PRED -> 1;
      case B8, U8, S8 -> 8;
      case B16, U16, S16, F16, BF16 -> 16;
      case B32, U32, S32, F32, F16X2, BF16X2, TF32 -> 32;
      case B64, U64, S64, F64 -> 64;
    };
  }

  public int bytes() {
    return Math.max(1, bits() / 8);
  }

  public boolean isFloat() {
    return this == F32 || this == F64 || isHalf();
  }

  /// A floating-point number of 16 bits, or a pair of them.
  public boolean isHalf() {
    return this == F16 || this == BF16 || isPair();
  }

  /// Two such numbers in one register, the first in its lower half.
  public boolean isPair() {
    return this == F16X2 || this == BF16X2;
  }

  public boolean isSigned() {
    return name().charAt(0) == 'S';
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
