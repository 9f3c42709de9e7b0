package tapeline.grader.need;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.grader.FixtureCourse;

class NeedTest {
  private static final Pattern PACKAGES =
      Pattern.compile("need [a-z]\\S* ([^#\\n]+)|packages\\+=\\(([a-z][^)]*)\\)");

  @Test
  void the_packages_are_those_that_ci_installs_beside_git_and_maven() throws Exception {
    var script = Files.readString(FixtureCourse.projectRoot().resolve(".ci/run"));
    var installed =
        PACKAGES
            .matcher(script)
            .results()
            .flatMap(m -> Stream.of((m.group(1) == null ? m.group(2) : m.group(1)).split("\\s+")))
            .collect(Collectors.toSet());
    var needed = new HashSet<>(Set.of("git", "maven"));
    Stream.of(Need.values()).forEach(n -> needed.addAll(n.packages()));
    assertThat(installed).isEqualTo(needed);
  }

  @ParameterizedTest
  @EnumSource
  void a_reason_names_its_need_and_no_other(Need need) {
    var reason = "org.opentest4j.TestAbortedException: " + need.reason("there is no such thing");
    assertThat(Need.in(reason)).containsExactly(need);
    assertThat(Need.in("it needs nothing: all is there")).isEmpty();
  }
}
