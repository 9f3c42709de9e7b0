package tapeline.instructor.service;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tapeline.competition.Events;
import tapeline.grader.course.Course;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.MemberTable;
import tapeline.instructor.web.BodyLimits;

/// `class serve`: takes what is handed in, until it is ended. It may be killed at any moment.
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Takes entries and homework, gives receipts, shows each team and student their own.",
      "It may be killed at any moment: start it again, and no receipt is lost."
    })
final class ClassServe implements Callable<Integer> {
  private static final String NAME = "instructor";

  @Mixin private ClassOptions options = new ClassOptions();

  @Option(
      names = "--port",
      defaultValue = ClassOptions.PORT,
      description = "Default: ${DEFAULT-VALUE}; 0 for any that is free.")
  private int port;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description =
          "Listens at this address, for other machines; needs --url. Default: this machine alone.")
  private @Nullable String bind;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The address by which members come, as that of a TLS proxy.")
  private @Nullable String url;

  @Option(
      names = "--events",
      paramLabel = "DIR",
      description = "A folder of events, a JSON file each. Default: the course's seven.")
  private @Nullable Path events;

  @Option(names = "--course", hidden = true)
  private Path course = Path.of("");

  private final PrintStream out;

  ClassServe(PrintStream out) {
    this.out = out;
  }

  private static InetAddress address(String bind) {
    try {
      return InetAddress.getByName(bind);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("--bind is an address of this machine, got " + bind, e);
    }
  }

  /// Prints an invitation for an instructor where none has a token, this once.
  private void inviteInstructor(MemberTable members, String here) {
    var token = Tokens.draw();
    if (members.invited(Member.Kind.INSTRUCTOR).isEmpty()
        && members.invite(Member.Kind.INSTRUCTOR, NAME, NAME, NAME, Tokens.hash(token))) {
      out.println("the instructor's page, told this once: %s#%s".formatted(here, token));
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (bind != null && url == null) {
      throw new IllegalArgumentException(
          "--bind needs --url, the address by which members come, such as https://class.example.edu");
    }
    var address = bind == null ? InetAddress.getLoopbackAddress() : address(bind);
    var at = url == null ? URI.create("http://127.0.0.1/") : ClassOptions.url(url);
    var folder = options.folder();
    var known = events == null ? Events.standard() : Events.in(events);
    var service =
        new ClassService(
            Course.at(course.toRealPath()),
            known,
            BodyLimits.USUAL,
            file -> file,
            InstantSource.system());
    var database = options.database();
    try (var server = service.start(folder, database, address, port, at)) {
      var here = url == null ? server.url() : at.toString();
      out.println("the class: %s  (Ctrl-C ends it)".formatted(here));
      inviteInstructor(new MemberTable(database), here);
      out.println("it writes to " + folder.folder());
      out.flush();
      new CountDownLatch(1).await();
    }
    return 0;
  }
}
