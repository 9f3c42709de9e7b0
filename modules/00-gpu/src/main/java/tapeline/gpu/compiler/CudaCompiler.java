package tapeline.gpu.compiler;

/// Something that compiles CUDA C to PTX.
public interface CudaCompiler {
  /// Its name and the place where it lies, as `nvcc 13.0 (/usr/local/cuda/bin/nvcc)`.
  String name();

  /// The PTX for any card since compute capability 7.5, with the source's lines.
  ///
  /// @throws CudaCompileError when the text has an error: says where
  String compile(CudaSource source);
}
