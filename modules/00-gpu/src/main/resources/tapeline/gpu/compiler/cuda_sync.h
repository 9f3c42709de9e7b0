// <cuda/atomic>, <cuda/barrier>, and what kernels take of <cuda/std/…>: atomics and barriers of 32 and 64 bits, by CUDA's own
// atomics with fences around them, so that each order is at least the one that is asked for.
#pragma once
#ifdef TAPELINE_PROGRAM
#include <new>
#endif
#define TL_SYNC __device__ __forceinline__
#define TL_HOST __host__ __forceinline__
#define TL_BOTH __host__ __device__ __forceinline__

namespace cuda {
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
template <thread_scope S> TL_SYNC void tl_fence() {
  if (S == thread_scope_block) __threadfence_block();
  else if (S != thread_scope_thread) __threadfence();
}
TL_SYNC void atomic_thread_fence(memory_order, thread_scope scope = thread_scope_system) {
  if (scope == thread_scope_block) __threadfence_block();
  else if (scope != thread_scope_thread) __threadfence();
}
TL_HOST void atomic_thread_fence(memory_order, thread_scope = thread_scope_system) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

// A number of bytes at addresses that are multiples of N.
template <__SIZE_TYPE__ N> struct aligned_size_t {
  static constexpr __SIZE_TYPE__ align = N;
  __SIZE_TYPE__ value;
  __host__ __device__ constexpr explicit aligned_size_t(__SIZE_TYPE__ value) : value(value) {}
  __host__ __device__ constexpr operator __SIZE_TYPE__() const { return value; }
};

// A read and a write with an order, of 4 or 8 bytes.
#define TL_READ(ORDER)                                                                             \
  template <class T> TL_SYNC T tl_read_##ORDER(const T *at) {                                      \
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "an atomic has 4 or 8 bytes here");            \
    unsigned long long words = 0;                                                                  \
    unsigned word = 0;                                                                             \
    T v;                                                                                           \
    if (sizeof(T) == 4) asm volatile("ld." #ORDER ".gpu.u32 %0, [%1];" : "=r"(word) : "l"(at) : "memory"); \
    else asm volatile("ld." #ORDER ".gpu.u64 %0, [%1];" : "=l"(words) : "l"(at) : "memory");       \
    if (sizeof(T) == 4) memcpy(&v, &word, sizeof(T));                                              \
    else memcpy(&v, &words, sizeof(T));                                                            \
    return v;                                                                                      \
  }
#define TL_WRITE(ORDER)                                                                            \
  template <class T> TL_SYNC void tl_write_##ORDER(T *at, T v) {                                   \
    unsigned long long words = 0;                                                                  \
    memcpy(&words, &v, sizeof(T));                                                                 \
    if (sizeof(T) == 4) asm volatile("st." #ORDER ".gpu.u32 [%0], %1;" ::"l"(at), "r"((unsigned)words) : "memory"); \
    else asm volatile("st." #ORDER ".gpu.u64 [%0], %1;" ::"l"(at), "l"(words) : "memory");         \
  }
TL_READ(relaxed) TL_READ(acquire) TL_WRITE(relaxed) TL_WRITE(release)

// An int, an unsigned, or 64 bits without a sign that lie elsewhere; float and double can be added to and exchanged. The host has
// each with all orders at once.
template <class T, thread_scope S = thread_scope_system> struct atomic_ref {
  T *at;
  TL_BOTH explicit atomic_ref(T &x) : at(&x) {}
  TL_HOST T load(memory_order = memory_order_seq_cst) const {
    T v;
    __atomic_load(at, &v, __ATOMIC_SEQ_CST);
    return v;
  }
  TL_HOST void store(T v, memory_order = memory_order_seq_cst) const { __atomic_store(at, &v, __ATOMIC_SEQ_CST); }
  TL_HOST bool compare_exchange_strong(T &expected, T v, memory_order = memory_order_seq_cst, memory_order = memory_order_seq_cst) const {
    return __atomic_compare_exchange(at, &expected, &v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  }
  TL_SYNC T load(memory_order order = memory_order_seq_cst) const {
    return order == memory_order_relaxed ? tl_read_relaxed(at) : tl_read_acquire(at);
  }
  TL_SYNC void store(T v, memory_order order = memory_order_seq_cst) const {
    if (order == memory_order_relaxed) tl_write_relaxed(at, v);
    else tl_write_release(at, v);
  }
#define TL_CHANGE(NAME, CALL, VALUE)                                                               \
  TL_HOST T NAME(T v, memory_order = memory_order_seq_cst) const {                                 \
    T before = load();                                                                             \
    while (!compare_exchange_strong(before, VALUE)) {}                                             \
    return before;                                                                                 \
  }                                                                                                \
  TL_SYNC T NAME(T v, memory_order order = memory_order_seq_cst) const {                           \
    if (order != memory_order_relaxed) tl_fence<S>();                                              \
    T before = CALL;                                                                               \
    if (order != memory_order_relaxed) tl_read_acquire(at);                                            \
    return before;                                                                                 \
  }
  TL_CHANGE(exchange, atomicExch(at, v), v)
  TL_CHANGE(fetch_add, atomicAdd(at, v), before + v)
  TL_CHANGE(fetch_sub, atomicAdd(at, (T)(0 - v)), before - v)
  TL_CHANGE(fetch_and, atomicAnd(at, v), before & v)
  TL_CHANGE(fetch_or, atomicOr(at, v), before | v)
  TL_CHANGE(fetch_xor, atomicXor(at, v), before ^ v)
  TL_CHANGE(fetch_min, atomicMin(at, v), before < v ? before : v)
  TL_CHANGE(fetch_max, atomicMax(at, v), before < v ? v : before)
#undef TL_CHANGE
  TL_SYNC bool compare_exchange_strong(T &expected, T v, memory_order order = memory_order_seq_cst, memory_order = memory_order_seq_cst) const {
    if (order != memory_order_relaxed) tl_fence<S>();
    T before = atomicCAS(at, expected, v);
    if (order != memory_order_relaxed) tl_read_acquire(at);
    bool changed = before == expected;
    expected = before;
    return changed;
  }
  TL_BOTH bool compare_exchange_weak(T &expected, T v, memory_order order = memory_order_seq_cst, memory_order other = memory_order_seq_cst) const { return compare_exchange_strong(expected, v, order, other); }
  TL_BOTH T operator++() const { return fetch_add(1) + 1; }
  TL_BOTH T operator--() const { return fetch_sub(1) - 1; }
  TL_BOTH T operator++(int) const { return fetch_add(1); }
  TL_BOTH T operator--(int) const { return fetch_sub(1); }
  TL_BOTH T operator+=(T v) const { return fetch_add(v) + v; }
  TL_BOTH T operator-=(T v) const { return fetch_sub(v) - v; }
  TL_BOTH T operator=(T v) const { return store(v), v; }
  TL_BOTH operator T() const { return load(); }
  TL_BOTH void wait(T old, memory_order order = memory_order_seq_cst) const {
    while (load(order) == old) {}
  }
  TL_BOTH void notify_one() const {}
  TL_BOTH void notify_all() const {}
};

// The same with its own number.
template <class T, thread_scope S = thread_scope_system> struct atomic {
  T value;
  atomic() = default;
  __host__ __device__ constexpr atomic(T value) : value(value) {}
  atomic(const atomic &) = delete;
  TL_BOTH atomic_ref<T, S> ref() { return atomic_ref<T, S>(value); }
  TL_BOTH T load(memory_order o = memory_order_seq_cst) const { return atomic_ref<T, S>(const_cast<T &>(value)).load(o); }
  TL_BOTH void store(T v, memory_order o = memory_order_seq_cst) { ref().store(v, o); }
#define TL_CHANGE(NAME) TL_BOTH T NAME(T v, memory_order o = memory_order_seq_cst) { return ref().NAME(v, o); }
  TL_CHANGE(exchange) TL_CHANGE(fetch_add) TL_CHANGE(fetch_sub) TL_CHANGE(fetch_and)
  TL_CHANGE(fetch_or) TL_CHANGE(fetch_xor) TL_CHANGE(fetch_min) TL_CHANGE(fetch_max)
#undef TL_CHANGE
  TL_BOTH bool compare_exchange_strong(T &expected, T v, memory_order o = memory_order_seq_cst, memory_order other = memory_order_seq_cst) { return ref().compare_exchange_strong(expected, v, o, other); }
  TL_BOTH bool compare_exchange_weak(T &expected, T v, memory_order o = memory_order_seq_cst, memory_order other = memory_order_seq_cst) { return ref().compare_exchange_strong(expected, v, o, other); }
  TL_BOTH T operator++() { return ++ref(); }
  TL_BOTH T operator--() { return --ref(); }
  TL_BOTH T operator++(int) { return fetch_add(1); }
  TL_BOTH T operator--(int) { return fetch_sub(1); }
  TL_BOTH T operator+=(T v) { return fetch_add(v) + v; }
  TL_BOTH T operator-=(T v) { return fetch_sub(v) - v; }
  TL_BOTH T operator&=(T v) { return fetch_and(v) & v; }
  TL_BOTH T operator|=(T v) { return fetch_or(v) | v; }
  TL_BOTH T operator^=(T v) { return fetch_xor(v) ^ v; }
  TL_BOTH T operator=(T v) { return store(v), v; }
  TL_BOTH operator T() const { return load(); }
  TL_BOTH void wait(T old, memory_order o = memory_order_seq_cst) const {
    while (load(o) == old) {}
  }
  TL_BOTH void notify_one() {}
  TL_BOTH void notify_all() {}
};

// Times of a wait, in nanoseconds.
namespace std {
namespace chrono {
struct nanoseconds {
  long long n;
  __host__ __device__ constexpr explicit nanoseconds(long long n) : n(n) {}
  __host__ __device__ constexpr long long count() const { return n; }
};
struct microseconds : nanoseconds {
  __host__ __device__ constexpr explicit microseconds(long long n) : nanoseconds(1000 * n) {}
};
struct milliseconds : nanoseconds {
  __host__ __device__ constexpr explicit milliseconds(long long n) : nanoseconds(1000000 * n) {}
};
} // namespace chrono
} // namespace std

// Threads arrive, and go on when all that are expected have. The last one begins the next phase.
template <thread_scope S = thread_scope_system> class barrier {
  unsigned expected, dropped, arrived, phase;
  TL_SYNC bool tl_wait(unsigned old, unsigned mask, long long time) const {
    long long begin, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
    now = begin;
    bool ended;
    while (!(ended = ((tl_read_acquire(&phase) ^ old) & mask) != 0) && now - begin < time) {
      asm volatile("nanosleep.u32 20;"); // other threads of the warp may be awaited
      asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    }
    __syncwarp(__activemask());
    return ended;
  }

 public:
  typedef unsigned arrival_token;
  barrier() = default;
  TL_SYNC explicit barrier(long long threads) : expected((unsigned)threads), dropped(0), arrived(0), phase(0) {}
  barrier(const barrier &) = delete;
  friend TL_SYNC void init(barrier *b, long long threads) {
    b->expected = (unsigned)threads;
    b->dropped = b->arrived = b->phase = 0;
    tl_fence<S>();
  }
  TL_SYNC arrival_token arrive(long long n = 1) {
    __syncwarp(__activemask()); // one of them may wait for all
    tl_fence<S>();
    unsigned now = atomicAdd(&phase, 0u); // it stays until this thread has arrived
    unsigned all = atomicAdd(&expected, 0u);
    if (atomicAdd(&arrived, (unsigned)n) + (unsigned)n == all) {
      atomicSub(&expected, atomicExch(&dropped, 0u));
      atomicExch(&arrived, 0u);
      tl_fence<S>();
      atomicAdd(&phase, 1u);
    }
    return now;
  }
  TL_SYNC void wait(arrival_token token) const {
    tl_wait(token, ~0u, ~0ull >> 1);
  }
  TL_SYNC void wait_parity(bool parity) const {
    tl_wait(parity, 1, ~0ull >> 1);
  }
  TL_SYNC bool try_wait_for(arrival_token token, std::chrono::nanoseconds time) const {
    return tl_wait(token, ~0u, time.count());
  }
  TL_SYNC void arrive_and_wait() { wait(arrive()); }
  TL_SYNC void arrive_and_drop() {
    atomicAdd(&dropped, 1u);
    arrive();
  }
};

namespace std {
using cuda::memory_order;
using cuda::memory_order_acq_rel;
using cuda::memory_order_acquire;
using cuda::memory_order_relaxed;
using cuda::memory_order_release;
using cuda::memory_order_seq_cst;
template <class T> using atomic = cuda::atomic<T, thread_scope_system>;
template <class T> using atomic_ref = cuda::atomic_ref<T, thread_scope_system>;
template <class T> TL_BOTH constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> TL_BOTH constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T> TL_BOTH void swap(T &a, T &b) {
  T c = a;
  a = b;
  b = c;
}
template <class T, size_t N> struct array {
  T elements[N];
  TL_BOTH T &operator[](size_t i) { return elements[i]; }
  TL_BOTH const T &operator[](size_t i) const { return elements[i]; }
  TL_BOTH T *begin() { return elements; }
  TL_BOTH T *end() { return elements + N; }
  TL_BOTH static constexpr size_t size() { return N; }
};
template <class A, class B> struct pair {
  A first;
  B second;
};
template <class T> TL_BOTH constexpr T &&move(T &x) { return (T &&)x; }
} // namespace std
} // namespace cuda
