package tapeline.laboratory.study;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tapeline.laboratory.compress.CompressedModel;
import tapeline.quant.WeightFormat;
import tapeline.transformer.TextTrainer.Windows;

/// Models of characters that were trained with several seeds: the bytes of their files and their
/// losses, as they are, in codes, and as students learn from them.
///
/// @param steps of each training
record ModelFiles(List<CompressedModel<Windows>> trained, int steps) {

  static ModelFiles trained(int seeds, int steps) {
    var models =
        LongStream.rangeClosed(1, seeds)
            .mapToObj(seed -> CompressedModel.characters(false, seed))
            .toList();
    models.forEach(m -> m.train(steps, null, false));
    return new ModelFiles(models, steps);
  }

  LongStream seeds() {
    return LongStream.rangeClosed(1, trained.size());
  }

  /// Returns the bytes of a file in float32.
  long bytes() {
    return trained.getFirst().parameters().stream()
        .mapToLong(p -> 4L * p.value().shape().size())
        .sum();
  }

  String losses() {
    return losses(null, trained);
  }

  List<ModelRow> codes() {
    return List.of(
        coded(17, "8 bits", WeightFormat.INT8_GROUPS, trained),
        coded(17, "4 bits", WeightFormat.INT4_GROUPS, trained));
  }

  /// Trains students of half the width, which learn from the trained models.
  List<ModelRow> students() {
    var students =
        IntStream.range(0, trained.size())
            .mapToObj(i -> {
              var student = CompressedModel.characters(true, i + 1);
              student.train(steps, trained.get(i), false);
              return student;
            })
            .toList();
    return List.of(
        coded(18, "a student", null, students),
        coded(18, "a student, 4 bits", WeightFormat.INT4_GROUPS, students));
  }

  private ModelRow coded(
      int module, String name, @Nullable WeightFormat how, List<CompressedModel<Windows>> models) {
    long small = models.getFirst().in(how).bytes();
    double share = (double) small / bytes();
    return new ModelRow(
        module, name + ": file", "", "", "" + small, losses(how, models), share, "");
  }

  private static String losses(@Nullable WeightFormat how, List<CompressedModel<Windows>> models) {
    return ModelRow.range(
        models.stream()
            .mapToDouble(m -> how == null ? m.error().getAsDouble() : m.in(how).error())
            .toArray());
  }
}
