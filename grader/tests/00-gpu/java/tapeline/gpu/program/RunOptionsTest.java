package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The words of `cuda run`, among them those that lines of nvcc have.
class RunOptionsTest {
  private static final Path FROM = Path.of("/own");

  private static RunOptions of(String words) {
    return RunOptions.of(List.of(words.split(" ")), FROM);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --compiler-options=-Wall --linker-options -s -Xcompiler -fPIC -lstdc++ -l cublas -L=x -L x | ''
          -O 3 -O=3 -O3 -Ofast -t4 -t 0 -oprog -o=prog -o prog -xcu -x cu -Werror all-warnings | ''
          -ftz true -prec-div=false -code=sm_80 --std c99 -fmad true -rdc=false -maxrregcount 32 | ''
          -rdc true -fmad false | -rdc=true -fmad=false
          -dc --fmad=false --std c++20 | -rdc=true -fmad=false -std=c++20
          -I=in -Iin -I /in -isystem=in -isystem in | -I/own/in -I/own/in -I/in -I/own/in -I/own/in
          -DA -DB=2 -D C=3 -std=c++17 | -DA -DB=2 -DC=3 -std=c++17
          """)
  void words_of_nvcc_are_read(String words, String flags) {
    var options = of(words + " my.cu");
    assertThat(String.join(" ", options.flags())).isEqualTo(flags);
    assertThat(options.sources()).containsExactly(FROM.resolve("my.cu"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -w | sm_75
          -arch compute_80 | sm_80
          --gpu-architecture=sm_90 | sm_90
          -gencode arch=compute_60,code=sm_60 -gencode=arch=compute_90a,code=sm_90a --generate-code arch=compute_86,code=sm_86 | sm_86
          -gencode arch=compute_35,code=sm_35 -gencode arch=compute_70,code=sm_70 | sm_75
          """)
  void the_oldest_card_that_counts_is_chosen(String words, String architecture) {
    assertThat(of(words + " my.cu").architecture()).isEqualTo(architecture);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          my.cu -fmad=falsely | cuda run has no option -fmad=falsely
          my.cu -gencode arc=compute_80,code=sm_80 | -gencode is as arch=compute_80,code=sm_80, got arc=compute_80,code=sm_80
          my.cu -rdc | cuda run: -rdc needs a value
          -x cu my.cu main.cpp | -x cu is for files whose names end with .cu: the end of a name is the language here
          """)
  void wrong_words_are_named(String words, String says) {
    assertThatThrownBy(() -> of(words)).hasMessage(says);
  }
}
