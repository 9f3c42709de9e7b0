package tapeline.instructor.receipt;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.database.Database;
import tapeline.instructor.receipt.ExtensionTable.Extension;

/// The windows of a class and the deadlines of its single members, as they are at one moment.
///
/// @param windows by module
public record ClassTimes(Map<String, HandInTerms> windows, List<Extension> extensions) {
  private static final HandInTerms NONE = new HandInTerms(null, null);

  /// Reads a class's times.
  public static ClassTimes of(Database database) {
    return new ClassTimes(new WindowTable(database).all(), new ExtensionTable(database).all());
  }

  /// Returns the class's window for a module; one without times where it has none.
  public HandInTerms window(String module) {
    return windows.getOrDefault(module, NONE);
  }

  /// Returns the times of a member for a module: a deadline of its own counts where it is after the
  /// class's.
  public HandInTerms of(int member, String module) {
    var window = window(module);
    return new HandInTerms(window.opens(), deadline(member, List.of(module), window.until()));
  }

  /// Returns a member's deadline: the latest of its own ones for these works and the class's.
  ///
  /// @param ofClass null where the class has none, and then no member has one
  public @Nullable Instant deadline(
      int member, Collection<String> works, @Nullable Instant ofClass) {
    var latest = ofClass;
    for (var own : extensions) {
      if (latest != null
          && own.member() == member
          && works.contains(own.work())
          && own.deadline().isAfter(latest)) {
        latest = own.deadline();
      }
    }
    return latest;
  }

  /// Returns the times of a member in words, a sentence for each work.
  public List<String> sentences(Member member) {
    var works = new TreeSet<String>();
    if (member.kind() == Member.Kind.STUDENT) {
      works.addAll(windows.keySet());
    }
    var said = new ArrayList<String>();
    for (var own : extensions) {
      if (own.member() == member.id() && !works.contains(own.work())) {
        said.add("You have until %s for %s.".formatted(own.deadline(), own.work()));
      }
    }
    works.forEach(work -> said.add("You have %s for %s.".formatted(of(member.id(), work), work)));
    return said;
  }
}
