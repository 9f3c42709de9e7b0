package tapeline.launch;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Objects;
import tapeline.grader.generate.Disk;

/// The files that Jupyter reads to start the kernel.
///
/// It is called `java`, as every kernel of the IJava family is: the notebooks open with those too.
record Kernelspec(KernelCommand command) {
  /// Three slots of a tape, and the walk back over them.
  private static final String LOGO = "logo-64x64.png";

  /// The text of `kernel.json`.
  String json() {
    var json = new LinkedHashMap<String, Object>();
    json.put("argv", command.start("{connection_file}"));
    json.put("display_name", "Java");
    json.put("language", "java");
    json.put("interrupt_mode", "message");
    return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(json);
  }

  /// Writes `kernel.json` and the logo into `folder`; a Jupyter that reads meanwhile sees the old
  /// file or the new one.
  void write(Path folder) throws IOException {
    Disk.write(folder.resolve("kernel.json"), json() + "\n");
    var logo = folder.resolve(LOGO);
    if (!Files.exists(logo)) {
      try (var picture = Objects.requireNonNull(Kernelspec.class.getResourceAsStream(LOGO))) {
        Files.copy(picture, logo, StandardCopyOption.REPLACE_EXISTING); // of two at once, the last
      }
    }
  }
}
