package tapeline.gpu.emulator.execute;

/// How a function is made ready to run: the same function may run watched in one launch and plain
/// in the next.
///
/// @param compiled to bytecode, where that is possible
/// @param counted a watcher is told of each step
/// @param checked a watcher looks for races and for reads of what was not written
public record CodeVariant(boolean compiled, boolean counted, boolean checked) {}
