// The CUDA runtime's functions for programs that Tapeline runs: what tapeline_runtime.cpp does for each is
// ask the process that has the device.
#pragma once
#ifndef __cplusplus
#error "the runtime for clang is C++: let the file's name end with .cu or .cpp, or give --compiler nvcc"
#endif
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInitializationError = 3,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidPitchValue = 12,
  cudaErrorInvalidSymbol = 13,
  cudaErrorInvalidDevicePointer = 17,
  cudaErrorInvalidMemcpyDirection = 21,
  cudaErrorInvalidDeviceFunction = 98,
  cudaErrorNoDevice = 100,
  cudaErrorInvalidDevice = 101,
  cudaErrorInvalidPtx = 218,
  cudaErrorInvalidResourceHandle = 400,
  cudaErrorNotReady = 600,
  cudaErrorIllegalAddress = 700,
  cudaErrorLaunchOutOfResources = 701,
  cudaErrorAssert = 710,
  cudaErrorHostMemoryAlreadyRegistered = 712,
  cudaErrorMisalignedAddress = 716,
  cudaErrorLaunchFailure = 719,
  cudaErrorCooperativeLaunchTooLarge = 720,
  cudaErrorNotSupported = 801,
  cudaErrorStreamCaptureUnsupported = 900,
  cudaErrorGraphExecUpdateFailure = 910,
  cudaErrorUnknown = 999
};
typedef cudaError_t cudaError;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9 };
enum cudaSharedCarveout { cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxL1 = 0, cudaSharedmemCarveoutMaxShared = 100 };
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaDeviceAttr {
#define X(NAME, NUMBER, VALUE) cudaDevAttr##NAME = NUMBER,
#include "tapeline_attributes.inc"
#undef X
};
enum cudaComputeMode { cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited, cudaComputeModeExclusiveProcess };
struct cudaUUID_t { char bytes[16]; };
struct cudaDeviceProp {
  char name[256];
  cudaUUID_t uuid;
  size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerBlockOptin, sharedMemPerMultiprocessor, totalConstMem, memPitch;
  size_t textureAlignment, texturePitchAlignment, surfaceAlignment, reservedSharedMemPerBlock;
  int regsPerBlock, regsPerMultiprocessor, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  int clockRate, memoryClockRate, memoryBusWidth, major, minor, multiProcessorCount, maxThreadsPerMultiProcessor;
  int maxTexture1D, maxTexture2D[2], maxTexture3D[3], maxTexture1DLayered[2], maxTexture2DLayered[3], maxBlocksPerMultiProcessor;
  int l2CacheSize, persistingL2CacheMaxSize, accessPolicyMaxWindowSize, integrated, canMapHostMemory, concurrentKernels, asyncEngineCount;
  int unifiedAddressing, managedMemory, cooperativeLaunch, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, computeMode;
  int deviceOverlap, kernelExecTimeoutEnabled, streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
  int isMultiGpuBoard, multiGpuBoardGroupID, singleToDoublePrecisionPerfRatio, hostNativeAtomicSupported, pageableMemoryAccess;
  int concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem, cooperativeMultiDeviceLaunch;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, memoryPoolsSupported, hostRegisterSupported, clusterLaunch;
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, maxDynamicSharedSizeBytes;
};
enum cudaMemoryType { cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged };
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void *devicePointer, *hostPointer;
};
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize };
enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseUnsetReadMostly,
  cudaMemAdviseSetPreferredLocation,
  cudaMemAdviseUnsetPreferredLocation,
  cudaMemAdviseSetAccessedBy,
  cudaMemAdviseUnsetAccessedBy
};
enum cudaMemLocationType { cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost };
struct cudaMemLocation { cudaMemLocationType type; int id; };
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef void (*cudaHostFn_t)(void *);
enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore,
  cudaLaunchAttributeAccessPolicyWindow,
  cudaLaunchAttributeCooperative,
  cudaLaunchAttributeSynchronizationPolicy,
  cudaLaunchAttributeClusterDimension,
  cudaLaunchAttributeClusterSchedulingPolicyPreference,
  cudaLaunchAttributeProgrammaticStreamSerialization,
  cudaLaunchAttributeProgrammaticEvent,
  cudaLaunchAttributePriority
};
union cudaLaunchAttributeValue {
  int cooperative, priority, programmaticStreamSerializationAllowed;
  struct { unsigned x, y, z; } clusterDim;
};
struct cudaLaunchAttribute { cudaLaunchAttributeID id; cudaLaunchAttributeValue val; };
struct cudaLaunchConfig_t { dim3 gridDim, blockDim; size_t dynamicSmemBytes; cudaStream_t stream; cudaLaunchAttribute *attrs; unsigned numAttrs; };
typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void *);
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
enum cudaMemPoolAttr { cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic, cudaMemPoolReuseAllowInternalDependencies, cudaMemPoolAttrReleaseThreshold, cudaMemPoolAttrReservedMemCurrent, cudaMemPoolAttrReservedMemHigh, cudaMemPoolAttrUsedMemCurrent, cudaMemPoolAttrUsedMemHigh };
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone, cudaMemHandleTypePosixFileDescriptor };
struct cudaMemPoolProps { cudaMemAllocationType allocType; cudaMemAllocationHandleType handleTypes; cudaMemLocation location; void *win32SecurityAttributes; size_t maxSize; unsigned char reserved[56]; };
#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaEventDefault 0
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterDefault 0
#define cudaHostRegisterPortable 1
#define cudaHostRegisterMapped 2
#define cudaDeviceScheduleAuto 0
#define cudaDeviceScheduleSpin 1
#define cudaDeviceScheduleYield 2
#define cudaDeviceScheduleBlockingSync 4
#define cudaDeviceBlockingSync 4
#define cudaDeviceMapHost 8
#define cudaOccupancyDefault 0
#define cudaOccupancyDisableCachingOverride 1
#define cudaMemAttachGlobal 1
#define cudaMemAttachHost 2
#define cudaMemAttachSingle 4
#define cudaCpuDeviceId (-1)
#define CUDART_VERSION 12000
#define CUDART_CB
// by which a program's own headers ask whether CUDA's were included
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#undef __managed__
#define __managed__ _Pragma("GCC error \"a __managed__ variable is outside of what is emulated: use cudaMallocManaged\"")
#define __cluster_dims__(...) _Pragma("GCC error \"a cluster of blocks is outside of what is emulated\"")

extern "C" {
const char *cudaGetErrorString(cudaError_t);
const char *cudaGetErrorName(cudaError_t);
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaGetDeviceCount(int *);
cudaError_t cudaSetDevice(int);
cudaError_t cudaGetDevice(int *);
cudaError_t cudaChooseDevice(int *, const cudaDeviceProp *);
cudaError_t cudaDeviceGetByPCIBusId(int *, const char *);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *, int);
cudaError_t cudaDeviceGetAttribute(int *, cudaDeviceAttr, int);
cudaError_t cudaDriverGetVersion(int *);
cudaError_t cudaRuntimeGetVersion(int *);
cudaError_t cudaMemGetInfo(size_t *, size_t *);
cudaError_t cudaMalloc(void **, size_t);
cudaError_t cudaMallocManaged(void **, size_t, unsigned = cudaMemAttachGlobal);
cudaError_t cudaMallocAsync(void **, size_t, cudaStream_t);
cudaError_t cudaMallocPitch(void **, size_t *, size_t, size_t);
cudaError_t tapeline_pinned(void **, size_t);
cudaError_t tapeline_copy_async(void *, const void *, size_t, cudaMemcpyKind, cudaStream_t);
cudaError_t tapeline_set_async(void *, int, size_t, cudaStream_t);
cudaError_t tapeline_free_async(void *, cudaStream_t);
cudaError_t cudaFree(void *);
cudaError_t cudaFreeHost(void *);
cudaError_t cudaHostGetDevicePointer(void **, void *, unsigned);
cudaError_t cudaHostRegister(void *, size_t, unsigned);
cudaError_t cudaHostUnregister(void *);
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpy2DAsync(void *, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t = 0);
cudaError_t cudaMemcpyPeer(void *, int, const void *, int, size_t);
cudaError_t cudaMemcpyPeerAsync(void *, int, const void *, int, size_t, cudaStream_t = 0);
cudaError_t cudaMemset(void *, int, size_t);
cudaError_t cudaMemset2D(void *, size_t, int, size_t, size_t);
cudaError_t cudaMemset2DAsync(void *, size_t, int, size_t, size_t, cudaStream_t = 0);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *, const void *);
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t);
cudaError_t cudaDeviceGetLimit(size_t *, cudaLimit);
cudaError_t cudaDeviceGetPCIBusId(char *, int, int);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *, unsigned);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaStreamGetFlags(cudaStream_t, unsigned *);
cudaError_t cudaStreamGetPriority(cudaStream_t, int *);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamQuery(cudaStream_t);
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t, void *);
cudaError_t cudaStreamAddCallback(cudaStream_t, cudaStreamCallback_t, void *, unsigned);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *, int);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *, int);
cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *, const cudaMemPoolProps *);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void *, size_t = 0, unsigned = cudaMemAttachSingle);
cudaError_t cudaDeviceCanAccessPeer(int *, int, int);
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned);
cudaError_t cudaDeviceDisablePeerAccess(int);
cudaError_t cudaMallocFromPoolAsync(void **, size_t, cudaMemPool_t, cudaStream_t);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *, unsigned);
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventQuery(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float *, cudaEvent_t, cudaEvent_t);
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *, const void *, void **);
cudaError_t tapeline_cooperative(const void *, dim3, dim3, void **, size_t, cudaStream_t);
cudaError_t tapeline_attributes(const void *, cudaFuncAttributes *);
cudaError_t tapeline_allow(const void *, cudaFuncAttribute, int);
cudaError_t tapeline_occupancy(int *, const void *, int, size_t);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *, const void *, int, int);
cudaError_t tapeline_symbol(void **, size_t *, const void *);
// what clang writes for `kernel<<<grid, block, bytes, stream>>>(…)`, in its older and its newer form
cudaError_t cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);
}

template <class T> cudaError_t cudaMalloc(T **p, size_t bytes) { return cudaMalloc((void **)p, bytes); }
template <class T> cudaError_t cudaMallocManaged(T **p, size_t bytes, unsigned flags = cudaMemAttachGlobal) { return cudaMallocManaged((void **)p, bytes, flags); }
template <class T> cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t stream) { return cudaMallocAsync((void **)p, bytes, stream); }
template <class T> cudaError_t cudaMallocFromPoolAsync(T **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) { return cudaMallocFromPoolAsync((void **)p, bytes, pool, stream); }
template <class T> cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height) { return cudaMallocPitch((void **)p, pitch, width, height); }
template <class T> cudaError_t cudaMallocHost(T **p, size_t bytes, unsigned = 0) { return tapeline_pinned((void **)p, bytes); }
template <class T> cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned = 0) { return tapeline_pinned((void **)p, bytes); }
inline cudaError_t cudaFreeAsync(void *p, cudaStream_t stream) { return tapeline_free_async(p, stream); }
template <class T> cudaError_t cudaHostGetDevicePointer(T **to, void *p, unsigned flags) { return cudaHostGetDevicePointer((void **)to, p, flags); }
inline cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0) { return cudaSuccess; }
inline cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int) { return cudaSuccess; }
inline cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned, cudaStream_t = 0) { return cudaSuccess; }
inline cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, cudaMemLocation) { return cudaSuccess; }
template <class T> cudaError_t cudaStreamAttachMemAsync(cudaStream_t s, T *p, size_t n = 0, unsigned flags = cudaMemAttachSingle) { return cudaStreamAttachMemAsync(s, (void *)p, n, flags); }
inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, cudaMemcpyKind kind = cudaMemcpyDefault, cudaStream_t stream = 0) { return tapeline_copy_async(to, from, n, kind, stream); }
inline cudaError_t cudaMemsetAsync(void *p, int value, size_t n, cudaStream_t stream = 0) { return tapeline_set_async(p, value, n, stream); }
template <class T> cudaError_t cudaGetSymbolAddress(void **p, const T &symbol) { return tapeline_symbol(p, 0, (const void *)&symbol); }
template <class T> cudaError_t cudaGetSymbolSize(size_t *n, const T &symbol) { return tapeline_symbol(0, n, (const void *)&symbol); }
template <class T> cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t n, size_t at = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  void *p;
  cudaError_t e = tapeline_symbol(&p, 0, (const void *)&symbol);
  return e == cudaSuccess ? cudaMemcpy((char *)p + at, from, n, kind) : e;
}
template <class T> cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t n, size_t at = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  void *p;
  cudaError_t e = tapeline_symbol(&p, 0, (const void *)&symbol);
  return e == cudaSuccess ? cudaMemcpy(to, (char *)p + at, n, kind) : e;
}
template <class T> cudaError_t cudaMemcpyToSymbolAsync(const T &s, const void *from, size_t n, size_t at, cudaMemcpyKind kind, cudaStream_t stream = 0) {
  void *p;
  cudaError_t e = tapeline_symbol(&p, 0, (const void *)&s);
  return e == cudaSuccess ? cudaMemcpyAsync((char *)p + at, from, n, kind, stream) : e;
}
template <class T> cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &s, size_t n, size_t at, cudaMemcpyKind kind, cudaStream_t stream = 0) {
  void *p;
  cudaError_t e = tapeline_symbol(&p, 0, (const void *)&s);
  return e == cudaSuccess ? cudaMemcpyAsync(to, (char *)p + at, n, kind, stream) : e;
}
inline cudaError_t cudaStreamCreate(cudaStream_t *s) { return cudaStreamCreateWithFlags(s, 0); }
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned flags, int) { return cudaStreamCreateWithFlags(s, flags); }
inline cudaError_t cudaEventCreate(cudaEvent_t *e) { return cudaEventCreateWithFlags(e, 0); }
inline cudaError_t cudaEventCreate(cudaEvent_t *e, unsigned flags) { return cudaEventCreateWithFlags(e, flags); }
inline cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) { return *least = *greatest = 0, cudaSuccess; }
inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
inline cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
inline cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *cache) { return *cache = cudaFuncCachePreferNone, cudaSuccess; }
inline cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
inline cudaError_t cudaGetDeviceFlags(unsigned *flags) { return *flags = cudaDeviceScheduleAuto | cudaDeviceMapHost, cudaSuccess; }
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault = 0, cudaSharedMemBankSizeFourByte = 1, cudaSharedMemBankSizeEightByte = 2 };
inline cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *size) { return *size = cudaSharedMemBankSizeFourByte, cudaSuccess; }
inline cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
template <class K> cudaError_t cudaFuncSetSharedMemConfig(K *, cudaSharedMemConfig) { return cudaSuccess; }
inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
inline cudaError_t cudaProfilerStop() { return cudaSuccess; }
template <class K> cudaError_t cudaFuncSetAttribute(K *kernel, cudaFuncAttribute which, int value) { return tapeline_allow((const void *)kernel, which, value); }
template <class K> cudaError_t cudaFuncSetCacheConfig(K *, cudaFuncCache) { return cudaSuccess; }
template <class K> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, K *kernel) { return tapeline_attributes((const void *)kernel, a); }
template <class K> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, K *kernel, int threads, size_t bytes) {
  return tapeline_occupancy(blocks, (const void *)kernel, threads, bytes);
}
template <class K> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, K *kernel, int threads, size_t bytes, unsigned) {
  return tapeline_occupancy(blocks, (const void *)kernel, threads, bytes);
}
template <class K> cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, K *kernel, int blocks, int threads) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void *)kernel, blocks, threads);
}
template <class K, class Bytes> cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, K *kernel, Bytes bytes, int limit = 0) {
  int best = 0, all = 0;
  for (int threads = 32; threads <= (limit > 0 && limit < 1024 ? limit : 1024); threads += 32) {
    int blocks = 0;
    cudaError_t e = tapeline_occupancy(&blocks, (const void *)kernel, threads, bytes(threads));
    if (e != cudaSuccess) return e;
    if (blocks * threads >= all) { all = blocks * threads; best = threads; *grid = blocks; }
  }
  int processors = 1;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  *grid *= processors;
  *block = best;
  return cudaSuccess;
}
template <class K> cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, K *kernel, size_t bytes = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, [=](int) { return bytes; }, limit);
}
template <class K> cudaError_t cudaLaunchKernel(K *kernel, dim3 grid, dim3 block, void **args, size_t bytes = 0, cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void *)kernel, grid, block, args, bytes, stream);
}
template <class K> cudaError_t cudaLaunchCooperativeKernel(K *kernel, dim3 grid, dim3 block, void **args, size_t bytes = 0, cudaStream_t stream = 0) {
  return tapeline_cooperative((const void *)kernel, grid, block, args, bytes, stream);
}
#ifdef TAPELINE_PROGRAM
template <class... P, class... A> cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...args) {
  return [&](P... own) {
    void *all[] = {&own...};
    return cudaLaunchKernelExC(config, (const void *)kernel, all);
  }(std::forward<A>(args)...);
}
#endif
#include "tapeline_arrays.h"
