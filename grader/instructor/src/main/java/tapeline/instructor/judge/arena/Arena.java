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
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.SynchronousQueue;
import tapeline.competition.Contestant;

/// The JVM that an entry plays in: passes on questions and answers, and decides nothing.
///
/// The entry's code runs in a thread by the name [#ENTRY] and in those that it starts. Frames are
/// read and written by `main`, which also says that this JVM is awake. Its work is not the entry's:
/// so an entry that hands all work to another thread, and waits, has one thread that works.
///
/// It shares the JVM with code that no person has read. So it knows no right answer, reads no
/// clock, and the judge believes none of its replies before having checked it.
public final class Arena {
  /// The entry's first thread.
  public static final String ENTRY = "entry";

  private static final int BUFFER = 1 << 16;
  private static final int MOST_MESSAGE = 300;
  private static final long STACK = 8 << 20; // bytes, as a main thread has

  private Arena() {}

  /// Plays for one entry until the judge has what it wanted.
  ///
  /// @param args the name of the entry's [Contestant]
  public static void main(String[] args) throws IOException, InterruptedException {
    var in = new BufferedInputStream(new FileInputStream(FileDescriptor.in), BUFFER);
    var out = new FileOutputStream(FileDescriptor.out);
    System.setIn(InputStream.nullInputStream());
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    var questions = new SynchronousQueue<float[][]>();
    var replies = new SynchronousQueue<Reply>();
    var entry = new Thread(null, () -> play(args[0], questions, replies), ENTRY, STACK);
    entry.setDaemon(true);
    entry.start();
    replies.take(); // its thread has its name
    try {
      ArenaFrames.reply(out, ArenaFrames.READY); // all threads but one are the JVM's own by now
      var question = ArenaFrames.readQuestion(in); // what setUp gets: it may be no array at all
      while (true) {
        questions.put(question);
        switch (replies.take()) {
          case Reply.Ready _ -> ArenaFrames.reply(out, ArenaFrames.READY);
          case Reply.Answer(float[] numbers) -> ArenaFrames.reply(out, ArenaFrames.ANSWER, numbers);
          case Reply.Failure(String text) -> {
            ArenaFrames.failure(out, text);
            throw new EOFException();
          }
        }
        question = ArenaFrames.readQuestion(in);
        while (question.length == 0) { // it is asked only whether it is awake
          ArenaFrames.reply(out, ArenaFrames.READY);
          question = ArenaFrames.readQuestion(in);
        }
      }
    } catch (EOFException _) {
      // the judge has what it wanted
    }
    Runtime.getRuntime().halt(0); // no hook of the entry's runs
  }

  /// The reply to a question.
  private sealed interface Reply {
    record Ready() implements Reply {}

    record Answer(float[] numbers) implements Reply {}

    record Failure(String text) implements Reply {}
  }

  private static void play(
      String name, SynchronousQueue<float[][]> questions, SynchronousQueue<Reply> replies) {
    try {
      replies.put(new Reply.Ready());
      try {
        answer(name, questions, replies);
      } catch (Exception | Error t) { // whatever it is, the entry threw it
        replies.put(new Reply.Failure(told(t)));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Describes what was thrown, in a constructor and before it too, and at which line.
  private static String told(Throwable thrown) {
    var cause = thrown;
    while (cause.getCause() != null
        && (cause instanceof InvocationTargetException
            || cause instanceof ExceptionInInitializerError)) {
      cause = cause.getCause();
    }
    var message = String.valueOf(cause.getMessage());
    var where =
        Arrays.stream(cause.getStackTrace())
            .filter(f -> !f.getClassName().matches("(javax?|jdk|sun)\\..*"))
            .filter(f -> !f.getClassName().equals(Arena.class.getName()))
            .findFirst()
            .map(f -> " at " + f.getFileName() + ":" + f.getLineNumber())
            .orElse("");
    return cause.getClass().getName()
        + ": "
        + message.substring(0, Math.min(message.length(), MOST_MESSAGE))
        + where;
  }

  private static void answer(
      String name, SynchronousQueue<float[][]> questions, SynchronousQueue<Reply> replies)
      throws Exception {
    var given = questions.take();
    var entry =
        Class.forName(name).asSubclass(Contestant.class).getDeclaredConstructor().newInstance();
    entry.setUp(given);
    replies.put(new Reply.Ready());
    while (true) {
      var answer = entry.answer(questions.take());
      replies.put(new Reply.Answer(Objects.requireNonNull(answer, "an answer")));
    }
  }
}
