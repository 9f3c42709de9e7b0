// Groups of threads that work together: the block, tiles of a warp, the lanes that are here, the grid.
#pragma once
#ifdef __clang__
#define TL_GROUP __device__ inline __attribute__((always_inline, nodebug))
#else
#define TL_GROUP __device__ __forceinline__
#endif

namespace cooperative_groups {
TL_GROUP static unsigned tl_thread() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
TL_GROUP static unsigned tl_threads() { return blockDim.x * blockDim.y * blockDim.z; }
TL_GROUP static unsigned tl_block() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
TL_GROUP static unsigned tl_blocks() { return gridDim.x * gridDim.y * gridDim.z; }

struct thread_block {
  TL_GROUP void sync() const { __syncthreads(); }
  TL_GROUP unsigned thread_rank() const { return tl_thread(); }
  TL_GROUP unsigned size() const { return tl_threads(); }
  TL_GROUP unsigned num_threads() const { return tl_threads(); }
  TL_GROUP dim3 group_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  TL_GROUP dim3 thread_index() const { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  TL_GROUP dim3 group_dim() const { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  TL_GROUP dim3 dim_threads() const { return group_dim(); }
};
TL_GROUP static thread_block this_thread_block() { return {}; }

// Shuffles a value of any type, word by word where it is no number. Values come by reference: only the lane
// that gives its own may have set it.
template <class T, class Shuffle> TL_GROUP T tl_shuffled(const T &v, Shuffle shuffle) {
  if constexpr (std::is_arithmetic<T>::value) return shuffle(v);
  else {
    unsigned words[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(words, &v, sizeof v);
#pragma unroll
    for (auto &word : words) word = shuffle(word);
    T got = v;  // which needs no constructor of its own for the device
    __builtin_memcpy(&got, words, sizeof got);
    return got;
  }
}

// N neighbours of one warp, N a power of two.
template <unsigned N, class Parent = void> struct thread_block_tile {
  static_assert(N > 0 && N <= 32 && (N & (N - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");
  unsigned rank, tiles; // in its parent
  TL_GROUP thread_block_tile(unsigned rank, unsigned tiles) : rank(rank), tiles(tiles) {}
  template <class Other> TL_GROUP thread_block_tile(const thread_block_tile<N, Other> &same) : rank(same.rank), tiles(same.tiles) {}
  TL_GROUP unsigned first() const { return tl_thread() % 32 / N * N; }
  TL_GROUP unsigned mask() const { return (N == 32 ? ~0u : (1u << N % 32) - 1) << first(); }
  TL_GROUP void sync() const { __syncwarp(mask()); }
  TL_GROUP unsigned thread_rank() const { return tl_thread() % N; }
  TL_GROUP unsigned size() const { return N; }
  TL_GROUP unsigned num_threads() const { return N; }
  TL_GROUP unsigned meta_group_rank() const { return rank; }
  TL_GROUP unsigned meta_group_size() const { return tiles; }
  template <class T> TL_GROUP T shfl(const T &v, int from) const { return tl_shuffled(v, [&](const auto &w) { return __shfl_sync(mask(), w, from, N); }); }
  template <class T> TL_GROUP T shfl_down(const T &v, int by) const { return tl_shuffled(v, [&](const auto &w) { return __shfl_down_sync(mask(), w, by, N); }); }
  template <class T> TL_GROUP T shfl_up(const T &v, int by) const { return tl_shuffled(v, [&](const auto &w) { return __shfl_up_sync(mask(), w, by, N); }); }
  template <class T> TL_GROUP T shfl_xor(const T &v, int by) const { return tl_shuffled(v, [&](const auto &w) { return __shfl_xor_sync(mask(), w, by, N); }); }
  TL_GROUP int any(int p) const { return __any_sync(mask(), p); }
  TL_GROUP int all(int p) const { return __all_sync(mask(), p); }
  TL_GROUP unsigned ballot(int p) const { return (__ballot_sync(mask(), p) & mask()) >> first(); }
};
template <unsigned N, class Group> TL_GROUP thread_block_tile<N, Group> tiled_partition(const Group &g) { return {(unsigned)g.thread_rank() / N, ((unsigned)g.size() + N - 1) / N}; }

// The lanes of a warp that are at one place.
struct coalesced_group {
  unsigned lanes;
  TL_GROUP void sync() const { __syncwarp(lanes); }
  TL_GROUP unsigned size() const { return __popc(lanes); }
  TL_GROUP unsigned num_threads() const { return __popc(lanes); }
  TL_GROUP unsigned thread_rank() const { return __popc(lanes & ((1u << tl_thread() % 32) - 1)); }
  template <class T> TL_GROUP T shfl(const T &v, int from) const {
    unsigned rest = lanes;
    for (int i = 0; i < from; i++) rest &= rest - 1;
    return tl_shuffled(v, [&](const auto &w) { return __shfl_sync(lanes, w, __ffs(rest) - 1); });
  }
  template <class T> TL_GROUP T shfl_up(const T &v, unsigned by) const { return shfl(v, thread_rank() < by ? thread_rank() : thread_rank() - by); }
  template <class T> TL_GROUP T shfl_down(const T &v, unsigned by) const { return shfl(v, thread_rank() + by < size() ? thread_rank() + by : thread_rank()); }
  TL_GROUP int any(int p) const { return __any_sync(lanes, p); }
  TL_GROUP int all(int p) const { return __all_sync(lanes, p); }
};
TL_GROUP static coalesced_group coalesced_threads() { return {__activemask()}; }
// The lanes of a group for which a question has the same answer.
TL_GROUP static coalesced_group binary_partition(const coalesced_group &group, bool answer) {
  unsigned yes = __ballot_sync(group.lanes, answer);
  return {answer ? yes : group.lanes & ~yes};
}
template <unsigned N, class Parent> TL_GROUP coalesced_group binary_partition(const thread_block_tile<N, Parent> &tile, bool answer) { return binary_partition(coalesced_group{tile.mask()}, answer); }
// The lanes of a group that have the same label: a number, which is widened to an int at least.
template <class Label> TL_GROUP coalesced_group labeled_partition(const coalesced_group &group, Label label) { return {__match_any_sync(group.lanes, +label)}; }
template <unsigned N, class Parent, class Label> TL_GROUP coalesced_group labeled_partition(const thread_block_tile<N, Parent> &tile, Label label) { return {__match_any_sync(tile.mask(), +label)}; }

// Any of the groups above, the block as one without lanes.
struct thread_group {
  unsigned lanes;
  TL_GROUP thread_group(const thread_block &) : lanes(0) {}
  TL_GROUP thread_group(const coalesced_group &group) : lanes(group.lanes) {}
  template <unsigned N, class Parent> TL_GROUP thread_group(const thread_block_tile<N, Parent> &tile) : lanes(tile.mask()) {}
  TL_GROUP void sync() const {
    if (lanes == 0) __syncthreads();
    else __syncwarp(lanes);
  }
  TL_GROUP unsigned size() const { return lanes == 0 ? tl_threads() : __popc(lanes); }
  TL_GROUP unsigned num_threads() const { return size(); }
  TL_GROUP unsigned thread_rank() const { return lanes == 0 ? tl_thread() : __popc(lanes & ((1u << tl_thread() % 32) - 1)); }
};
// Parts of n neighbours, n a power of two up to 32.
TL_GROUP static thread_group tiled_partition(const thread_group &group, unsigned n) {
  unsigned first = tl_thread() % 32 / n * n, lanes = (n == 32 ? ~0u : (1u << n) - 1) << first;
  return coalesced_group{group.lanes == 0 ? lanes : group.lanes & lanes};
}

template <class T> struct plus { TL_GROUP T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { TL_GROUP T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { TL_GROUP T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_and { TL_GROUP T operator()(T a, T b) const { return a & b; } };
template <class T> struct bit_or { TL_GROUP T operator()(T a, T b) const { return a | b; } };
template <class T> struct bit_xor { TL_GROUP T operator()(T a, T b) const { return a ^ b; } };
template <unsigned N, class Parent, class T, class Op>
TL_GROUP T reduce(const thread_block_tile<N, Parent> &tile, T v, Op op) {
  for (int d = N / 2; d > 0; d /= 2) v = op(v, tile.shfl_xor(v, d));
  return v;
}
// The first ones of a group up to each: with it, and without, where the first one has nothing.
template <class Group, class T, class Op> TL_GROUP T inclusive_scan(const Group &group, T v, Op op) {
  for (unsigned d = 1; d < group.size(); d *= 2) {
    T before = group.shfl_up(v, d);
    if (group.thread_rank() >= d) v = op(before, v);
  }
  return v;
}
template <class Group, class T> TL_GROUP T inclusive_scan(const Group &group, T v) { return inclusive_scan(group, v, plus<T>()); }
template <class Group, class T, class Op> TL_GROUP T exclusive_scan(const Group &group, T v, Op op) {
  T before = group.shfl_up(inclusive_scan(group, v, op), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T> TL_GROUP T exclusive_scan(const Group &group, T v) { return exclusive_scan(group, v, plus<T>()); }
template <class T, class Op> TL_GROUP T reduce(const coalesced_group &group, T v, Op op) {
  return group.shfl(inclusive_scan(group, v, op), group.size() - 1);
}

// All blocks of a cooperative launch. The last one to come turns over the top bit of the count, for which the
// others wait; what is below it is 0 again.
static __device__ unsigned tl_arrived;
struct grid_group {
  TL_GROUP bool is_valid() const { // a cooperative launch has a workspace
    unsigned at;
    asm("mov.u32 %0, %%envreg2;" : "=r"(at));
    return at != 0;
  }
  TL_GROUP unsigned long long thread_rank() const { return (unsigned long long)tl_block() * tl_threads() + tl_thread(); }
  TL_GROUP unsigned long long size() const { return (unsigned long long)tl_blocks() * tl_threads(); }
  TL_GROUP unsigned block_rank() const { return tl_block(); }
  TL_GROUP unsigned num_blocks() const { return tl_blocks(); }
  TL_GROUP unsigned long long num_threads() const { return size(); }
  TL_GROUP dim3 block_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  TL_GROUP dim3 dim_blocks() const { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  TL_GROUP dim3 group_dim() const { return dim_blocks(); }
  TL_GROUP void sync() const {
    __syncthreads();
    if (tl_thread() == 0) {
      __threadfence();
      unsigned before = atomicAdd(&tl_arrived, tl_block() == 0 ? 0x80000000u - (tl_blocks() - 1) : 1u);
      while (((*(volatile unsigned *)&tl_arrived ^ before) & 0x80000000u) == 0) {
        __nanosleep(20); // another block's turn
      }
      __threadfence();
    }
    __syncthreads();
  }
};
TL_GROUP static grid_group this_grid() { return {}; }
template <class Group> TL_GROUP void sync(const Group &group) { group.sync(); }

// A copy by all threads of a group, each some words of it, done at once; who waits for it waits for the group.
template <class Group, class To, class From> TL_GROUP void memcpy_async(const Group &group, To *to, const From *from, size_t bytes) {
  if (((size_t)to | (size_t)from | bytes) % 4 == 0) {
    for (size_t i = group.thread_rank(); i < bytes / 4; i += group.size()) ((int *)to)[i] = ((const int *)from)[i];
  } else {
    for (size_t i = group.thread_rank(); i < bytes; i += group.size()) ((char *)to)[i] = ((const char *)from)[i];
  }
}
template <class Group, class T> TL_GROUP void memcpy_async(const Group &group, T *to, size_t room, const T *from, size_t count) { memcpy_async(group, to, from, sizeof(T) * (room < count ? room : count)); }
template <class Group> TL_GROUP void wait(const Group &group) { group.sync(); }
template <unsigned N, class Group> TL_GROUP void wait_prior(const Group &group) { group.sync(); }
}  // namespace cooperative_groups
