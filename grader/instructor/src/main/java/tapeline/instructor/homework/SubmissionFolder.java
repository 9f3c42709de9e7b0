package tapeline.instructor.homework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Finds the modules in what a student handed in: at the top, below `modules/`, or in a folder or
/// two around them; in archives, or in archives in a folder.
public final class SubmissionFolder {
  private static final int DEEPEST = 4;

  /// Folders that hold no answers: what macOS packs beside files, what Maven builds, and the rest
  /// of the course's repository, whose reference solutions no student hands in.
  private static final Set<String> OTHERS = Set.of("__MACOSX", "solutions", "grader", "target");

  private SubmissionFolder() {}

  /// Where to look, and what its author calls it.
  private record Place(Path folder, String name) {}

  /// The folder that holds some of `modules`.
  ///
  /// @param handedIn folders and archives
  /// @param scratch where archives are unpacked
  /// @throws Refused when no module is there, modules lie in several places, or an archive is not
  ///   as it has to be
  public static Path find(List<Path> handedIn, Path scratch, Set<String> modules)
      throws IOException, Refused {
    try {
      var zip = new SafeZip(name -> isWanted(name, modules));
      var tops = new ArrayList<Place>();
      for (var path : handedIn) {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
          tops.add(new Place(path, name(path)));
        } else if (SafeZip.isZip(name(path))) {
          tops.add(unpacked(zip, path, name(path), scratch));
        }
      }
      if (tops.isEmpty()) {
        var names = handedIn.stream().map(SubmissionFolder::name).toList();
        throw new Refused("a submission is a zip, got " + String.join(", ", names));
      }
      var found = new ArrayList<Place>();
      for (var top : tops) {
        var here = search(top, modules);
        found.addAll(here);
        for (var archive : here.isEmpty() ? archives(top.folder) : List.<Path>of()) {
          var inner = unpacked(zip, archive, top.name + "/" + name(archive), scratch);
          found.addAll(search(inner, modules));
        }
      }
      if (found.isEmpty()) {
        throw new Refused(
            "there is no folder called " + String.join(" or ", new TreeSet<>(modules)));
      }
      if (found.size() > 1) {
        var names = found.stream().map(Place::name).sorted().toList();
        throw new Refused("modules lie in several places: " + String.join(", ", names));
      }
      return found.getFirst().folder;
    } catch (AccessDeniedException e) {
      throw new Refused("it cannot be read: " + name(Path.of(e.getFile())));
    }
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  private static Place unpacked(SafeZip zip, Path archive, String name, Path scratch)
      throws IOException, Refused {
    var folder = Files.createTempDirectory(Files.createDirectories(scratch), "unpacked");
    zip.unpack(archive, folder);
    return new Place(folder, name);
  }

  /// Each folder at or below `top` that holds a module.
  private static List<Place> search(Place top, Set<String> modules) throws IOException {
    var found = new ArrayList<Place>();
    var queue = new ArrayDeque<Place>(List.of(top));
    while (!queue.isEmpty()) {
      var place = queue.remove();
      var inside = folders(place);
      if (inside.stream().anyMatch(p -> modules.contains(name(p.folder)))) {
        found.add(place);
      } else if (top.folder.relativize(place.folder).getNameCount() < DEEPEST) {
        queue.addAll(inside);
      }
    }
    return found;
  }

  /// Folders in which answers may lie. Of an export, which has what they were made from in `given`
  /// beside `own`, that is `own` alone.
  private static List<Place> folders(Place in) throws IOException {
    boolean export = Files.isDirectory(in.folder.resolve("own"), LinkOption.NOFOLLOW_LINKS);
    try (var inside = Files.list(in.folder)) {
      return inside
          .filter(p -> Files.isDirectory(p, LinkOption.NOFOLLOW_LINKS))
          .filter(p -> !isOther(name(p)) && !(export && name(p).equals("given")))
          .sorted()
          .map(p -> new Place(p, in.name + "/" + name(p)))
          .toList();
    }
  }

  private static boolean isOther(String name) {
    return OTHERS.contains(name) || name.matches("\\.[^.].*");
  }

  /// Whether an archive's entry may be of an answer: it lies in a module, or is an archive itself.
  private static boolean isWanted(String entry, Set<String> modules) {
    boolean inModule = false;
    for (var step : entry.replace('\\', '/').split("/")) {
      if (isOther(step)) {
        return false;
      }
      if (inModule) {
        return true;
      }
      inModule = modules.contains(step);
    }
    return SafeZip.isZip(entry);
  }

  private static List<Path> archives(Path top) throws IOException {
    try (var all =
        Files.find(top, DEEPEST, (p, a) -> a.isRegularFile() && SafeZip.isZip(name(p)))) {
      return all.sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
