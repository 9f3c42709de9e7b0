package tapeline.kernel.reload;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/// This JVM's own agent, which can give loaded classes new code. It is attached when it is first
/// needed: an agent from the start would slow the start down.
public final class Agent {
  private static volatile @Nullable Instrumentation instrumentation;

  private Agent() {}

  /// Called by the JVM.
  public static void agentmain(String arguments, Instrumentation given) {
    instrumentation = given;
  }

  /// The agent's handle, or null where this JVM does not let itself be attached to.
  static synchronized @Nullable Instrumentation get() {
    if (instrumentation == null) {
      try {
        attach();
      } catch (IOException
          | AttachNotSupportedException
          | AgentLoadException
          | AgentInitializationException e) {
        return null;
      }
    }
    return instrumentation;
  }

  private static void attach()
      throws IOException,
          AttachNotSupportedException,
          AgentLoadException,
          AgentInitializationException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Agent-Class", Agent.class.getName());
    manifest.getMainAttributes().putValue("Can-Redefine-Classes", "true");
    var jar = Files.createTempFile("tapeline-agent", ".jar");
    try {
      try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
        out.finish();
      }
      var self = VirtualMachine.attach("" + ProcessHandle.current().pid());
      try {
        self.loadAgent(jar.toString());
      } finally {
        self.detach();
      }
    } finally {
      try {
        Files.deleteIfExists(jar);
      } catch (IOException e) {
        jar.toFile().deleteOnExit(); // Windows keeps what is open
      }
    }
  }
}
