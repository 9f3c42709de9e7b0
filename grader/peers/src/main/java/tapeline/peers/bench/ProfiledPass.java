package tapeline.peers.bench;

import ai.djl.pytorch.jni.JniUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.instruments.profile.ProfileSchedule;
import tapeline.profile.Profiler;
import tapeline.toolkit.ScratchFolder;

/// A pass that a profiler watches. Starting it, stopping it and reading what it recorded is not
/// timed.
abstract class ProfiledPass implements EnginePass {
  private final EnginePass pass;

  private ProfiledPass(EnginePass pass) {
    this.pass = pass;
  }

  /// Watched by 11's profiler: times, shapes, bytes allocated, what the tape holds.
  static EnginePass ours(EnginePass pass) {
    return new ProfiledPass(pass) {
      private @Nullable Profiler profiler;

      @Override
      public void begin() {
        profiler = Profiler.start(ProfileSchedule.once(0, 0, 1));
      }

      @Override
      public void end() {
        if (profiler != null) {
          profiler.close();
        }
      }
    };
  }

  /// Watched by PyTorch's autograd profiler on the CPU: times, shapes, memory.
  static EnginePass theirs(EnginePass pass) {
    return new ProfiledPass(pass) {
      @Override
      public void begin() {
        JniUtils.startProfile(false, true, true);
      }

      @Override
      public void end() {
        try (var scratch = ScratchFolder.of("torch-profile")) { // DJL writes it to a file
          JniUtils.stopProfile(scratch.path().resolve("trace.json").toString());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  @Override
  public void forward() {
    pass.forward();
  }

  @Override
  public void backward() {
    pass.backward();
  }

  @Override
  public List<double[]> answers() {
    return pass.answers();
  }

  @Override
  public long peakBytes() {
    return pass.peakBytes();
  }
}
