package tapeline.kernel.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.dflib.jjava.jupyter.kernel.history.HistoryEntry;
import org.dflib.jjava.jupyter.kernel.history.HistoryManager.ResultFlag;
import org.junit.jupiter.api.Test;

class CellHistoryTest {
  private final CellHistory history = new CellHistory();

  CellHistoryTest() {
    history.add(1, "int a = 1;", null);
    history.add(2, "a + 1", "2");
    history.add(3, "b\n+ 1", "3");
    history.add(4, "a + 1", "4");
  }

  private static List<Integer> numbers(List<HistoryEntry> entries) {
    return entries.stream().map(HistoryEntry::getCellNumber).toList();
  }

  @Test
  void the_last_cells_are_found_with_or_without_what_they_showed() {
    assertThat(numbers(history.lookupTail(2, Set.of()))).containsExactly(3, 4);
    assertThat(numbers(history.lookupTail(9, Set.of()))).containsExactly(1, 2, 3, 4);
    assertThat(history.lookupTail(1, Set.of()).getFirst().hasOutput()).isFalse();
    assertThat(history.lookupTail(1, Set.of(ResultFlag.INCLUDE_OUTPUT)).getFirst().getOutput())
        .isEqualTo("4");
  }

  @Test
  void of_a_long_value_the_beginning_is_kept() {
    history.add(5, "long", "x".repeat(100_000));
    assertThat(history.lookupTail(1, Set.of(ResultFlag.INCLUDE_OUTPUT)).getFirst().getOutput())
        .startsWith("xx")
        .endsWith("x…")
        .hasSizeLessThan(10_000);
  }

  @Test
  void a_range_is_of_this_session_alone_and_ends_before_its_stop() {
    assertThat(numbers(history.lookupRange(0, 2, 4, Set.of()))).containsExactly(2, 3);
    assertThat(numbers(history.lookupRange(-1, 2, 4, Set.of()))).isEmpty();
  }

  @Test
  void a_pattern_has_wildcards_and_no_other_signs() {
    assertThat(numbers(history.search("a + *", 9, Set.of()))).containsExactly(2, 4);
    assertThat(numbers(history.search("?*+ 1", 9, Set.of()))).containsExactly(2, 3, 4);
    assertThat(numbers(history.search("a + 1", 1, Set.of()))).containsExactly(4);
    assertThat(numbers(history.search("*1*", 9, Set.of(ResultFlag.UNIQUE))))
        .containsExactly(1, 3, 4);
  }
}
