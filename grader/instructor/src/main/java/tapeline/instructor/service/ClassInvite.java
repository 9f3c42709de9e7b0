package tapeline.instructor.service;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tapeline.instructor.board.TeamName;
import tapeline.instructor.gradebook.CsvTable;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.MemberTable;

/// `class invite`: gives each team and student of a roster a token, which is printed this once.
@Command(
    name = "invite",
    mixinStandardHelpOptions = true,
    description = {
      "Prints an invitation for each team, student and instructor of a roster that has none.",
      "The server keeps no token, only its SHA-256: who loses one is revoked and invited again."
    })
final class ClassInvite implements Callable<Integer> {
  @Mixin private ClassOptions options = new ClassOptions();

  @Parameters(
      index = "1",
      paramLabel = "ROSTER.csv",
      description =
          "Columns id, perhaps kind (student, team, instructor) and pseudonym (of a team).")
  private Path roster = Path.of(".");

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:" + ClassOptions.PORT,
      description = "The address by which members come. Default: ${DEFAULT-VALUE}")
  private String url = "";

  private final PrintStream out;

  ClassInvite(PrintStream out) {
    this.out = out;
  }

  /// Somebody on the roster.
  private record Invited(Member.Kind kind, String name, String shown) {}

  @Override
  public Integer call() throws IOException {
    var at = ClassOptions.url(url);
    var invited = read(roster);
    var folder = options.folder();
    var members = new MemberTable(options.database());
    int known = 0;
    for (var one : invited) {
      var token = Tokens.draw();
      var key = TeamName.key(one.name);
      if (members.invite(one.kind, one.name, key, one.shown, Tokens.hash(token))) {
        out.println("%s %s  %s#%s".formatted(one.kind.word(), one.name, at, token));
      } else {
        known++;
      }
    }
    if (known > 0) {
      out.println(known + " have a token already; class revoke takes one away");
    }
    folder.writeTeams(members.all());
    return 0;
  }

  private static List<Invited> read(Path roster) {
    var table = CsvTable.read(roster, "a roster", "id");
    var all = new ArrayList<Invited>();
    for (var row : table.rows()) {
      var name = table.cell(row, "id");
      var word = table.cell(row, "kind").toUpperCase(Locale.ROOT);
      if (!word.matches("TEAM|STUDENT|INSTRUCTOR|")) {
        throw table.refused(
            row, "a kind is student, team or instructor, got " + table.cell(row, "kind"));
      }
      var kind = word.isEmpty() ? Member.Kind.STUDENT : Member.Kind.valueOf(word);
      if (!name.matches("[^/\\\\.\\p{Cntrl}\\p{Cf}][^/\\\\\\p{Cntrl}\\p{Cf}]{0,79}")) {
        throw table.refused(
            row,
            "an id is 1 to 80 characters that one sees, without / and \\ and no dot before them,"
                + " got "
                + name);
      }
      var problem = kind == Member.Kind.TEAM ? TeamName.problem(name) : "";
      if (!problem.isEmpty()) {
        throw table.refused(row, problem);
      }
      var pseudonym = table.cell(row, "pseudonym");
      boolean isShown = kind == Member.Kind.TEAM && !pseudonym.isEmpty();
      all.add(new Invited(kind, name, isShown ? pseudonym : name));
    }
    return all;
  }
}
