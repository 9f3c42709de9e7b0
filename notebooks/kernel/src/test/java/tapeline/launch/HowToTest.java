package tapeline.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
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
    var files = new KernelFiles(Path.of("/my course"));
    assertThat(HowTo.useKernel(files, "Linux"))
        .contains("JUPYTER_PATH=\"" + files.jupyter() + "\" code \"/my course\"");
    assertThat(HowTo.useKernel(files, "Windows 11"))
        .contains("set \"JUPYTER_PATH=" + files.jupyter() + "\" && code");
  }

  @Test
  void a_stock_kernel_is_told_by_three_variables() {
    var jars = new ClassPath(List.of(Path.of("/my course/kernel.jar"), Path.of("/m2/gson.jar")));
    assertThat(HowTo.useStockKernel(jars, "Linux"))
        .contains("export JJAVA_CLASSPATH=\"/my course/kernel.jar" + File.pathSeparator + "/m2/")
        .contains("export JJAVA_COMPILER_OPTS=\"--add-modules jdk.incubator.vector ")
        .contains("export JJAVA_JVM_OPTS=");
    assertThat(HowTo.useStockKernel(jars, "Windows 11"))
        .contains("set \"JJAVA_CLASSPATH=")
        .doesNotContain("\\");
  }
}
