// The host's side of a CUDA program that Tapeline runs. The device is in another process; each call is a request
// on a socket, whose path stands in TAPELINE_DEVICE, and its answer. So all work is done when a call returns.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <vector>
#include <execinfo.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#ifdef TAPELINE_NVCC
#include <cuda_runtime_api.h>
#include <string.h>
extern "C" {
cudaError_t tapeline_malloc(void **, size_t, const char *name, int managed);
cudaError_t tapeline_copy_async(void *, const void *, size_t, cudaMemcpyKind);
cudaError_t tapeline_pinned(void **, size_t, unsigned flags);
cudaError_t tapeline_cooperative(const void *, dim3, dim3, void **, size_t);
cudaError_t tapeline_attributes(const void *, cudaFuncAttributes *);
cudaError_t tapeline_allow(const void *, cudaFuncAttribute, int);
cudaError_t tapeline_occupancy(int *, const void *, int, size_t);
cudaError_t tapeline_symbol(void **, size_t *, const void *);
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t, cudaStream_t);
}
#else
struct dim3 { unsigned x, y, z; };
#include "cuda_runtime.h"
#endif

namespace {
enum Request { LOAD = 1, ALLOCATE, FREE, WRITE, READ, COPY, FILL, SYMBOL, KERNEL, LAUNCH, LIMITS, OCCUPANCY, MEMORY, MISTAKE };
struct Function { std::string file, name; };
struct Limits {
  uint64_t base, bytes, free;
  int32_t capability, maxThreads, block[3], grid[3], shared, sharedOptIn, warp, processors, threadsPerProcessor, l2, clock, memoryClock, bus, unused;
};
struct Call { dim3 grid, block; size_t bytes; std::vector<char> arguments; };

int device = -1;
const size_t PAGE = sysconf(_SC_PAGESIZE);
thread_local cudaError_t last = cudaSuccess;  // until it is asked for
cudaError_t broken = cudaSuccess;  // after a fault, for ever
Limits limits;
// Made when it is first asked for: kernels are registered before main.
struct Managed { size_t bytes; bool guarded; };
struct State {
  std::map<const void *, Function> kernels, variables;
  std::map<char *, Managed> managed;
  std::map<char *, size_t> pinned;  // its bytes; each has pages of its own
  std::vector<std::pair<char *, size_t>> filling;  // pages that an asynchronous copy writes, out of reach for the host
  std::map<const void *, int> allowed;  // bytes of dynamic shared memory, by kernel
  std::vector<void *> unasked;  // the place of a failed launch, until its error is asked for
};
State &state() {
  static State &one = *new State;
  return one;
}
// Of one thread.
struct Launches {
  std::vector<Call> calls;
  std::vector<void *> arrows;  // the place of the launch <<<…>>> that is being made
};
Launches &own() {
  static thread_local Launches &one = *new Launches;
  return one;
}
// One thread at a time uses the device and the maps; a request may ask again, so the mutex is a recursive one.
struct Alone {
  static std::recursive_mutex &mutex() {
    static std::recursive_mutex &one = *new std::recursive_mutex;
    return one;
  }
  std::lock_guard<std::recursive_mutex> held{mutex()};
};

[[noreturn]] void quit(const char *why) {
  fprintf(stderr, "tapeline: %s\n", why);
  _exit(70);
}
void put(const void *from, size_t n) {
  for (auto p = (const char *)from; n > 0;) {
    ssize_t sent = write(device, p, n);
    if (sent <= 0) quit("the device is gone");
    p += sent;
    n -= sent;
  }
}
void take(void *to, size_t n) {
  for (auto p = (char *)to; n > 0;) {
    ssize_t got = read(device, p, n);
    if (got <= 0) quit("the device is gone");
    p += got;
    n -= got;
  }
}

// Reads a byte of each page: where one is missing, that is known before the device expects it.
void touch(const void *from, size_t n) {
  for (size_t i = 0; i < n; i += PAGE) (void)((const volatile char *)from)[i];
  if (n > 0) (void)((const volatile char *)from)[n - 1];
}

struct Answer { cudaError_t error; std::vector<char> bytes; };
// A request: its number, the length of what follows, and that: a head, then a tail of bytes.
Answer ask(Request request, const void *head, size_t n, const void *tail = 0, size_t more = 0);

// The calls that led here, as addresses of this program: the other process finds the line.
std::vector<void *> calls() {
  std::vector<void *> all(16);
  all.resize(backtrace(all.data(), (int)all.size()));
  return all;
}
std::vector<void *> place() { return own().arrows.empty() ? calls() : own().arrows; }
std::string packed(const std::vector<void *> &all) {
  uint64_t n = all.size();
  return std::string((char *)&n, 8) + std::string((char *)all.data(), 8 * n);
}
// Something is wrong at this place. Without a text it is what the last answer refused.
void mistake(const std::vector<void *> &place, const std::string &text) {
  auto head = packed(place) + text;
  ask(MISTAKE, head.data(), head.size());
}

// Managed memory that a kernel has changed is out of reach until the host has waited for the kernel.
void guard(char *at, Managed &m, bool on) {
  mprotect(at, m.bytes, on ? PROT_NONE : PROT_READ | PROT_WRITE);
  m.guarded = on;
}
void waited() {
  Alone alone;
  for (auto &m : state().managed) {
    if (m.second.guarded) guard(m.first, m.second, false);
  }
  for (auto &f : state().filling) mprotect(f.first, f.second, PROT_READ | PROT_WRITE);
  state().filling.clear();
}
size_t pages(size_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE; }
void fill(char *at, size_t bytes) {
  mprotect(at, bytes, PROT_NONE);
  state().filling.push_back({at, bytes});
}
// Pages that hold other data, too, stay in reach.
void fillPinned(char *to, size_t n) {
  auto after = state().pinned.upper_bound(to);
  if (after == state().pinned.begin()) return;
  auto &[start, bytes] = *--after;
  size_t from = to - start, end = from + n;
  if (end > bytes) return;
  from = pages(from);
  end = end == bytes ? pages(end) : end / PAGE * PAGE;
  if (from < end) fill(start + from, end - from);
}

// Host code that uses a device pointer gets here: the device's addresses are reserved in this process.
void onFault(int, siginfo_t *info, void *) {
  std::vector<void *> place(16);
  place.resize(backtrace(place.data(), (int)place.size()));
  if (place.size() > 2) place[2] = (char *)place[2] + 1;  // behind this function and the system's; no call to come back from
  auto at = (uint64_t)info->si_addr;
  auto after = state().managed.upper_bound((char *)at);
  if (after != state().managed.begin() && (--after, (char *)at < after->first + after->second.bytes)) {
    mistake(place, "host code uses managed memory that a kernel has changed, and did not wait for it: call cudaDeviceSynchronize() first");
    waited();
    return;
  }
  for (auto &f : state().filling) {
    if ((char *)at < f.first || (char *)at >= f.first + f.second) continue;
    mistake(place, "host code uses pinned memory that cudaMemcpyAsync writes, and did not wait for it: call cudaStreamSynchronize() first");
    waited();
    return;
  }
  char text[200];
  bool device = at >= limits.base && at < limits.base + limits.bytes;
  snprintf(text, sizeof text, device ? "host code uses the device address 0x%llx: copy the data with cudaMemcpy first, or allocate it with cudaMallocManaged" : "host code uses the address 0x%llx, where it has no memory (segmentation fault)", (unsigned long long)at);
  fflush(stdout);
  mistake(place, text);
  _exit(139);
}
void open() {
  if (device >= 0) return;
  calls();  // the first time it allocates, which a signal's handler may not
  const char *path = getenv("TAPELINE_DEVICE");
  if (!path) quit("this program has no device: start it by ./tapeline cuda run");
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  device = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connect(device, (sockaddr *)&address, sizeof address) != 0) quit("the device does not answer");
  auto answer = ask(LIMITS, 0, 0);
  memcpy(&limits, answer.bytes.data(), sizeof limits);
  if (limits.clock == 0) limits.clock = limits.memoryClock = 1000000, limits.bus = 256;  // without a card; the emulator has no clock
  void *wanted = (void *)limits.base;
  if (mmap(wanted, limits.bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != wanted) quit("the device's addresses are taken");
  struct sigaction action = {};
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, 0);
  sigaction(SIGBUS, &action, 0);
}
Answer ask(Request request, const void *head, size_t n, const void *tail, size_t more) {
  Alone alone;
  open();
  touch(tail, more);
  uint64_t sizes[2] = {request, n + more};
  put(sizes, sizeof sizes);
  put(head, n);
  put(tail, more);
  uint64_t back[3];
  take(back, sizeof back);
  std::vector<char> text(back[1]);
  take(text.data(), text.size());
  fflush(stderr);
  fwrite(text.data(), 1, text.size(), stdout);
  if (!text.empty()) fflush(stdout);
  Answer answer = {(cudaError_t)back[0], std::vector<char>(back[2])};
  take(answer.bytes.data(), back[2]);
  if (answer.error != cudaSuccess) mistake(place(), "");
  return answer;
}
cudaError_t failed(cudaError_t e) {
  if (e != cudaSuccess) last = e;
  if (e == cudaErrorIllegalAddress || e == cudaErrorMisalignedAddress || e == cudaErrorLaunchFailure || e == cudaErrorAssert) broken = e;
  return e;
}
// A caller gets the last error, or that of all that comes behind a fault.
cudaError_t asked() {
  Alone alone;
  state().unasked.clear();
  return broken ? broken : last;
}
cudaError_t wait() {
  waited();
  return broken ? asked() : cudaSuccess;
}
bool isDevice(const void *p) {
  open();
  return (uint64_t)p >= limits.base && (uint64_t)p < limits.base + limits.bytes;
}
bool isManaged(const void *p) {
  Alone alone;
  auto after = state().managed.upper_bound((char *)p);
  return after != state().managed.begin() && (--after, (char *)p < after->first + after->second.bytes);
}
std::string named(const Function &f) { return f.file + '\n' + f.name; }
// Managed memory has its own pages here and there: it goes to the device before a kernel, and comes back behind it.
// Guarded memory is the same on both sides.
void give() {
  for (auto &m : state().managed) {
    if (!m.second.guarded) ask(WRITE, &m.first, 8, m.first, m.second.bytes);
  }
}
void fetch(bool byKernel) {
  for (auto &m : state().managed) {
    uint64_t head[2] = {(uint64_t)m.first, m.second.bytes};
    auto answer = ask(READ, head, sizeof head);
    bool guarded = m.second.guarded;
    if (guarded) guard(m.first, m.second, false);
    bool changed = memcmp(m.first, answer.bytes.data(), answer.bytes.size()) != 0;
    if (changed) memcpy(m.first, answer.bytes.data(), answer.bytes.size());
    if (guarded || (changed && byKernel)) guard(m.first, m.second, true);
  }
}
const Function *kernel(const void *stub) {
  auto found = state().kernels.find(stub);
  return found == state().kernels.end() ? 0 : &found->second;
}
// Says what is wrong here with a call.
cudaError_t wrong(cudaError_t e, const std::string &text) {
  mistake(calls(), text);
  return failed(e);
}
cudaError_t counted(const char *call, size_t n) {
  open();
  if (n <= limits.bytes) return cudaSuccess;
  return wrong(cudaErrorInvalidValue, std::string(call) + ": the device has " + std::to_string(limits.bytes) + " bytes: got " + std::to_string(n));
}
cudaError_t launch(const void *stub, const Call &call, bool cooperative, bool answered) {
  Alone alone;
  if (broken) return failed(asked());
  auto f = kernel(stub);
  if (!f) return failed(cudaErrorInvalidDeviceFunction);
  fflush(stdout);
  give();
  auto name = named(*f);
  uint64_t head[10] = {call.grid.x, call.grid.y, call.grid.z, call.block.x, call.block.y, call.block.z, call.bytes, cooperative, name.size(), (uint64_t)state().allowed[stub]};
  std::string rest((char *)head, sizeof head);
  rest += name;
  auto answer = ask(LAUNCH, rest.data(), rest.size(), call.arguments.data(), call.arguments.size());
  if (answer.error == cudaSuccess) fetch(true);
  if (answer.error != cudaSuccess && !answered) state().unasked = place();
  return failed(answer.error);
}
struct End {
  ~End() {
    Alone alone;
    if (!state().unasked.empty()) mistake(state().unasked, "this launch failed, and its error was not asked for: call cudaGetLastError() behind it");
  }
} end;
}  // namespace

extern "C" {
// Registration, by code that the compiler writes. Clang's "binary" is a text, the name of a file of PTX; nvcc's has
// the PTX in it, uncompressed, and gets a file beside the device's socket.
void **__cudaRegisterFatBinary(void *wrapper) {
  struct Wrapper { int magic, version; const char *data; void *unused; };
  struct Fat { unsigned magic; uint16_t version, head; uint64_t bytes; };
  auto data = ((Wrapper *)wrapper)->data;
  auto fat = (const Fat *)data;
  std::string text = data;
  if (fat->magic == 0xba55ed50) {
    static int count = 0;
    const char *socket = getenv("TAPELINE_DEVICE");
    auto end = data + fat->head + fat->bytes, ptx = (const char *)memmem(data, end - data, ".version ", 9);
    text = std::string(socket ? socket : "") + ".ptx" + std::to_string(count++);
    FILE *file = ptx && socket ? fopen(text.c_str(), "w") : 0;
    if (file) {
      fwrite(ptx, 1, strnlen(ptx, end - ptx), file);
      fclose(file);
    }
  }
  return (void **)new std::string(text.substr(0, text.find('\n')));
}
void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}
int __cudaRegisterFunction(void **file, const char *stub, char *, const char *name, int, void *, void *, void *, void *, int *) {
  state().kernels[stub] = {*(std::string *)file, name};
  return 0;
}
void __cudaRegisterVar(void **file, char *variable, char *, const char *name, int, size_t, int, int) { state().variables[variable] = {*(std::string *)file, name}; }

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes, cudaStream_t) {
  own().calls.push_back({grid, block, bytes, {}});
  own().arrows = calls();
  return 0;
}
unsigned __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *bytes, void *) {
  if (own().calls.empty()) return cudaErrorUnknown;
  *grid = own().calls.back().grid;
  *block = own().calls.back().block;
  *bytes = own().calls.back().bytes;
  own().calls.pop_back();
  return 0;
}
#ifndef TAPELINE_NVCC
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t bytes, cudaStream_t) {
  __cudaPushCallConfiguration(grid, block, bytes, 0);
  return cudaSuccess;
}
cudaError_t cudaSetupArgument(const void *value, size_t n, size_t at) {
  auto &all = own().calls.back().arguments;
  if (all.size() < at + n) all.resize(at + n);
  memcpy(all.data() + at, value, n);
  return cudaSuccess;
}
cudaError_t cudaLaunch(const void *stub) {
  auto call = own().calls.back();
  own().calls.pop_back();
  auto e = launch(stub, call, false, false);
  own().arrows.clear();
  return e;
}
#endif
// Pointers to the arguments: how many and how long they are, the device knows.
static cudaError_t launchBy(const void *stub, dim3 grid, dim3 block, void **args, size_t bytes, bool cooperative, bool answered) {
  auto f = kernel(stub);
  if (!f) return failed(cudaErrorInvalidDeviceFunction);
  auto name = named(*f);
  auto answer = ask(KERNEL, name.data(), name.size());
  if (answer.error != cudaSuccess) return failed(answer.error);
  auto words = (int32_t *)answer.bytes.data() + 4;  // behind its resources: pairs of place and size
  int n = ((int)answer.bytes.size() / 4 - 4) / 2;
  Call call = {grid, block, bytes, {}};
  for (int i = 0; i < n; i++) {
    call.arguments.resize(words[2 * i] + words[2 * i + 1]);
    memcpy(call.arguments.data() + words[2 * i], args[i], words[2 * i + 1]);
  }
  return launch(stub, call, cooperative, answered);
}
cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **args, size_t bytes, cudaStream_t) {
  auto e = launchBy(stub, grid, block, args, bytes, false, own().arrows.empty());  // <<<…>>> gives its error to no one
  own().arrows.clear();
  return e;
}
cudaError_t tapeline_cooperative(const void *stub, dim3 grid, dim3 block, void **args, size_t bytes) { return launchBy(stub, grid, block, args, bytes, true, true); }

cudaError_t tapeline_attributes(const void *stub, cudaFuncAttributes *a) {
  auto f = kernel(stub);
  if (!f) return failed(cudaErrorInvalidDeviceFunction);
  auto name = named(*f);
  auto answer = ask(KERNEL, name.data(), name.size());
  if (answer.error != cudaSuccess) return failed(answer.error);
  auto words = (int32_t *)answer.bytes.data();
  *a = {};
  a->numRegs = words[0];
  a->sharedSizeBytes = words[1];
  a->localSizeBytes = words[2];
  a->maxThreadsPerBlock = words[3];
  a->ptxVersion = a->binaryVersion = limits.capability;
  Alone alone;
  a->maxDynamicSharedSizeBytes = std::max(state().allowed[stub], limits.shared - words[1]);
  return cudaSuccess;
}
cudaError_t tapeline_allow(const void *stub, cudaFuncAttribute which, int bytes) {
  if (which != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
  cudaFuncAttributes has;
  auto e = tapeline_attributes(stub, &has);
  if (e != cudaSuccess) return e;
  int most = limits.sharedOptIn - (int)has.sharedSizeBytes;
  if (bytes < 0 || bytes > most) return wrong(cudaErrorInvalidValue, "cudaFuncSetAttribute: this kernel can have 0 to " + std::to_string(most) + " bytes of dynamic shared memory: got " + std::to_string(bytes));
  Alone alone;
  state().allowed[stub] = bytes;
  return cudaSuccess;
}
cudaError_t tapeline_occupancy(int *blocks, const void *stub, int threads, size_t bytes) {
  auto f = kernel(stub);
  if (!f) return failed(cudaErrorInvalidDeviceFunction);
  int32_t head[2] = {threads, (int32_t)bytes};
  auto name = named(*f);
  auto answer = ask(OCCUPANCY, head, sizeof head, name.data(), name.size());
  if (answer.error == cudaSuccess) memcpy(blocks, answer.bytes.data(), 4);
  return failed(answer.error);
}
cudaError_t tapeline_symbol(void **p, size_t *n, const void *variable) {
  if (broken) return failed(asked());
  auto found = state().variables.find(variable);
  if (found == state().variables.end()) return failed(cudaErrorInvalidSymbol);
  auto name = named(found->second);
  auto answer = ask(SYMBOL, name.data(), name.size());
  if (answer.error != cudaSuccess) return failed(answer.error);
  if (p) memcpy(p, answer.bytes.data(), 8);
  if (n) memcpy(n, answer.bytes.data() + 8, 8);
  return cudaSuccess;
}

cudaError_t tapeline_malloc(void **p, size_t bytes, const char *name, int isManaged) {
  if (broken) return failed(asked());
  if (!p) return failed(cudaErrorInvalidValue);
  Alone alone;
  uint64_t head[2] = {bytes, (uint64_t)isManaged};
  auto all = std::string((char *)head, sizeof head) + packed(calls()) + name;
  auto answer = ask(ALLOCATE, all.data(), all.size());
  if (answer.error != cudaSuccess) return failed(answer.error);
  memcpy(p, answer.bytes.data(), 8);
  if (isManaged) {
    auto &m = state().managed[(char *)*p] = {bytes, false};
    guard((char *)*p, m, false);
  }
  return cudaSuccess;
}
cudaError_t cudaFree(void *p) {
  if (!p) return broken ? failed(asked()) : cudaSuccess;
  Alone alone;
  waited();
  auto m = state().managed.find((char *)p);
  if (m != state().managed.end()) {
    mmap(m->first, m->second.bytes, PROT_NONE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    state().managed.erase(m);
  }
  auto e = ask(FREE, &p, 8).error;
  return failed(broken ? asked() : e);
}
cudaError_t cudaMemcpy(void *to, const void *from, size_t n, cudaMemcpyKind kind) {
  if (broken) return failed(asked());
  bool toDevice = isDevice(to), fromDevice = isDevice(from);
  bool wrong = (kind == cudaMemcpyHostToDevice && (!toDevice || (fromDevice && !isManaged(from)))) || (kind == cudaMemcpyDeviceToHost && (!fromDevice || (toDevice && !isManaged(to)))) ||
               (kind == cudaMemcpyDeviceToDevice && (!toDevice || !fromDevice)) || (kind == cudaMemcpyHostToHost && (toDevice || fromDevice));
  if (wrong) {
    const char *words[] = {"the host's", "the device's"};
    char text[200];
    snprintf(text, sizeof text, "cudaMemcpy: to %p, %s, and from %p, %s, is not its direction", to, words[toDevice], from, words[fromDevice]);
    return ::wrong(cudaErrorInvalidValue, text);
  }
  auto e = toDevice || fromDevice ? counted("cudaMemcpy", n) : cudaSuccess;
  if (e != cudaSuccess) return e;
  Alone alone;
  waited();
  if (!toDevice && !fromDevice) {
    memmove(to, from, n);
    return cudaSuccess;
  }
  bool shares = isManaged(to) || isManaged(from);
  if (shares) give();
  Answer answer;
  if (fromDevice) {
    uint64_t head[3] = {(uint64_t)from, n, (uint64_t)to};
    answer = toDevice ? ask(COPY, head, 24) : ask(READ, head, 16);
    if (answer.error == cudaSuccess && !toDevice) memcpy(to, answer.bytes.data(), n);
  } else {
    answer = ask(WRITE, &to, 8, from, n);
  }
  if (answer.error == cudaSuccess && toDevice && shares) fetch(false);
  return failed(answer.error);
}
cudaError_t cudaMemcpy2D(void *to, size_t pitchTo, const void *from, size_t pitchFrom, size_t width, size_t height, cudaMemcpyKind kind) {
  if (width > pitchTo || width > pitchFrom) return wrong(cudaErrorInvalidPitchValue, "cudaMemcpy2D: a row of " + std::to_string(width) + " bytes is wider than a pitch: got " + std::to_string(pitchTo) + " and " + std::to_string(pitchFrom));
  for (size_t row = 0; row < height; row++) {
    auto e = cudaMemcpy((char *)to + row * pitchTo, (const char *)from + row * pitchFrom, width, kind);
    if (e != cudaSuccess) return e;
  }
  return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *a, const void *p) {
  if (!a) return failed(cudaErrorInvalidValue);
  Alone alone;
  *a = {};
  auto after = state().pinned.upper_bound((char *)p);
  bool pinned = after != state().pinned.begin() && (--after, (char *)p < after->first + after->second);
  a->type = isManaged(p) ? cudaMemoryTypeManaged : isDevice(p) ? cudaMemoryTypeDevice : pinned ? cudaMemoryTypeHost : cudaMemoryTypeUnregistered;
  if (isDevice(p)) a->devicePointer = (void *)p;
  if (!isDevice(p) || isManaged(p)) a->hostPointer = (void *)p;
  return cudaSuccess;
}
cudaError_t tapeline_copy_async(void *to, const void *from, size_t n, cudaMemcpyKind kind) {
  Alone alone;
  auto earlier = state().filling;  // copies of a stream are made in order, and the host has waited for none
  auto e = cudaMemcpy(to, from, n, kind);
  for (auto &f : earlier) fill(f.first, f.second);
  if (e == cudaSuccess && isDevice(from)) fillPinned((char *)to, n);
  return e;
}
cudaError_t tapeline_pinned(void **p, size_t bytes, unsigned flags) {
  if (flags & cudaHostAllocMapped) return wrong(cudaErrorNotSupported, "cudaHostAlloc: memory of the host that a kernel reaches itself, cudaHostAllocMapped, is outside of what is emulated: use cudaMallocManaged");
  if (bytes == 0) return *p = 0, cudaSuccess;
  Alone alone;
  void *at = mmap(0, pages(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) return failed(cudaErrorMemoryAllocation);
  state().pinned[(char *)at] = bytes;
  return *p = at, cudaSuccess;
}
cudaError_t cudaFreeHost(void *p) {
  if (!p) return cudaSuccess;
  Alone alone;
  auto found = state().pinned.find((char *)p);
  if (found == state().pinned.end()) return failed(cudaErrorInvalidValue);
  waited();
  munmap(found->first, pages(found->second));
  state().pinned.erase(found);
  return cudaSuccess;
}
cudaError_t cudaMemset(void *p, int value, size_t n) {
  if (broken) return failed(asked());
  if (auto e = counted("cudaMemset", n); e != cudaSuccess) return e;
  Alone alone;
  bool shares = isManaged(p);
  if (shares) give();
  uint64_t head[3] = {(uint64_t)p, n, (uint64_t)(value & 255)};
  auto e = ask(FILL, head, sizeof head).error;
  if (e == cudaSuccess && shares) fetch(false);
  return failed(e);
}

cudaError_t cudaGetLastError() {
  auto e = asked();
  last = cudaSuccess;
  return e;
}
cudaError_t cudaPeekAtLastError() { return asked(); }
cudaError_t cudaDeviceSynchronize() { return wait(); }
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) { return cudaSuccess; }
cudaError_t cudaDeviceReset() { return waited(), cudaSuccess; }
cudaError_t cudaGetDeviceCount(int *n) { return *n = 1, cudaSuccess; }
cudaError_t cudaSetDevice(int i) { return i == 0 ? cudaSuccess : failed(cudaErrorInvalidDevice); }
cudaError_t cudaGetDevice(int *i) { return *i = 0, cudaSuccess; }
cudaError_t cudaDriverGetVersion(int *v) { return *v = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int *v) { return *v = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaMemGetInfo(size_t *unused, size_t *all) {
  auto answer = ask(MEMORY, 0, 0);
  memcpy(unused, answer.bytes.data(), 8);
  *all = limits.bytes;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int i) {
  if (i != 0) return failed(cudaErrorInvalidDevice);
  open();
  *p = {};
  strcpy(p->name, "Tapeline's emulator");
  p->totalGlobalMem = limits.bytes;
  p->sharedMemPerBlock = limits.shared;
  p->sharedMemPerBlockOptin = limits.sharedOptIn;
  p->sharedMemPerMultiprocessor = limits.sharedOptIn + (limits.capability < 80 ? 0 : 1024);
  p->totalConstMem = 1 << 16;
  p->regsPerBlock = p->regsPerMultiprocessor = 1 << 16;
  p->warpSize = limits.warp;
  p->maxThreadsPerBlock = limits.maxThreads;
  memcpy(p->maxThreadsDim, limits.block, sizeof limits.block);
  memcpy(p->maxGridSize, limits.grid, sizeof limits.grid);
#ifndef TAPELINE_NVCC  // its newer versions have no clocks here
  p->clockRate = limits.clock;  // kHz, of the chosen card
  p->memoryClockRate = limits.memoryClock;
#endif
  p->memoryBusWidth = limits.bus;
  p->major = limits.capability / 10;
  p->minor = limits.capability % 10;
  p->multiProcessorCount = limits.processors;
  p->maxThreadsPerMultiProcessor = limits.threadsPerProcessor;
  p->l2CacheSize = limits.l2;
  p->unifiedAddressing = p->managedMemory = p->cooperativeLaunch = p->concurrentKernels = 1;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr which, int i) {
  cudaDeviceProp p;
  auto e = cudaGetDeviceProperties(&p, i);
  if (e != cudaSuccess) return e;
  switch (which) {
    case cudaDevAttrMaxThreadsPerBlock: *value = p.maxThreadsPerBlock; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *value = (int)p.sharedMemPerBlock; break;
    case cudaDevAttrWarpSize: *value = p.warpSize; break;
    case cudaDevAttrClockRate: *value = limits.clock; break;
    case cudaDevAttrMemoryClockRate: *value = limits.memoryClock; break;
    case cudaDevAttrGlobalMemoryBusWidth: *value = limits.bus; break;
    case cudaDevAttrL2CacheSize: *value = limits.l2; break;
    case cudaDevAttrMultiProcessorCount: *value = p.multiProcessorCount; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *value = p.maxThreadsPerMultiProcessor; break;
    case cudaDevAttrComputeCapabilityMajor: *value = p.major; break;
    case cudaDevAttrComputeCapabilityMinor: *value = p.minor; break;
    case cudaDevAttrManagedMemory: *value = 1; break;
    case cudaDevAttrCooperativeLaunch: *value = 1; break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = (int)p.sharedMemPerBlockOptin; break;
    default: return failed(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned) {
  if (broken) return failed(asked());
  *s = (cudaStream_t) new char;
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t s) { return delete (char *)s, cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return wait(); }
// The time of an event is that of this machine's clock: how long the emulator took.
typedef std::chrono::steady_clock::time_point Moment;
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned) {
  if (broken) return failed(asked());
  *e = (cudaEvent_t) new Moment();
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t e) { return delete (Moment *)e, cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t) {
  if (!e) return failed(cudaErrorInvalidResourceHandle);
  *(Moment *)e = std::chrono::steady_clock::now();
  return broken;
}
cudaError_t cudaEventSynchronize(cudaEvent_t) { return wait(); }
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to) {
  if (!from || !to || *(Moment *)from == Moment() || *(Moment *)to == Moment()) return failed(cudaErrorInvalidResourceHandle);
  *ms = std::chrono::duration<float, std::milli>(*(Moment *)to - *(Moment *)from).count();
  return cudaSuccess;
}

#define TAPELINE_ERRORS(X)                                                                                            \
  X(cudaSuccess, "no error")                                                                                          \
  X(cudaErrorInvalidValue, "invalid argument")                                                                        \
  X(cudaErrorMemoryAllocation, "out of memory")                                                                       \
  X(cudaErrorInvalidConfiguration, "invalid configuration argument")                                                  \
  X(cudaErrorInvalidSymbol, "invalid device symbol")                                                                  \
  X(cudaErrorInvalidDevicePointer, "invalid device pointer")                                                          \
  X(cudaErrorInvalidDeviceFunction, "invalid device function")                                                        \
  X(cudaErrorInvalidDevice, "invalid device ordinal")                                                                 \
  X(cudaErrorInvalidPtx, "a PTX JIT compilation failed")                                                              \
  X(cudaErrorInvalidResourceHandle, "invalid resource handle")                                                        \
  X(cudaErrorInitializationError, "initialization error")                                                              \
  X(cudaErrorInvalidPitchValue, "invalid pitch argument")                                                              \
  X(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy")                                              \
  X(cudaErrorNoDevice, "no CUDA-capable device is detected")                                                           \
  X(cudaErrorNotReady, "device not ready")                                                                             \
  X(cudaErrorLaunchOutOfResources, "too many resources requested for launch")                                          \
  X(cudaErrorMisalignedAddress, "misaligned address")                                                                  \
  X(cudaErrorNotSupported, "operation not supported")                                                                  \
  X(cudaErrorIllegalAddress, "an illegal memory access was encountered")                                              \
  X(cudaErrorAssert, "device-side assert triggered")                                                                  \
  X(cudaErrorLaunchFailure, "unspecified launch failure")                                                             \
  X(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch")
const char *cudaGetErrorString(cudaError_t e) {
#define TEXT(NAME, WORDS) if (e == NAME) return WORDS;
  TAPELINE_ERRORS(TEXT)
  return "unknown error";
}
const char *cudaGetErrorName(cudaError_t e) {
#define NAME(NAME, WORDS) if (e == NAME) return #NAME;
  TAPELINE_ERRORS(NAME)
  return "cudaErrorUnknown";
}
}
#ifdef TAPELINE_NVCC
#include "tapeline_nvcc.inc"
#endif
