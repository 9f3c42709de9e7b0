package tapeline.gpu.driver;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;

/// The functions of the driver that are used, one row each: its exported name, and its parameters.
/// All return a `CUresult`.
///
/// Where `cuda.h` defines `cuMemAlloc` as a macro for `cuMemAlloc_v2`, the exported name is the
/// latter: the former is an older function with other types.
/*
 * I  an int, unsigned int, enum or CUdevice     P  a pointer to memory that Java reads or writes
 * N  a size_t or CUdeviceptr                    H  a handle: a pointer, but to nothing of ours
 */
enum CudaCall {
  INIT("cuInit", "I"),
  DRIVER_VERSION("cuDriverGetVersion", "P"),
  DEVICE_COUNT("cuDeviceGetCount", "P"),
  DEVICE("cuDeviceGet", "PI"),
  DEVICE_NAME("cuDeviceGetName", "PII"),
  DEVICE_ATTRIBUTE("cuDeviceGetAttribute", "PII"),
  ERROR_NAME("cuGetErrorName", "IP"),
  ERROR_STRING("cuGetErrorString", "IP"),

  CONTEXT_RETAIN("cuDevicePrimaryCtxRetain", "PI"),
  CONTEXT_RELEASE("cuDevicePrimaryCtxRelease_v2", "I"),
  CONTEXT_SET_CURRENT("cuCtxSetCurrent", "H"),
  CONTEXT_SYNCHRONIZE("cuCtxSynchronize", ""),

  MODULE_LOAD("cuModuleLoadDataEx", "PPIPP"),
  MODULE_UNLOAD("cuModuleUnload", "H"),
  MODULE_FUNCTION("cuModuleGetFunction", "PHP"),
  MODULE_GLOBAL("cuModuleGetGlobal_v2", "PPHP"),
  FUNCTION_ATTRIBUTE("cuFuncGetAttribute", "PIH"),
  FUNCTION_SET_ATTRIBUTE("cuFuncSetAttribute", "HII"),
  OCCUPANCY("cuOccupancyMaxActiveBlocksPerMultiprocessor", "PHIN"),
  LAUNCH("cuLaunchKernel", "HIIIIIIIHPP"),

  MEMORY_INFO("cuMemGetInfo_v2", "PP"),
  MEMORY_ALLOCATE("cuMemAlloc_v2", "PN"),
  MEMORY_FREE("cuMemFree_v2", "N"),
  HOST_ALLOCATE("cuMemHostAlloc", "PNI"),
  HOST_FREE("cuMemFreeHost", "H"),
  COPY_IN("cuMemcpyHtoD_v2", "NPN"),
  COPY_OUT("cuMemcpyDtoH_v2", "PNN"),
  COPY_IN_ASYNC("cuMemcpyHtoDAsync_v2", "NPNH"),
  COPY_OUT_ASYNC("cuMemcpyDtoHAsync_v2", "PNNH"),
  COPY_ON_DEVICE_ASYNC("cuMemcpyDtoDAsync_v2", "NNNH"),

  STREAM_CREATE("cuStreamCreate", "PI"),
  STREAM_DESTROY("cuStreamDestroy_v2", "H"),
  STREAM_SYNCHRONIZE("cuStreamSynchronize", "H"),
  EVENT_CREATE("cuEventCreate", "PI"),
  EVENT_DESTROY("cuEventDestroy_v2", "H"),
  EVENT_RECORD("cuEventRecord", "HH"),
  EVENT_SYNCHRONIZE("cuEventSynchronize", "H"),
  EVENT_ELAPSED("cuEventElapsedTime", "PHH");

  private final String symbol;
  private final String parameters;

  CudaCall(String symbol, String parameters) {
    this.symbol = symbol;
    this.parameters = parameters;
  }

  /// The name that the library exports.
  String symbol() {
    return symbol;
  }

  FunctionDescriptor descriptor() {
    var layouts = parameters.chars().mapToObj(CudaCall::layout).toArray(MemoryLayout[]::new);
    return FunctionDescriptor.of(ValueLayout.JAVA_INT, layouts);
  }

  private static MemoryLayout layout(int code) {
    return switch (code) {
      case 'I' -> ValueLayout.JAVA_INT;
      case 'N', 'H' -> ValueLayout.JAVA_LONG;
      case 'P' -> ValueLayout.ADDRESS;
      default -> throw new IllegalStateException("no parameter type " + (char) code);
    };
  }
}
