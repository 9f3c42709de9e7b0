package tapeline.tests.given.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.reuse.FlatTape;
import tapeline.reuse.TapeStats;
import tapeline.tests.Locales;

class FlatTapeTableTest {
  private final FlatTape flat = new FlatTape();

  @Test
  void a_flat_tape_has_its_constants_below_its_nodes() {
    int x = flat.variable(3);
    int y = flat.scale(flat.sin(x), 2);
    flat.backward(y);
    flat.neg(y);
    assertThat(flat)
        .as("the tape of 2·sin x, and what was recorded later")
        .hasToString(
            """
            slot  op        operands      value  gradient
            ────  ────────  ────────  ─────────  ────────
            #0    variable                    3  -1.97998
            #1    SIN       #0         0.141120         2
            #2    MUL       #1 #-1     0.282240         1
            #3    NEG       #2        -0.282240         –
            #-1   constant                    2         –
            nodes: 4, constants: 1
            """);
    assertThat(flat.table()).as("its table").hasToString(flat.toString());
  }

  @Test
  void a_flat_tape_names_each_op_with_as_many_operands_as_it_has() {
    int a = flat.variable(3);
    int b = flat.variable(4);
    var recorded =
        List.of(
            flat.shift(a, 1),
            flat.add(a, b),
            flat.sub(a, b),
            flat.mul(a, b),
            flat.fma(a, b, 1),
            flat.div(a, b),
            flat.pow(a, b),
            flat.neg(b),
            flat.exp(b),
            flat.log(b),
            flat.sin(b),
            flat.cos(b),
            flat.tanh(b),
            flat.sigmoid(b),
            flat.relu(b),
            flat.softplus(b));
    assertThat(flat.table().rows().subList(2, 2 + recorded.size()))
        .as("op and operands of the slots %s, a being #0 and b #1", recorded)
        .extracting(row -> (row.get(1) + " " + row.get(2)).strip())
        .containsExactly(
            "SHIFT #0",
            "ADD #0 #1",
            "SUB #0 #1",
            "MUL #0 #1",
            "FMA #0 #1",
            "DIV #0 #1",
            "POW #0 #1",
            "NEG #1",
            "EXP #1",
            "LOG #1",
            "SIN #1",
            "COS #1",
            "TANH #1",
            "SIGMOID #1",
            "RELU #1",
            "SOFTPLUS #1");
  }

  @Test
  void a_long_flat_tape_shows_its_first_hundred_of_each() {
    for (int i = 0; i < 300; i++) {
      flat.variable(i);
      flat.constant(-i);
    }
    var table = flat.table();
    assertThat(table.rows()).as("rows for 300 nodes and 300 constants").hasSize(200);
    assertThat(table.rows().get(99).getFirst()).as("the last node shown").isEqualTo("#99");
    assertThat(table.rows().get(199).getFirst()).as("the last constant shown").isEqualTo("#-100");
    assertThat(table.notes()).as("its note").containsExactly("nodes: 300, constants: 300");
    assertThat(Locales.each(() -> flat.table().toString()))
        .as("the table, by default locale")
        .allSatisfy((_, there) -> assertThat(there).isEqualTo(table.toString()));
  }

  @Test
  void stats_are_one_row_with_a_title_for_each_count() {
    assertThat(new TapeStats(5, 2, 1, 512).table())
        .as("the table of values 5, grads 2, instructions 1, bytes 512")
        .hasToString(
            """
            values  grads  instructions  bytes
            ──────  ─────  ────────────  ─────
                 5      2             1    512
            """);
  }
}
