// Breadth-first search: how many edges each node is away from node 0, a level a launch.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CHECK(call) if (cudaError_t e = (call)) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(2); }
const int BLOCK = 64;

// A node's edges are edges[starts[node]] to edges[starts[node + 1] − 1]. The thread that is the first to reach a
// node has it in the next level's list.
__global__ void level(const int *starts, const int *edges, int *distance, const int *now, int count, int *next, int *found, int depth) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= count) return;
  for (int e = starts[now[i]]; e < starts[now[i] + 1]; e++) {
    if (atomicCAS(&distance[edges[e]], -1, depth) == -1) {
      next[atomicAdd(found, 1)] = edges[e];
    }
  }
}

template <class T> T *upload(const std::vector<T> &x) {
  T *p;
  CHECK(cudaMalloc(&p, x.size() * sizeof(T)));
  CHECK(cudaMemcpy(p, x.data(), x.size() * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}

int main() {
  const int n = 2000;
  std::vector<int> starts(n + 1), edges, wanted(n, -1), distance(n), list = {0};
  for (int i = 0; i < n; i++) {
    for (int to : {i * 7 % n, (i + 13) % n, i / 2}) edges.push_back(to);
    starts[i + 1] = edges.size();
  }
  wanted[0] = 0;
  int *d_starts = upload(starts), *d_edges = upload(edges), *d_distance = upload(wanted);
  int *now = upload(std::vector<int>(n)), *next = upload(std::vector<int>(n)), *found;
  CHECK(cudaMallocManaged(&found, sizeof(int)));
  for (int depth = 1, count = 1; count > 0; depth++) {
    *found = 0;
    level<<<(count + BLOCK - 1) / BLOCK, BLOCK>>>(d_starts, d_edges, d_distance, now, count, next, found, depth);
    CHECK(cudaDeviceSynchronize());
    count = *found;
    std::swap(now, next);
  }
  CHECK(cudaMemcpy(distance.data(), d_distance, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int *p : {d_starts, d_edges, d_distance, now, next, found}) CHECK(cudaFree(p));
  for (size_t i = 0; i < list.size(); i++) {
    for (int e = starts[list[i]]; e < starts[list[i] + 1]; e++) {
      if (wanted[edges[e]] < 0) wanted[edges[e]] = wanted[list[i]] + 1, list.push_back(edges[e]);
    }
  }
  printf("bfs: the distances of %zu nodes are %s\n", list.size(), distance == wanted ? "right" : "wrong");
  return distance == wanted ? 0 : 1;
}
