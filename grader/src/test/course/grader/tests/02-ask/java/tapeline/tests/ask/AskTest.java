package tapeline.tests.ask;

import static org.assertj.core.api.Assertions.assertThat;

import ask.Ask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("02.1")
class AskTest {
  @Test
  void compares_with_the_mean() {
    assertThat(Ask.isAboveMean(2, new int[] {1, 2})).as("isAboveMean(2, {1, 2})").isTrue();
    assertThat(Ask.isAboveMean(1, new int[] {1, 2})).as("isAboveMean(1, {1, 2})").isFalse();
  }
}
