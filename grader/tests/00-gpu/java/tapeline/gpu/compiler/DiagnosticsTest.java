package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The errors that compilers print, and the learner's line that each is about.
class DiagnosticsTest {
  private static final CudaSource SOURCE =
      new CudaSource(
          "bad.cu",
          """
          extern "C" __global__ void k(float* a) {
          \tint i = threadIdx.x;
            a[i] = foo + 1;
          }
          """);

  @Test
  void nvcc_with_the_line_and_a_mark_below() {
    var output =
        """
        bad.cu(3): error: identifier "foo" is undefined
            a[i] = foo + 1;
                   ^

        1 error detected in the compilation of "bad.cu".
        """;
    assertThat(Diagnostics.errors(output, SOURCE))
        .containsExactly(new CudaDiagnostic("bad.cu", 3, 10, "identifier \"foo\" is undefined"));
  }

  @Test
  void nvcc_of_earlier_years_without() {
    var output =
        """
        /some/folder/bad.cu(3): error #20: identifier "foo" is undefined
        bad.cu(4): fatal error: expected a "}"
        bad.cu(2): warning #177-D: variable "i" was declared but never referenced
        """;
    assertThat(Diagnostics.errors(output, SOURCE))
        .containsExactly(
            new CudaDiagnostic("bad.cu", 3, 0, "identifier \"foo\" is undefined"),
            new CudaDiagnostic("bad.cu", 4, 0, "expected a \"}\""));
  }

  @Test
  void a_brace_that_is_left_open_is_missed_at_the_end() {
    var output =
        """
        At end of source: error: expected a "}"
        bad.cu(1): note #3196-D: to match this "{"
          extern "C" __attribute__((global)) void k(float* a) {
                                                              ^

        1 error detected in the compilation of "bad.cu".
        """;
    assertThat(Diagnostics.errors(output, SOURCE))
        .containsExactly(
            new CudaDiagnostic("bad.cu", 4, 0, "expected a \"}\", to match this \"{\" in line 1"));
    assertThat(Diagnostics.errors("At end of source: error #67: expected a \"}\"\n", SOURCE))
        .containsExactly(new CudaDiagnostic("bad.cu", 4, 0, "expected a \"}\""));
  }

  @Test
  void clang_with_a_column() {
    var output =
        """
        clang: warning: CUDA version is newer than the latest supported version 11.5
        bad.cu:3:10: error: use of undeclared identifier 'foo'
        bad.cu:1:28: note: 'k' declared here
        C:\\work\\bad.cu:2:1: fatal error: too many errors
        """;
    assertThat(Diagnostics.errors(output, SOURCE))
        .containsExactly(
            new CudaDiagnostic("bad.cu", 3, 10, "use of undeclared identifier 'foo'"),
            new CudaDiagnostic("bad.cu", 2, 1, "too many errors"));
  }

  @Test
  void the_error_shows_the_line_with_a_mark() {
    var error =
        new CudaCompileError(
            SOURCE,
            Diagnostics.errors("bad.cu:2:6: error: one\nbad.cu:3:10: error: two\n", SOURCE),
            "");
    assertThat(error)
        .hasMessage(
            """
            bad.cu:2:6: one
                 int i = threadIdx.x;
                     ^
            bad.cu:3:10: two
                  a[i] = foo + 1;
                         ^\
            """);
    assertThat(error.first().line()).isEqualTo(2);
    assertThat(error.diagnostics()).hasSize(2);
  }

  @Test
  void output_of_no_known_form_is_shown_whole() {
    var error = new CudaCompileError(SOURCE, java.util.List.of(), "gcc: not found\n");
    assertThat(error).hasMessage("bad.cu does not compile:\ngcc: not found");
    assertThat(error.first()).isEqualTo(new CudaDiagnostic("bad.cu", 0, 0, "gcc: not found"));
  }
}
