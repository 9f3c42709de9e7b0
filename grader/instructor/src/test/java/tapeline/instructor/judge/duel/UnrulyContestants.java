package tapeline.instructor.judge.duel;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import tapeline.competition.Contestant;
import tapeline.instructor.judge.arena.ArenaFrames;

/// Contestants that break a rule each, in a JVM whose property `test.folder` names a folder.
public final class UnrulyContestants {
  private UnrulyContestants() {}

  private static float work(float times) {
    double sum = 0;
    for (int i = 0; i < 100_000 * times; i++) {
      sum += Math.sqrt(i);
    }
    return (float) sum;
  }

  private static void write(byte[]... frames) {
    try {
      var out = new FileOutputStream(FileDescriptor.out); // the arena's, past System.out
      for (var frame : frames) {
        out.write(frame);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Writes in a thread of its own when the test makes a file, and makes another file then.
  private static void writeWhenTold(byte[]... frames) {
    var folder = Path.of(System.getProperty("test.folder"));
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            await(folder.resolve("write"));
            write(frames);
            Files.createFile(folder.resolve("written"));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /// Waits for a file.
  static void await(Path file) {
    for (int i = 0; i < 6_000 && !Files.exists(file); i++) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  private static byte[] reply(int kind, float... values) {
    var bytes = new ByteArrayOutputStream();
    try (OutputStream out = bytes) {
      ArenaFrames.reply(out, kind, values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// A contestant with a thread that works all the time.
  public static final class Restless implements Contestant {
    @Override
    public void setUp(float[][] given) {
      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            while (true) {
              work(1);
            }
          });
    }

    @Override
    public float[] answer(float[][] input) {
      return new float[] {work(input[0][0])};
    }
  }

  /// Answers as it should, and once more, after having said that it is awake.
  public static final class TwoAhead implements Contestant {
    @Override
    public void setUp(float[][] given) {
      writeWhenTold(reply(ArenaFrames.READY), reply(ArenaFrames.ANSWER, 7));
    }

    @Override
    public float[] answer(float[][] input) {
      return new float[] {7};
    }
  }

  /// Says that it is awake, with a number behind it, where an answer is due.
  public static final class AnotherKind implements Contestant {
    @Override
    public float[] answer(float[][] input) {
      write(reply(ArenaFrames.READY, 7));
      return new float[] {7};
    }
  }

  /// Answers when it should, and in the second turn before it has read the question.
  public static final class OneAhead implements Contestant {
    @Override
    public void setUp(float[][] given) {
      writeWhenTold(reply(ArenaFrames.ANSWER, 7));
    }

    @Override
    public float[] answer(float[][] input) {
      return new float[] {7};
    }
  }

  /// Answers one question, and fails at the second.
  public static final class Once implements Contestant {
    private boolean asked;

    @Override
    public float[] answer(float[][] input) {
      if (asked) {
        throw new IllegalStateException("a second question");
      }
      asked = true;
      return new float[] {7};
    }
  }

  /// Fails while it is made.
  public static final class Unmade implements Contestant {
    public Unmade() {
      throw new IllegalStateException("no weights");
    }

    @Override
    public float[] answer(float[][] input) {
      return input[0];
    }
  }

  /// Fails while its class is initialised.
  public static final class Uninitialised implements Contestant {
    private static final int SIZE = Integer.parseInt("seven");

    @Override
    public float[] answer(float[][] input) {
      return new float[SIZE];
    }
  }
}
