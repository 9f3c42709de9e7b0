package tapeline.laboratory.arguments;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The words behind a program's name: those that it would not use are refused, not ignored.
class ProgramWordsTest {
  private static void run(String type, String... words) throws Throwable {
    var main =
        Class.forName("tapeline.laboratory." + type).getDeclaredMethod("main", String[].class);
    main.setAccessible(true);
    try {
      main.invoke(null, (Object) words);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "memory.LargestModel, 1",
    "curvature.SecondOrder, 1",
    "roofline.Ladder, 1",
    "suite.TrainingsByBackend, 2",
    "parallel.DataParallel, 4",
    "parallel.PipelineStages, 0",
    "quant.SmallestDigits, 1",
  })
  void a_word_too_many_is_refused(String type, int most) {
    var words = "no-folder/x ".repeat(most + 1).strip().split(" ", -1);
    assertThatThrownBy(() -> run(type, words))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "words behind the program's name: at most %d, got %d: no-folder/x"
                .formatted(most, most + 1));
  }

  @ParameterizedTest
  @CsvSource({
    "memory.LargestModel, 0, megabytes is a number from 0.001 to 1000000.0",
    "curvature.SecondOrder, 1, seeds is a whole number from 2 to 1000",
    "roofline.Ladder, 0, rows is a whole number from 1 to 9999",
    "parallel.DataParallel, local 0, processes is a whole number from 1 to 1024",
    "parallel.DataParallel, local 2 0, steps is a whole number from 1 to 999999",
    "parallel.DataParallel, local 2 1 0, seconds is a whole number from 1 to 999999",
  })
  void a_number_that_breaks_its_rule_is_refused_by_rule_and_value(
      String type, String words, String rule) {
    assertThatThrownBy(() -> run(type, words.split(" ", -1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("%s, got %s", rule, words.substring(words.lastIndexOf(' ') + 1));
  }
}
