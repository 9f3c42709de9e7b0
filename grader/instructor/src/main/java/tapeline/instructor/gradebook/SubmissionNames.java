package tapeline.instructor.gradebook;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;

/// The ids of submissions, by their names among the others that were handed in.
///
/// | from | a name like | the id |
/// |---|---|---|
/// | Moodle | `Ada Lovelace_4711_assignsubmission_file_` | 4711 |
/// | Canvas | `lovelaceada_LATE_4711_8822_homework.zip` | 4711 |
/// | Canvas, anonymous | `LATE_anon_Ab1cD_8822_homework.zip` | anon_Ab1cD |
/// | else | `ada`, `ada.zip`, `ada.tar.gz` | ada |
///
/// The names are those of Moodle's `assign::download_submissions` and of Canvas's `ContentZipper`.
/// `eve_2026_11_28.zip` has Canvas's form too: without `LATE` or `anon` it counts as Canvas's where
/// its id is on the roster, or where several names of the form agree.
final class SubmissionNames {
  private static final Pattern MOODLE =
      Pattern.compile("(?<name>[^_]+)_(?<id>\\d+)_assignsubmission_(?:file|onlinetext)(?<end>).*");
  private static final Pattern CANVAS =
      Pattern.compile(
          "(?:(?<name>.+?)_)??(?<late>LATE_)?(?<id>\\d+|anon_[A-Za-z0-9]+)"
              + "_(?:(?<attachment>\\d+)(?<end>)_.+|text\\.html|link\\.html)");
  private static final Pattern ARCHIVE =
      Pattern.compile("(?i)\\.(?:zip|7z|rar|tar|tgz|tbz2?|txz|(?:tar\\.)?(?:gz|bz2|xz|zst))$");
  private static final String DATE = "(?:19|20)\\d\\d[-_. ]?[01]?\\d[-_. ]?[0-3]?\\d";

  /// The number of a copy, a date and a time, which browsers and people put behind a name.
  private static final Pattern BEHIND =
      Pattern.compile("(?:[-_. ]*\\(\\d+\\)|[-_. ]+%s(?:[-_. T]+[\\d:.h_-]+)?)+$".formatted(DATE));

  private static final Pattern DATED = Pattern.compile("(?:.*_)?%s(?:\\D.*)?".formatted(DATE));

  private final Ids roster;
  private final boolean canvasAgrees;

  /// @param all the names that were handed in
  SubmissionNames(List<String> all, Ids roster) {
    this.roster = roster;
    canvasAgrees = agree(all);
  }

  /// The form of a name.
  enum Form {
    MOODLE,
    CANVAS,
    OTHER
  }

  /// A name that was read.
  ///
  /// @param attachment Canvas's number of the file, which grows; 0 where there is none
  /// @param feedback the name of its feedback where the platform takes it back: Moodle goes by the
  ///   name's first four parts (`assignfeedback_file_zip_importer`), Canvas by the numbers of user
  ///   and attachment (`Assignment#generate_comments_from_files`)
  record Read(Form form, Student student, boolean late, long attachment, String feedback) {}

  /// Returns whether two names or more have Canvas's form, each id has one name, and no attachment
  /// is there twice: dates and counters are not so regular.
  private static boolean agree(List<String> all) {
    var names = new HashMap<String, String>();
    var attachments = new HashSet<String>();
    int count = 0;
    for (var file : all) {
      var m = CANVAS.matcher(file);
      if (MOODLE.matcher(file).matches() || !m.matches() || DATED.matcher(file).matches()) {
        continue;
      }
      var name = String.valueOf(m.group("name"));
      var attachment = m.group("attachment");
      if (!names.merge(m.group("id"), name, (a, _) -> a).equals(name)
          || (attachment != null && !attachments.add(attachment))) {
        return false;
      }
      count++;
    }
    return count > 1;
  }

  Read read(String file) {
    var moodle = MOODLE.matcher(file); // whatever follows is the author's choice
    if (moodle.matches()) {
      var student = student(moodle.group("id"), moodle.group("name"));
      return new Read(Form.MOODLE, student, false, 0, feedback(file, moodle.end("end")));
    }
    var m = CANVAS.matcher(file);
    if (m.matches()) {
      var id = m.group("id");
      boolean late = m.group("late") != null;
      boolean agrees = canvasAgrees && !DATED.matcher(file).matches();
      if (late || id.startsWith("anon_") || roster.find(id).isPresent() || agrees) {
        var name = m.group("name");
        var number = m.group("attachment");
        return new Read(
            Form.CANVAS,
            student(id, name == null ? "" : name),
            late,
            number == null ? 0 : attachment(number),
            feedback(file, number == null ? m.end("id") : m.end("end")));
      }
    }
    var plain = Ids.clean(withoutSuffix(file));
    var id =
        roster
            .find(plain)
            .or(() -> roster.find(BEHIND.matcher(plain).replaceFirst("")))
            .orElse(plain);
    return new Read(Form.OTHER, Student.called(id, ""), false, 0, ResultStore.name(id) + ".html");
  }

  private Student student(String id, String name) {
    return Student.called(roster.find(id).orElse(id), Ids.clean(name));
  }

  private static long attachment(String number) {
    return number.length() > 18 ? Long.MAX_VALUE : Long.parseLong(number);
  }

  private static String feedback(String file, int end) {
    return file.substring(0, end) + "_feedback.html";
  }

  /// The name without that of a kind of archive at its end.
  static String withoutSuffix(String file) {
    return ARCHIVE.matcher(file).replaceFirst("");
  }

  static boolean isArchive(String file) {
    return ARCHIVE.matcher(file).find();
  }
}
