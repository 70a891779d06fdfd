//! Which instruction of shared memory fits a layout: vectors of a thread, ldmatrix and stmatrix, plain and transposed.

use super::super::dim::Dim;
use super::super::error::{Error, Side};
use super::super::layout::LinearLayout;
use super::price::Price;
use super::vectorise::{element_log, of_conversion};
use super::vectors::Vectors;

/// An instruction that moves elements between registers and shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// `ld.shared`, `st.shared` of so many bits: 8 to 128.
    Vector(u64),
    /// `ldmatrix`, `stmatrix`: 8 rows of 16 bytes, each from an address of its own; a lane has 32 bits of a row.
    Matrix,
    /// The same with `.trans`: units of 16 bits are transposed, and a lane has two units of a column.
    MatrixTransposed,
}

/// How an instruction lowers a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileMatch {
    /// Register bits, those of one instruction's operand first.
    order: Vectors,
    /// Of ldmatrix and stmatrix: how many 8×8 matrices one instruction moves; 1 for vectors.
    pub matrices: u64,
    /// Instructions that move all registers of a thread.
    pub instructions: u64,
}

impl TileMatch {
    /// Bit k of a register's number in the order of the instructions is bit `register_order()[k]` of its number in the layout.
    #[must_use]
    pub fn register_order(&self) -> &[u64] {
        &self.order
    }

    /// What moving all registers takes, without the wavefronts.
    #[must_use]
    pub fn price(&self) -> Price {
        Price { accesses: self.instructions, ..Price::default() }
    }
}

/// Whether an instruction lowers the moves of a layout between registers and a memory: that the tile of the instruction divides
/// the layout from register, lane and warp to offset on the left, after the registers are put into an order (theorem 5.1 of
/// the paper).
///
/// The tiles, for elements of w bytes: `id(2^v)` from registers to offsets for vectors; for ldmatrix `id(4/w)` from registers times
/// `id(4)` from the first two lane bits, so that the offsets of all other bits are multiples of 16 bytes; transposed `id(2/w)` from
/// registers times `id(8)` from the last three lane bits.
///
/// # Errors
/// What stands against it; or if the layouts are not of one tensor.
pub fn matches_tile(
    layout: &LinearLayout,
    memory: &LinearLayout,
    element_bits: u64,
    instruction: Instruction,
) -> Result<TileMatch, Error> {
    let element = element_log(element_bits)?;
    let conversion = layout.without_broadcast_registers()?.invert_and_compose(memory)?;
    let offset = *conversion.outs().dims().first().ok_or(Error::Unknown { dim: Dim::OFFSET, side: Side::Out })?;
    let registers = conversion.ins().bits(Dim::REGISTER).unwrap_or(0);
    let wide = |log_bits: u32, what| log_bits.checked_sub(element).ok_or(Error::Form { wanted: what });
    // How many register bits count through the tile, and the lane bits that follow them, of all lane bits.
    let (own, lanes, rest) = match instruction {
        Instruction::Vector(bits) => {
            if !bits.is_power_of_two() || !(8..=128).contains(&bits) {
                let value = i64::try_from(bits).unwrap_or(i64::MAX);
                return Err(Error::Parameter {
                    name: "the width of a vector",
                    value,
                    wanted: "8, 16, 32, 64 or 128 bits",
                });
            }
            (wide(bits.ilog2(), "an element is wider than the vector")?, &[][..], 0)
        }
        Instruction::Matrix => (wide(5, "an element is wider than the 32 bits of a lane")?, &[0, 1][..], 0),
        Instruction::MatrixTransposed => {
            (wide(4, "an element is wider than the 16 bits of a unit")?, &[2, 3, 4][..], 1)
        }
    };
    if !lanes.is_empty() && conversion.ins().bits(Dim::LANE) != Some(5) {
        return Err(Error::Form { wanted: "ldmatrix and stmatrix are for warps of 32 lanes" });
    }
    let order = of_conversion(&conversion, element_bits)?;
    if order.log_elements < own {
        return Err(Error::Form { wanted: "a thread has not so many neighbours in memory" });
    }
    if registers < own + rest {
        return Err(Error::Form { wanted: "a thread has fewer than two units of 16 bits" });
    }
    let mut tile = LinearLayout::identity_1d(1 << own, Dim::REGISTER, offset)?;
    tile = tile.mul(&LinearLayout::identity_1d(1 << lanes.len(), Dim::LANE, offset)?)?;
    let arranged = arranged(&conversion, order.register_order(), lanes)?;
    arranged.divide_left(&tile)?;
    let left = registers - own - rest;
    let log_matrices = if lanes.is_empty() { 0 } else { left.min(2) };
    Ok(TileMatch {
        order: Vectors::of(order.register_order().iter().copied()),
        matrices: 1 << log_matrices,
        instructions: 1u64.checked_shl(left - log_matrices).unwrap_or(u64::MAX),
    })
}

/// The layout with its registers in an order, and some lane bits before the others.
fn arranged(conversion: &LinearLayout, registers: &[u64], lanes: &[usize]) -> Result<LinearLayout, Error> {
    let mut columns = Vectors::EMPTY;
    for (dim, ..) in conversion.ins().iter() {
        let basis = conversion.basis(dim);
        if dim == Dim::REGISTER {
            registers.iter().for_each(|&bit| columns.push(basis[bit as usize]));
        } else if dim == Dim::LANE && !lanes.is_empty() {
            lanes.iter().for_each(|&bit| columns.push(basis[bit]));
            (0..basis.len()).filter(|bit| !lanes.contains(bit)).for_each(|bit| columns.push(basis[bit]));
        } else {
            basis.iter().for_each(|&image| columns.push(image));
        }
    }
    LinearLayout::new(*conversion.ins(), *conversion.outs(), &columns)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::super::families::{
        DotOperand, MmaVersion, Multiplier, NvidiaMma, NvmmaShared, Operand, SwizzledShared,
    };
    use super::*;
    use std::collections::HashMap;
    use std::vec::Vec;

    fn mma() -> NvidiaMma<'static> {
        NvidiaMma { version: MmaVersion::Two, warps_per_cta: &[1, 1], instr_shape: &[16, 8], cluster: None }
    }

    fn operand(operand: Operand, shape: &[u64], k_width: u64) -> LinearLayout {
        DotOperand { parent: Multiplier::Nvidia(mma()), operand, k_width }.to_linear_layout(shape).unwrap()
    }

    fn swizzled(shape: &[u64], order: [usize; 2], vec: u64) -> LinearLayout {
        SwizzledShared { vec, per_phase: 1, max_phase: 8, order: &order, cluster: None }.offsets(shape).unwrap()
    }

    /// Runs ldmatrix as the PTX ISA has it on a memory of 16-bit elements: lane l gives the address of row l mod 8 of matrix
    /// l / 8, and lane l gets elements (l / 4, 2 (l mod 4)) and its neighbour of each, or transposed.
    fn ldmatrix(memory: &HashMap<u64, u64>, addresses: &[u64], transposed: bool) -> Vec<Vec<u64>> {
        let at = |matrix: usize, row: u64, column: u64| memory[&(addresses[8 * matrix + row as usize] + column)];
        (0..32u64)
            .map(|lane| {
                (0..addresses.len() / 8)
                    .flat_map(|matrix| (0..2).map(move |half| (matrix, lane / 4, 2 * (lane % 4) + half)))
                    .map(
                        |(matrix, row, column)| {
                            if transposed { at(matrix, column, row) } else { at(matrix, row, column) }
                        },
                    )
                    .collect()
            })
            .collect()
    }

    /// Loads all of a layout by ldmatrix at the addresses that the layout gives, and looks at what the registers hold.
    fn simulate(layout: &LinearLayout, memory: &LinearLayout, found: &TileMatch, transposed: bool) {
        let back = memory.invert().unwrap();
        let stored: HashMap<u64, u64> = (0..1 << layout.outs().total_bits()).map(|e| (back.apply_flat(e), e)).collect();
        let registers = layout.ins().bits(Dim::REGISTER).unwrap();
        let renumbered =
            |new: u64| found.register_order().iter().enumerate().fold(0, |old, (k, &bit)| old | (new >> k & 1) << bit);
        let address =
            |register: u64, lane: u64| back.apply_flat(layout.apply_flat(lane << registers | renumbered(register)));
        for instruction in 0..found.instructions {
            let first = instruction * 2 * found.matrices;
            let addresses: Vec<u64> = (0..8 * found.matrices)
                .map(|l| {
                    let (row, matrix) = (l % 8, l / 8);
                    // Row r is with lanes 4 r and on; transposed with the lanes whose pair of rows it is, and their first column.
                    match transposed {
                        false => address(first + 2 * matrix, 4 * row),
                        true => address(first + 2 * matrix + row % 2, row / 2),
                    }
                })
                .collect();
            assert!(addresses.iter().all(|address| address % 8 == 0));
            for (lane, values) in ldmatrix(&stored, &addresses, transposed).iter().enumerate() {
                for (k, &value) in values.iter().enumerate() {
                    let wanted = layout.apply_flat((lane as u64) << registers | renumbered(first + k as u64));
                    assert_eq!(value, wanted);
                }
            }
        }
    }

    #[test]
    fn operands_of_a_matrix_product_are_loaded_by_ldmatrix() {
        for (side, shape) in
            [(Operand::A, [16, 16]), (Operand::A, [64, 64]), (Operand::B, [16, 8]), (Operand::B, [64, 32])]
        {
            let layout = operand(side, &shape, 2);
            let summed = if side == Operand::A { 1 } else { 0 };
            for along in [true, false] {
                // The summed axis is the fast one, or the other, which needs the transposed form.
                let fast = if along { summed } else { 1 - summed };
                for vec in [8, 64] {
                    let memory = swizzled(&shape, [fast, 1 - fast], vec);
                    let form = if along { Instruction::Matrix } else { Instruction::MatrixTransposed };
                    let other = if along { Instruction::MatrixTransposed } else { Instruction::Matrix };
                    let found = matches_tile(&layout, &memory, 16, form).unwrap();
                    assert!(matches_tile(&layout, &memory, 16, other).is_err());
                    simulate(&layout, &memory, &found, !along);
                    let registers = 1u64 << layout.ins().bits(Dim::REGISTER).unwrap();
                    assert_eq!(found.instructions * 2 * found.matrices, registers);
                }
            }
        }
    }

    #[test]
    fn an_accumulator_is_stored_by_stmatrix_where_its_rows_stay_whole() {
        let layout = mma().to_linear_layout(&[32, 64]).unwrap();
        let found = matches_tile(&layout, &swizzled(&[32, 64], [1, 0], 8), 16, Instruction::Matrix).unwrap();
        assert_eq!((found.matrices, found.price().accesses), (4, 8));
        // Rows of 16 bytes are torn by a swizzle of 8.
        assert!(matches_tile(&layout, &swizzled(&[32, 64], [1, 0], 4), 16, Instruction::Matrix).is_err());
        // 32-bit elements: a lane of stmatrix has one, a lane of the accumulator two neighbours.
        assert!(matches_tile(&layout, &swizzled(&[32, 64], [1, 0], 4), 32, Instruction::Matrix).is_err());
        let nvmma = NvmmaShared {
            swizzle_bytes: 128,
            transposed: false,
            element_bit_width: 16,
            fp4_padded: false,
            cluster: None,
        };
        let memory = nvmma.to_linear_layout(&[32, 64]).unwrap();
        assert!(matches_tile(&layout, &memory, 16, Instruction::Matrix).is_ok());
    }

    #[test]
    fn vectors_match_up_to_the_width_that_vectorization_finds() {
        let layout = operand(Operand::A, &[16, 64], 8);
        let memory = swizzled(&[16, 64], [1, 0], 8);
        let width = 16 << super::super::shared_vectorization(&layout, &memory, 16).unwrap().log_elements;
        for bits in [16, 32, 64, 128] {
            assert_eq!(matches_tile(&layout, &memory, 16, Instruction::Vector(bits)).is_ok(), bits <= width);
        }
        assert_eq!(matches_tile(&layout, &memory, 16, Instruction::Vector(128)).unwrap().instructions, 4);
        assert!(matches_tile(&layout, &memory, 16, Instruction::Vector(8)).is_err());
        assert!(matches_tile(&layout, &memory, 16, Instruction::Vector(48)).is_err());
    }

    #[test]
    fn bytes_are_moved_in_pairs_by_ldmatrix_and_never_transposed_one_by_one() {
        let layout = operand(Operand::A, &[16, 32], 4);
        let memory = swizzled(&[16, 32], [1, 0], 16);
        assert_eq!(matches_tile(&layout, &memory, 8, Instruction::Matrix).unwrap().matrices, 4);
        let transposed = swizzled(&[16, 32], [0, 1], 16);
        assert!(matches_tile(&layout, &transposed, 8, Instruction::MatrixTransposed).is_err());
    }
}
