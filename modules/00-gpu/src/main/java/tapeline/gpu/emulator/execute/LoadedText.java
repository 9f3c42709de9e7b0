package tapeline.gpu.emulator.execute;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tapeline.gpu.ptx.PtxModule;

/// A parsed PTX text, and its functions as they were made ready to run.
///
/// The texts that were loaded last are kept: a device that loads one again finds its functions
/// decoded, and compiled by the JVM. One with a function that is refused is parsed again, so that
/// the exception's stack is that of who asked.
///
/// @param codes a function's code has the addresses of variables in it
public record LoadedText(PtxModule module, Map<Made, Code> codes) {
  private static final int MOST = 16;
  private static final Map<String, LoadedText> KEPT =
      new LinkedHashMap<>(2 * MOST, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, LoadedText> eldest) {
          return size() > MOST;
        }
      };

  /// How a function was made ready.
  record Made(String kernel, String function, CodeVariant variant, Map<String, Long> addresses) {}

  /// The text, as it is kept or else parsed.
  public static LoadedText of(String ptx) {
    synchronized (KEPT) {
      var kept = KEPT.get(ptx);
      if (kept == null) {
        kept =
            new LoadedText(InferredSpaces.resolve(PtxModule.parse(ptx)), new ConcurrentHashMap<>());
        if (kept.module.refused().isEmpty()) {
          KEPT.put(ptx, kept);
        }
      }
      return kept;
    }
  }
}
