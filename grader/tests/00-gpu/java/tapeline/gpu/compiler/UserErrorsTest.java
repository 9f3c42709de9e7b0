package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The errors of compilers, as a user reads them.
class UserErrorsTest {
  private static String told(String output) {
    return UserErrors.of(output, Path.of("/kept/include"));
  }

  @Test
  void an_error_in_a_header_is_told_at_the_line_that_includes_it() {
    assertThat(
            told(
                """
                In file included from /own/a.cu:3:
                In file included from /own/b.h:2:
                /kept/include/mma.h:1:2: error: no such card
                """))
        .isEqualTo("/own/b.h:2: error: no such card\n");
    assertThat(
            told(
                """
                In file included from /own/b.h:2,
                                 from /own/a.cu:3:
                /kept/include/mma.h:1:2: error: no such card
                    1 | #error no such card
                      |  ^~~~~
                /own/a.cu:9:1: error: expected a semicolon
                """))
        .isEqualTo("/own/b.h:2: error: no such card\n/own/a.cu:9:1: error: expected a semicolon\n");
  }

  @Test
  void an_error_in_a_template_is_told_at_the_line_that_uses_it() {
    assertThat(
            told(
                """
                In file included from <built-in>:1:
                /kept/include/prelude.h:7:3: error: invalid operands
                /own/a.cu:4:9: note: in instantiation of function template 'f<int>' requested here
                1 error generated.
                """))
        .isEqualTo("/own/a.cu:4: error: invalid operands\n1 error generated.\n");
  }

  @Test
  void an_error_in_an_included_template_is_told_at_the_line_that_uses_it() {
    assertThat(
            told(
                """
                In file included from /own/a.cu:2:
                /kept/include/mma.h:19:3: error: static_assert failed due to requirement 'M < 0' "a shape is outside of what is emulated: give another"
                /kept/include/mma.h:31:9: note: in instantiation of template class 'elements<8>' requested here
                /own/a.cu:23:76: note: in instantiation of template class 'fragment<8>' requested here
                """))
        .isEqualTo("/own/a.cu:23: error: a shape is outside of what is emulated: give another\n");
  }

  @Test
  void an_error_that_nothing_of_the_program_led_to_stays() {
    var output = "/kept/include/prelude.h:7:3: error: expected ';'\n";
    assertThat(told(output)).isEqualTo(output);
  }

  @Test
  void a_part_of_CUDA_that_is_absent_is_the_only_sentence() {
    assertThat(
            told(
                """
                /own/a.cu:1:1: error: unknown type name 'cudaGraph_t'
                /own/a.cu:2:1: error: use of undeclared identifier 'cudaGraphLaunch'
                2 errors generated.
                """))
        .isEqualTo(
            "/own/a.cu:1:1: error: the program does not declare cudaGraph_t, and it is not"
                + " emulated\n");
    assertThat(
            told(
                """
                /usr/bin/ld: host0.o: in function `main':
                /usr/bin/ld: /own/a.cu:12: undefined reference to `cufftPlan1d'
                collect2: error: ld returned 1 exit status
                """))
        .isEqualTo("/own/a.cu:12: error: cufftPlan1d is outside of what is emulated\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          use of undeclared identifier 'norm3df' | norm3df in a kernel comes with nvcc alone: give --compiler nvcc
          call to 'tgamma' is ambiguous | tgamma in a kernel comes with nvcc alone: give --compiler nvcc
          no matching function for call to 'malloc' | no malloc takes these arguments; in a kernel, where it takes memory of the device's heap, it is outside of what is emulated
          reference to __host__ function 'malloc' in __device__ function | memory of the device's heap, which new, delete and malloc in a kernel take, is outside of what is emulated
          an attribute list cannot appear here | an attribute stands at the wrong place: clang takes alignas only before __shared__; exchange the two, or give --compiler nvcc
          'alignas' attribute cannot be applied to types | an attribute stands at the wrong place: clang takes alignas only before __shared__; exchange the two, or give --compiler nvcc
          invalid % escape in inline assembly string | inline assembly names a register of PTX by one %, as nvcc takes it: write two for clang, or give --compiler nvcc
          #error "the runtime for clang is C++: give another name" | the runtime for clang is C++: give another name
          'cuda_fp8.h' file not found | cuda_fp8.h comes with nvcc alone: give --compiler nvcc
          static assertion failed due to requirement '16 < 0': a shape is outside of what is emulated: give another | a shape is outside of what is emulated: give another
          use of undeclared identifier 'normal' | use of undeclared identifier 'normal'
          """)
  void what_clang_lacks_in_kernels_is_one_sentence(String said, String sentence) {
    assertThat(told("/own/a.cu:4:9: error: %s\n".formatted(said)))
        .isEqualTo("/own/a.cu:4:9: error: %s\n".formatted(sentence));
  }

  @Test
  void a_misspelt_name_keeps_the_compilers_proposal() {
    var output =
        "/own/a.cu:1:1: error: use of undeclared identifier 'cudaMaloc'; did you mean 'x'?\n";
    assertThat(told(output))
        .isEqualTo(
            "/own/a.cu:1:1: error: the program does not declare cudaMaloc, and it is not emulated; did you mean 'x'?\n");
  }
}
