package tapeline.grader.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.Region;
import tapeline.grader.result.SourceLine;

/// Turns the frames of a stack into lines of files that the learner can open.
///
/// @param root what shown paths are relative to
/// @param main the sources that were handed in
/// @param others further folders of sources, whose frames are shown but never pointed at
record Places(Path root, Path main, List<Path> others) {
  private static final Pattern PACKAGE =
      Pattern.compile("(?:[\\w$]++(?:\\.[\\w$]++)*+)?", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern SOURCE =
      Pattern.compile("[\\w$-]++\\.(?:java|cu)", Pattern.UNICODE_CHARACTER_CLASS);

  /// The innermost frame in the exercise's region, else in its own file, else in what was handed
  /// in, if there is one.
  ///
  /// Code that an exercise calls may refuse its arguments: then the call is the line to look at.
  @Nullable SourceLine first(List<String> frames, String exerciseFile, @Nullable Region region) {
    SourceLine inFile = null;
    SourceLine elsewhere = null;
    for (var f : frames) {
      var parts = f.split("#", 4);
      var file = file(main, parts[0], parts[2]);
      if (file != null) {
        var line = line(file, Integer.parseInt(parts[3]));
        boolean own = line.file().endsWith("/" + exerciseFile);
        if (own && region != null && region.contains(line.line())) {
          return line;
        }
        inFile = own && inFile == null ? line : inFile;
        elsewhere = elsewhere == null ? line : elsewhere;
      }
    }
    return inFile == null ? elsewhere : inFile;
  }

  /// The frames of a run of copies with other regions, as they would be of the files handed in.
  List<String> inGiven(List<String> frames, Given given) {
    var lines = new ArrayList<String>();
    for (var f : frames) {
      var parts = f.split("#", 4);
      var file = file(main, parts[0], parts[2]);
      int line = Integer.parseInt(parts[3]);
      parts[3] = String.valueOf(file == null ? line : given.inGiven(file, line));
      lines.add(String.join("#", parts));
    }
    return lines;
  }

  /// The frames for people: `Tape.backward (modules/…/Tape.java:57)`.
  List<String> readable(List<String> frames) {
    var lines = new ArrayList<String>();
    for (var f : frames) {
      var parts = f.split("#", 4);
      var file = file(main, parts[0], parts[2]);
      for (var other : others) {
        file = file == null ? file(other, parts[0], parts[2]) : file;
      }
      var type = parts[0].substring(parts[0].lastIndexOf('.') + 1);
      var function = isKernel(parts[2]) ? parts[1] : type + "." + parts[1];
      var place = file == null ? parts[2] : shown(file);
      lines.add(function + " (" + place + ":" + parts[3] + ")");
    }
    return lines;
  }

  /// A line of a file, with its text.
  SourceLine line(Path file, int line) {
    String code = null;
    if (Files.exists(file)) {
      var lines = Course.read(file).lines().toList();
      code = 1 <= line && line <= lines.size() ? lines.get(line - 1).strip() : null;
    }
    return new SourceLine(shown(file), line, code);
  }

  String shown(Path file) {
    var path = file.startsWith(root) ? root.relativize(file) : file;
    return path.toString().replace('\\', '/');
  }

  /// Returns whether a frame is a line of a kernel; its class is called as the folder of resources
  /// that the file lies in.
  private static boolean isKernel(String name) {
    return name.endsWith(".cu");
  }

  /// The source of a frame, if it is there. The code under test may have made the frame up, so only
  /// names of packages and source files lead to one, and never out of the folder.
  private static @Nullable Path file(Path folder, String type, String name) {
    boolean kernel = isKernel(name);
    var in = kernel ? type : type.substring(0, Math.max(0, type.lastIndexOf('.')));
    if (!PACKAGE.matcher(in).matches() || !SOURCE.matcher(name).matches()) {
      return null;
    }
    var sources = kernel ? Course.resources(folder) : folder;
    var file = sources.resolve(in.replace('.', '/')).resolve(name);
    return Files.isRegularFile(file) ? file : null;
  }
}
