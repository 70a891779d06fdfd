//! Each lane's registers of matrices of eight rows, as the PTX ISA has them under `ldmatrix` and `stmatrix`.

use super::presence::is_there;
use super::{InstructionLdmatrix, InstructionStmatrix};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Launch, Module};
use lego_kernels_harness::{Failure, Random, Scale, compare};

/// Row and column of the number that a lane has in the low half of the word of a matrix, or in the high one.
fn place(lane: usize, half: usize, is_transposed: bool) -> [usize; 2] {
    let (outer, inner) = (lane / 4, 2 * (lane % 4) + half);
    if is_transposed { [inner, outer] } else { [outer, inner] }
}

/// 32 rows of 16 bytes.
fn any_rows(random: &mut Random) -> Vec<[u16; 8]> {
    (0..32).map(|_| std::array::from_fn(|_| random.bits() as u16)).collect()
}

/// Which row each lane gives: all of them, in any order.
fn any_order(random: &mut Random) -> Vec<u32> {
    random.shuffled((0..32).collect())
}

fn check_loads<B: Backend, const X: usize, const TRANS: bool>(
    module: &Module<B>,
    random: &mut Random,
) -> Result<(), Failure>
where
    InstructionLdmatrix<X, TRANS>: Instance,
{
    let (device, from, order) = (module.device(), any_rows(random), any_order(random));
    let (rows, numbers) = (device.buffer_from(&from)?, device.buffer_from(&order)?);
    let mut to = device.poisoned::<u32>(32 * X)?;
    // SAFETY: there are as many of each as the kernel asks for.
    unsafe { InstructionLdmatrix::<X, TRANS>::launch(module, Launch::grid(1), &rows, &numbers, &mut to) }?;
    let what = format!("words of x{X}, transposed: {TRANS}; {X} for each lane");
    compare(&what, &to.read()?, |at| {
        let (lane, matrix) = (at / X, at % X);
        let number = |half| {
            let [row, column] = place(lane, half, TRANS);
            u32::from(from[order[8 * matrix + row] as usize][column])
        };
        number(0) | number(1) << 16
    })
}

fn check_stores<B: Backend, const X: usize, const TRANS: bool>(
    module: &Module<B>,
    random: &mut Random,
) -> Result<(), Failure>
where
    InstructionStmatrix<X, TRANS>: Instance,
{
    let (device, old, order) = (module.device(), any_rows(random), any_order(random));
    let words: Vec<u32> = (0..32 * X).map(|_| random.bits() as u32).collect();
    let (rows, numbers, stored) = (device.buffer_from(&old)?, device.buffer_from(&order)?, device.buffer_from(&words)?);
    let mut to = device.poisoned::<[u16; 8]>(32)?;
    // SAFETY: there are as many of each as the kernel asks for.
    unsafe { InstructionStmatrix::<X, TRANS>::launch(module, Launch::grid(1), &rows, &numbers, &stored, &mut to) }?;
    // Rows of lanes that are of no matrix stay as they are.
    let mut right = old;
    for (at, word) in words.iter().enumerate() {
        let (lane, matrix) = (at / X, at % X);
        for half in 0..2 {
            let [row, column] = place(lane, half, TRANS);
            right[order[8 * matrix + row] as usize][column] = (word >> (16 * half)) as u16;
        }
    }
    compare(&format!("rows of x{X}, transposed: {TRANS}"), &to.read()?, |row| right[row])
}

pub(super) fn check_all_loads<B: Backend>(module: &Module<B>, random: &mut Random, _: Scale) -> Result<(), Failure> {
    for _ in 0..4 {
        check_loads::<B, 1, false>(module, random)?;
        check_loads::<B, 2, false>(module, random)?;
        check_loads::<B, 4, false>(module, random)?;
        check_loads::<B, 1, true>(module, random)?;
        check_loads::<B, 2, true>(module, random)?;
        check_loads::<B, 4, true>(module, random)?;
    }
    Ok(())
}

pub(super) fn check_all_stores<B: Backend>(module: &Module<B>, random: &mut Random, _: Scale) -> Result<(), Failure> {
    if !is_there::<InstructionStmatrix<1, false>, B>(module) {
        return Ok(());
    }
    for _ in 0..4 {
        check_stores::<B, 1, false>(module, random)?;
        check_stores::<B, 2, false>(module, random)?;
        check_stores::<B, 4, false>(module, random)?;
        check_stores::<B, 1, true>(module, random)?;
        check_stores::<B, 2, true>(module, random)?;
        check_stores::<B, 4, true>(module, random)?;
    }
    Ok(())
}
