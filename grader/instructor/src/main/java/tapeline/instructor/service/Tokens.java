package tapeline.instructor.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import tapeline.toolkit.Sha256;

/// Tokens: 256 random bits each, of which the server keeps the SHA-256.
final class Tokens {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 32;

  private Tokens() {}

  /// Draws a token, in 43 letters, digits, `-` and `_`.
  static String draw() {
    var bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /// Returns the SHA-256 by which a token is looked up; of an invitation, `URL#TOKEN`, that of its
  /// token.
  static String hash(String token) {
    return Sha256.of(token.strip().replaceFirst("^.*#", ""));
  }

  /// Returns what a page's forms prove with that they are from a page for this token.
  static String proof(String token) {
    return Sha256.of("a form for " + token);
  }

  /// Returns whether two proofs are one, in a time that does not tell how far.
  static boolean isProof(String proof, String other) {
    return MessageDigest.isEqual(proof.getBytes(UTF_8), other.getBytes(UTF_8));
  }
}
