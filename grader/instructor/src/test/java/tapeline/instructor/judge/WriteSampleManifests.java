package tapeline.instructor.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tapeline.bench.compare.Plan;
import tapeline.competition.Archive;
import tapeline.competition.ClaimCheck;
import tapeline.competition.Event;
import tapeline.competition.Events;
import tapeline.competition.Manifest;
import tapeline.instructor.judge.duel.JudgePlan;
import tapeline.instructor.judge.verdict.JudgeVerdict;
import tapeline.instructor.judge.verdict.Judgement;
import tapeline.toolkit.ScratchFolder;

/// Measures the sample entries on this machine, and writes the times and what came of the last step
/// into their manifests: `WriteSampleManifests [FOLDER…]`.
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
    var said = sample.manifest();
    var event =
        Events.standard().stream()
            .filter(e -> e.id().equals(said.event()))
            .findFirst()
            .orElseThrow();
    var judgement = judged(judge, sample, event);
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
    var log = new ArrayList<>(said.log());
    var last = log.removeLast();
    log.add(new Manifest.LogEntry(last.hypothesis(), last.change(), result));
    var machine = judgement.machine();
    var manifest =
        new Manifest(
            said.entry(),
            said.team(),
            said.authors(),
            said.event(),
            said.main(),
            Archive.hash(sample.path()),
            said.techniques(),
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

  /// Judges a copy, whose manifest claims nothing yet.
  private static Judgement judged(EntryJudge judge, SampleEntry sample, Event event)
      throws IOException {
    try (var folder = ScratchFolder.of("sample")) {
      CorpusFiles.copy(sample.path(), folder.path());
      HonestManifest.write(folder.path(), event, sample.folder(), sample.manifest().main());
      return judge.judge(event, folder.path(), Optional.empty(), 7, _ -> {});
    }
  }
}
