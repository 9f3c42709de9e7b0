package tapeline.grader.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeersProjectTest {
  @Test
  void pytorch_is_named_as_missing_when_maven_cannot_get_it() {
    assertThat(
            PeersProject.lacksPyTorch(
                """
                [ERROR] Failed to execute goal on project peers: Could not resolve dependencies for
                project tapeline:peers:jar:1.0.0: Cannot access central in offline mode and the
                artifact ai.djl.pytorch:pytorch-jni:jar:2.7.1-0.35.1 has not been downloaded
                """))
        .isTrue();
  }

  @Test
  void what_does_not_compile_is_not_missing() {
    assertThat(
            PeersProject.lacksPyTorch(
                """
                [ERROR] COMPILATION ERROR :
                [ERROR] grader/peers/src/main/java/tapeline/peers/Torch.java:[3,15] package
                ai.djl.ndarray does not exist
                """))
        .isFalse();
  }

  @Test
  void the_native_library_is_that_of_linux_on_x86_64() {
    assertThat(PeersProject.isSupported("Linux", "amd64")).isTrue();
    assertThat(PeersProject.isSupported("Linux", "aarch64")).isFalse();
    assertThat(PeersProject.isSupported("Mac OS X", "x86_64")).isFalse();
  }

  @Test
  void a_machines_choice_of_kernels_is_taken_out_of_the_environment() {
    var environment = new HashMap<>(Map.of("OPENBLAS_CORETYPE", "Haswell", "MKL_CBWR", "AVX2"));
    environment.putAll(Map.of("PATH", "/bin", "MY_OMP_NUM_THREADS", "1"));
    PeersProject.forgetSettings(environment);
    assertThat(environment).containsOnlyKeys("PATH", "MY_OMP_NUM_THREADS");
  }
}
