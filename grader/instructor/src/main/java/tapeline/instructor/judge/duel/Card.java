package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.Arrays;
import tapeline.competition.Event;
import tapeline.instructor.judge.arena.ArenaFrames;
import tapeline.instructor.judge.arena.CardKind;
import tapeline.instructor.judge.arena.CardProbe;
import tapeline.instructor.judge.entry.JudgeFolder;
import tapeline.instructor.judge.entry.KernelEntry;
import tapeline.instructor.judge.verdict.RuleBroken;

/// The card that kernels are timed on.
///
/// @param walled whether the JVMs that use it run in cells
/// @param name the card's
/// @param gflops 10⁹ operations in float32 a second at most; 0 where the card does not say its
///   clock
/// @param warning a loud sentence where cells are in use but the card cannot be used in one
record Card(CardKind kind, boolean walled, String name, double gflops, String warning) {
  private static final int NEWER = 256; // lanes of a multiprocessor, more than any has so far

  /// A card's answer, or the reason why there is none.
  private record Found(boolean isThere, float[] numbers, String text) {}

  /// Looks for it, in a JVM of its own. If the driver does not start in a cell it is tried without:
  /// all code in that JVM is the course's own.
  ///
  /// @throws NoCardException when there is none
  static Card find(CardKind kind, Event event, JudgeFolder folder) throws IOException {
    var first = probe(kind, event, folder, folder.isWalled());
    if (first.isThere) {
      return of(kind, folder.isWalled(), first, "");
    }
    if (kind == CardKind.REAL && folder.isWalled()) {
      var plain = probe(kind, event, folder, false);
      if (plain.isThere) {
        var warning =
            ("THE CARD WAS USED WITHOUT A SANDBOX (in one: %s): of an entry nothing but its"
                    + " kernel's text was there.")
                .formatted(first.text);
        return of(kind, false, plain, warning);
      }
    }
    throw new NoCardException(event, first.text);
  }

  private static Card of(CardKind kind, boolean walled, Found found, String warning) {
    double gflops = gflops((int) found.numbers[1], (int) found.numbers[2], found.numbers[3]);
    return new Card(kind, walled, found.text, gflops, warning);
  }

  private static Found probe(CardKind kind, Event event, JudgeFolder folder, boolean walled)
      throws IOException {
    var most = event.secretSizes().most();
    int m = most.getOrDefault("m", 1);
    int k = most.getOrDefault("k", 1);
    int n = most.getOrDefault("n", 1);
    var baseline = KernelEntry.baseline(event, folder);
    float room = 2f * ((float) m * k + (float) k * n + (float) m * n);
    try (var player =
        new ContestantProcess(
            baseline.probeCommand(event, folder, kind, walled),
            baseline.given(kind),
            event.limits(),
            new PairBudget(event.limits()),
            false)) {
      player.begin();
      var answer =
          player
              .ask(ArenaFrames.question(new float[] {room}), CardProbe.NUMBERS + CardProbe.LETTERS)
              .answer();
      return new Found(answer[0] == 1, Arrays.copyOf(answer, CardProbe.NUMBERS), text(answer));
    } catch (RuleBroken e) {
      return new Found(false, new float[CardProbe.NUMBERS], e.reason());
    }
  }

  private static String text(float[] answer) {
    var letters = new StringBuilder();
    for (int i = CardProbe.NUMBERS; i < answer.length && answer[i] != 0; i++) {
      letters.append((char) answer[i]);
    }
    return letters.toString();
  }

  /// Multiprocessors times lanes for float32 times two (a multiplication and an addition) times the
  /// clock. Lanes are as in the *CUDA C++ Programming Guide*, table "Throughput of Native
  /// Arithmetic Instructions".
  ///
  /// @param capability 10 × major + minor
  static double gflops(int capability, int multiprocessors, double megahertz) {
    int lanes =
        switch (capability / 10) {
          case 5, 9, 10, 11, 12 -> 128;
          case 6 -> capability == 60 ? 64 : 128;
          case 7 -> 64;
          case 8 -> capability == 80 ? 64 : 128;
          default -> NEWER;
        };
    return 2.0 * multiprocessors * lanes * megahertz / 1e3;
  }
}
