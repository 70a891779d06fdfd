#!/usr/bin/env bash
# Times the kernels and their peers in one call, on a machine with a GPU, nvcc, PyTorch and Triton.
#   cargo xtask gpu                                   on the machine that builds
#   benches/peers/measure.sh lego-gpu > NAME.jsonl    on the machine with the GPU
# Line one says what it was run on; the others are rows. `cargo xtask results` makes a table of the files in benches/results.
set -euo pipefail
program=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
nvcc -O3 -std=c++17 -gencode=arch=compute_90,code=sm_90 "$here/peers.cu" -o "$scratch/peers"
nvcc -O3 -std=c++17 -gencode=arch=compute_90,code=sm_90 "$here/stencils.cu" -o "$scratch/stencils"
IFS=, read -r device driver < <(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1)
cuda=$(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
torch=$(python3 -c 'import torch; print(torch.__version__)')
printf '{"date":"%s","device":"%s","driver":"%s","cuda":"%s","torch":"%s","method":"CUDA events, 256 MiB overwritten before each launch, median of 25 (nw: 9)"}\n' \
    "$(date -u +%F)" "$device" "${driver# }" "$cuda" "$torch"
"$program" bench --json | tail -n +2
"$scratch/peers"
"$scratch/stencils"
python3 "$here/layouts_peer.py"
python3 "$here/peers.py" copy vector_add transpose permute relayout saxpy scan reduce argmax cumsum histogram softmax norms rms_norm \
    layer_norm_backward row_statistics gemv embedding rotary stencil lud matmul matmul_f32 matmul_f8 matmul_f8_triton group_gemm
