package tapeline.notebook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.display.HtmlImage;
import tapeline.grader.program.Programs;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Workers;
import tapeline.notebook.MagicOutput.Tone;

/// `%model` runs the learner's model through the modules that are solved, and shows its chart below
/// the table; `%model reference` does so on the reference.
record ModelMagic(Classroom room) implements Magic {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @Override
  public DisplayData run(List<String> arguments, String body) {
    boolean reference = arguments.equals(List.of("reference"));
    if (!arguments.isEmpty() && !reference) {
      throw new NotebookException("`%model` takes the word `reference` or none, got " + arguments);
    }
    var course = room.course();
    var picture = course.target().resolve("model/model.png");
    try (var workers = new Workers(new Jvm(course, 1))) {
      Files.deleteIfExists(picture);
      new Programs(course, workers, System.out)
          .run(List.of(), "YourModel", reference, List.of(), LIMIT);
      if (!Files.exists(picture)) {
        return new MagicOutput().line(Tone.BAD, "No chart was drawn.").data();
      }
      var words = "What each module makes smaller, as bars; the table above has the numbers.";
      var data = new DisplayData(words);
      var png = Base64.getEncoder().encodeToString(Files.readAllBytes(picture));
      data.putHTML(HtmlImage.of(words, "image/png", png, "width=\"720\" "));
      return data;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
