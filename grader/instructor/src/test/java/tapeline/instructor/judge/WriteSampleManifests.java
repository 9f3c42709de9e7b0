package tapeline.instructor.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tapeline.bench.compare.Plan;
import tapeline.competition.Archive;
import tapeline.competition.ClaimCheck;
import tapeline.competition.Events;
import tapeline.competition.Manifest;
import tapeline.instructor.judge.duel.JudgePlan;
import tapeline.instructor.judge.verdict.JudgeVerdict;

/// Measures the sample entries on this machine and writes their manifests: `WriteSampleManifests
/// [FOLDER…]`.
final class WriteSampleManifests {
  private static final JudgePlan PLAN =
      new JudgePlan(
          new Plan(new int[] {6}, new double[] {0.05}, 5, 400, 100), 150, 600_000, 4, 3, 10, 3);

  private WriteSampleManifests() {}

  static void main(String[] folders) throws IOException {
    try (var judge = EntryJudge.open(PLAN)) {
      for (var sample : SampleEntry.all()) {
        if (folders.length == 0 || List.of(folders).contains(sample.folder())) {
          write(judge, sample);
        }
      }
    }
  }

  private static void write(EntryJudge judge, SampleEntry sample) throws IOException {
    var event =
        Events.standard().stream()
            .filter(e -> e.id().equals(sample.event()))
            .findFirst()
            .orElseThrow();
    Files.deleteIfExists(sample.path().resolve(Archive.MANIFEST));
    HonestManifest.write(sample.path(), event, sample.folder(), sample.main());
    var judgement = judge.judge(event, sample.path(), Optional.empty(), 7, _ -> {});
    var score = judgement.score();
    if (score == null || judgement.verdict() == JudgeVerdict.REVIEW) {
      throw new IllegalStateException(sample.folder() + " was not ranked: " + judgement);
    }
    var samples =
        score.forks().stream().map(f -> new Manifest.Times(f.other(), f.entry())).toList();
    var claim = samples.isEmpty() ? null : ClaimCheck.recomputed(samples);
    var result =
        claim == null
            ? "%.0f %s; the baseline has %.0f."
                .formatted(score.entry(), event.metric().unit(), score.other())
            : "%.2f times as fast as the baseline, between %.2f and %.2f."
                .formatted(claim.speedUp(), claim.low(), claim.high());
    var log = new ArrayList<Manifest.LogEntry>();
    for (var step : sample.log()) {
      log.add(
          new Manifest.LogEntry(
              step.hypothesis().replace("%%", "%"),
              step.change(),
              step.measurement().replace("%s", result)));
    }
    var machine = judgement.machine();
    var manifest =
        new Manifest(
            sample.folder(),
            sample.team(),
            List.of(sample.team().replace("Team ", "A. ")),
            sample.event(),
            sample.main(),
            Archive.hash(sample.path()),
            sample.techniques(),
            new Manifest.Environment(
                Runtime.version().toString(),
                List.of("-Xbatch", "-XX:+UseSerialGC"),
                machine.processor(),
                machine.threads(),
                System.getProperty("os.name")),
            samples,
            claim,
            log);
    Files.writeString(sample.path().resolve(Archive.MANIFEST), manifest.write());
    IO.println(sample.folder() + ": " + judgement.verdict() + ", " + result);
  }
}
