// The host's side of a CUDA program that Tapeline runs. The device is in another process; each call is a request
// on a socket, whose path stands in TAPELINE_DEVICE, and its answer. So all work is done when a call returns. What a
// card would still be doing then is told to the device by WORK, what the program waits for by ORDER; pages that such
// work may still read or write are out of the host's reach.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
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
cudaError_t tapeline_copy_async(void *, const void *, size_t, cudaMemcpyKind, cudaStream_t);
cudaError_t tapeline_set_async(void *, int, size_t, cudaStream_t);
cudaError_t tapeline_free_async(void *, cudaStream_t);
cudaError_t tapeline_pinned(void **, size_t);
cudaError_t tapeline_cooperative(const void *, dim3, dim3, void **, size_t, cudaStream_t);
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
enum Request { ALLOCATE, FREE, WRITE, READ, COPY, FILL, SYMBOL, KERNEL, LAUNCH, LIMITS, OCCUPANCY, MEMORY, MISTAKE, WORK, ORDER, PRODUCT, TAKE };
const uint64_t WANTED = -1;  // an answer that asks back
enum Order { CREATE, RECORD, STREAM_WAITS, HOST_WAITS, HOST_WAITS_FOR_EVENT, HOST_WAITS_FOR_ALL, PASSED };
enum Blas { CUBLAS_INVALID_VALUE = 7, CUBLAS_EXECUTION_FAILED = 13 };
struct Function { std::string file, name; };
struct Limits {
  uint64_t base, addresses, bytes, free;
  int32_t capability, maxThreads, block[3], grid[3], shared, sharedOptIn, warp, processors, threadsPerProcessor, l2, clock, memoryClock, bus, card;
  char name[128];  // of the card
};
struct Call { dim3 grid, block; size_t bytes; cudaStream_t stream; std::vector<char> arguments; };

int device = -1;
const size_t PAGE = sysconf(_SC_PAGESIZE);
thread_local cudaError_t last = cudaSuccess;  // until it is asked for
cudaError_t broken = cudaSuccess;  // after a fault, for ever
Limits limits;
struct Work { uint64_t stream, number; };
// Memory of the host that work uses, which the host has not waited for.
struct Guard { char *at; size_t bytes; char *page; size_t pages; int protection; Work work; const char *wrong; };
// A piece of memory. One that the host and the device have is the host's while no kernel runs: `given` is what the device has there,
// or empty while that is as it began, 0. A piece of cudaHostRegister() is elsewhere `here`, and the device's address of it is `there`.
struct Memory { size_t bytes; bool managed = false; char *here = 0, *there = 0; std::vector<char> given = {}; };
typedef std::map<char *, Memory> Pieces;
// Made when it is first asked for: kernels are registered before main.
struct State {
  std::map<const void *, Function> kernels, variables;
  Pieces shared;  // by the device's address: managed and pinned memory, in pages of its own, and registered memory that it was given
  Pieces registered;  // by the host's address
  Pieces symbols;  // variables of the device, which a card has elsewhere
  std::vector<Guard> guards;
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
struct Printing {
  Printing() { flockfile(stdout); }
  ~Printing() { funlockfile(stdout); }
};
// One thread at a time uses the device and the maps; a request may ask again, so the mutex is a recursive one. The device prints, and
// a thread that prints may touch guarded memory, so the output is locked before the mutex, always.
struct Alone {
  Printing before;
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

size_t pages(size_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE; }
// While there is one, this library reaches guarded pages.
struct Reach {
  static int &depth() {
    static int one = 0;
    return one;
  }
  Alone alone;
  Reach() {
    if (depth()++ == 0) open();
  }
  ~Reach() {
    if (--depth() == 0) close();
  }
  static void open() {
    for (auto &g : state().guards) mprotect(g.page, g.pages, PROT_READ | PROT_WRITE);
  }
  static void close() {
    for (int protection : {PROT_READ, PROT_NONE}) {
      for (auto &g : state().guards) {
        if (g.protection == protection) mprotect(g.page, g.pages, protection);
      }
    }
  }
};
template <class Gone> void lift(Gone gone) {
  Reach reach;
  auto &all = state().guards;
  all.erase(std::remove_if(all.begin(), all.end(), gone), all.end());
}
// The start of the piece that this address lies in, and its bytes; 0 where it lies in none.
Pieces::value_type *piece(Pieces &all, const void *p) {
  auto after = all.upper_bound((char *)p);
  return after != all.begin() && (--after, (char *)p < after->first + after->second.bytes) ? &*after : 0;
}
// The piece that the host has at this address, which the device has there too.
Pieces::value_type *both(const void *p) {
  auto found = piece(state().shared, p);
  return found && found->second.here == found->first ? found : 0;
}
// Of very many the oldest is given up. Later work of a stream ends later.
void guard(const Guard &guard) {
  lift([&](const Guard &g) { return g.at == guard.at && g.bytes == guard.bytes && g.protection == guard.protection && g.work.stream == guard.work.stream; });
  Reach reach;
  auto &all = state().guards;
  if (all.size() == 256) all.erase(all.begin());
  all.push_back(guard);
}
void guardChanged(char *at, size_t bytes, Work work, bool managed) {
  char *page = at - (uint64_t)at % PAGE;
  guard({at, bytes, page, pages(at + bytes - page), PROT_NONE, work, managed ? "uses managed memory that a kernel has changed, and did not wait for it: call cudaDeviceSynchronize() first" : "uses pinned memory that a kernel has changed, and did not wait for it: call cudaDeviceSynchronize() first"});
}
// Pages that hold other data, too, stay in reach.
void guardPinned(const void *p, size_t n, Work work, bool written) {
  auto found = both(p);
  if (!found || found->second.managed) return;
  char *at = (char *)p, *end = at + n, *page = found->first + pages(at - found->first);
  char *last = end == found->first + found->second.bytes ? found->first + pages(found->second.bytes) : end - (end - found->first) % PAGE;
  if (page < last) guard({at, n, page, (size_t)(last - page), written ? PROT_NONE : PROT_READ, work, written ? "uses pinned memory that cudaMemcpyAsync writes, and did not wait for it: call cudaStreamSynchronize() first" : "writes pinned memory that cudaMemcpyAsync reads, and did not wait for it: call cudaStreamSynchronize() first"});
}
// Something of the order of work: the host may then have waited for some of it.
bool order(Order what, const void *stream, const void *event = 0, uint64_t more = 0) {
  Alone alone;
  uint64_t head[4] = {what, (uint64_t)stream, (uint64_t)event, more};
  auto answer = ask(ORDER, head, sizeof head);
  auto words = (const uint64_t *)answer.bytes.data();
  size_t n = answer.bytes.size() / 8;
  lift([&](const Guard &g) {
    for (size_t i = 1; i + 1 < n; i += 2) {
      if (words[i] == g.work.stream && words[i + 1] >= g.work.number) return true;
    }
    return false;
  });
  return n > 0 && words[0];
}
enum Does { COPIES, FREES, LAUNCHES };
// Work that a stream was given: what it does, by its name, to so many bytes. The one that was launched last tells the device itself.
Work work(const char *name, cudaStream_t stream, Does does, const void *to = 0, const void *from = 0, uint64_t n = 0) {
  uint64_t head[5] = {(uint64_t)stream, does, (uint64_t)to, (uint64_t)from, n};
  auto rest = std::string((char *)head, sizeof head) + packed(place()) + name;
  auto answer = ask(WORK, rest.data(), rest.size());
  Work given = {};
  if (answer.bytes.size() >= sizeof given) memcpy(&given, answer.bytes.data(), sizeof given);
  return given;
}

bool lending = false;  // while the device waits for a piece, and answers nothing else
// Host code that uses a device pointer gets here: the device's addresses are reserved in this process.
void onFault(int, siginfo_t *info, void *) {
  std::vector<void *> place(16);
  place.resize(backtrace(place.data(), (int)place.size()));
  if (place.size() > 2) place[2] = (char *)place[2] + 1;  // behind this function and the system's; no call to come back from
  auto at = (uint64_t)info->si_addr;
  Alone alone;
  if (lending) {
    printf("tapeline: a kernel needs registered memory at 0x%llx, which the program no longer has: call cudaHostUnregister() before it is given up\n", (unsigned long long)at);
    fflush(stdout);
    _exit(139);
  }
  // another thread may have waited meanwhile, and where no guard is left, no page is out of reach
  bool own = both((char *)at) && mprotect((char *)(at / PAGE * PAGE), PAGE, PROT_READ | PROT_WRITE) == 0;
  const char *wrong = 0;  // of what keeps it from writing and what from reading, the latter
  for (auto &g : state().guards) {
    own |= at - (uint64_t)g.page < g.pages;
    if (at - (uint64_t)g.at < g.bytes && (!wrong || g.protection == PROT_NONE)) wrong = g.wrong;
  }
  if (own) {  // where nothing is wrong, other bytes of the page are
    if (wrong) mistake(place, std::string("host code ") + wrong);
    lift([&](const Guard &g) { return at - (uint64_t)g.page < g.pages; });
    return;
  }
  char text[200];
  bool device = at - limits.base < limits.addresses;
  snprintf(text, sizeof text, device ? "host code uses the device address 0x%llx: copy the data with cudaMemcpy first, or allocate it with cudaMallocManaged" : "host code uses the address 0x%llx, where it has no memory (segmentation fault)", (unsigned long long)at);
  fflush(stdout);
  mistake(place, text);
  _exit(139);
}
void open() {
  Alone alone;
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
  if (mmap(wanted, limits.addresses, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != wanted)
    quit(limits.card ? "the addresses of the card's memory are taken in this program: start it again" : "the device's addresses are taken");
  struct sigaction action = {};
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, 0);
  sigaction(SIGBUS, &action, 0);
}
// The device asks back for a piece that a kernel accesses: the host sends the pages that have changed since it had them.
void lend(char *piece) {
  Reach reach;
  auto &memory = state().shared.at(piece);
  memory.given.resize(memory.bytes);
  std::string changed;
  lending = true;
  for (size_t at = 0; at < memory.bytes; at += PAGE) {
    uint64_t part[2] = {(uint64_t)piece + at, std::min(PAGE, memory.bytes - at)};
    char *given = memory.given.data() + at;
    if (memcmp(given, memory.here + at, part[1]) == 0) continue;
    memcpy(given, memory.here + at, part[1]);
    changed.append((char *)part, sizeof part).append(given, part[1]);
  }
  lending = false;
  uint64_t bytes = changed.size();
  put(&bytes, sizeof bytes);
  put(changed.data(), bytes);
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
  for (take(back, sizeof back); back[0] == WANTED; take(back, sizeof back)) {
    char *piece;
    take(&piece, sizeof piece);
    lend(piece);
  }
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
cudaError_t wait(Order what, const void *stream = 0, const void *event = 0) {
  order(what, stream, event);
  return broken ? asked() : cudaSuccess;
}
// Whether it is the device's alone.
bool isDevice(const void *p) {
  Alone alone;
  open();
  if ((uint64_t)p - limits.base < limits.addresses) return !both(p);
  return limits.card && piece(state().symbols, p);
}
bool isManaged(const void *p) {
  Alone alone;
  auto found = both(p);
  return found && found->second.managed;
}
std::string named(const Function &f) { return f.file + '\n' + f.name; }
// Gets what the device has changed of shared memory, piece by piece, and that alone: another thread of the host may have written beside it meanwhile. Changes of a
// kernel are guarded.
cudaError_t fetch(const Work *kernel) {
  if (state().shared.empty()) return cudaSuccess;
  Reach reach;
  while (true) {
    auto answer = ask(TAKE, 0, 0);
    if (answer.error != cudaSuccess || answer.bytes.empty()) return answer.error;
    char *piece;
    memcpy(&piece, answer.bytes.data(), sizeof piece);
    auto &memory = state().shared.at(piece);
    const char *bytes = answer.bytes.data() + sizeof piece;
    auto &given = memory.given;
    given.resize(memory.bytes);
    size_t from = 0, to = memory.bytes;
    if (memcmp(given.data(), bytes, to) == 0) continue;
    while (bytes[from] == given[from]) from++;
    while (bytes[to - 1] == given[to - 1]) to--;
    for (size_t j = from; j < to; j++)
      if (bytes[j] != given[j]) memory.here[j] = given[j] = bytes[j];
    if (kernel && memory.here == piece) guardChanged(memory.here + from, to - from, *kernel, memory.managed);
  }
}
// Whether so many bytes lie in the piece that they begin in, if they begin in one that the host has.
bool isInside(const void *p, size_t n) {
  auto found = both(p);
  return !found || n <= found->first + found->second.bytes - (char *)p;
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
// Row by row, or some 16 MB at once where nothing lies between the rows: where they begin, and their bytes.
template <class Copy> cudaError_t rows(size_t width, size_t height, size_t pitchTo, size_t pitchFrom, Copy copy) {
  if (width > pitchTo || width > pitchFrom) return wrong(cudaErrorInvalidPitchValue, "cudaMemcpy2D: a row of " + std::to_string(width) + " bytes is wider than a pitch: got " + std::to_string(pitchTo) + " and " + std::to_string(pitchFrom));
  size_t atOnce = width > 0 && width == pitchTo && width == pitchFrom ? std::max<size_t>((16 << 20) / width, 1) : 1;
  for (size_t row = 0; row < height; row += atOnce) {
    auto e = copy(row * pitchTo, row * pitchFrom, std::min(atOnce, height - row) * width);
    if (e != cudaSuccess) return e;
  }
  return cudaSuccess;
}
cudaError_t counted(const char *call, size_t n) {
  open();
  if (n <= limits.bytes) return cudaSuccess;
  return wrong(cudaErrorInvalidValue, std::string(call) + ": the device has " + std::to_string(limits.bytes) + " bytes: got " + std::to_string(n));
}
// Whether an argument is the host's address of registered memory, by which this device does not reach it.
bool hasRegistered(const std::vector<char> &arguments) {
  void *p;
  for (size_t i = 0; i + sizeof p <= arguments.size(); i += sizeof p) {
    memcpy(&p, arguments.data() + i, sizeof p);
    if (piece(state().registered, p)) return true;
  }
  return false;
}
#include "tapeline_pools.inc"
#include "tapeline_capture.inc"
cudaError_t launch(const void *stub, const Call &call, bool cooperative, bool answered) {
  Alone alone;
  if (broken) return failed(asked());
  auto f = kernel(stub);
  if (!f) return failed(cudaErrorInvalidDeviceFunction);
  auto again = [=](cudaStream_t s) { return launch(stub, {call.grid, call.block, call.bytes, s, call.arguments}, cooperative, true); };
  if (captured(call.stream, cudaGraphNodeTypeKernel, again)) return cudaSuccess;
  fflush(stdout);
  auto name = named(*f);
  uint64_t head[10] = {call.grid.x, call.grid.y, call.grid.z, call.block.x, call.block.y, call.block.z, call.bytes, cooperative, name.size(), (uint64_t)state().allowed[stub]};
  std::string rest((char *)head, sizeof head);
  rest += name;
  auto answer = ask(LAUNCH, rest.data(), rest.size(), call.arguments.data(), call.arguments.size());
  auto e = failed(answer.error);
  if (e == cudaSuccess) {
    auto given = work("", call.stream, LAUNCHES);
    e = fetch(&given);
  } else if (!broken) {
    fetch(0);  // the next kernel gets the host's newest values
  }
  if (e != cudaSuccess && !answered) state().unasked = place();
  if (e == cudaErrorIllegalAddress && hasRegistered(call.arguments)) mistake(place(), "a kernel gets the host's address of registered memory: this device, whose cudaDevAttrCanUseHostPointerForRegisteredMem is 0, reaches it by the one of cudaHostGetDevicePointer()");
  return failed(e);
}
// The work of its stream is done, so what the stream is to call is called at once. What the function does, and whom it wakes, comes behind that work.
template <class Function> cudaError_t callNow(cudaStream_t stream, Function function) {
  if (broken) return failed(asked());
  order(HOST_WAITS, stream);
  {
    Alone alone;
    if (Reach::depth()++ == 0) Reach::open();
  }
  function();  // it may wait for a thread that uses the device
  Alone alone;
  if (--Reach::depth() == 0) Reach::close();
  return cudaSuccess;
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

static cudaError_t notLaunched() { return wrong(cudaErrorInvalidConfiguration, "a kernel is called as a function, without <<<grid, block>>>"); }
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes, cudaStream_t stream) {
  own().calls.push_back({grid, block, bytes, stream, {}});
  own().arrows = calls();
  return 0;
}
unsigned __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *bytes, void *stream) {
  if (own().calls.empty()) return notLaunched();
  *grid = own().calls.back().grid;
  *block = own().calls.back().block;
  *bytes = own().calls.back().bytes;
  *(cudaStream_t *)stream = own().calls.back().stream;
  own().calls.pop_back();
  return 0;
}
#ifndef TAPELINE_NVCC
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t bytes, cudaStream_t stream) {
  __cudaPushCallConfiguration(grid, block, bytes, stream);
  return cudaSuccess;
}
cudaError_t cudaSetupArgument(const void *value, size_t n, size_t at) {
  if (own().calls.empty()) return notLaunched();
  auto &all = own().calls.back().arguments;
  if (all.size() < at + n) all.resize(at + n);
  memcpy(all.data() + at, value, n);
  return cudaSuccess;
}
cudaError_t cudaLaunch(const void *stub) {
  if (own().calls.empty()) return notLaunched();
  auto call = own().calls.back();
  own().calls.pop_back();
  auto e = launch(stub, call, false, false);
  own().arrows.clear();
  return e;
}
#endif
// Pointers to the arguments: how many and how long they are, the device knows.
static cudaError_t callOf(const void *stub, dim3 grid, dim3 block, void **args, size_t bytes, cudaStream_t stream, Call *call) {
  auto f = kernel(stub);
  if (!f) return failed(cudaErrorInvalidDeviceFunction);
  auto name = named(*f);
  auto answer = ask(KERNEL, name.data(), name.size());
  if (answer.error != cudaSuccess) return failed(answer.error);
  auto words = (int32_t *)answer.bytes.data() + 4;  // behind its resources: pairs of place and size
  int n = ((int)answer.bytes.size() / 4 - 4) / 2;
  *call = {grid, block, bytes, stream, {}};
  for (int i = 0; i < n; i++) {
    call->arguments.resize(words[2 * i] + words[2 * i + 1]);
    memcpy(call->arguments.data() + words[2 * i], args[i], words[2 * i + 1]);
  }
  return cudaSuccess;
}
static cudaError_t launchBy(const void *stub, dim3 grid, dim3 block, void **args, size_t bytes, cudaStream_t stream, bool cooperative, bool answered) {
  Call call;
  auto e = callOf(stub, grid, block, args, bytes, stream, &call);
  return e == cudaSuccess ? launch(stub, call, cooperative, answered) : e;
}
cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **args, size_t bytes, cudaStream_t stream) {
  auto e = launchBy(stub, grid, block, args, bytes, stream, false, own().arrows.empty());  // <<<…>>> gives its error to no one
  own().arrows.clear();
  return e;
}
cudaError_t tapeline_cooperative(const void *stub, dim3 grid, dim3 block, void **args, size_t bytes, cudaStream_t stream) { return launchBy(stub, grid, block, args, bytes, stream, true, true); }
#if !defined(TAPELINE_NVCC) || CUDART_VERSION >= 11080
// The other attributes are hints, or allow what is not done.
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *stub, void **args) {
  bool cooperative = false;
  for (auto a = c->attrs; a < c->attrs + c->numAttrs; a++) {
    auto &cluster = a->val.clusterDim;
    if (a->id == cudaLaunchAttributeClusterDimension && cluster.x * cluster.y * cluster.z > 1) return wrong(cudaErrorNotSupported, "cudaLaunchKernelEx: a cluster of blocks is outside of what is emulated");
    if (a->id == cudaLaunchAttributeCooperative) cooperative = a->val.cooperative;
  }
  return launchBy(stub, c->gridDim, c->blockDim, args, c->dynamicSmemBytes, c->stream, cooperative, true);
}
#endif

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
// The most dynamic shared memory with which so many blocks are resident.
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *stub, int blocks, int threads) {
  open();
  size_t fits = 0, too = limits.sharedOptIn + 1;
  while (fits + 1 < too) {
    size_t middle = (fits + too) / 2;
    int resident = 0;
    auto e = tapeline_occupancy(&resident, stub, threads, middle);
    if (e != cudaSuccess) return e;
    (resident >= blocks ? fits : too) = middle;
  }
  return *bytes = fits, cudaSuccess;
}
cudaError_t tapeline_symbol(void **p, size_t *n, const void *variable) {
  if (broken) return failed(asked());
  auto found = state().variables.find(variable);
  if (found == state().variables.end()) return failed(cudaErrorInvalidSymbol);
  auto name = named(found->second);
  auto answer = ask(SYMBOL, name.data(), name.size());
  if (answer.error != cudaSuccess) return failed(answer.error);
  auto words = (const uint64_t *)answer.bytes.data();
  if (limits.card) {
    Alone alone;
    state().symbols[(char *)words[0]] = {words[1]};
  }
  if (p) *p = (void *)words[0];
  if (n) *n = words[1];
  return cudaSuccess;
}

enum Owner { PROGRAM, PROGRAM_AND_HOST, OWN, PINNED };  // OWN is what a texture or a graph has
static cudaError_t allocate(void **p, size_t bytes, Owner owner) {
  if (broken) return failed(asked());
  if (!p) return failed(cudaErrorInvalidValue);
  if (bytes == 0) return *p = 0, owner == PROGRAM_AND_HOST ? failed(cudaErrorInvalidValue) : cudaSuccess;
  Alone alone;
  uint64_t head[2] = {bytes, owner};
  auto all = std::string((char *)head, sizeof head) + packed(calls());
  auto answer = ask(ALLOCATE, all.data(), all.size());
  if (answer.error != cudaSuccess) return failed(answer.error);
  memcpy(p, answer.bytes.data(), 8);
  if (owner == PROGRAM_AND_HOST || owner == PINNED) {
    if (mprotect(*p, pages(bytes), PROT_READ | PROT_WRITE) != 0) {
      ask(FREE, p, 8);
      *p = 0;
      return wrong(cudaErrorMemoryAllocation, "the system gives this program no more memory: " + std::to_string(bytes) + " bytes were asked for");
    }
    state().shared[(char *)*p] = {bytes, owner == PROGRAM_AND_HOST, (char *)*p};
  }
  return cudaSuccess;
}
static cudaError_t release(void *p) {
  order(HOST_WAITS_FOR_ALL, 0);
  auto found = state().shared.find((char *)p);
  if (found != state().shared.end()) {
    mmap(p, found->second.bytes, PROT_NONE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    state().shared.erase(found);
  }
  giveBack(p);
  auto e = ask(FREE, &p, 8).error;
  return failed(broken ? asked() : e);
}
cudaError_t cudaMalloc(void **p, size_t bytes) { return allocate(p, bytes, PROGRAM); }
cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned) { return allocate(p, bytes, PROGRAM_AND_HOST); }
cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height) {
  size_t bytes;
  *pitch = (width + 511) / 512 * 512;
  if (width > SIZE_MAX - 511 || __builtin_mul_overflow(*pitch, height, &bytes)) bytes = SIZE_MAX;  // more than there is
  return allocate(p, bytes, PROGRAM);
}
cudaError_t cudaMallocFromPoolAsync(void **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  if (!pool) return failed(cudaErrorInvalidValue);
  bool isNode = captured(stream, cudaGraphNodeTypeEmpty, [](cudaStream_t) { return cudaSuccess; });
  auto e = allocate(p, bytes, isNode ? OWN : PROGRAM);
  if (e != cudaSuccess || isNode) return e;  // what a graph has is taken from no pool
  work("cudaMallocAsync", stream, COPIES, *p, 0, bytes);
  takeFrom(pool, *p, bytes);
  return e;
}
cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t stream) { return cudaMallocFromPoolAsync(p, bytes, pools().current, stream); }
cudaError_t cudaFree(void *p) {
  if (!p) return broken ? failed(asked()) : cudaSuccess;
  Alone alone;
  auto found = piece(state().shared, p);
  if (found && !found->second.managed) return wrong(cudaErrorInvalidValue, both(p) ? "cudaFree: this is pinned memory, which cudaFreeHost() frees" : "cudaFree: this is the device's address of registered memory, which cudaHostUnregister() takes back");
  return release(p);
}
cudaError_t tapeline_free_async(void *p, cudaStream_t stream) {
  if (captured(stream, cudaGraphNodeTypeEmpty, [](cudaStream_t) { return cudaSuccess; })) return cudaSuccess;
  Alone alone;
  if (!p || broken || piece(state().shared, p)) return cudaFree(p);
  work("cudaFreeAsync", stream, FREES, p);
  giveBack(p);
  return failed(ask(FREE, &p, 8).error);
}
static cudaError_t tooLong(const char *call, const void *p, size_t n) {
  auto &memory = *piece(state().shared, p);
  return wrong(cudaErrorInvalidValue, std::string(call) + ": " + std::to_string(n) + " bytes from byte " + std::to_string((char *)p - memory.first) + " on of " + (memory.second.managed ? "managed" : "pinned") + " memory, which has " + std::to_string(memory.second.bytes));
}
static cudaError_t noKind(cudaMemcpyKind kind) { return ::wrong(cudaErrorInvalidMemcpyDirection, "cudaMemcpy: " + std::to_string((int)kind) + " is no cudaMemcpyKind, which is 0 to 4"); }
static bool isKind(cudaMemcpyKind kind) { return (unsigned)kind <= cudaMemcpyDefault; }
// Copies, and says whether that is work of the device.
static cudaError_t copy(void *to, const void *from, size_t n, cudaMemcpyKind kind, bool *ofDevice) {
  if (broken) return failed(asked());
  if (!isKind(kind)) return noKind(kind);
  bool toHost = !isDevice(to), fromHost = !isDevice(from), toDevice = !toHost || isManaged(to), fromDevice = !fromHost || isManaged(from);
  *ofDevice = toDevice || fromDevice;
  bool right = kind == cudaMemcpyHostToDevice ? fromHost && toDevice : kind == cudaMemcpyDeviceToHost ? fromDevice && toHost : kind == cudaMemcpyDeviceToDevice ? fromDevice && toDevice : kind != cudaMemcpyHostToHost || (fromHost && toHost);
  if (!right) {
    const char *words[] = {"the host's", "the device's"};
    char text[200];
    snprintf(text, sizeof text, "cudaMemcpy: to %p, %s, and from %p, %s, is not its direction", to, words[toDevice], from, words[fromDevice]);
    return ::wrong(cudaErrorInvalidValue, text);
  }
  auto e = *ofDevice ? counted("cudaMemcpy", n) : cudaSuccess;
  if (e != cudaSuccess) return e;
  for (auto p : {(const void *)to, from}) {
    if (!isInside(p, n)) return tooLong("cudaMemcpy", p, n);
  }
  Reach reach;
  if (toHost && fromHost) {
    memmove(to, from, n);
    return cudaSuccess;
  }
  uint64_t head[3] = {(uint64_t)from, n, (uint64_t)to};
  auto answer = fromHost ? ask(WRITE, &to, 8, from, n) : toHost ? ask(READ, head, 16) : ask(COPY, head, 24);
  e = answer.error;
  if (e == cudaSuccess && toHost) memcpy(to, answer.bytes.data(), n);
  for (auto p : {(const void *)to, from}) {
    if (!piece(state().shared, p) || both(p)) continue;
    auto fetched = fetch(0);  // registered memory
    if (e == cudaSuccess) e = fetched;
  }
  return failed(e);
}
// When the call has returned, a copy still uses pinned memory, and none else of the host.
static Work copying(const char *name, void *to, const void *from, size_t n, cudaStream_t stream) {
  auto used = [](const void *p) { return isDevice(p) || both(p) ? p : 0; };
  return work(name, stream, COPIES, used(to), used(from), n);
}
static bool isOne(int to, int from) { return to == 0 && from == 0; }
cudaError_t cudaMemcpyPeer(void *to, int there, const void *from, int here, size_t n) { return isOne(there, here) ? cudaMemcpy(to, from, n, cudaMemcpyDeviceToDevice) : failed(cudaErrorInvalidDevice); }
cudaError_t cudaMemcpyPeerAsync(void *to, int there, const void *from, int here, size_t n, cudaStream_t stream) { return isOne(there, here) ? tapeline_copy_async(to, from, n, cudaMemcpyDeviceToDevice, stream) : failed(cudaErrorInvalidDevice); }
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *a, const void *p) {
  if (!a) return failed(cudaErrorInvalidValue);
  Alone alone;
  *a = {};
  auto registered = piece(state().registered, p), shared = piece(state().shared, p);
  a->type = isManaged(p) ? cudaMemoryTypeManaged : shared || registered ? cudaMemoryTypeHost : isDevice(p) ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered;
  if (isDevice(p) || shared) a->devicePointer = (void *)p;
  if (registered && registered->second.there) a->devicePointer = registered->second.there + ((char *)p - registered->first);
  if (!isDevice(p)) a->hostPointer = (void *)p;
  else if (shared) a->hostPointer = shared->second.here + ((char *)p - shared->first);
  return cudaSuccess;
}
// The host waits for what goes from or to its own memory; between addresses of the device it does not.
cudaError_t cudaMemcpy(void *to, const void *from, size_t n, cudaMemcpyKind kind) {
  Alone alone;
  bool ofDevice;
  auto e = copy(to, from, n, kind, &ofDevice);
  if (e != cudaSuccess || !ofDevice) return e;
  copying("cudaMemcpy", to, from, n, 0);
  if (!isDevice(to) || !isDevice(from)) order(HOST_WAITS, 0);
  return e;
}
// A copy to ordinary memory has ended when the call returns; one from there has read all of it.
cudaError_t tapeline_copy_async(void *to, const void *from, size_t n, cudaMemcpyKind kind, cudaStream_t stream) {
  Alone alone;
  if (isKind(kind) && captured(stream, cudaGraphNodeTypeMemcpy, [=](cudaStream_t s) { return tapeline_copy_async(to, from, n, kind, s); })) return cudaSuccess;
  bool ofDevice;
  auto e = copy(to, from, n, kind, &ofDevice);
  if (e != cudaSuccess || !ofDevice) return e;
  auto given = copying("cudaMemcpyAsync", to, from, n, stream);
  if (!isDevice(to) && !both(to)) return order(HOST_WAITS, stream), e;
  guardPinned(to, n, given, true);
  guardPinned(from, n, given, false);
  return e;
}
cudaError_t cudaMemcpy2D(void *to, size_t pitchTo, const void *from, size_t pitchFrom, size_t width, size_t height, cudaMemcpyKind kind) {
  return rows(width, height, pitchTo, pitchFrom, [&](size_t t, size_t f, size_t n) { return cudaMemcpy((char *)to + t, (const char *)from + f, n, kind); });
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t pitchTo, const void *from, size_t pitchFrom, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return rows(width, height, pitchTo, pitchFrom, [&](size_t t, size_t f, size_t n) { return tapeline_copy_async((char *)to + t, (const char *)from + f, n, kind, stream); });
}
cudaError_t tapeline_pinned(void **p, size_t bytes) { return allocate(p, bytes, PINNED); }
cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned) {
  Alone alone;
  open();
  if (!p || bytes == 0) return failed(cudaErrorInvalidValue);
  if (both(p)) return wrong(cudaErrorHostMemoryAlreadyRegistered, "cudaHostRegister: this is pinned or managed memory, which the device has without it");
  auto &all = state().registered;
  auto behind = all.lower_bound((char *)p);
  auto first = piece(all, p) ? piece(all, p)->first : behind != all.end() && behind->first < (char *)p + bytes ? behind->first : 0;
  if (first) return wrong(cudaErrorHostMemoryAlreadyRegistered, "cudaHostRegister: " + std::to_string(all.at(first).bytes) + " bytes here are registered already: call cudaHostUnregister() first");
  touch(p, bytes);
  state().registered[(char *)p] = {bytes};
  return cudaSuccess;
}
cudaError_t cudaHostUnregister(void *p) {
  Alone alone;
  auto found = state().registered.find((char *)p);
  if (found == state().registered.end()) return wrong(cudaErrorInvalidValue, "cudaHostUnregister: no memory that cudaHostRegister() was given begins here");
  void *there = found->second.there;
  state().registered.erase(found);
  return there ? release(there) : cudaSuccess;
}
// The device has registered memory at another address, from the first time on that it is asked for.
cudaError_t cudaHostGetDevicePointer(void **to, void *p, unsigned) {
  Alone alone;
  if (piece(state().shared, p)) return *to = p, cudaSuccess;
  auto found = piece(state().registered, p);
  if (!found) return wrong(cudaErrorInvalidValue, "cudaHostGetDevicePointer: this memory is neither pinned nor registered: allocate it by cudaMallocHost(), or give it to cudaHostRegister() first");
  auto &memory = found->second;
  if (!memory.there) {
    void *there;
    auto e = allocate(&there, memory.bytes, PINNED);
    if (e != cudaSuccess) return e;
    mprotect(there, pages(memory.bytes), PROT_NONE);
    memory.there = (char *)there;
    state().shared[memory.there] = {memory.bytes, false, found->first};
  }
  return *to = memory.there + ((char *)p - found->first), cudaSuccess;
}
cudaError_t cudaFreeHost(void *p) {
  if (!p) return cudaSuccess;
  Alone alone;
  auto found = both(p);
  if (found && found->second.managed) return wrong(cudaErrorInvalidValue, "cudaFreeHost: this is managed memory, which cudaFree() frees");
  if (!found || found->first != p) return wrong(cudaErrorInvalidValue, "cudaFreeHost: no pinned memory begins here: it frees what cudaMallocHost() or cudaHostAlloc() gave");
  return release(p);
}
static cudaError_t set(const char *call, void *p, int value, size_t n, cudaStream_t stream) {
  Alone alone;
  if (broken) return failed(asked());
  if (captured(stream, cudaGraphNodeTypeMemset, [=](cudaStream_t s) { return set(call, p, value, n, s); })) return cudaSuccess;
  if (auto e = counted(call, n); e != cudaSuccess) return e;
  if (!isInside(p, n)) return tooLong(call, p, n);
  Reach reach;
  auto e = cudaSuccess;
  if (both(p)) {
    memset(p, value, n);
  } else {
    uint64_t head[3] = {(uint64_t)p, n, (uint64_t)(value & 255)};
    e = ask(FILL, head, sizeof head).error;
    if (piece(state().shared, p)) {
      auto fetched = fetch(0);
      if (e == cudaSuccess) e = fetched;
    }
  }
  if (e == cudaSuccess) work(call, stream, COPIES, p, 0, n);
  return failed(e);
}
cudaError_t cudaMemset(void *p, int value, size_t n) { return set("cudaMemset", p, value, n, 0); }
cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height) {
  return rows(width, height, pitch, pitch, [&](size_t at, size_t, size_t n) { return cudaMemset((char *)p + at, value, n); });
}
cudaError_t tapeline_set_async(void *p, int value, size_t n, cudaStream_t stream) { return set("cudaMemsetAsync", p, value, n, stream); }
cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  return rows(width, height, pitch, pitch, [&](size_t at, size_t, size_t n) { return tapeline_set_async((char *)p + at, value, n, stream); });
}

cudaError_t cudaGetLastError() {
  auto e = asked();
  last = cudaSuccess;
  return e;
}
cudaError_t cudaPeekAtLastError() { return asked(); }
cudaError_t cudaDeviceSynchronize() { return wait(HOST_WAITS_FOR_ALL); }
// Limits are kept, and limit nothing.
static size_t &limitOf(cudaLimit limit) {
  static std::map<cudaLimit, size_t> all = {{cudaLimitStackSize, 1 << 10}, {cudaLimitPrintfFifoSize, 1 << 20}, {cudaLimitMallocHeapSize, 8 << 20}};
  return all[limit];
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) { return limitOf(limit) = value, cudaSuccess; }
cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit) { return *value = limitOf(limit), cudaSuccess; }
cudaError_t cudaDeviceGetPCIBusId(char *id, int n, int i) {
  if (i != 0) return failed(cudaErrorInvalidDevice);
  return snprintf(id, n, "0000:00:00.0"), cudaSuccess;
}
cudaError_t cudaDeviceReset() { return order(HOST_WAITS_FOR_ALL, 0), cudaSuccess; }
cudaError_t cudaGetDeviceCount(int *n) { return *n = 1, cudaSuccess; }
cudaError_t cudaSetDevice(int i) { return i == 0 ? cudaSuccess : failed(cudaErrorInvalidDevice); }
cudaError_t cudaChooseDevice(int *i, const cudaDeviceProp *) { return *i = 0, cudaSuccess; }
cudaError_t cudaDeviceGetByPCIBusId(int *i, const char *) { return *i = 0, cudaSuccess; }
cudaError_t cudaGetDevice(int *i) { return *i = 0, cudaSuccess; }
cudaError_t cudaDriverGetVersion(int *v) { return *v = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int *v) { return *v = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaMemGetInfo(size_t *unused, size_t *all) {
  auto answer = ask(MEMORY, 0, 0);
  memcpy(unused, answer.bytes.data(), 8);
  *all = limits.bytes;
  return cudaSuccess;
}
// Of the device; the least number where CUDA has none of that name.
static int attribute(int which) {
  auto &l = limits;
  switch (which) {
#define X(NAME, NUMBER, VALUE) case NUMBER: return VALUE;
#include "tapeline_attributes.inc"
#undef X
    default: return INT32_MIN;
  }
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int i) {
  if (i != 0) return failed(cudaErrorInvalidDevice);
  open();
  *p = {};
  strncpy(p->name, limits.card ? limits.name : "Tapeline's emulator", sizeof p->name - 1);
  p->totalGlobalMem = limits.bytes;
  memcpy(p->maxThreadsDim, limits.block, sizeof limits.block);
  memcpy(p->maxGridSize, limits.grid, sizeof limits.grid);
  auto is = [](auto &field, cudaDeviceAttr which) { field = attribute(which); };
  is(p->sharedMemPerBlock, cudaDevAttrMaxSharedMemoryPerBlock);
  is(p->sharedMemPerBlockOptin, cudaDevAttrMaxSharedMemoryPerBlockOptin);
  is(p->sharedMemPerMultiprocessor, cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  is(p->reservedSharedMemPerBlock, cudaDevAttrReservedSharedMemoryPerBlock);
  is(p->totalConstMem, cudaDevAttrTotalConstantMemory);
  is(p->memPitch, cudaDevAttrMaxPitch);
  is(p->textureAlignment, cudaDevAttrTextureAlignment);
  is(p->texturePitchAlignment, cudaDevAttrTexturePitchAlignment);
  is(p->surfaceAlignment, cudaDevAttrSurfaceAlignment);
  is(p->regsPerBlock, cudaDevAttrMaxRegistersPerBlock);
  is(p->regsPerMultiprocessor, cudaDevAttrMaxRegistersPerMultiprocessor);
  is(p->warpSize, cudaDevAttrWarpSize);
  is(p->maxThreadsPerBlock, cudaDevAttrMaxThreadsPerBlock);
  is(p->maxBlocksPerMultiProcessor, cudaDevAttrMaxBlocksPerMultiprocessor);
  is(p->maxThreadsPerMultiProcessor, cudaDevAttrMaxThreadsPerMultiProcessor);
  is(p->multiProcessorCount, cudaDevAttrMultiProcessorCount);
  is(p->memoryBusWidth, cudaDevAttrGlobalMemoryBusWidth);
  is(p->l2CacheSize, cudaDevAttrL2CacheSize);
  is(p->major, cudaDevAttrComputeCapabilityMajor);
  is(p->minor, cudaDevAttrComputeCapabilityMinor);
  is(p->asyncEngineCount, cudaDevAttrAsyncEngineCount);
  is(p->maxTexture1D, cudaDevAttrMaxTexture1DWidth);
  is(p->maxTexture2D[0], cudaDevAttrMaxTexture2DWidth);
  is(p->maxTexture2D[1], cudaDevAttrMaxTexture2DHeight);
  for (int i = 0; i < 3; i++) is(p->maxTexture3D[i], cudaDevAttrMaxTexture3DWidth);
  is(p->maxTexture1DLayered[0], cudaDevAttrMaxTexture1DLayeredWidth);
  is(p->maxTexture1DLayered[1], cudaDevAttrMaxTexture1DLayeredLayers);
  for (int i = 0; i < 2; i++) is(p->maxTexture2DLayered[i], cudaDevAttrMaxTexture2DLayeredWidth);
  is(p->maxTexture2DLayered[2], cudaDevAttrMaxTexture2DLayeredLayers);
  p->unifiedAddressing = p->canMapHostMemory = p->managedMemory = p->cooperativeLaunch = p->concurrentKernels = p->memoryPoolsSupported = 1;
  p->streamPrioritiesSupported = p->globalL1CacheSupported = p->localL1CacheSupported = p->hostRegisterSupported = 1;
  p->concurrentManagedAccess = p->computePreemptionSupported = 1;
#ifndef TAPELINE_NVCC  // its newer versions have these as attributes alone
  is(p->clockRate, cudaDevAttrClockRate);  // kHz, of the chosen card
  is(p->memoryClockRate, cudaDevAttrMemoryClockRate);
  is(p->singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio);
  p->deviceOverlap = 1;
#endif
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr which, int i) {
  if (i != 0) return failed(cudaErrorInvalidDevice);
  open();
  int of = attribute(which);
  if (of == INT32_MIN) return wrong(cudaErrorInvalidValue, "cudaDeviceGetAttribute: CUDA has no attribute " + std::to_string((int)which));
  return *value = of, cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned flags) {
  if (broken) return failed(asked());
  *s = (cudaStream_t) new char(flags);
  order(CREATE, *s, 0, flags & cudaStreamNonBlocking);
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t s) { return delete (char *)s, cudaSuccess; }
cudaError_t cudaStreamGetFlags(cudaStream_t s, unsigned *flags) { return *flags = s > cudaStreamPerThread ? *(char *)s : 0, cudaSuccess; }
cudaError_t cudaStreamGetPriority(cudaStream_t, int *priority) { return *priority = 0, cudaSuccess; }
cudaError_t cudaLaunchHostFunc(cudaStream_t s, cudaHostFn_t function, void *data) {
  if (captured(s, cudaGraphNodeTypeHost, [=](cudaStream_t other) { return cudaLaunchHostFunc(other, function, data); })) return cudaSuccess;
  return callNow(s, [=] { function(data); });
}
cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t function, void *data, unsigned) { return callNow(s, [=] { function(s, cudaSuccess, data); }); }
// Memory of the host and the device is the same for each stream.
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void *, size_t, unsigned) { return cudaSuccess; }
// There is no other device.
cudaError_t cudaDeviceCanAccessPeer(int *can, int, int) { return *can = 0, cudaSuccess; }
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return failed(cudaErrorInvalidDevice); }
cudaError_t cudaDeviceDisablePeerAccess(int) { return failed(cudaErrorInvalidDevice); }
// All that is asked for is ready.
cudaError_t cudaStreamSynchronize(cudaStream_t s) {
  if (isCaptured(s)) return wrong(cudaErrorStreamCaptureUnsupported, "cudaStreamSynchronize: the stream is being captured, so there is nothing to wait for: call cudaStreamEndCapture() first");
  return wait(HOST_WAITS, s);
}
cudaError_t cudaStreamQuery(cudaStream_t s) { return wait(HOST_WAITS, s); }
cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned) {
  if (!e) return failed(cudaErrorInvalidResourceHandle);
  if (joinsCapture(s, e)) return cudaSuccess;
  order(STREAM_WAITS, s, e);
  return broken;
}
// The time of an event is that of this machine's clock: how long the emulator took.
typedef std::chrono::steady_clock::time_point Moment;
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned) {
  if (broken) return failed(asked());
  *e = (cudaEvent_t) new Moment();
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t e) { return delete (Moment *)e, cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s) {
  if (!e) return failed(cudaErrorInvalidResourceHandle);
  if (recordsCapture(s, e)) return cudaSuccess;
  *(Moment *)e = std::chrono::steady_clock::now();
  order(RECORD, s, e);
  return broken;
}
cudaError_t cudaEventSynchronize(cudaEvent_t e) { return wait(HOST_WAITS_FOR_EVENT, 0, e); }
cudaError_t cudaEventQuery(cudaEvent_t e) { return wait(HOST_WAITS_FOR_EVENT, 0, e); }
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to) {
  if (!from || !to || *(Moment *)from == Moment() || *(Moment *)to == Moment()) return failed(cudaErrorInvalidResourceHandle);
  for (auto e : {from, to}) {
    if (!order(PASSED, 0, e)) return wrong(cudaErrorNotReady, std::string("cudaEventElapsedTime: the ") + (e == from ? "first" : "second") + " event was not waited for since it was recorded: call cudaEventSynchronize() first");
  }
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
  X(cudaErrorHostMemoryAlreadyRegistered, "part or all of the requested memory range is already mapped")              \
  X(cudaErrorLaunchFailure, "unspecified launch failure")                                                             \
  X(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch")                                       \
  X(cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing")                             \
  X(cudaErrorGraphExecUpdateFailure, "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update")
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

// Two functions that cublas_v2.h calls.
int tapeline_product(const char *call, cudaStream_t stream, const void *product, size_t bytes, double *result) {
  if (broken) return CUBLAS_EXECUTION_FAILED;
  std::string name = call, kept((const char *)product, bytes);
  auto again = [=](cudaStream_t s) {
    double ignored;
    return tapeline_product(name.c_str(), s, kept.data(), kept.size(), &ignored) == 0 ? cudaSuccess : cudaErrorLaunchFailure;
  };
  if (captured(stream, cudaGraphNodeTypeKernel, again)) return 0;
  Reach reach;
  auto asked = std::string((char *)&stream, 8) + packed(place()) + std::string((const char *)product, bytes) + call;
  auto answer = ask(PRODUCT, asked.data(), asked.size());
  if (answer.error != cudaSuccess) {
    fetch(0);
    return CUBLAS_INVALID_VALUE;
  }
  Work given;
  memcpy(&given, answer.bytes.data(), sizeof given);
  memcpy(result, answer.bytes.data() + sizeof given, sizeof *result);
  return failed(fetch(&given)) == cudaSuccess ? 0 : CUBLAS_EXECUTION_FAILED;
}
void tapeline_blames(const char *text) { mistake(calls(), text); }
}
#include "tapeline_arrays.inc"
#include "tapeline_graph.inc"
#ifdef TAPELINE_NVCC
#include "tapeline_nvcc.inc"
#endif
