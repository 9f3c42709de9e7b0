package tapeline.instructor.judge;

import java.nio.file.Path;
import java.util.List;
import tapeline.competition.Manifest.LogEntry;

/// An honest entry of the samples in `grader/instructor/submissions`: what its manifest says, but
/// for what is measured. In the last step of the log `%s` is what came of it.
record SampleEntry(
    String folder,
    String event,
    String main,
    String team,
    List<String> techniques,
    List<LogEntry> log) {

  /// Where the samples lie: in the course's folder, which `-Dtapeline.root` names or which lies
  /// above.
  static Path root() {
    return tapeline.data.Datasets.folder().resolveSibling("grader/instructor/submissions");
  }

  Path path() {
    return root().resolve(folder);
  }

  private static LogEntry step(String hypothesis, String change, String measurement) {
    return new LogEntry(hypothesis, change, measurement);
  }

  static List<SampleEntry> all() {
    return List.of(
        new SampleEntry(
            "matmul-course",
            "matmul",
            "course.Product",
            "Team Ada",
            List.of("none"),
            List.of(step("The course's product is the one to beat.", "None yet.", "%s"))),
        new SampleEntry(
            "matmul-rows",
            "matmul",
            "rows.RowByRow",
            "Team Babbage",
            List.of("loop order", "unrolling"),
            List.of(
                step(
                    "C is read and written for each row of B: with four rows at once, a quarter as"
                        + " often.",
                    "Four rows of B are added to a row of C in one loop.",
                    "%s"))),
        new SampleEntry(
            "matmul-vectors",
            "matmul",
            "lanes.Lanes",
            "Team Curie",
            List.of("vector instructions", "register blocking"),
            List.of(
                step(
                    "Sums in registers need no memory.",
                    "A tile of C stays in eight vectors.",
                    "The answers agree with the course's."),
                step("Four rows share each vector of B.", "Tiles of four rows.", "%s"))),
        new SampleEntry(
            "sprint-by-hand",
            "scalar-sprint",
            "byhand.ByHand",
            "Team Ada",
            List.of("derivatives by hand"),
            List.of(
                step(
                    "A tape writes down what is known beforehand.",
                    "The two passes are written out, without a tape.",
                    "%s"))),
        new SampleEntry(
            "sprint-fma",
            "scalar-sprint",
            "fused.Fused",
            "Team Babbage",
            List.of("smaller tape", "tape reuse"),
            List.of(
                step(
                    "A tape of one example fits into the cache.",
                    "Reset after each example; gradients are added up outside.",
                    "%s"))),
        new SampleEntry(
            "training-momentum",
            "training",
            "momentum.Momentum",
            "Team Curie",
            List.of("momentum", "fewer epochs"),
            List.of(
                step(
                    "With momentum half the epochs are enough.",
                    "Sgd with 0.9, 14 epochs of 30.",
                    "%s"))),
        new SampleEntry(
            "training-narrow",
            "training",
            "narrow.Narrow",
            "Team Ada",
            List.of("narrower network", "momentum"),
            List.of(
                step(
                    "Half the hidden units cost half as much and still learn it.",
                    "32 hidden units, 20 epochs with momentum.",
                    "%s"))),
        new SampleEntry(
            "generation-arrays",
            "generation",
            "arrays.Transformer",
            "Team Babbage",
            List.of("no tensors", "logits only where needed"),
            List.of(
                step(
                    "A prompt needs no logits but the last.",
                    "The head runs once a token.",
                    "Same tokens as before."),
                step("Tensors of one row cost more than their numbers.", "Plain arrays.", "%s"))),
        new SampleEntry(
            "digits-bytes",
            "smallest-model",
            "small.Bytes",
            "Team Curie",
            List.of("quantisation to 8 bits", "fewer hidden units"),
            List.of(
                step(
                    "Eight bits a weight are enough to tell digits apart.",
                    "64-16-10, a byte a weight, one step a matrix.",
                    "%s"))),
        new SampleEntry(
            "digits-linear",
            "smallest-model",
            "linear.Linear",
            "Team Ada",
            List.of("quantisation to 8 bits", "a linear model"),
            List.of(step("90 %% may not need a hidden layer.", "One layer, 650 bytes.", "%s"))),
        new SampleEntry(
            "kernel-tiled",
            "kernel-traffic",
            "product",
            "Team Babbage",
            List.of("shared memory"),
            List.of(
                step(
                    "16 threads read the same number: one could read it for all.",
                    "Tiles of 16 by 16 in shared memory.",
                    "%s"))),
        new SampleEntry(
            "kernel-blocked",
            "kernel-traffic",
            "product",
            "Team Curie",
            List.of("shared memory", "register blocking"),
            List.of(
                step(
                    "A larger tile is read by fewer blocks.",
                    "64 by 64 numbers of C a block, 4 by 4 a thread.",
                    "%s"))));
  }
}
