package tapeline.laboratory.suite;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The course's suites.
public enum StandardSuite {
  /// Tapes of numbers, modules 01 to 03.
  SCALAR,
  /// Tensors and what is made of them, modules 04 to 09.
  TENSOR;

  /// Its passes, ready to run, on inputs that are always the same.
  public List<SuiteEntry> entries() {
    return switch (this) {
      case SCALAR -> ScalarEntries.all();
      case TENSOR ->
          Stream.of(TensorEntries.all(), ModelEntries.all()).flatMap(List::stream).toList();
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
