package tapeline.laboratory.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import tapeline.bench.BenchmarkResult;

/// What one phase of one entry took in one fork.
///
/// @param fork its number, from 0
public record ForkTime(int fork, Phase phase, BenchmarkResult result) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// As one line of JSON; [#fromLine] reads it.
  public String toLine() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // a record of numbers and words can be written
    }
  }

  /// Reads what [#toLine] wrote.
  ///
  /// @throws IllegalArgumentException when the line is something else
  public static ForkTime fromLine(String line) {
    try {
      return JSON.readValue(line, ForkTime.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a fork of the suite said: " + line, e);
    }
  }
}
