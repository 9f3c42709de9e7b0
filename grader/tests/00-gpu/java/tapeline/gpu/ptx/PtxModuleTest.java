package tapeline.gpu.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/// The modules that the parser makes of PTX, and the code that it refuses.
class PtxModuleTest {
  private static final String HEAD = ".version 8.8\n.target sm_75\n.address_size 64\n";

  private static PtxModule kernel(String body) {
    return PtxModule.parse(
        HEAD
            + ".visible .entry k(.param .u64 p, .param .align 8 .b8 s[12], .param .u32 n)\n{\n"
            + body
            + "\n}\n");
  }

  /// A function that cannot be run is refused when it is asked for.
  private static PtxFunction refused(String body) {
    return kernel(body).function("k");
  }

  @Test
  void reads_parameters_with_their_places() {
    var k = kernel("ret;").function("k");
    assertThat(k.kernel()).isTrue();
    assertThat(k.parameters()).extracting(PtxVariable::offset).containsExactly(0, 8, 20);
  }

  @Test
  void reads_instructions_with_guards_groups_and_addresses() {
    var in =
        kernel(
                """
                .reg .pred %p<2>; .reg .b32 %r<5>; .reg .b64 %rd<2>;
                @!%p1 ld.global.nc.v2.u32 {%r1, %r2}, [%rd1+-8];
                """)
            .function("k")
            .body()
            .getFirst();
    assertThat(in.opcode()).isEqualTo(Opcode.LD);
    assertThat(in.modifiers()).containsExactly("global", "nc", "v2");
    assertThat(in.type()).isEqualTo(PtxType.U32);
    assertThat(in.guarded()).hasValueSatisfying(g -> assertThat(g.negated()).isTrue());
    assertThat(in.operand(1))
        .isInstanceOfSatisfying(Operand.Address.class, a -> assertThat(a.offset()).isEqualTo(-8));
    assertThat(in.written()).extracting(Operand.Register::name).containsExactly("%r1", "%r2");
    assertThat(in.read()).extracting(Operand.Register::name).containsExactly("%rd1", "%p1");
  }

  @Test
  void registers_are_declared_in_braces_with_and_without_a_space_before_their_type() {
    var body =
        kernel("{.reg.b32 a; mov.b32 a, 1;} { .reg .b32 a; mov.b32 a, 2; }").function("k").body();
    assertThat(body)
        .extracting(in -> ((Operand.Register) in.operand(0)).index())
        .doesNotHaveDuplicates();
  }

  @Test
  void code_inlined_from_a_header_belongs_to_the_line_that_called_it() {
    var k =
        PtxModule.parse(
                HEAD
                    + """
                    .visible .entry k()
                    {
                      .loc 1 6 3
                      membar.gl;
                      .loc 2 107 3, function_name $L__info_string0, inlined_at 1 21 2
                      membar.gl;
                      .loc 1 9 3, function_name $L__info_string1, inlined_at 1 21 2
                      membar.gl;
                      .loc 1 0 3
                      ret;
                    }
                    .file 1 "/somewhere/a.cu"
                    .file 2 "/cuda/include/header.hpp"
                    .section .debug_str { $L__info_string0: .b8 95,90,0 }
                    """)
            .function("k");
    assertThat(k.body())
        .extracting(i -> i.source().toString())
        .containsExactly("a.cu:6", "a.cu:21", "a.cu:9", "a.cu:9");
  }

  @Test
  void lanes_that_part_meet_at_the_immediate_post_dominator() {
    var k =
        kernel(
                """
                .reg .pred %p<2>; .reg .b32 %r<3>;
                @%p1 bra $A;
                mov.u32 %r1, 1;
                bra.uni $B;
                $A: mov.u32 %r1, 2;
                $B: mov.u32 %r2, %r1;
                ret;
                """)
            .function("k");
    assertThat(new ControlFlow(k).meetingPoint(0)).isEqualTo(k.labels().get("$B")).isEqualTo(4);
  }

  @Test
  void only_what_is_read_later_is_alive() {
    var k =
        kernel(
                """
                .reg .pred %p<2>; .reg .b32 %r<4>;
                mov.u32 %r1, 1;
                mov.u32 %r2, 2;
                setp.eq.s32 %p1, %r1, 7;
                @%p1 mov.u32 %r2, 3;
                mov.u32 %r3, %r2;
                ret;
                """)
            .function("k");
    var live = new Liveness(k, new ControlFlow(k)).before(3);
    assertThat(live.stream().boxed()).containsExactly(3, 4); // %p1 and %r2
  }

  @Test
  void refuses_what_it_does_not_emulate_by_name_and_line() {
    assertThatThrownBy(
            () -> refused(".reg .b32 %r<3>;\n.loc 1 17 3\nwgmma.mma_async.m64n8k8 %r1, %r2;"))
        .isInstanceOf(PtxException.class)
        .hasMessageStartingWith("?:17: wgmma.mma_async.m64n8k8 is outside the emulated subset");
    assertThatThrownBy(() -> refused(".reg .b16 %h<3>; add.s16x2 %h1, %h1, %h2;"))
        .hasMessageContaining("add.s16x2")
        .hasMessageContaining(".s16x2 is outside the emulated subset");
    assertThatThrownBy(() -> refused("st.async.shared::cluster.u32 [0], 1, [0];"))
        .hasMessageContaining("st.async");
    assertThatThrownBy(() -> refused(".reg .b128 %q<3>;"))
        .hasMessageContaining("a register of type .b128");
    assertThatThrownBy(() -> PtxModule.parse(HEAD + "hello"))
        .hasMessageContaining("unknown directive 'hello'");
    assertThatThrownBy(() -> kernel("ret;").function("q"))
        .hasMessage("no function q: this module has [k]");
  }

  @Test
  void says_what_is_refused_and_what_to_do_instead() {
    assertThat(Refusal.of("wgmma")).endsWith("use wmma or mma");
    assertThat(Refusal.of("e4m3x2")).endsWith("such numbers: use float, f16 or bf16");
    assertThat(Refusal.of("expect_tx")).contains("use cp.async");
    assertThat(Refusal.of("try_wait")).endsWith("compile with -arch sm_80");
    assertThat(Refusal.of("tex")).contains("textures");
    assertThat(Refusal.of(".texref")).contains("textures");
    assertThat(Refusal.of("griddepcontrol")).contains("launches that overlap");
    assertThat(Refusal.of("cluster")).contains("clusters");
    assertThat(Refusal.of("__cudaCDP2GetParameterBufferV2")).contains("launch from the host");
    assertThat(Refusal.of("malloc")).contains("on the host");
    assertThat(Refusal.of("fns")).isEqualTo("is outside the emulated subset");
    assertThat(Refusal.ofFunction("cudaCGGetSize")).isEqualTo("is outside the emulated subset");
    assertThat(Refusal.ofFunction("malloc")).contains("on the host");
    assertThat(Refusal.ofFunction("_Z6squarei")).contains("defined nowhere");
    assertThat(Refusal.ofFunction("nvalues")).contains("defined nowhere");
    assertThat(Refusal.ofFunction("__nvJitLink")).isEqualTo("is outside the emulated subset");
  }

  @Test
  void code_of_a_header_counts_for_the_kernels_line_however_deep() {
    var body =
        kernel(
                """
                .reg .b32 %r<3>;
                .loc 1 5 3
                .loc 2 608 5, function_name $L0, inlined_at 1 5 3
                .loc 3 597 1, function_name $L1, inlined_at 2 608 5
                mov.u32 %r1, 1;
                .loc 1 6 3
                mov.u32 %r2, 1;
                ret;
                """)
            .function("k")
            .body();
    assertThat(body.get(0).source().line()).isEqualTo(5);
    assertThat(body.get(1).source().line()).isEqualTo(6);
  }
}
