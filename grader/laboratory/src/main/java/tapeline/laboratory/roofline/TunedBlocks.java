package tapeline.laboratory.roofline;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tapeline.accel.product.BlockSizes;
import tapeline.instruments.machine.MachineFile;
import tapeline.instruments.machine.Processor;
import tapeline.toolkit.WholeFile;

/// The block sizes that were the fastest on a machine, kept in a file beside that of its ceilings.
public record TunedBlocks(Processor processor, BlockSizes blocks) {
  /// The file of the tuned block sizes.
  public static final Path PATH = MachineFile.PATH.resolveSibling("blocks.json");

  private static final String HOW = "tune with: ./tapeline run TuneBlocks";
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

  public TunedBlocks {
    Objects.requireNonNull(processor, "no processor");
    Objects.requireNonNull(blocks, "no blocks");
  }

  /// Returns this machine's tuned block sizes; where there are none, those for the caches in the
  /// machine file; without either file the usual ones.
  ///
  /// @throws IllegalStateException when a file is another machine's, or holds something else
  public static BlockSizes here() {
    return Files.exists(PATH)
        ? read(PATH, Processor.here())
        : untuned(MachineFile.PATH, Processor.here());
  }

  /// Returns the block sizes for the caches in a machine file, or the usual ones where there is no
  /// file.
  public static BlockSizes untuned(Path machineFile, Processor here) {
    if (!Files.exists(machineFile)) {
      return BlockSizes.USUAL;
    }
    return BlockSizes.of(MachineFile.read(machineFile).ofThisMachine(here).processor().caches());
  }

  /// Reads what [#write] wrote on a processor like `here`.
  ///
  /// @throws IllegalStateException when the file is another machine's, or holds something else
  public static BlockSizes read(Path file, Processor here) {
    try {
      @Nullable TunedBlocks kept = JSON.readValue(file.toFile(), TunedBlocks.class);
      if (kept == null) { // the JSON says null
        throw new IllegalStateException("%s holds no block sizes; %s".formatted(file, HOW));
      }
      if (!kept.processor.equals(here)) {
        throw new IllegalStateException(
            "block sizes are tuned for one machine: %s has those of %s, this is %s; %s"
                .formatted(file, kept.processor, here, HOW));
      }
      return kept.blocks;
    } catch (JacksonException e) {
      throw new IllegalStateException(
          "%s holds no block sizes (%s); %s".formatted(file, e.getOriginalMessage(), HOW), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Writes this, and the folders on the way. A reader meanwhile finds the file of before.
  public void write(Path file) throws IOException {
    WholeFile.write(
        file, part -> JSON.writerWithDefaultPrettyPrinter().writeValue(part.toFile(), this));
  }
}
