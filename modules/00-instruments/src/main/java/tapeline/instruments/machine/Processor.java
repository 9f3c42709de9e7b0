package tapeline.instruments.machine;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor.ProcessorCache;

/// A processor, as the system describes it.
///
/// @param name for example `AMD EPYC`
/// @param cores that this program may use
/// @param caches bytes of the data caches of a core, the smallest first; empty where the system
///   keeps them to itself
public record Processor(String name, int cores, List<Long> caches) {
  public Processor {
    caches = List.copyOf(caches);
  }

  /// That of this machine. Takes some tenths of a second.
  public static Processor here() {
    var processor = new SystemInfo().getHardware().getProcessor();
    return new Processor(
        processor.getProcessorIdentifier().getName().strip(),
        Runtime.getRuntime().availableProcessors(),
        List.copyOf(
            processor.getProcessorCaches().stream()
                .filter(cache -> cache.getType() != ProcessorCache.Type.INSTRUCTION)
                .collect(
                    Collectors.toMap(
                        ProcessorCache::getLevel,
                        cache -> (long) cache.getCacheSize(),
                        Math::max,
                        TreeMap::new))
                .values()));
  }
}
