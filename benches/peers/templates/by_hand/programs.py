"""The grouped program ids of Triton's matrix product, as its tutorial writes them."""

import triton
import triton.language as tl


@triton.jit
def programs(tiles_ptr, m, n, g):
    pid = tl.program_id(0)
    num_pid_in_group = g * n
    group_id = pid // num_pid_in_group
    first_pid_m = group_id * g
    group_size_m = min(m - first_pid_m, g)
    pid_m = first_pid_m + ((pid % num_pid_in_group) % group_size_m)
    pid_n = (pid % num_pid_in_group) // group_size_m
    tl.store(tiles_ptr + pid, pid_m * n + pid_n)
