//! Steps: a formula for a machine of a few registers, without branches, which runs on one input or on a column of them.

use super::code::Code;
use super::formula::{Formula, Node, Op, Value};
use super::shape::Shape;
use super::word::{Column, LANES, Word, reciprocal};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// One step: `registers[out] = code(registers[a], registers[b] or immediate)`.
#[derive(Clone, Copy, Debug)]
struct Step<N> {
    code: Code,
    is_immediate: bool,
    out: u16,
    a: u16,
    b: u16,
    divisor: u32,
    immediate: N,
}

/// The steps of a formula in one width.
#[derive(Clone, Debug)]
struct Program<N> {
    steps: Vec<Step<N>>,
    /// How many registers it takes; the inputs are in the first ones.
    registers: usize,
    inputs: usize,
    guards: Vec<u16>,
    results: Vec<u16>,
    lists: Vec<Arc<[u64]>>,
}

/// The steps of a formula.
#[derive(Clone, Debug)]
pub(super) enum Steps {
    Narrow(Narrow),
    Wide(Wide),
}

/// Steps of 64 bits.
#[derive(Clone, Debug)]
pub(super) struct Narrow(Program<u64>);

/// Steps of 128 bits.
#[derive(Clone, Debug)]
pub(super) struct Wide(Program<u128>);

impl Steps {
    /// The steps of a formula whose inputs are below some extents.
    pub(super) fn new(formula: &Formula, shapes: &[Shape]) -> Self {
        if formula.is_narrow() {
            Self::Narrow(Narrow(Program::new(formula, shapes, |number| number as u64)))
        } else {
            Self::Wide(Wide(Program::new(formula, shapes, |number| number as u128)))
        }
    }

    /// Gives the results for an input to `results`, each with its number; says whether all guards hold.
    ///
    /// Where one does not, the results mean nothing.
    #[inline]
    pub(super) fn run(&self, input: &[usize], mut results: impl FnMut(usize, usize)) -> bool {
        match self {
            Self::Narrow(Narrow(program)) => program.run(|k| input[k] as u64, |k, word: u64| results(k, word as usize)),
            Self::Wide(Wide(program)) => program.run(|k| input[k] as u128, |k, word: u128| results(k, word as usize)),
        }
    }

    /// The only result for an index, and whether all guards hold.
    // One copy for all ranks: it is long, in two widths and for several numbers of registers.
    #[inline(never)]
    pub(super) fn position(&self, index: &[usize]) -> (usize, bool) {
        let mut position = 0;
        let exists = self.run(index, |_, result| position = result);
        (position, exists)
    }

    /// The same for [`LANES`] inputs, a column for each component: for each result its column, and which lanes have
    /// results.
    pub(super) fn run_column(
        &self,
        input: &[[usize; LANES]],
        results: &mut dyn FnMut(usize, [u64; LANES]),
    ) -> [bool; LANES] {
        let mut present = [true; LANES];
        match self {
            Self::Narrow(Narrow(program)) => {
                let registers = program.column(|k| Column(input[k].map(|component| component as u64)));
                program.results_in(&registers, |k, column| results(k, column.0));
                for &guard in &program.guards {
                    let guard = registers[guard as usize];
                    present.iter_mut().zip(guard.0).for_each(|(present, holds)| *present &= holds != 0);
                }
            }
            Self::Wide(Wide(program)) => {
                let registers = program.column(|k| Column(input[k].map(|component| component as u128)));
                program.results_in(&registers, |k, column| results(k, column.0.map(|word| word as u64)));
                for &guard in &program.guards {
                    let guard = registers[guard as usize];
                    present.iter_mut().zip(guard.0).for_each(|(present, holds)| *present &= holds != 0);
                }
            }
        }
        present
    }
}

impl<N: Copy> Program<N> {
    fn new(formula: &Formula, shapes: &[Shape], number: impl Fn(i128) -> N) -> Self {
        Writer::new(formula, shapes).write(number)
    }

    /// The entries of a list.
    #[inline]
    fn list(&self, number: u32) -> &[u64] {
        self.lists.get(number as usize).map_or(&[], |list| list)
    }

    /// Runs on registers for which there is room.
    #[inline]
    fn run<W: Word<Number = N> + PartialEq>(&self, input: impl Fn(usize) -> W, results: impl FnMut(usize, W)) -> bool {
        // On the stack while that is little, and no larger than needed: it is cleared each time.
        match self.registers {
            0..=8 => self.run_in::<W, 8>(input, results),
            9..=16 => self.run_in::<W, 16>(input, results),
            17..=64 => self.run_in::<W, 64>(input, results),
            65..=256 => self.run_in::<W, 256>(input, results),
            _ => self.run_anywhere(input, results),
        }
    }

    #[inline]
    fn run_in<W: Word<Number = N> + PartialEq, const SLOTS: usize>(
        &self,
        input: impl Fn(usize) -> W,
        mut results: impl FnMut(usize, W),
    ) -> bool {
        // The number of a register is below that of the slots, a power of two: the mask costs less than a check.
        let slot = |register: u16| register as usize & (SLOTS - 1);
        let mut registers = [W::zero(); SLOTS];
        (0..self.inputs).for_each(|k| registers[slot(k as u16)] = input(k));
        for step in &self.steps {
            let (a, b) = (registers[slot(step.a)], registers[slot(step.b)]);
            let b = if step.is_immediate { W::number(step.immediate) } else { b };
            let out = &mut registers[slot(step.out)];
            *out = match step.code {
                Code::Choose => W::choose(a, b, *out),
                Code::LookUp => W::look_up(self.list(step.divisor), a),
                code => W::operate(code, a, b, step.immediate, step.divisor),
            };
        }
        self.results.iter().enumerate().for_each(|(k, &register)| results(k, registers[slot(register)]));
        let zero = W::zero();
        self.guards.iter().all(|&guard| registers[slot(guard)] != zero)
    }

    #[cold]
    fn run_anywhere<W: Word<Number = N> + PartialEq>(
        &self,
        input: impl Fn(usize) -> W,
        results: impl FnMut(usize, W),
    ) -> bool {
        let registers = self.column(input);
        self.results_in(&registers, results);
        let zero = W::zero();
        self.guards.iter().all(|&guard| registers[guard as usize] != zero)
    }

    /// Runs on registers of any word, and gives them back.
    fn column<W: Word<Number = N>>(&self, input: impl Fn(usize) -> W) -> Vec<W> {
        let mut registers = vec![W::zero(); self.registers];
        (0..self.inputs).for_each(|k| registers[k] = input(k));
        for step in &self.steps {
            let (a, b) = (registers[step.a as usize], registers[step.b as usize]);
            let b = if step.is_immediate { W::number(step.immediate) } else { b };
            let out = &mut registers[step.out as usize];
            *out = match step.code {
                Code::Choose => W::choose(a, b, *out),
                Code::LookUp => W::look_up(self.list(step.divisor), a),
                code => W::operate(code, a, b, step.immediate, step.divisor),
            };
        }
        registers
    }

    /// The results that registers hold.
    fn results_in<W: Copy>(&self, registers: &[W], mut results: impl FnMut(usize, W)) {
        self.results.iter().enumerate().for_each(|(k, &register)| results(k, registers[register as usize]));
    }
}

/// A formula on its way to steps.
struct Writer<'f> {
    formula: &'f Formula,
    shapes: &'f [Shape],
    /// How often each value is still read; guards and results are read to the end.
    reads: Vec<u32>,
    /// The register of each value that has one.
    places: Vec<Option<u16>>,
    free: Vec<u16>,
    registers: usize,
}

/// The most values that a formula may have to be written as steps: each may need a register of its own.
pub(super) const MOST: usize = u16::MAX as usize - 1;

impl<'f> Writer<'f> {
    fn new(formula: &'f Formula, shapes: &'f [Shape]) -> Self {
        let mut reads = vec![0_u32; formula.nodes.len()];
        // What nobody needs is not computed: from the last value to the first, only what is read reads others.
        for &value in formula.guards.iter().chain(&formula.results) {
            reads[value.place()] += 1;
        }
        for (at, node) in formula.nodes.iter().enumerate().rev() {
            if reads[at] > 0 {
                operands(node).into_iter().flatten().for_each(|value| reads[value.place()] += 1);
            }
        }
        for &value in formula.guards.iter().chain(&formula.results) {
            reads[value.place()] = u32::MAX;
        }
        let mut places = vec![None; formula.nodes.len()];
        (0..formula.inputs).for_each(|k| places[k] = Some(k as u16));
        let free = (0..formula.inputs).filter(|&k| reads[k] == 0).map(|k| k as u16).collect();
        Self { formula, shapes, reads, places, free, registers: formula.inputs }
    }

    fn write<N: Copy>(mut self, number: impl Fn(i128) -> N) -> Program<N> {
        let mut steps = Vec::new();
        let none = number(0);
        let step = |code, a, b, out| Step { code, is_immediate: false, out, a, b, divisor: 0, immediate: none };
        for at in self.formula.inputs..self.formula.nodes.len() {
            if self.reads[at] == 0 {
                continue;
            }
            match self.formula.nodes[at] {
                Node::Input(_) => {}
                // Written where it is read, unless it is read as a left operand.
                Node::Constant(_) => {}
                Node::Binary(op, a, b) => {
                    let is_signed = self.formula.is_signed();
                    let code = Code::of(op, is_signed);
                    let right = self.formula.constant_at(b);
                    let a_at = self.read(a, &mut steps, &number);
                    let b_at = if right.is_none() { self.read(b, &mut steps, &number) } else { a_at };
                    self.done(&[a, b]);
                    let out = self.new_register(at);
                    let mut made = step(code, a_at, b_at, out);
                    if let Some(right) = right {
                        (made.is_immediate, made.immediate) = (true, number(right));
                        let fits = !is_signed && self.shapes[a.place()].largest <= u64::from(u32::MAX);
                        let is_power = right > 0 && right & (right - 1) == 0;
                        match (op, u32::try_from(right)) {
                            (Op::Div, _) if is_power => {
                                (made.code, made.immediate) = (Code::Shr, number(right.trailing_zeros().into()));
                            }
                            (Op::Rem, _) if is_power => {
                                (made.code, made.immediate) = (Code::And, number(right - 1));
                            }
                            (Op::Div | Op::Rem, Ok(d @ 2..)) if fits => {
                                made.code = if op == Op::Div { Code::DivSmall } else { Code::RemSmall };
                                (made.immediate, made.divisor) = (number(reciprocal(d).into()), d);
                            }
                            _ => {}
                        }
                    }
                    steps.push(made);
                }
                Node::Choose(c, a, b) => {
                    let c_at = self.read(c, &mut steps, &number);
                    let a_at = self.read(a, &mut steps, &number);
                    let b_at = self.read(b, &mut steps, &number);
                    // The register is taken before those of the operands are free, as it is written before they are
                    // read.
                    let out = self.new_register(at);
                    self.done(&[c, a, b]);
                    steps.push(step(Code::Copy, b_at, b_at, out));
                    steps.push(step(Code::Choose, c_at, a_at, out));
                }
                Node::Isqrt(a) => {
                    let a_at = self.read(a, &mut steps, &number);
                    self.done(&[a]);
                    let out = self.new_register(at);
                    steps.push(step(Code::Isqrt, a_at, a_at, out));
                }
                Node::LookUp(list, place) => {
                    let place_at = self.read(place, &mut steps, &number);
                    self.done(&[place]);
                    let out = self.new_register(at);
                    steps.push(Step { divisor: list as u32, ..step(Code::LookUp, place_at, place_at, out) });
                }
            }
        }
        let formula = self.formula;
        let guards = formula.guards.iter().map(|&value| self.read(value, &mut steps, &number)).collect();
        let results = formula.results.iter().map(|&value| self.read(value, &mut steps, &number)).collect();
        // A step without registers of its own reads the first: there is always one.
        let (registers, lists) = (self.registers.max(1), formula.lists.clone());
        Program { steps, registers, inputs: formula.inputs, guards, results, lists }
    }

    /// The register of an operand; a number gets one here.
    fn read<N: Copy>(&mut self, value: Value, steps: &mut Vec<Step<N>>, number: &impl Fn(i128) -> N) -> u16 {
        if let Some(register) = self.places[value.place()] {
            return register;
        }
        let out = self.new_register(value.place());
        let immediate = number(self.formula.constant_at(value).unwrap_or(0));
        steps.push(Step { code: Code::Copy, is_immediate: true, out, a: out, b: out, divisor: 0, immediate });
        out
    }

    /// Operands have been read: what nobody reads again gives its register back.
    fn done(&mut self, operands: &[Value]) {
        for &value in operands {
            let reads = &mut self.reads[value.place()];
            if *reads != u32::MAX {
                *reads -= 1;
                if *reads == 0 {
                    self.free.extend(self.places[value.place()]);
                }
            }
        }
    }

    fn new_register(&mut self, at: usize) -> u16 {
        let register = self.free.pop().unwrap_or_else(|| {
            self.registers += 1;
            self.registers as u16 - 1
        });
        self.places[at] = Some(register);
        register
    }
}

fn operands(node: &Node) -> [Option<Value>; 3] {
    match *node {
        Node::Input(_) | Node::Constant(_) => [None; 3],
        Node::Binary(_, a, b) => [Some(a), Some(b), None],
        Node::Choose(c, a, b) => [Some(c), Some(a), Some(b)],
        Node::Isqrt(a) | Node::LookUp(_, a) => [Some(a), None, None],
    }
}
