//! The places of values in what is written: where each is computed, and under which name.
//!
//! A value that is used more than once is computed ahead of everything where it may be. What stands in a branch and may only
//! be computed there is written out each time it is used; where such places nest, that doubles the text with every level. Then
//! a branch is a *block*: values that are computed in any case once the branch is taken get a name in it.

use crate::emit::dialect::Dialect;
use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Id, Node};
use crate::graph::program::reachable;
use crate::legal::shift;
use crate::normal::budget::Stop;
use crate::ranges::knowledge::Knowledge;
use std::collections::{HashMap, HashSet};

/// Up to so many operations, or four times those of the graph, what branches share is written out with each use.
const MOST_WRITTEN: u64 = 256;

/// Deeper than this no expression is written without names on the way.
const MOST_DEEP: u32 = 64;

/// The largest number of branches within each other.
const MOST_BLOCKS: u32 = 256;

/// So many times as many places as nodes, and some more, are written at most.
const MOST_PLACES: usize = 4;

/// A part of the text: the whole, or one branch of a choice.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// The block around it; the outermost is around itself.
    around: usize,
    depth: u32,
    /// The choice whose branch it is, by its place, and which of the two.
    branch: Option<(usize, bool)>,
}

/// What an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// A number or a variable.
    Leaf(Id),
    /// What is computed at another place.
    Place(usize),
}

/// A value that is written once.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) node: Id,
    /// The block that computes it, if it has a name there.
    pub(super) named: Option<usize>,
    pub(super) operands: Vec<Operand>,
    /// The blocks of the branches of a choice, which may be those around it where a branch has none of its own.
    pub(super) branches: [usize; 2],
}

/// Every value that is written, users before their operands.
#[derive(Debug)]
pub(super) struct Places {
    pub(super) places: Vec<Place>,
    pub(super) roots: Vec<Operand>,
}

/// Where a value is used: as which operand of which place, or as which root.
#[derive(Clone, Copy)]
struct Use {
    user: Option<usize>,
    slot: usize,
    block: usize,
}

struct Planner<'a> {
    arena: &'a Arena,
    places: Vec<Place>,
    roots: Vec<Operand>,
    blocks: Vec<Block>,
    /// Whether branches are blocks.
    has_blocks: bool,
    uses: HashMap<Id, Vec<Use>, FastHash>,
}

/// The outermost block.
pub(super) const WHOLE: usize = 0;

impl Places {
    /// Places for all that some roots are made of; without names a value has as many places as uses.
    ///
    /// # Errors
    /// [`Stop::TooLong`] where that takes far more places than there are nodes.
    pub(super) fn new<D: Dialect>(
        arena: &Arena,
        roots: &[Id],
        dialect: &D,
        known: &dyn Knowledge,
        has_names: bool,
    ) -> Result<Self, Stop> {
        let order = reachable(arena, roots);
        let mut edges: HashMap<Id, usize, FastHash> = HashMap::default();
        for &id in &order {
            for &operand in arena.operands(id).iter() {
                *edges.entry(operand).or_default() += 1;
            }
        }
        for root in roots {
            *edges.entry(*root).or_default() += 1;
        }
        // What compares with the width of the type is read with the shift beside it.
        let widths: HashSet<Id, FastHash> =
            order.iter().filter_map(|&id| shift::by_width(arena, id)).map(|[truth, ..]| truth).collect();
        let leaf = |id: Id| matches!(arena.get(id), Node::Constant(_) | Node::Variable(_) | Node::Within(..));
        let mut ahead: HashSet<Id, FastHash> = order
            .iter()
            .copied()
            .filter(|&id| {
                has_names
                    && !leaf(id)
                    && !widths.contains(&id)
                    && edges.get(&id).is_some_and(|&count| count > 1)
                    && known.may_hoist(id)
            })
            .collect();
        let (long, deep) = is_long(arena, roots, &order, &ahead, dialect);
        let is_large = has_names && (long || deep);
        if is_large {
            // A name wherever a target would repeat an operand, and where brackets would nest too deep.
            let mut depths: HashMap<Id, u32, FastHash> = HashMap::default();
            for &id in &order {
                let repeats = repeated(arena, id, dialect);
                let mut depth = 0;
                for (k, operand) in arena.operands(id).iter().enumerate() {
                    let is_repeated = repeats & 1 << k.min(7) != 0;
                    let own = depths.get(operand).copied().unwrap_or(0);
                    // What stands once in something that is written often.
                    let is_inside = known.may_hoist(*operand) && !known.may_hoist(id);
                    if (is_repeated || is_inside || own >= MOST_DEEP) && !leaf(*operand) && !widths.contains(operand) {
                        ahead.insert(*operand);
                    }
                    depth = depth.max(if ahead.contains(operand) { 0 } else { own });
                }
                depths.insert(id, depth + 1);
            }
        }
        let roots_len = roots.len();
        let mut planner = Planner {
            arena,
            places: Vec::new(),
            roots: vec![Operand::Place(0); roots_len],
            blocks: vec![Block { around: WHOLE, depth: 0, branch: None }],
            has_blocks: is_large && dialect.block().is_some(),
            uses: HashMap::default(),
        };
        for (slot, &root) in roots.iter().enumerate() {
            planner.uses.entry(root).or_default().push(Use { user: None, slot, block: WHOLE });
        }
        let most = MOST_PLACES * order.len() + 1000;
        let is_open = is_large && !order.iter().any(|&id| matches!(arena.get(id), Node::Choose(..)));
        let named = Named { ahead: &ahead, known, is_open };
        for &id in order.iter().rev() {
            planner.put(id, &named)?;
            if planner.places.len() > most {
                return Err(Stop::TooLong);
            }
        }
        Ok(Self { places: planner.places, roots: planner.roots })
    }
}

/// Which values get a name.
struct Named<'n> {
    /// Those that get one as soon as they are used.
    ahead: &'n HashSet<Id, FastHash>,
    known: &'n dyn Knowledge,
    /// Whether nothing is guarded, and what is used more than once gets a name.
    is_open: bool,
}

impl Planner<'_> {
    /// Finds the places of a node for all its uses.
    fn put(&mut self, id: Id, named: &Named<'_>) -> Result<(), Stop> {
        let Some(uses) = self.uses.remove(&id) else { return Ok(()) };
        match self.arena.get(id) {
            Node::Constant(_) | Node::Variable(_) => {
                for used in uses {
                    self.fill(used, Operand::Leaf(id));
                }
                return Ok(());
            }
            // It is written as what it says something of.
            Node::Within(a, _) => {
                self.uses.entry(a).or_default().extend(uses);
                return Ok(());
            }
            _ => {}
        }
        let is_ahead = named.ahead.contains(&id);
        if is_ahead && named.known.may_hoist(id) {
            return self.place(id, Some(WHOLE), WHOLE, &uses);
        }
        if self.has_blocks && (is_ahead || uses.len() > 1) {
            return self.in_blocks(id, uses);
        }
        if named.is_open && (is_ahead || uses.len() > 1) {
            return self.place(id, Some(WHOLE), WHOLE, &uses);
        }
        for used in uses {
            self.place(id, None, used.block, &[used])?;
        }
        Ok(())
    }

    /// Names a node in every outermost block that computes it in any case.
    fn in_blocks(&mut self, id: Id, uses: Vec<Use>) -> Result<(), Stop> {
        // The blocks of the uses and all around them, with the uses that are directly in each.
        let mut within: HashMap<usize, (Vec<Use>, Vec<usize>), FastHash> = HashMap::default();
        for used in uses {
            let mut block = used.block;
            let mut is_new = !within.contains_key(&block);
            within.entry(block).or_default().0.push(used);
            while is_new && block != WHOLE {
                let around = self.blocks[block].around;
                is_new = !within.contains_key(&around);
                within.entry(around).or_default().1.push(block);
                block = around;
            }
        }
        // Inner blocks first: whether the node is computed in any case.
        let mut order: Vec<usize> = within.keys().copied().collect();
        order.sort_unstable_by_key(|&block| (self.blocks[block].depth, block));
        let mut covered: HashSet<usize, FastHash> = HashSet::default();
        for &block in order.iter().rev() {
            let (direct, inner) = &within[&block];
            let both = || {
                let mut taken: HashSet<(usize, bool), FastHash> = HashSet::default();
                inner.iter().filter(|inner| covered.contains(inner)).any(|&inner| {
                    let Some((choice, side)) = self.blocks[inner].branch else { return false };
                    taken.insert((choice, side));
                    taken.contains(&(choice, !side))
                })
            };
            if !direct.is_empty() || both() {
                covered.insert(block);
            }
        }
        let mut open = vec![WHOLE];
        while let Some(block) = open.pop() {
            let Some((_, inner)) = within.get(&block) else { continue };
            if !covered.contains(&block) {
                open.extend(inner);
                continue;
            }
            let mut own = Vec::new();
            let mut inside = vec![block];
            while let Some(block) = inside.pop() {
                let Some((direct, inner)) = within.get(&block) else { continue };
                own.extend(direct.iter().copied());
                inside.extend(inner);
            }
            self.place(id, Some(block), block, &own)?;
        }
        Ok(())
    }

    /// A place for a node in a block.
    fn place(&mut self, id: Id, named: Option<usize>, block: usize, uses: &[Use]) -> Result<(), Stop> {
        let place = self.places.len();
        for &used in uses {
            self.fill(used, Operand::Place(place));
        }
        let operands: Vec<Id> = match shift::by_width(self.arena, id) {
            // The truth is written with the width, which only the target knows.
            Some([_, amount, shifted]) => vec![amount, shifted, self.arena.constant(0)],
            None => self.arena.operands(id).to_vec(),
        };
        let mut branches = [block; 2];
        if self.has_blocks && matches!(self.arena.get(id), Node::Choose(..)) {
            let depth = self.blocks[block].depth + 1;
            if depth > MOST_BLOCKS {
                return Err(Stop::TooLong);
            }
            for side in [false, true] {
                branches[usize::from(side)] = self.blocks.len();
                self.blocks.push(Block { around: block, depth, branch: Some((place, side)) });
            }
        }
        let is_choice = matches!(self.arena.get(id), Node::Choose(..));
        for (slot, &operand) in operands.iter().enumerate() {
            let block = if is_choice && slot > 0 { branches[slot - 1] } else { block };
            self.uses.entry(operand).or_default().push(Use { user: Some(place), slot, block });
        }
        let operands = operands.into_iter().map(Operand::Leaf).collect();
        self.places.push(Place { node: id, named, operands, branches });
        Ok(())
    }

    fn fill(&mut self, used: Use, operand: Operand) {
        match used.user {
            Some(place) => self.places[place].operands[used.slot] = operand,
            None => self.roots[used.slot] = operand,
        }
    }
}

/// The operands of a node that the target writes more than once, a bit each.
fn repeated<D: Dialect>(arena: &Arena, id: Id, dialect: &D) -> u8 {
    match arena.get(id) {
        Node::Binary(op, ..) => dialect.repeats(op),
        _ => 0,
    }
}

/// Whether writing out what has no name takes far more operations than there are, and whether brackets nest deep.
fn is_long<D: Dialect>(
    arena: &Arena,
    roots: &[Id],
    order: &[Id],
    named: &HashSet<Id, FastHash>,
    dialect: &D,
) -> (bool, bool) {
    let mut sizes: HashMap<Id, (u64, u32), FastHash> = HashMap::default();
    let (mut total, mut deepest, mut operations) = (0_u64, 0, 0_u64);
    for &id in order {
        let own = u64::from(!matches!(arena.get(id), Node::Constant(_) | Node::Variable(_) | Node::Within(..)));
        let repeats = repeated(arena, id, dialect);
        let (mut size, mut depth) = (own, 0);
        for (k, operand) in arena.operands(id).iter().enumerate().filter(|(_, operand)| !named.contains(operand)) {
            let (inner, inner_depth) = sizes[operand];
            let times = if repeats & 1 << k.min(7) != 0 { 2 } else { 1 };
            size = size.saturating_add(inner.saturating_mul(times));
            depth = depth.max(inner_depth);
        }
        let depth = depth + own as u32;
        sizes.insert(id, (size, depth));
        operations += own;
        deepest = deepest.max(depth);
        if named.contains(&id) {
            total = total.saturating_add(size);
        }
    }
    for root in roots.iter().filter(|root| !named.contains(root)) {
        total = total.saturating_add(sizes[root].0);
    }
    (total > MOST_WRITTEN.max(4 * operations), deepest > MOST_DEEP)
}
