package tapeline.grader.handin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InvitationTest {
  private static final String TOKEN = "abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE";

  @ParameterizedTest
  @ValueSource(
      strings = {
        TOKEN,
        "class.example.edu/#" + TOKEN,
        "ftp://class.example.edu/#" + TOKEN,
        "https://#" + TOKEN,
        "https://class.example.edu/#short",
        "https://class.example.edu/#" + TOKEN + "#" + TOKEN,
        "https://class.example.edu/#" + TOKEN + "\nX: y",
      })
  void a_text_that_is_no_invitation_is_told_and_not_shown(String text) {
    assertThatThrownBy(() -> Invitation.parse(text))
        .hasMessage(
            "an invitation reads https://class.example.edu/#TOKEN, got %d characters that do not"
                .formatted(text.length()));
  }

  @Test
  void the_environment_comes_before_what_is_kept_and_each_kind_has_its_own(@TempDir Path config) {
    var team = Invitation.parse("https://class.example.edu#" + TOKEN);
    assertThat(team.server()).isEqualTo(URI.create("https://class.example.edu/"));
    team.keep("team", config);
    assertThat(Invitation.of("team", null, config)).isEqualTo(team);
    var other = "http://127.0.0.1:8030/#" + TOKEN.toLowerCase(java.util.Locale.ROOT);
    assertThat(Invitation.of("team", other, config)).isEqualTo(Invitation.parse(other));
    assertThatThrownBy(() -> Invitation.of("student", null, config))
        .hasMessageStartingWith("there is no invitation of a student");
  }

  @Test
  void a_code_is_of_the_machine_and_the_token(@TempDir Path config, @TempDir Path other) {
    var one = Invitation.parse("https://class.example.edu#" + TOKEN);
    var two = Invitation.parse("https://class.example.edu#" + TOKEN + "2");
    assertThat(one.code(config)).isEqualTo(one.code(config)).isNotEqualTo(two.code(config));
    assertThat(one.code(other)).as("not computed of the token").isNotEqualTo(one.code(config));
  }
}
