package tapeline.instruments.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The container that a program runs in, as far as its files and variables tell.
///
/// A container does not know its image. Podman writes it into a file where the container is
/// privileged; with other engines, name it in the variable `CONTAINER_IMAGE`, by its digest.
public final class Container {
  /// Stands for the image where nothing tells it.
  public static final String UNTOLD = "image not told";

  private static final List<String> VARIABLES = List.of("CONTAINER_IMAGE", "IMAGE_NAME");
  private static final Pattern ENGINE =
      Pattern.compile("\\b(docker|podman|libpod|containerd|kubepods|lxc)\\b");
  private static final Pattern IMAGE = Pattern.compile("(?m)^image=\"?([^\"\\n]+)");
  private static final Pattern SYSTEM = Pattern.compile("(?m)^PRETTY_NAME=\"?([^\"\\n]+)");

  private Container() {}

  /// For example `docker, image not told, Debian GNU/Linux 13`; empty outside of one, or where
  /// nothing tells.
  ///
  /// @param root the folder `/`
  /// @param variables of the environment
  public static String of(Path root, Map<String, String> variables) {
    var engine = engine(root, variables);
    var image =
        VARIABLES.stream()
            .map(name -> variables.getOrDefault(name, ""))
            .filter(text -> !text.isBlank())
            .findFirst()
            .orElse(found(IMAGE, read(root, "run/.containerenv"), UNTOLD));
    return engine.isEmpty()
        ? ""
        : "%s, %s, %s"
            .formatted(
                engine, image, found(SYSTEM, read(root, "etc/os-release"), "system not told"));
  }

  private static String engine(Path root, Map<String, String> variables) {
    if (Files.exists(root.resolve(".dockerenv"))) {
      return "docker";
    }
    if (Files.exists(root.resolve("run/.containerenv"))) {
      return "podman";
    }
    if (variables.containsKey("KUBERNETES_SERVICE_HOST")) {
      return "kubernetes";
    }
    var named = variables.getOrDefault("container", "");
    return named.isBlank() ? found(ENGINE, read(root, "proc/1/cgroup"), "") : named;
  }

  private static String found(Pattern pattern, String text, String otherwise) {
    var matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1).strip() : otherwise;
  }

  private static String read(Path root, String name) {
    try {
      return Files.readString(root.resolve(name));
    } catch (IOException _) {
      return ""; // it need not be there, nor be readable
    }
  }
}
