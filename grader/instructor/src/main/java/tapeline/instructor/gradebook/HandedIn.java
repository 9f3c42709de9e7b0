package tapeline.instructor.gradebook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tapeline.grader.course.Course;
import tapeline.instructor.homework.SafeZip;

/// One student's folder or archive, as a learning platform exports it or as somebody named it.
///
/// | from | a name like | the id |
/// |---|---|---|
/// | Moodle | `Ada Lovelace_4711_assignsubmission_file_` | 4711 |
/// | Canvas | `lovelaceada_LATE_4711_8822_homework.zip` | 4711 |
/// | else | `ada`, `ada.zip` | ada |
///
/// @param path the folder or archive
/// @param when it was last changed
record HandedIn(Student student, Path path, Instant when) {
  private static final Pattern MOODLE = Pattern.compile("(.+)_(\\d+)_assignsubmission_file.*");
  private static final Pattern CANVAS = Pattern.compile("([^_]+)(?:_LATE)?_(\\d+)_(\\d+)_.+");

  /// All that lies in `folder`, by the students' ids.
  ///
  /// @throws IllegalArgumentException when two are of one student
  static List<HandedIn> in(Path folder) throws IOException {
    var all = new ArrayList<HandedIn>();
    try (var entries = Files.newDirectoryStream(folder)) {
      for (var entry : entries) {
        var name = entry.getFileName().toString();
        boolean isFolder = Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
        if (name.startsWith(".") || (!isFolder && !SafeZip.isZip(entry))) {
          continue;
        }
        all.add(new HandedIn(student(name), entry, when(entry)));
      }
    }
    all.sort((a, b) -> a.student.id().compareTo(b.student.id()));
    for (int i = 1; i < all.size(); i++) {
      if (all.get(i).student.id().equals(all.get(i - 1).student.id())) {
        throw new IllegalArgumentException(
            "a student has one folder or archive, but %s and %s are both of %s"
                .formatted(all.get(i - 1).path, all.get(i).path, all.get(i).student.id()));
      }
    }
    return all;
  }

  static Student student(String fileName) {
    var name = fileName.replaceFirst("(?i)\\.zip$", "");
    var moodle = MOODLE.matcher(name);
    if (moodle.matches()) {
      return Student.called(moodle.group(2), moodle.group(1));
    }
    var canvas = CANVAS.matcher(name);
    if (canvas.matches()) {
      return Student.called(canvas.group(2), canvas.group(1));
    }
    return Student.called(name, "");
  }

  private static Instant when(Path entry) throws IOException {
    var last = Files.getLastModifiedTime(entry, LinkOption.NOFOLLOW_LINKS).toInstant();
    if (!Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
      return last;
    }
    var files = Course.files(entry, _ -> true);
    last = Instant.EPOCH;
    for (var file : files) {
      var changed = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
      last = changed.isAfter(last) ? changed : last;
    }
    return files.isEmpty() ? Files.getLastModifiedTime(entry).toInstant() : last;
  }
}
