package tapeline.laboratory.packing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.bench.compare.Duel;
import tapeline.laboratory.MadeUp;
import tapeline.laboratory.SpinWork;
import tapeline.laboratory.workload.HornerPass;

class PackedProgramTest {
  @TempDir Path folder;

  private static PackedProgram horner() throws IOException {
    return PackedProgram.of(
        MadeUp.classPath(),
        List.of(HornerPass.With50.class.getName()),
        type -> type.startsWith("tapeline.bench.compare."));
  }

  private List<String> names(PackedProgram program) throws IOException {
    var jar = folder.resolve("program.jar");
    program.write(jar);
    try (var zip = new ZipFile(jar.toFile())) {
      return zip.stream().map(Object::toString).toList();
    }
  }

  @Test
  void it_holds_what_its_class_reaches_and_no_more() throws IOException {
    assertThat(names(horner()))
        .contains(
            "tapeline/laboratory/workload/HornerPass.class",
            "tapeline/reuse/FlatTape.class",
            "tapeline/reuse/TapeWord.class",
            "tapeline/toolkit/TextTable.class")
        .doesNotContain(
            "tapeline/bench/compare/Workload.class",
            "tapeline/bench/compare/Duel.class",
            "tapeline/laboratory/report/SlopeMethods.class",
            "java/lang/Object.class");
  }

  @Test
  void files_that_are_no_classes_come_along() throws IOException {
    Files.createDirectories(folder.resolve("path/data"));
    Files.copy(
        MadeUp.folderOf(SpinWork.class).resolve("tapeline/laboratory/SpinWork.class"),
        Files.createDirectories(folder.resolve("path/tapeline/laboratory"))
            .resolve("SpinWork.class"));
    Files.writeString(folder.resolve("path/data/numbers.csv"), "1,2");
    var path = List.of(folder.resolve("path"), MadeUp.folderOf(Duel.class));
    assertThat(names(PackedProgram.of(path, List.of(SpinWork.class.getName()), _ -> false)))
        .contains("data/numbers.csv", "tapeline/bench/compare/Workload.class");
  }

  @Test
  void one_program_has_one_hash_however_it_was_packed() throws IOException {
    var program = horner();
    var jar = folder.resolve("a.jar");
    program.write(jar);
    assertThat(PackedProgram.read(jar).hash()).as("of what was read").isEqualTo(program.hash());
    assertThat(horner().jar()).as("the same bytes each time").isEqualTo(program.jar());
    assertThat(
            PackedProgram.of(List.of(jar), List.of(HornerPass.With50.class.getName()), _ -> false)
                .hash())
        .as("packed from the jar again")
        .isEqualTo(program.hash());
    var spin = PackedProgram.of(MadeUp.classPath(), List.of(SpinWork.class.getName()), _ -> false);
    assertThat(spin.hash()).as("another program").isNotEqualTo(program.hash());
  }

  @Test
  void a_class_that_is_not_there_is_named() {
    assertThatThrownBy(() -> PackedProgram.of(List.of(folder), List.of("no.Such"), _ -> false))
        .hasMessage("a program's class is on its class path, and no.Such is not");
  }
}
