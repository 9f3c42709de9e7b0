package tapeline.gpu.emulator;

import tapeline.gpu.ptx.PtxFunction;

/// Which kernel runs, over how many blocks of how many threads, with what.
record KernelLaunch(
    PtxFunction kernel, Dim grid, Dim block, int dynamicShared, byte[] parameters, long budget) {}
