package tapeline.quant;

/// In which blocks the weights of a model are kept.
public enum WeightFormat {
  /// int8, one scale for a matrix.
  INT8_TENSOR,
  /// int8, a scale for each output of a layer.
  INT8_CHANNEL,
  /// int8, a scale for 32 numbers.
  INT8_GROUPS,
  /// int4, a scale for 32 numbers.
  INT4_GROUPS;

  /// The blocks of a matrix whose rows are the outputs.
  BlockFormat blocks(int rows, int columns) {
    return switch (this) {
      case INT8_TENSOR -> new Int8Blocks(rows * columns);
      case INT8_CHANNEL -> new Int8Blocks(columns);
      case INT8_GROUPS -> new Int8Blocks(32);
      case INT4_GROUPS -> new Int4Blocks();
    };
  }
}
