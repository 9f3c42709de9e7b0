package tapeline.gpu.emulator.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tapeline.gpu.emulator.RandomAccesses;
import tapeline.gpu.emulator.execute.LoadedText;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;

class RowValuesTest {
  private static final String HEAD = ".version 7.0\n.target sm_75\n.address_size 64\n";

  @Test
  void lanes_of_a_row_differ_by_their_place_in_it() {
    String ptx =
        """
        .visible .entry k(.param .u64 a)
        {
          .reg .b32 %r<9>; .reg .b64 %rd<3>;
          .local .align 8 .b8 l[8];
          ld.param.u64 %rd1, [a];
          mov.u32 %r1, %tid.x;
          mov.u32 %r2, %tid.y;
          add.s32 %r3, %r5, 4;
          add.s32 %r4, %r2, 4;
          add.s32 %r5, %r1, 4;
          mov.u64 %rd2, l;
          st.local.u32 [%rd2], %r1;
          ld.local.u32 %r6, [%rd2];
          ld.shared.u32 %r0, [%r3];
          ld.shared.u32 %r0, [%r4];
          ld.shared.u32 %r0, [%r6];
          ld.global.u32 %r0, [%rd1];
          ret;
        }
        """;
    assertThat(alike(ptx, "k")).containsExactly("%r4", "%r6", "%rd1", "%rd2");
  }

  @Test
  void random_accesses_have_bases_of_a_row() {
    assertThat(alike(new RandomAccesses().program(1, ""), "random")).contains("%r21", "%rd7");
  }

  /// Returns the registers with addresses that are mostly the same for the lanes of a row.
  private static Set<String> alike(String ptx, String kernel) {
    var instructions = LoadedText.of(HEAD + ptx).module().function(kernel).body();
    var values = new RowValues(instructions.toArray(Instruction[]::new));
    return instructions.stream()
        .filter(in -> in.opcode() == Opcode.LD)
        .map(RowValuesTest::address)
        .filter(values::areAlike)
        .map(Operand.Address::base)
        .filter(Operand.Register.class::isInstance)
        .map(base -> ((Operand.Register) base).name())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Operand.Address address(Instruction in) {
    return (Operand.Address) in.operand(1);
  }
}
