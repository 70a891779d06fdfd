//! Relations of CuTe's layouts whose sizes have no value.

use super::cute::{Coordinates, NotRelation};
use super::relation::{Order, Relation};
use lego_algebra::cute::Profile;
use lego_algebra::symbolic::{self, Condition, SymbolicLayout, Term, Value, Writer};
use lego_expr::{Arena, Comparison, Id, Kind, Map, Op, Premise};

/// The arithmetic of an arena, with the sizes that are variables of it already.
struct InArena<'a, 'k> {
    arena: &'a Arena,
    known: &'k [(String, Id)],
    found: Vec<(String, Id)>,
}

impl Writer for InArena<'_, '_> {
    type Value = Id;

    fn number(&mut self, number: i64) -> Id {
        self.arena.constant(number.into())
    }

    fn symbol(&mut self, name: &str) -> Id {
        if let Some((_, id)) = self.known.iter().chain(&self.found).find(|(known, _)| known == name) {
            return *id;
        }
        let id = self.arena.variable(name, Kind::Size);
        self.found.push((name.to_owned(), id));
        id
    }

    fn sum(&mut self, a: Id, b: Id) -> Id {
        self.arena.binary(Op::Add, a, b)
    }

    fn product(&mut self, a: Id, b: Id) -> Id {
        self.arena.binary(Op::Mul, a, b)
    }

    fn quotient(&mut self, a: Id, b: Id) -> Id {
        self.arena.binary(Op::Div, a, b)
    }

    fn ceil_div(&mut self, a: Id, b: Id) -> Id {
        let more = self.arena.binary(Op::Sub, b, self.arena.constant(1));
        self.arena.binary(Op::Div, self.arena.binary(Op::Add, a, more), b)
    }

    fn smaller(&mut self, a: Id, b: Id) -> Id {
        self.arena.choose(self.arena.compare(Comparison::Less, a, b), a, b)
    }

    fn larger(&mut self, a: Id, b: Id) -> Id {
        self.arena.choose(self.arena.compare(Comparison::Less, a, b), b, a)
    }
}

impl<'a> Relation<'a> {
    /// The relation of a layout of CuTe's over symbols; its conditions are stated in the arena as facts. `known` are sizes that
    /// are variables of the arena already.
    ///
    /// ```
    /// use lego_algebra::symbolic::{Answer, evaluate};
    /// use lego_relation::{Answer as Decided, Coordinates, Effort, Relation};
    /// let arena = lego_expr::Arena::new();
    /// let Ok(Answer::Holds(layout)) = evaluate("(M,N):(L,1) where L >= N") else { panic!() };
    /// let relation = Relation::of_symbolic(&arena, &layout, Coordinates::TopLevel, &[]).unwrap();
    /// assert_eq!(relation.is_injective(&Effort::default()), Decided::Yes);
    /// let image = relation.general().image().unwrap().answer;
    /// assert_eq!(image.domain.predicate_text(), "p % L < N");
    /// ```
    ///
    /// # Errors
    /// [`NotRelation`] of a stride below 0, and of a value that is no layout.
    pub fn of_symbolic(
        arena: &'a Arena,
        result: &symbolic::Result,
        coordinates: Coordinates,
        known: &[(String, Id)],
    ) -> Result<Self, NotRelation> {
        let Value::Layout(layout) = &result.value else { return Err(NotRelation::NoLayout) };
        let mut writer = InArena { arena, known, found: Vec::new() };
        let context = &result.context;
        for condition in result.all_conditions() {
            let mut pair = |one: &Term, two: &Term| (context.write(one, &mut writer), context.write(two, &mut writer));
            match condition {
                Condition::Divides { by, of } => {
                    let (of, by) = pair(of, by);
                    arena.state(Premise::Divides(of, by));
                }
                Condition::AtMost { small, large } => {
                    let (small, large) = pair(small, large);
                    arena.state(Premise::AtMost(small, large));
                }
                // The layout is right without it; only that it is the largest depends on it.
                Condition::Differs { .. } => {}
                Condition::Equal { one, two } => {
                    let (one, two) = pair(one, two);
                    arena.state(Premise::AtMost(one, two));
                    arena.state(Premise::AtMost(two, one));
                }
            }
        }
        if let Some((_, stride)) = layout.modes().iter().find(|(_, stride)| stride.is_negative()) {
            return Err(NotRelation::BelowZero { stride: context.text(stride) });
        }
        let axes: Vec<Vec<(Id, Id)>> = grouped(layout, coordinates)
            .into_iter()
            .map(|modes| {
                let mode = |(size, stride): &(Term, Term)| {
                    (context.write(size, &mut writer), context.write(stride, &mut writer))
                };
                modes.iter().map(mode).collect()
            })
            .collect();
        let one = arena.constant(1);
        let dims: Vec<Id> = axes
            .iter()
            .map(|modes| modes.iter().fold(one, |all, (size, _)| arena.binary(Op::Mul, all, *size)))
            .collect();
        let index = Map::index(arena, &dims);
        let (mut value, mut span) = (arena.constant(0), one);
        for (modes, &component) in axes.iter().zip(&index) {
            // A component of one value is 0, which is how other systems write it.
            let is_one = modes.iter().all(|(size, _)| arena.number(*size) == Some(1));
            let mut rest = if is_one { arena.constant(0) } else { component };
            for (k, &(size, stride)) in modes.iter().enumerate() {
                let digit = if k + 1 == modes.len() { rest } else { arena.binary(Op::Rem, rest, size) };
                rest = arena.binary(Op::Div, rest, size);
                value = arena.binary(Op::Add, value, arena.binary(Op::Mul, digit, stride));
                let last = arena.binary(Op::Sub, size, one);
                span = arena.binary(Op::Add, span, arena.binary(Op::Mul, last, stride));
            }
        }
        let map = Map { index, dims, spans: vec![span], guards: vec![], values: vec![value], unchecked: false };
        Ok(Self::new(arena, map, Order::Colexicographic))
    }
}

/// Extent and stride of every mode, grouped by the component of the index that it is a digit of.
fn grouped(layout: &SymbolicLayout, coordinates: Coordinates) -> Vec<Vec<(Term, Term)>> {
    let modes = layout.modes();
    if coordinates == Coordinates::Natural {
        return modes.iter().map(|mode| vec![mode.clone()]).collect();
    }
    if Profile::is_leaf(layout.profile()) {
        return vec![modes.to_vec()];
    }
    let child = |k| layout.profile().child(k).map(|(_, start, end)| modes[start..end].to_vec());
    (0..layout.profile().rank()).filter_map(child).collect()
}
