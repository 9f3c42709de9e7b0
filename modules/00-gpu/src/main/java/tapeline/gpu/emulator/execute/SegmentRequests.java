package tapeline.gpu.emulator.execute;

/// The accesses of a compiled segment, in its order.
///
/// @param rooms of each access, which [Warp#room(int)] has the addresses of its `first`
/// @param alike the same accesses, those with one `first` together, by that room
public record SegmentRequests(MemoryAccess[] all, int[] rooms, MemoryAccess[][] alike) {}
