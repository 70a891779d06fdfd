//! Items: several in one invocation, with what belongs to an item.

use crate::laws::check;
use lego::layout;

mod inner {
    lego::layout! {
        /// Documented, and seen from outside.
        #[derive(PartialOrd, Ord)]
        pub type Rows = Row(4, 8);
        pub(crate) type Columns = Col(4, 8);
        pub(super) type Mirrored = Reverse(4, 8);
        #[allow(dead_code)]
        type Hidden = Row(3);
    }
}

layout! {
    /// 6×6 in 3×3 anti-diagonal blocks (LEGO, fig. 9).
    pub type Fig9 = OrderBy(RegP([2, 2], [2, 1]), AntiDiag(3))
        .OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4]))
        .GroupBy([6, 6]);
}

const P: usize = Fig9::apply([4, 2]);
const I: [usize; 2] = Fig9::inv(15);
static TABLE: [usize; 36] = {
    let (mut table, mut p) = ([0; 36], 0);
    while p < 36 {
        table[p] = p;
        let [i, j] = Fig9::inv(p);
        table[Fig9::apply([i, j])] = i * 6 + j;
        p += 1;
    }
    table
};

#[test]
fn figure_9_at_compile_time() {
    assert_eq!((P, I), (15, [4, 2]));
    // The paper's table by position.
    assert_eq!(TABLE[..9], [0, 1, 6, 2, 7, 12, 8, 13, 14]);
    assert_eq!(TABLE[9..18], [18, 19, 24, 20, 25, 30, 26, 31, 32]);
    check(Fig9, |[i, j]| TABLE.iter().position(|&flat| flat == i * 6 + j));
}

#[test]
fn several_items_with_their_visibility() {
    check(inner::Rows, |[i, j]| Some(i * 8 + j));
    check(inner::Columns, |[i, j]| Some(j * 4 + i));
    check(inner::Mirrored, |[i, j]| Some(31 - i * 8 - j));
}

#[test]
fn types_are_plain_values() {
    assert_eq!(std::mem::size_of::<Fig9>(), 0);
    assert_eq!(Fig9, Fig9);
    assert_eq!(format!("{Fig9:?}"), "Fig9");
    assert!(inner::Rows <= inner::Rows);
    fn plain<T: Copy + Default + Send + Sync + std::hash::Hash + Eq + 'static>() {}
    plain::<Fig9>();
}

#[test]
fn items_stand_in_functions() {
    layout! {
        type Local = Row(2, 3);
        const N: usize = 3;
        type Other = Row(N);
    }
    {
        layout!(type Local = Col(2, 3););
        check(Local, |[i, j]| Some(j * 2 + i));
    }
    check(Local, |[i, j]| Some(i * 3 + j));
    check(Other, |[i]| Some(i));
}
