package tapeline.notebook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.display.HtmlImage;
import tapeline.gpu.chart.ReplayChart;
import tapeline.gpu.emulator.replay.RaceReplay;
import tapeline.gpu.program.CudaRun;
import tapeline.notebook.MagicOutput.Tone;
import tapeline.toolkit.ScratchFolder;

/// `%%cuda --check -- 1000`: the cell is a whole CUDA program with its `main`, run as `./tapeline
/// cuda run` does, with the same words behind it. `--replay` also draws the first races.
record CudaMagic() implements Magic {
  private static final int PICTURES = 2;

  @Override
  public DisplayData run(List<String> arguments, String body) {
    if (body.isBlank()) {
      throw new NotebookException("`%%cuda` needs a program with a `main` below it.");
    }
    try (var folder = ScratchFolder.of("cuda-cell")) {
      var cell = folder.path().resolve("cell.cu");
      Files.writeString(cell, "\n" + body); // its lines are the cell's, whose first is the command
      var words = new ArrayList<>(List.of(cell.toString()));
      words.addAll(arguments);
      var replays = new ArrayList<RaceReplay>();
      int status = CudaRun.run(words, Path.of(""), System.out, replays::add);
      var output =
          new MagicOutput()
              .line(
                  status == 0 ? Tone.GOOD : Tone.BAD,
                  "The program ended with %d.".formatted(status));
      replays.stream()
          .filter(RaceReplay::differs)
          .limit(PICTURES)
          .map(ReplayChart::of)
          .forEach(picture -> output.add(HtmlImage.of(picture), picture + "\n"));
      return output.data();
    } catch (InterruptedException _) {
      throw new NotebookException("The program was stopped.");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
