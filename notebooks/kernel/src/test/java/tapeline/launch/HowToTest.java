package tapeline.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HowToTest {
  @Test
  void each_system_reads_its_own_way_to_jupyter() {
    assertThat(HowTo.getJupyter("Windows 11")).contains("py -m pip").doesNotContain("apt", "brew");
    assertThat(HowTo.getJupyter("Mac OS X")).contains("brew install").doesNotContain("apt");
    assertThat(HowTo.getJupyter("Linux")).contains("conda", "TAPELINE_JUPYTER");
  }

  @Test
  void a_folder_with_a_blank_is_quoted() {
    var places = new Places(Path.of("/my course"));
    assertThat(HowTo.useKernel(places, "Linux"))
        .contains("JUPYTER_PATH=\"" + places.jupyter() + "\" code \"/my course\"");
    assertThat(HowTo.useKernel(places, "Windows 11"))
        .contains("set \"JUPYTER_PATH=" + places.jupyter() + "\" && code");
  }
}
