package tapeline.instructor.judge.arena;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import tapeline.competition.Contestant;

/// The JVM that an entry plays in: passes on questions and answers, and decides nothing.
///
/// It shares the JVM with code that nobody has read. So it knows no right answer, reads no clock,
/// and the judge believes none of its replies before having checked it.
public final class Arena {
  private static final int BUFFER = 1 << 16;

  private Arena() {}

  /// Plays for one entry until the judge has what it wanted.
  ///
  /// @param args the name of the entry's [Contestant]
  public static void main(String[] args) throws IOException {
    var in = new BufferedInputStream(new FileInputStream(FileDescriptor.in), BUFFER);
    var out = new FileOutputStream(FileDescriptor.out);
    System.setIn(InputStream.nullInputStream());
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    try {
      play(args[0], in, out);
    } catch (EOFException _) {
      // the judge has what it wanted
    } catch (Throwable t) { // whatever it is, the entry threw it
      ArenaFrames.failure(out, t.getClass().getName() + ": " + t.getMessage());
    }
    Runtime.getRuntime().halt(0); // no hook of the entry's runs
  }

  private static void play(String name, InputStream in, OutputStream out) throws Throwable {
    ArenaFrames.reply(out, ArenaFrames.READY); // all threads are the JVM's own by now
    var given = ArenaFrames.readQuestion(in);
    var entry =
        Class.forName(name).asSubclass(Contestant.class).getDeclaredConstructor().newInstance();
    entry.setUp(given);
    ArenaFrames.reply(out, ArenaFrames.READY);
    while (true) {
      var question = ArenaFrames.readQuestion(in);
      if (question.length == 0) { // only whether it is awake
        ArenaFrames.reply(out, ArenaFrames.READY);
      } else {
        ArenaFrames.reply(out, ArenaFrames.ANSWER, entry.answer(question));
      }
    }
  }
}
