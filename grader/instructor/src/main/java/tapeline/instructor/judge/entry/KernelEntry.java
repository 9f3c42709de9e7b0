package tapeline.instructor.judge.entry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tapeline.competition.Contestant;
import tapeline.competition.Event;
import tapeline.competition.baseline.TensorMatmul;
import tapeline.instructor.judge.arena.Arena;
import tapeline.instructor.judge.arena.CardKind;
import tapeline.instructor.judge.arena.CardProbe;
import tapeline.instructor.judge.arena.CardRunner;
import tapeline.instructor.judge.arena.KernelRunner;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.RuleBroken;

/// A kernel that can be launched.
///
/// @param name the kernel's
/// @param folder in which `kernel.ptx` lies, and nothing else
/// @param launch how
public record KernelEntry(String name, String kernel, Path folder, Launch launch) {
  private static final List<String> FILES = List.of("kernel.ptx", "kernel.cu", "kernel.json");
  private static final String BASELINE = "/kernel/";
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

  /// The content of `kernel.json`: `{"block":[16,16,1],"tile":[16,16],"shared":0}`.
  ///
  /// @param block threads along x, y and z
  /// @param tile rows and columns of C that a block computes: blocks cover C by it, x along the
  ///   columns
  /// @param shared bytes of `extern __shared__` memory
  public record Launch(@Nullable List<Integer> block, @Nullable List<Integer> tile, int shared) {
    private static final int LARGEST = 4096;

    /// Returns the numbers that the cell's program is given.
    float[] numbers() {
      var numbers = new ArrayList<Integer>();
      numbers.addAll(Objects.requireNonNull(block));
      numbers.addAll(Objects.requireNonNull(tile));
      numbers.add(shared);
      var floats = new float[numbers.size()];
      for (int i = 0; i < floats.length; i++) {
        floats[i] = numbers.get(i);
      }
      return floats;
    }

    boolean isPossible() {
      return block != null
          && tile != null
          && block.size() == 3
          && tile.size() == 2
          && block.stream().allMatch(b -> b != null && b >= 1 && b <= LARGEST)
          && tile.stream().allMatch(t -> t != null && t >= 1 && t <= LARGEST)
          && shared >= 0
          && shared <= 1 << 16;
    }
  }

  /// The kernel of a submission.
  ///
  /// @throws RuleBroken when a file is missing or `kernel.json` is not as it has to be
  public static KernelEntry of(EntryFiles files, JudgeFolder work) throws IOException, RuleBroken {
    for (var file : FILES) {
      if (!Files.isRegularFile(files.folder().resolve(file))) {
        throw RuleBroken.refused(
            Defence.MANIFEST,
            "a kernel's entry has the files %s, got no %s".formatted(FILES, file));
      }
    }
    try (var json = Files.newInputStream(files.folder().resolve("kernel.json"));
        var ptx = Files.newInputStream(files.folder().resolve("kernel.ptx"))) {
      var manifest = files.manifest();
      return with(manifest.entry(), manifest.main(), json, ptx, work);
    }
  }

  /// The event's baseline, whose last name is the kernel's.
  public static KernelEntry baseline(Event event, JudgeFolder work) throws IOException {
    var kernel = event.baseline().substring(event.baseline().lastIndexOf('.') + 1);
    try (var json = TensorMatmul.class.getResourceAsStream(BASELINE + kernel + ".json");
        var ptx = TensorMatmul.class.getResourceAsStream(BASELINE + kernel + ".ptx")) {
      if (json == null || ptx == null) {
        throw new IOException("the course has no baseline kernel " + kernel);
      }
      return with("the baseline", kernel, json, ptx, work);
    } catch (RuleBroken e) {
      throw new IOException("the baseline's kernel: " + e.reason(), e);
    }
  }

  private static KernelEntry with(
      String name, String kernel, InputStream json, InputStream ptx, JudgeFolder work)
      throws IOException, RuleBroken {
    Launch launch;
    try {
      launch = JSON.readValue(json, Launch.class);
    } catch (JsonProcessingException e) {
      throw RuleBroken.refused(Defence.MANIFEST, "kernel.json: " + e.getOriginalMessage());
    }
    if (launch == null || !launch.isPossible()) {
      throw RuleBroken.refused(
          Defence.MANIFEST,
          "kernel.json is like {\"block\":[16,16,1],\"tile\":[16,16],\"shared\":0}, got " + launch);
    }
    var folder = work.fresh("kernel");
    Files.copy(ptx, folder.resolve("kernel.ptx"));
    return new KernelEntry(name, kernel, folder, launch);
  }

  /// The JVM that runs it on the emulator.
  public ProcessBuilder command(Event event, JudgeFolder work) {
    return emulated(event, work, KernelRunner.class);
  }

  /// Returns the JVM that runs a program of the course on the emulator: the optimising compiler for
  /// the hottest loops alone, as it takes most of the time of a usual answer.
  private ProcessBuilder emulated(
      Event event, JudgeFolder work, Class<? extends Contestant> runner) {
    return work.java(
        List.of(work.jars().arena(), work.jars().course(), folder),
        List.of(
            "-XX:+UseSerialGC",
            "-XX:Tier4InvocationThreshold=100000",
            "-XX:Tier4CompileThreshold=300000"),
        event.limits().memoryMiB(),
        60 + event.limits().budgetSeconds(),
        List.of(Arena.class.getName(), runner.getName()));
  }

  /// The JVM that runs it on a card.
  ///
  /// @param walled whether in a cell
  public ProcessBuilder cardCommand(Event event, JudgeFolder work, CardKind card, boolean walled) {
    return cardCommand(event, work, card, walled, CardRunner.class);
  }

  /// The JVM that looks which card there is, and tries it with this kernel, the baseline's.
  ///
  /// @param walled whether in a cell
  public ProcessBuilder probeCommand(Event event, JudgeFolder work, CardKind card, boolean walled) {
    return cardCommand(event, work, card, walled, CardProbe.class);
  }

  private ProcessBuilder cardCommand(
      Event event,
      JudgeFolder work,
      CardKind card,
      boolean walled,
      Class<? extends Contestant> runner) {
    return switch (card) {
      case REAL ->
          work.cardJava(
              walled,
              List.of(work.jars().arena(), work.jars().course(), folder),
              event.limits().memoryMiB(),
              60 + event.limits().budgetSeconds(),
              List.of(Arena.class.getName(), runner.getName()));
      case SIMULATED -> emulated(event, work, runner); // by a clock that is made up
    };
  }

  /// The arrays that the JVM on a card is given.
  public float[][] given(CardKind card) {
    return new float[][] {given()[0], given()[1], card.number()};
  }

  /// The arrays that the JVM on the emulator is given.
  public float[][] given() {
    var letters = new float[kernel.length()];
    for (int i = 0; i < letters.length; i++) {
      letters[i] = kernel.charAt(i);
    }
    return new float[][] {letters, launch.numbers()};
  }
}
