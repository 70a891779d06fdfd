# The grouped program ids of Triton's matrix product, by themselves: which tile each program computes.
#
# lego: P = Grouped(m, n, g)
import triton
import triton.language as tl


@triton.jit
def programs(tiles_ptr, m, n, g):
    pid = tl.program_id(0)
    pid_m = g * (pid // (n * g)) + pid % (n * g) % tl.maximum(tl.where(m - g * (pid // (n * g)) < g, m - g * (pid // (n * g)), g), 1)
    pid_n = pid % (n * g) // tl.maximum(tl.where(m - g * (pid // (n * g)) < g, m - g * (pid // (n * g)), g), 1)
    tl.store(tiles_ptr + pid, pid_m * n + pid_n)
