package tapeline.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tapeline.gpu.GpuException;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// PTX on its way to the driver: its version, and complaints about it.
@Needs(Need.CXX)
class PtxLoadingTest {
  @Test
  void the_newest_version_follows_from_the_driver() {
    assertThat(PtxVersion.newest(11040)).isEqualTo(74);
    assertThat(PtxVersion.newest(12040)).isEqualTo(84);
    assertThat(PtxVersion.newest(12060)).as("12.6 takes what 12.5 does").isEqualTo(85);
    assertThat(PtxVersion.newest(12080)).isEqualTo(87);
    assertThat(PtxVersion.newest(12090)).isEqualTo(88);
    assertThat(PtxVersion.newest(13000)).isEqualTo(90);
    assertThat(PtxVersion.newest(13010)).isEqualTo(91);
  }

  @Test
  void an_older_version_is_left_alone() {
    var ptx = "//\n.version 7.0\n.target sm_75\n";
    assertThat(PtxVersion.clamp(ptx, 84)).isSameAs(ptx);
  }

  @Test
  void a_newer_version_is_lowered() {
    assertThat(PtxVersion.clamp("//\n.version 9.0\n.target sm_75\n", 84))
        .isEqualTo("//\n.version 8.4\n.target sm_75\n");
  }

  @Test
  void below_72_the_remarks_on_inlining_go() {
    var ptx = ".version 9.0\n\t.loc\t1 4 3, function_name $L__info_string0, inlined_at 1 8 3\n";
    assertThat(PtxVersion.clamp(ptx, 70)).isEqualTo(".version 7.0\n\t.loc\t1 4 3\n");
    assertThat(PtxVersion.clamp(ptx, 72)).contains("inlined_at");
  }

  @Test
  void the_driver_gets_a_version_that_it_takes() {
    var driver = FakeDriver.create().set(FakeDriver.Key.DRIVER, 12040);
    try (var gpu = driver.gpu()) {
      gpu.load(FakeDriver.PTX);
      assertThat(driver.log()).contains("load PTX 8.4");
    }
  }

  @Test
  void a_complaint_about_PTX_names_the_learners_line() {
    var ptx =
        """
        .version 9.0
        .visible .entry k()
        {
        \t.loc\t1 2 7
          add.f32 %f1, %f2, %f3;
        \t.loc\t1 3 5
          nonsense.f32 %f1, %f2;
          ret;
        }
        \t.file\t1 "/somewhere/vecadd.cu"
        """;
    try (var gpu = FakeDriver.create().gpu()) {
      assertThatThrownBy(() -> gpu.load(ptx))
          .isInstanceOf(GpuException.class)
          .hasMessage(
              "loading PTX: CUDA_ERROR_INVALID_PTX. The driver could not translate the PTX.\n"
                  + "vecadd.cu:3: Not a name of any known instruction: 'nonsense'");
    }
  }

  @Test
  void a_log_that_fills_its_room_has_an_end() {
    var ptx = ".version 9.0\n.visible .entry k()\n{ endless.f32 %f1; }\n";
    try (var gpu = FakeDriver.create().gpu()) {
      assertThatThrownBy(() -> gpu.load(ptx))
          .isInstanceOf(GpuException.class)
          .hasMessageEndingWith("xxx");
    }
  }
}
