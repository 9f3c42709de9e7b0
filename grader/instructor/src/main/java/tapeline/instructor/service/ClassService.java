package tapeline.instructor.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.List;
import tapeline.competition.Event;
import tapeline.grader.course.Course;
import tapeline.instructor.board.BoardEvent;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.board.page.LiveSite;
import tapeline.instructor.database.Database;
import tapeline.instructor.receipt.AuditLog;
import tapeline.instructor.receipt.MemberTable;
import tapeline.instructor.receipt.ReceiptTable;
import tapeline.instructor.web.BodyLimits;
import tapeline.instructor.web.WebServer;

/// A class's server, put together.
///
/// @param course whose modules homework has
/// @param events that entries may be for
/// @param disk takes uploads
record ClassService(
    Course course, List<Event> events, BodyLimits limits, Uploads.Disk disk, InstantSource clock) {

  /// Starts the server of a folder's class; at once all that was taken before is laid out.
  ///
  /// @param bind the address to listen at
  /// @param url by which browsers and programs come
  WebServer start(HandInFolder folder, Database database, InetAddress bind, int port, URI url)
      throws IOException {
    var now = database.impatient();
    var store = new BoardStore(now);
    events.stream().map(BoardEvent::of).forEach(store::add);
    var uploads = Uploads.in(folder.uploads(), disk);
    var handIns = new HandIns(folder, now, uploads, new FirstCheck(course, events), clock);
    handIns.layOut();
    Files.createDirectories(folder.entries());
    boolean secure = "https".equals(url.getScheme());
    var desk =
        new InstructorDesk(
            folder,
            now,
            new MemberTable(now),
            new ReceiptTable(now),
            new AuditLog(now, clock),
            clock,
            new LiveSite(store),
            course,
            events);
    var site = new ClassSite(handIns, desk, secure);
    return WebServer.start(bind, port, String.valueOf(url.getHost()), limits, site);
  }
}
