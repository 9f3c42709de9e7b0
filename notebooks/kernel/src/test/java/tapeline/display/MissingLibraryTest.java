package tapeline.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.dflib.jjava.jupyter.kernel.display.Renderer;
import org.junit.jupiter.api.Test;

class MissingLibraryTest {
  @Test
  void without_charts_and_tablesaw_everything_else_is_shown() throws Exception {
    try (var bare = new URLClassLoader(withoutLibraries(), ClassLoader.getPlatformClassLoader())) {
      var kernels = bare.loadClass(Renderer.class.getName());
      var renderer = kernels.getConstructor().newInstance();
      bare.loadClass(Displays.class.getName())
          .getMethod("register", kernels)
          .invoke(null, renderer);
      var data = kernels.getMethod("render", Object.class).invoke(renderer, new int[] {7});
      var text = data.getClass().getMethod("getData", mime(bare)).invoke(data, plain(bare));
      assertThat(text).as("an array, by a kernel without both").isEqualTo("int[] of length 1: 7");
    }
  }

  private static Class<?> mime(ClassLoader loader) throws ReflectiveOperationException {
    return loader.loadClass("org.dflib.jjava.jupyter.kernel.display.mime.MIMEType");
  }

  private static Object plain(ClassLoader loader) throws ReflectiveOperationException {
    return mime(loader).getField("TEXT_PLAIN").get(null);
  }

  private static URL[] withoutLibraries() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.contains("xchart") && !entry.contains("tablesaw"))
        .map(MissingLibraryTest::url)
        .toArray(URL[]::new);
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
