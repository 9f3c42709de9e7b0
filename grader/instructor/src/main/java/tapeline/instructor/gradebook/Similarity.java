package tapeline.instructor.gradebook;

import de.jplag.JPlag;
import de.jplag.JPlagResult;
import de.jplag.ParsingException;
import de.jplag.Submission;
import de.jplag.Token;
import de.jplag.exceptions.BasecodeException;
import de.jplag.exceptions.ExitException;
import de.jplag.java.JavaLanguage;
import de.jplag.options.JPlagOptions;
import de.jplag.reporting.reportobject.ReportObjectFactory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Which submissions are alike, by JPlag: the course's own code, which all have, does not count.
///
/// Similar code need not be copied: an exercise of three lines has few answers. A person looks.
final class Similarity {
  private Similarity() {}

  /// Two submissions.
  ///
  /// @param average of the shares of each that are in the other, 0 to 1
  /// @param most the larger one
  record Pair(String first, String second, double average, double most, int tokens) {}

  /// The result of comparing.
  ///
  /// @param pairs the most alike first
  /// @param unread whom JPlag could not read, or who has too little code: a person looks at them
  record Compared(List<Pair> pairs, List<String> unread) {}

  /// Java as JPlag reads it; files that are nested too deeply for the stack count as unreadable.
  private static final class BoundedJava extends JavaLanguage {
    @Override
    public List<Token> parse(Set<File> files, boolean normalize) throws ParsingException {
      try {
        return super.parse(files, normalize);
      } catch (StackOverflowError e) {
        throw new ParsingException(files.iterator().next(), "nested too deeply", e);
      }
    }
  }

  /// Compares the folders in `submissions`, one a student.
  ///
  /// @param given the course's own code
  /// @param report where JPlag's own report is written
  static Compared of(Path submissions, Path given, Path report) throws IOException {
    try (var folders = Files.list(submissions)) {
      if (folders.limit(2).count() < 2) {
        return new Compared(List.of(), List.of());
      }
    }
    var options =
        new JPlagOptions(new BoundedJava(), Set.of(submissions.toFile()), Set.of())
            .withMaximumNumberOfComparisons(JPlagOptions.SHOW_ALL_COMPARISONS);
    try {
      var result = run(options, given);
      new ReportObjectFactory(report.toFile()).createAndSaveReport(result);
      var pairs =
          result.getAllComparisons().stream()
              .map(c ->
                  new Pair(
                      c.firstSubmission().getName(),
                      c.secondSubmission().getName(),
                      c.similarity(),
                      c.maximalSimilarity(),
                      c.getNumberOfMatchedTokens()))
              .sorted(Comparator.comparingDouble(Pair::average).reversed())
              .toList();
      var unread =
          result.getSubmissions().getInvalidSubmissions().stream()
              .map(Submission::getName)
              .sorted()
              .toList();
      return new Compared(pairs, unread);
    } catch (ExitException e) {
      throw new IOException("JPlag could not compare: " + e.getMessage(), e);
    }
  }

  private static JPlagResult run(JPlagOptions options, Path given) throws ExitException {
    try {
      return JPlag.run(options.withBaseCodeSubmissionDirectory(given.toFile()));
    } catch (BasecodeException _) {
      return JPlag.run(options); // too short to be found anywhere
    }
  }

  static String csv(List<Pair> pairs) {
    var csv = new CsvText().row(List.of("first", "second", "average", "most", "tokens"));
    for (var p : pairs) {
      csv.row(List.of(p.first(), p.second(), share(p.average()), share(p.most()), "" + p.tokens()));
    }
    return csv.toString();
  }

  private static String share(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
