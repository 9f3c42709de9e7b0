package tapeline.instructor.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimTableTest {
  private static final JudgedPair PAIR = new JudgedPair("event", "entry", "");

  @TempDir private Path folder = Path.of(".");
  private Instant now = Instant.parse("2026-12-01T12:00:00Z");
  private ClaimTable claims;

  @BeforeEach
  void open() throws IOException {
    claims = new ClaimTable(BoardDatabase.open(folder.resolve("board.db").toString()), () -> now);
  }

  @Test
  void a_pair_is_claimed_by_one_run_until_its_lease_ends() {
    assertThat(claims.claim(PAIR, 1, false)).isTrue();
    assertThat(claims.claim(PAIR, 1, false)).as("by the same run again").isTrue();
    assertThat(claims.claim(PAIR, 2, false)).isFalse();
    now = now.plus(ClaimTable.LEASE).plusSeconds(1);
    assertThat(claims.claim(PAIR, 2, false)).as("the first one has not renewed it").isTrue();
    assertThat(claims.claim(PAIR, 1, false)).isFalse();
  }

  @Test
  void a_run_that_lives_keeps_its_pairs_and_one_that_fails_gives_them_back() {
    claims.claim(PAIR, 1, false);
    now = now.plus(ClaimTable.LEASE).minusSeconds(1);
    claims.renew(1);
    now = now.plusSeconds(5);
    assertThat(claims.claim(PAIR, 2, false)).isFalse();
    claims.releaseGone();
    assertThat(claims.claim(PAIR, 2, false)).as("its process is alive").isFalse();
    claims.release(PAIR, 1);
    assertThat(claims.claim(PAIR, 2, false)).isTrue();
    claims.release(PAIR, 1);
    assertThat(claims.claim(PAIR, 3, false)).as("it is not the first one's any more").isFalse();
  }
}
