//! Families of linear layouts as JSON: `{"kind": …}` with the parameters that Triton's encodings have.

use super::value::{short, sizes};
use lego_algebra::linear::families::{
    AmdMfma, Blocked, Cluster, DotOperand, Fragment, MmaVersion, Multiplier, NvidiaMma, NvmmaShared, Operand,
    SwizzledShared, sliced, tensor_memory,
};
use lego_algebra::linear::{Error, LinearLayout};
use serde_json::Value;

pub(crate) type Found = Result<LinearLayout, Error>;

/// Encodings inside each other, deeper than any that makes sense.
const DEPTH: usize = 16;

/// The layout of a tensor in an encoding.
pub(crate) fn family(shape: &Value, encoding: &Value) -> Result<Found, String> {
    of_kind(&sizes(shape)?, encoding, 0)
}

fn of_kind(shape: &[u64], encoding: &Value, depth: usize) -> Result<Found, String> {
    let kind = encoding["kind"].as_str().ok_or_else(|| format!("{} has no kind", short(encoding)))?;
    if depth == DEPTH {
        return Err(format!("encodings more than {DEPTH} deep"));
    }
    let cluster = Held::cluster(encoding)?;
    Ok(match kind {
        "blocked" => Held::blocked(encoding)?.as_blocked(cluster.as_cluster()).to_linear_layout(shape),
        "nvidia_mma" => Held::mma(encoding)?.as_mma(version(encoding)?, cluster.as_cluster()).to_linear_layout(shape),
        "amd_mfma" => Held::mfma(encoding)?.as_mfma(encoding, cluster.as_cluster())?.to_linear_layout(shape),
        "dot_operand" => return dot_operand(shape, encoding),
        "slice" => {
            let axis = number(encoding, "dim")? as usize;
            if axis > shape.len() {
                return Err(format!("dim {axis} of a tensor of {} axes before it was sliced", shape.len() + 1));
            }
            let mut whole = shape.to_vec();
            whole.insert(axis, 1);
            match of_kind(&whole, &encoding["parent"], depth + 1)? {
                Ok(parent) => sliced(&parent, axis),
                error => error,
            }
        }
        "swizzled_shared" => SwizzledShared {
            vec: number(encoding, "vec")?,
            per_phase: number(encoding, "per_phase")?,
            max_phase: number(encoding, "max_phase")?,
            order: &axes(encoding, "order")?,
            cluster: cluster.as_cluster(),
        }
        .to_linear_layout(shape),
        "nvmma_shared" => NvmmaShared {
            swizzle_bytes: number(encoding, "swizzle_bytes")?,
            transposed: encoding["transposed"].as_bool().unwrap_or(false),
            element_bit_width: number(encoding, "element_bit_width")?,
            fp4_padded: encoding["fp4_padded"].as_bool().unwrap_or(false),
            cluster: cluster.as_cluster(),
        }
        .to_linear_layout(shape),
        "tensor_memory" => tensor_memory(shape, number(encoding, "block_m")?, number(encoding, "block_n")?),
        other => return Err(format!("unknown kind {other}")),
    })
}

fn dot_operand(shape: &[u64], encoding: &Value) -> Result<Found, String> {
    let parent = &encoding["parent"];
    let cluster = Held::cluster(parent)?;
    let held = match parent["kind"].as_str() {
        Some("blocked") => Held::blocked(parent)?,
        Some("nvidia_mma") => Held::mma(parent)?,
        Some("amd_mfma") => Held::mfma(parent)?,
        _ => {
            return Err(format!(
                "an operand of {}: its parent is blocked, nvidia_mma or amd_mfma",
                short(&parent["kind"])
            ));
        }
    };
    let parent = match parent["kind"].as_str() {
        Some("blocked") => Multiplier::Blocked(held.as_blocked(cluster.as_cluster())),
        Some("amd_mfma") => Multiplier::Amd(held.as_mfma(parent, cluster.as_cluster())?),
        _ => Multiplier::Nvidia(held.as_mma(version(parent)?, cluster.as_cluster())),
    };
    let operand = match number(encoding, "op_idx")? {
        0 => Operand::A,
        1 => Operand::B,
        other => return Err(format!("op_idx is {other}; the operands are 0 and 1")),
    };
    Ok(DotOperand { parent, operand, k_width: number(encoding, "k_width")? }.to_linear_layout(shape))
}

/// `{"vec", "per_phase", "max_phase", "shape", "order"}`: the offsets of one block.
pub(crate) fn swizzled(value: &Value) -> Result<Found, String> {
    let shared = SwizzledShared {
        vec: number(value, "vec")?,
        per_phase: number(value, "per_phase")?,
        max_phase: number(value, "max_phase")?,
        order: &axes(value, "order")?,
        cluster: None,
    };
    Ok(shared.offsets(&sizes(&value["shape"])?))
}

/// `{"operand": "A" | "B" | "C", "bits"}`: the registers of mma.sync with K of 256 bits.
pub(crate) fn mma_tile(value: &Value) -> Result<Found, String> {
    let name = match (value["operand"].as_str(), value["bits"].as_u64()) {
        (Some("C"), Some(16 | 32)) => "mma_m16n8_f32_C",
        (Some("A"), Some(8)) => "mma_m16n8k32_s8_A",
        (Some("A"), Some(16)) => "mma_m16n8k16_f16_A",
        (Some("A"), Some(32)) => "mma_m16n8k8_tf32_A",
        (Some("B"), Some(8)) => "mma_m16n8k32_s8_B",
        (Some("B"), Some(16)) => "mma_m16n8k16_f16_B",
        (Some("B"), Some(32)) => "mma_m16n8k8_tf32_B",
        _ => return Err(format!("{} is no operand A, B of 8, 16 or 32 bits, or C", short(value))),
    };
    Ok(Fragment::named(name).and_then(|fragment| fragment.linear()))
}

/// The lists of an encoding, which its type borrows.
struct Held {
    one: Vec<u64>,
    two: Vec<u64>,
    three: Vec<u64>,
    order: Vec<usize>,
}

impl Held {
    fn blocked(encoding: &Value) -> Result<Self, String> {
        let list = |field| list(encoding, field);
        Ok(Self {
            one: list("size_per_thread")?,
            two: list("threads_per_warp")?,
            three: list("warps_per_cta")?,
            order: axes(encoding, "order")?,
        })
    }

    fn as_blocked<'a>(&'a self, cluster: Option<Cluster<'a>>) -> Blocked<'a> {
        Blocked {
            size_per_thread: &self.one,
            threads_per_warp: &self.two,
            warps_per_cta: &self.three,
            order: &self.order,
            cluster,
        }
    }

    fn mma(encoding: &Value) -> Result<Self, String> {
        let list = |field| list(encoding, field);
        Ok(Self { one: list("warps_per_cta")?, two: list("instr_shape")?, three: Vec::new(), order: Vec::new() })
    }

    fn as_mma<'a>(&'a self, version: MmaVersion, cluster: Option<Cluster<'a>>) -> NvidiaMma<'a> {
        NvidiaMma { version, warps_per_cta: &self.one, instr_shape: &self.two, cluster }
    }

    fn mfma(encoding: &Value) -> Result<Self, String> {
        let tiles =
            if encoding.get("tiles_per_warp").is_some() { list(encoding, "tiles_per_warp")? } else { Vec::new() };
        let list = |field| list(encoding, field);
        Ok(Self { one: list("warps_per_cta")?, two: list("instr_shape")?, three: tiles, order: Vec::new() })
    }

    fn as_mfma<'a>(&'a self, encoding: &Value, cluster: Option<Cluster<'a>>) -> Result<AmdMfma<'a>, String> {
        let &[m, n, _] = self.two.as_slice() else {
            return Err(format!("instr_shape {:?}: the instruction of AMD is [M, N, K]", self.two));
        };
        if m != n {
            return Err(format!("an instruction of {m}×{n}: those here are 16×16 and 32×32"));
        }
        let is_transposed = encoding["is_transposed"].as_bool().unwrap_or(false);
        Ok(AmdMfma { warps_per_cta: &self.one, side: m, is_transposed, tiles_per_warp: &self.three, cluster })
    }

    /// The blocks of a cluster; an encoding that does not speak of them has none.
    fn cluster(encoding: &Value) -> Result<Self, String> {
        if encoding.get("ctas_per_cga").is_none() {
            return Ok(Self { one: Vec::new(), two: Vec::new(), three: Vec::new(), order: Vec::new() });
        }
        let (one, two) = (list(encoding, "ctas_per_cga")?, list(encoding, "cta_split")?);
        Ok(Self { one, two, three: Vec::new(), order: axes(encoding, "cta_order")? })
    }

    fn as_cluster(&self) -> Option<Cluster<'_>> {
        let cluster = Cluster { ctas_per_cga: &self.one, cta_split: &self.two, cta_order: &self.order };
        Some(cluster).filter(|cluster| !cluster.ctas_per_cga.is_empty())
    }
}

fn version(encoding: &Value) -> Result<MmaVersion, String> {
    match encoding["version"].as_array().and_then(|version| version.first()).and_then(Value::as_u64) {
        Some(2) => Ok(MmaVersion::Two),
        Some(3) => Ok(MmaVersion::Three),
        _ => Err(format!("version {}; the versions are [2, 0] and [3, 0]", short(&encoding["version"]))),
    }
}

fn number(value: &Value, field: &str) -> Result<u64, String> {
    value[field].as_u64().ok_or_else(|| format!("{field} is {}, which is no number from 0 on", short(&value[field])))
}

fn list(value: &Value, field: &str) -> Result<Vec<u64>, String> {
    sizes(&value[field]).map_err(|error| format!("{field}: {error}"))
}

fn axes(value: &Value, field: &str) -> Result<Vec<usize>, String> {
    Ok(list(value, field)?.into_iter().map(|axis| usize::try_from(axis).unwrap_or(usize::MAX)).collect())
}
