package tapeline.competition;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A submission's description of itself, in the file `manifest.json`.
///
/// @param entry its name
/// @param team whose it is; a team has one place in an event
/// @param authors the names of the team
/// @param event the [Event]'s id
/// @param main the class of the `Contestant`; the kernel's name where the entry is a kernel
/// @param codeHash SHA-256 of the files beside the manifest, see [Archive]
/// @param techniques for example `cache blocking`
/// @param environment where the samples were taken
/// @param samples the times of each fork; empty where the event counts
/// @param claim what the samples come to; null without samples
/// @param log what was tried, in its order
public record Manifest(
    String entry,
    String team,
    List<String> authors,
    String event,
    String main,
    String codeHash,
    List<String> techniques,
    Environment environment,
    List<Times> samples,
    @JsonSetter(nulls = Nulls.SET) @Nullable Claim claim,
    List<LogEntry> log) {
  /// The most bytes of a manifest's file: a rehearsal's samples of up to 20 forks take some 150
  /// KiB.
  public static final int MOST_BYTES = 1 << 20;

  public Manifest {
    authors = List.copyOf(authors);
    techniques = List.copyOf(techniques);
    samples = List.copyOf(samples);
    log = List.copyOf(log);
  }

  /// Reads a manifest: its form, not whether it is right, see [ManifestCheck].
  ///
  /// @throws IllegalArgumentException when the text is none
  public static Manifest read(String json) {
    return CompetitionJson.read("manifest", json, Manifest.class);
  }

  /// Returns this manifest as JSON, the same on every system.
  public String write() {
    return CompetitionJson.write(this);
  }

  /// The machine and the JVM of a measurement.
  public record Environment(
      String jdk, List<String> flags, String processor, int cores, String system) {
    public Environment {
      flags = List.copyOf(flags);
    }
  }

  /// One fork: nanoseconds an answer, of the baseline and of the entry.
  public record Times(List<Double> baseline, List<Double> entry) {
    public Times {
      baseline = List.copyOf(baseline);
      entry = List.copyOf(entry);
    }
  }

  /// The speed-up over the baseline, and its limits with 95 %.
  public record Claim(double speedUp, double low, double high) {}

  /// A step of the work: what was expected and why, what was changed, what came of it.
  public record LogEntry(String hypothesis, String change, String measurement) {}
}
