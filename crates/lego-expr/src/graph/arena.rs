//! The arena: a graph of the nodes of expressions, in which equal nodes are one.

use crate::graph::list::{List, Pattern};
use crate::graph::node::{Comparison, Function, Id, Kind, Node, Op, Operands, Premise, Variable};
use crate::graph::table::Table;
use std::cell::RefCell;
use std::sync::Arc;

/// Nodes, the variables and functions that they name, and facts about sizes.
///
/// Operations on numbers are computed at once and neutral operands dropped; nothing else is simplified here.
///
/// A clone is a graph of its own, in which the ids so far name the same nodes.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    store: RefCell<Store>,
}

#[derive(Clone, Debug, Default)]
struct Store {
    nodes: Vec<Node>,
    ids: Table,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    lists: Vec<List>,
    facts: Vec<Premise>,
    /// What holds besides wherever the layout has an index.
    inhabited: Vec<Premise>,
    overflowed: bool,
    /// How many nodes there may be, if that is limited.
    most: Option<usize>,
    exceeded: bool,
}

impl Arena {
    /// An empty graph.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The id of a node; equal nodes have one id.
    pub fn node(&self, node: Node) -> Id {
        let store = &mut *self.store.borrow_mut();
        let (hash, nodes) = (node.hash(), &store.nodes);
        if let Some(place) = store.ids.find(hash, |place| nodes[place] == node) {
            return Id(place as u32);
        }
        let place = nodes.len();
        if store.most.is_some_and(|most| place >= most) && place > 0 {
            store.exceeded = true;
            return Id(0);
        }
        store.nodes.push(node);
        store.ids.insert(hash, place);
        Id(place as u32)
    }

    /// The number of nodes.
    ///
    /// ```
    /// use lego_expr::Arena;
    /// let arena = Arena::new();
    /// let (four, again) = (arena.constant(4), arena.constant(4));
    /// assert_eq!((four, arena.nodes()), (again, 1));
    /// ```
    pub fn nodes(&self) -> usize {
        self.store.borrow().nodes.len()
    }

    /// The node that an id names.
    pub fn get(&self, id: Id) -> Node {
        self.store.borrow().nodes[id.0 as usize].clone()
    }

    /// The number that a node is, if it is one.
    pub fn number(&self, id: Id) -> Option<i128> {
        match self.store.borrow().nodes[id.0 as usize] {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// A number.
    pub fn constant(&self, value: i128) -> Id {
        self.node(Node::Constant(value))
    }

    /// A new variable.
    pub fn variable(&self, name: &str, kind: Kind) -> Id {
        let number = {
            let mut store = self.store.borrow_mut();
            store.variables.push(Variable { name: name.to_owned(), kind });
            store.variables.len() as u32 - 1
        };
        self.node(Node::Variable(number))
    }

    /// What a variable is called and stands for.
    pub fn variable_of(&self, number: u32) -> Variable {
        self.store.borrow().variables[number as usize].clone()
    }

    /// What a variable stands for.
    pub(crate) fn kind_of(&self, number: u32) -> Kind {
        self.store.borrow().variables[number as usize].kind
    }

    /// The number of a function of the user's; the same path with the same bound has one number.
    pub fn function(&self, path: &str, bound: Id) -> u32 {
        let mut store = self.store.borrow_mut();
        let function = Function { path: path.to_owned(), bound };
        if let Some(place) = store.functions.iter().position(|f| *f == function) {
            return place as u32;
        }
        store.functions.push(function);
        store.functions.len() as u32 - 1
    }

    /// A function by its number.
    pub fn function_of(&self, number: u32) -> Function {
        self.store.borrow().functions[number as usize].clone()
    }

    /// The entry of a list at a place, which a law puts inside of it: a node, unless arithmetic takes one operation at most.
    ///
    /// ```
    /// use lego_expr::{Arena, Kind, Program};
    /// let arena = Arena::new();
    /// let i = arena.variable("i", Kind::Index { extent: arena.constant(4) });
    /// let entry = arena.look_up(&[3, 1, 0, 2], i);
    /// assert_eq!(Program::new(&arena, &[entry]).run(|_| 2), [Some(0)]);
    /// assert_eq!(arena.look_up(&[0, 1, 2, 3], i), i);
    /// ```
    pub fn look_up(&self, entries: &[u64], place: Id) -> Id {
        let list = self.list(entries, false);
        self.look_up_in(list, place)
    }

    /// The number of a list; equal lists have one number, but for whether they stay lists.
    pub(crate) fn list(&self, entries: &[u64], is_kept: bool) -> u32 {
        let lists = &mut self.store.borrow_mut().lists;
        let found = lists.iter().position(|list| list.is_kept == is_kept && *list.entries == *entries);
        found.unwrap_or_else(|| {
            lists.push(List::new(entries, is_kept));
            lists.len() - 1
        }) as u32
    }

    /// The entries of a list by its number.
    pub fn entries(&self, list: u32) -> Arc<[u64]> {
        Arc::clone(&self.store.borrow().lists[list as usize].entries)
    }

    /// What the entries of a list are, if they are arithmetic that may be written for them.
    pub(crate) fn pattern(&self, list: u32) -> Option<Pattern> {
        self.store.borrow().lists[list as usize].pattern.clone()
    }

    /// Whether a list stays one where its arithmetic takes more than one operation.
    pub(crate) fn is_kept(&self, list: u32) -> bool {
        self.store.borrow().lists[list as usize].is_kept
    }

    /// The entry of a list at a place.
    pub(crate) fn look_up_in(&self, list: u32, place: Id) -> Id {
        let number = self.number(place);
        let entry = number.and_then(|place| self.store.borrow().lists[list as usize].at(place));
        match (entry, self.pattern(list).filter(Pattern::is_one_operation)) {
            (Some(entry), _) => self.constant(entry),
            (None, Some(pattern)) => self.written(&pattern, place),
            (None, None) => self.node(Node::LookUp(list, place)),
        }
    }

    /// The arithmetic that entries are, at a place.
    pub(crate) fn written(&self, pattern: &Pattern, place: Id) -> Id {
        let operate = |op, a: &Id, b: &Id| Ok::<Id, std::convert::Infallible>(self.binary(op, *a, *b));
        match pattern.write(&place, &|number| self.constant(number), operate) {
            Ok(id) => id,
            Err(never) => match never {},
        }
    }

    /// States a fact; whoever states it answers for its being asserted.
    pub fn state(&self, fact: Premise) {
        let mut store = self.store.borrow_mut();
        if !store.facts.contains(&fact) {
            store.facts.push(fact);
        }
    }

    /// Whether a fact has been stated.
    pub fn is_stated(&self, fact: &Premise) -> bool {
        self.store.borrow().facts.contains(fact)
    }

    /// The facts, in the order in which they were stated.
    pub fn premises(&self) -> Vec<Premise> {
        self.store.borrow().facts.clone()
    }

    /// States a fact about sizes that holds wherever the layout has an index, such as that an extent is at least 1. An
    /// [`Engine::of_sizes`](crate::Engine::of_sizes) does not rely on it.
    pub fn state_of_inhabited(&self, fact: Premise) {
        let mut store = self.store.borrow_mut();
        if !store.inhabited.contains(&fact) {
            store.inhabited.push(fact);
        }
    }

    /// The facts that hold wherever the layout has an index, in the order in which they were stated.
    pub(crate) fn premises_of_inhabited(&self) -> Vec<Premise> {
        self.store.borrow().inhabited.clone()
    }

    /// Whether an operation on numbers has left the range of 128 bits. Then nodes made since mean nothing.
    pub fn overflowed(&self) -> bool {
        self.store.borrow().overflowed
    }

    /// Builds expressions of at most so many new nodes; `None` where that does not do.
    ///
    /// ```
    /// use lego_expr::{Arena, Kind, Op};
    /// let arena = Arena::new();
    /// let x = arena.variable("x", Kind::Size);
    /// let power = |count: usize| (0..count).fold(x, |power, _| arena.binary(Op::Mul, power, x));
    /// assert!(arena.build_within(100, || power(10)).is_some());
    /// assert!(arena.build_within(100, || power(1000)).is_none());
    /// ```
    pub fn build_within<T>(&self, most: usize, build: impl FnOnce() -> T) -> Option<T> {
        let before = {
            let store = &mut *self.store.borrow_mut();
            store.exceeded = false;
            store.most.replace(store.nodes.len() + most)
        };
        // Beyond the limit every new node is an old one, so that what is built is not more, but means nothing.
        let built = build();
        let store = &mut *self.store.borrow_mut();
        store.most = before;
        (!std::mem::take(&mut store.exceeded)).then_some(built)
    }

    fn fold(&self, value: Option<i128>) -> Id {
        let value = value.unwrap_or_else(|| {
            self.store.borrow_mut().overflowed = true;
            0
        });
        self.constant(value)
    }

    /// An operation, folded where both sides are numbers or one is neutral.
    pub fn binary(&self, op: Op, a: Id, b: Id) -> Id {
        let (x, y) = (self.number(a), self.number(b));
        if let (Some(x), Some(y)) = (x, y) {
            let defined = match op {
                Op::Div | Op::Rem => x >= 0 && y > 0,
                Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr => x >= 0 && y >= 0,
                _ => true,
            };
            if defined {
                return self.fold(op.fold(x, y));
            }
        }
        match (op, x, y) {
            (Op::Add | Op::Or | Op::Xor, Some(0), _) => b,
            (Op::Add | Op::Sub | Op::Or | Op::Xor | Op::Shl | Op::Shr, _, Some(0)) => a,
            (Op::Mul, Some(1), _) => b,
            (Op::Mul | Op::Div, _, Some(1)) => a,
            (Op::Mul | Op::And, Some(0), _) => a,
            (Op::Mul | Op::And, _, Some(0)) => b,
            (Op::Rem, _, Some(1)) => self.constant(0),
            (Op::Min | Op::Max, ..) if a == b => a,
            _ => self.node(Node::Binary(op, a, b)),
        }
    }

    /// A comparison, folded where both sides are numbers or the same node.
    pub fn compare(&self, comparison: Comparison, a: Id, b: Id) -> Id {
        let settled = match (self.number(a), self.number(b)) {
            (Some(x), Some(y)) => Some(comparison.holds(x, y)),
            _ if a == b => Some(comparison.holds(0, 0)),
            _ => None,
        };
        match settled {
            Some(truth) => self.constant(truth.into()),
            None => self.node(Node::Compare(comparison, a, b)),
        }
    }

    /// `if c { a } else { b }`, folded where c is settled or the branches are the same node.
    pub fn choose(&self, truth: Id, a: Id, b: Id) -> Id {
        match self.number(truth) {
            Some(0) => b,
            Some(_) => a,
            None if a == b => a,
            None => self.node(Node::Choose(truth, a, b)),
        }
    }

    /// The truth that holds exactly where `truth` does not.
    pub fn not(&self, truth: Id) -> Id {
        match self.get(truth) {
            Node::Constant(value) => self.constant((value == 0).into()),
            Node::Compare(comparison, a, b) => {
                let (negated, exchanged) = comparison.negated();
                if exchanged { self.compare(negated, b, a) } else { self.compare(negated, a, b) }
            }
            Node::Binary(Op::And, a, b) => self.binary(Op::Or, self.not(a), self.not(b)),
            Node::Binary(Op::Or, a, b) => self.binary(Op::And, self.not(a), self.not(b)),
            _ => self.compare(Comparison::Equal, truth, self.constant(0)),
        }
    }

    /// The integer square root.
    pub fn isqrt(&self, a: Id) -> Id {
        match self.number(a) {
            Some(value) if value >= 0 => self.constant(value.isqrt()),
            _ => self.node(Node::Isqrt(a)),
        }
    }

    /// A value that a law puts below `extent`.
    pub fn within(&self, a: Id, extent: Id) -> Id {
        match (self.get(a), self.number(extent)) {
            (Node::Constant(_) | Node::Within(..), _) => a,
            // Nothing but 0 is below 1.
            (_, Some(1)) => self.constant(0),
            _ => self.node(Node::Within(a, extent)),
        }
    }

    /// The nodes that the value of a node is made of.
    pub(crate) fn operands(&self, id: Id) -> Operands {
        let none = Id(0);
        match &self.store.borrow().nodes[id.0 as usize] {
            Node::Constant(_) | Node::Variable(_) => Operands::Few(0, [none; 3]),
            Node::Binary(_, a, b) | Node::Compare(_, a, b) => Operands::Few(2, [*a, *b, none]),
            Node::Choose(c, a, b) => Operands::Few(3, [*c, *a, *b]),
            Node::Isqrt(a) | Node::LookUp(_, a) | Node::Within(a, _) => Operands::Few(1, [*a, none, none]),
            Node::Call { arguments, .. } => Operands::Many(arguments.clone()),
        }
    }

    /// A node with other operands.
    pub(crate) fn rebuilt(&self, id: Id, operand: impl Fn(&Id) -> Id) -> Id {
        match self.get(id) {
            Node::Constant(_) | Node::Variable(_) => id,
            Node::Binary(op, a, b) => self.binary(op, operand(&a), operand(&b)),
            Node::Compare(comparison, a, b) => self.compare(comparison, operand(&a), operand(&b)),
            Node::Choose(c, a, b) => self.choose(operand(&c), operand(&a), operand(&b)),
            Node::Within(a, extent) => self.within(operand(&a), extent),
            Node::Isqrt(a) => self.isqrt(operand(&a)),
            Node::LookUp(list, at) => self.look_up_in(list, operand(&at)),
            Node::Call { function, part, arguments } => {
                self.node(Node::Call { function, part, arguments: arguments.iter().map(operand).collect() })
            }
        }
    }

    /// The id of a node, if there is such a node.
    pub(crate) fn find(&self, node: &Node) -> Option<Id> {
        let store = self.store.borrow();
        store.ids.find(node.hash(), |place| store.nodes[place] == *node).map(|place| Id(place as u32))
    }

    /// Answers a question about all nodes, each at the place of its id.
    pub(crate) fn read<T>(&self, question: impl FnOnce(&[Node]) -> T) -> T {
        question(&self.store.borrow().nodes)
    }
}
