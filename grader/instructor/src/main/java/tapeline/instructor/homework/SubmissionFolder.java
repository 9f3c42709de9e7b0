package tapeline.instructor.homework;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Finds the modules in what a student handed in: at the top, below `modules/`, or in a folder or
/// two around them; in archives, or in archives in a folder; together, or each in a place of its
/// own.
public final class SubmissionFolder {
  private static final int DEEPEST = 4;

  /// Folders that hold no answers: what macOS packs beside files, what Maven builds, and the rest
  /// of the course's repository, whose reference solutions no student hands in.
  private static final Set<String> OTHERS = Set.of("__MACOSX", "solutions", "grader", "target");

  private SubmissionFolder() {}

  /// A folder to search, and its author's name for it.
  private record Place(Path folder, String name) {}

  /// Returns the folder that holds some of `modules`: a copy of those that lie in several places.
  ///
  /// @param handedIn folders and archives
  /// @param scratch where archives are unpacked
  /// @throws Refused when no module is there, one lies in two places, or an archive is malformed
  public static Path find(List<Path> handedIn, Path scratch, Set<String> modules)
      throws IOException, Refused {
    try {
      var zip = new SafeZip(name -> isWanted(name, modules));
      var tops = new ArrayList<Place>();
      for (var path : handedIn) {
        if (Files.isDirectory(path, NOFOLLOW_LINKS)) {
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
      return found.size() == 1 ? found.getFirst().folder : together(found, scratch, modules);
    } catch (AccessDeniedException e) {
      throw new Refused("it cannot be read: " + name(Path.of(e.getFile())));
    }
  }

  /// Copies the modules of all places into one folder.
  private static Path together(List<Place> places, Path scratch, Set<String> modules)
      throws IOException, Refused {
    var all = Files.createTempDirectory(Files.createDirectories(scratch), "together");
    for (var place : places) {
      for (var module : folders(place)) {
        var name = name(module.folder);
        if (!modules.contains(name)) {
          continue;
        }
        if (Files.exists(all.resolve(name))) {
          var holders = places.stream().filter(p -> Files.exists(p.folder.resolve(name)));
          throw new Refused(
              "%s lies in several places: %s"
                  .formatted(
                      name, holders.map(Place::name).sorted().collect(Collectors.joining(", "))));
        }
        copy(module.folder, all.resolve(name));
      }
    }
    return all;
  }

  /// Copies a folder with its files and links, which are refused later where they count.
  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (var file : (Iterable<Path>) files::iterator) {
        if (!Files.readAttributes(file, BasicFileAttributes.class, NOFOLLOW_LINKS).isOther()) {
          Files.copy(file, to.resolve(from.relativize(file)), NOFOLLOW_LINKS);
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
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
    boolean export = Files.isDirectory(in.folder.resolve("own"), NOFOLLOW_LINKS);
    try (var inside = Files.list(in.folder)) {
      return inside
          .filter(p -> Files.isDirectory(p, NOFOLLOW_LINKS))
          .filter(p -> !isOther(name(p)) && !(export && name(p).equals("given")))
          .sorted()
          .map(p -> new Place(p, in.name + "/" + name(p)))
          .toList();
    }
  }

  private static boolean isOther(String name) {
    return OTHERS.contains(name) || name.matches("\\.[^.].*");
  }

  /// Returns whether an archive's entry may be of an answer: it lies in a module, or is an archive
  /// itself.
  private static boolean isWanted(String entry, Set<String> modules) {
    boolean inModule = false;
    for (var step : entry.replace('\\', '/').split("/", -1)) {
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
