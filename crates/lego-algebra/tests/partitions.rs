//! What one thread or one tile has of a tensor, in expressions: beside the values at the elements it is made of.
#![cfg(feature = "alloc")]

use lego_algebra::cute::{ComposedLayout, IntTuple, Swizzle};
use lego_algebra::expression::{Value, evaluate};
use random::Random;

fn value(text: &str) -> Result<Value, String> {
    evaluate(text, &|_| None).map_err(|fault| fault.message)
}

/// The layout of an expression, with its swizzle and offset.
#[track_caller]
fn composed(text: &str) -> ComposedLayout {
    match value(text) {
        Ok(Value::Composed(composed)) => composed,
        Ok(Value::Layout(layout)) => ComposedLayout { swizzle: Swizzle::IDENTITY, offset: 0, layout },
        other => panic!("{text}: {other:?}"),
    }
}

/// A matrix of these extents, in modes of any kind, with or without a swizzle.
fn tensor(random: &mut Random, [rows, columns]: [i64; 2]) -> String {
    let plain = match random.below(3) {
        0 => format!("({rows},{columns}):({columns},1)"),
        1 => format!("({rows},{columns}):(1,{rows})"),
        _ => format!("({rows},{columns}):({},{})", 1 + random.below(40), 1 + random.below(40)),
    };
    if random.below(2) == 0 { plain } else { format!("Sw<1,0,2> o {} o {plain}", random.below(20)) }
}

/// A tensor's value at a row and a column.
fn at(tensor: &ComposedLayout, row: i64, column: i64) -> i64 {
    tensor.crd2idx(&IntTuple::flat(&[row, column]).unwrap()).unwrap()
}

#[test]
fn partitions_are_the_elements_of_a_thread_in_every_tile() {
    let mut random = Random::new(0x9A27);
    for _ in 0..40 {
        let pick = |random: &mut Random| 1 + random.below(3) as i64;
        let [threads, each, rests] = [0; 3].map(|_| [pick(&mut random), pick(&mut random)]);
        let tile = [threads[0] * each[0], threads[1] * each[1]];
        let text = tensor(&mut random, [tile[0] * rests[0], tile[1] * rests[1]]);
        let whole = composed(&text);
        let held = format!(
            "make_layout_tv(({},{}):({},1), ({},{}):({},1))",
            threads[0], threads[1], threads[1], each[0], each[1], each[1]
        );
        let (count, values) = (threads[0] * threads[1], each[0] * each[1]);
        let all = composed(&format!("partition({held}, {text})"));
        for thread in 0..count {
            let name = if random.below(2) == 0 { "partition_S" } else { "partition_D" };
            let one = composed(&format!("partition({held}, {text}, {thread})"));
            assert_eq!(composed(&format!("{name}({held}, {text}, {thread})")), one);
            assert_eq!(one.layout.size(), values * rests[0] * rests[1]);
            for value in 0..values {
                // Threads and their values count row by row, values within the block of a thread.
                let [down, right] = [thread / threads[1] * each[0], thread % threads[1] * each[1]];
                let [row, column] = [down + value / each[1], right + value % each[1]];
                for rest in 0..rests[0] * rests[1] {
                    let [i, j] = [rest % rests[0], rest / rests[0]];
                    let expected = at(&whole, row + i * tile[0], column + j * tile[1]);
                    let of_one = one.eval(value + values * rest);
                    assert_eq!(of_one, Ok(expected), "{held} {text} {thread} {value} {rest}");
                    assert_eq!(all.eval(thread + count * (value + values * rest)), Ok(expected), "{held} {text}");
                }
            }
        }
    }
}

#[test]
fn a_local_partition_is_the_threads_place_in_every_tile() {
    let mut random = Random::new(0x10CA1);
    for _ in 0..60 {
        let pick = |random: &mut Random| 1 + random.below(4) as i64;
        let [tile, rests] = [0; 2].map(|_| [pick(&mut random), pick(&mut random)]);
        let text = tensor(&mut random, [tile[0] * rests[0], tile[1] * rests[1]]);
        let whole = composed(&text);
        let by_rows = random.below(2) == 0;
        let stride = if by_rows { [tile[1], 1] } else { [1, tile[0]] };
        for thread in 0..tile[0] * tile[1] {
            let place =
                if by_rows { [thread / tile[1], thread % tile[1]] } else { [thread % tile[0], thread / tile[0]] };
            let [m, n] = tile;
            let call = format!("local_partition({text}, ({m},{n}):({},{}), {thread})", stride[0], stride[1]);
            let one = composed(&call);
            assert_eq!(one.layout.size(), rests[0] * rests[1], "{call}");
            for rest in 0..rests[0] * rests[1] {
                let [i, j] = [rest % rests[0], rest / rests[0]];
                assert_eq!(one.eval(rest), Ok(at(&whole, place[0] + i * m, place[1] + j * n)), "{call} {rest}");
            }
        }
    }
}

#[test]
fn a_local_tile_is_the_tile_at_a_coordinate() {
    let mut random = Random::new(0x711E);
    for _ in 0..60 {
        let pick = |random: &mut Random| 1 + random.below(4) as i64;
        let [tile, rests] = [0; 2].map(|_| [pick(&mut random), pick(&mut random)]);
        let text = tensor(&mut random, [tile[0] * rests[0], tile[1] * rests[1]]);
        let whole = composed(&text);
        let [m, n] = tile;
        for rest in 0..rests[0] * rests[1] {
            let [i, j] = [rest % rests[0], rest / rests[0]];
            let one = composed(&format!("local_tile({text}, ({m},{n}), ({i},{j}))"));
            assert_eq!(composed(&format!("local_tile({text}, ({m},{n}), {rest})")), one);
            // The tiles of a column of tiles, one behind the other.
            let column = composed(&format!("local_tile({text}, ({m},{n}), (_,{j}))"));
            assert_eq!(column, composed(&format!("local_tile({text}, ({m},{n}), (_,{j}))")));
            assert_eq!(column.layout.size(), m * n * rests[0]);
            for element in 0..m * n {
                let expected = at(&whole, element % m + i * m, element / m + j * n);
                assert_eq!(one.eval(element), Ok(expected), "{text} {tile:?} {rest} {element}");
                assert_eq!(column.eval(element + m * n * i), Ok(expected), "{text} {tile:?} {rest} {element}");
            }
        }
    }
    // What a coordinate does not speak of stays open.
    let (short, open) = ("local_tile((8,6,5):(1,8,48), (4,3), (1,1))", "local_tile((8,6,5):(1,8,48), (4,3), (1,1,_))");
    assert_eq!(composed(short), composed(open));
    assert_eq!(composed(short).to_string(), "Sw<0,4,3> o 28 o (4,3,5):(1,8,48)");
}

#[test]
fn modes_are_chosen_and_put_before() {
    for (text, expected) in [
        ("select((2,3,(4,5)):(1,2,(6,24)), 2, 0)", "((4,5),2):((6,24),1)"),
        ("prepend((2,3):(1,2), 4:6)", "(4,2,3):(6,1,2)"),
        ("group_modes((2,3,5,7):(1,2,6,30), 0, 2)", "((2,3),5,7):((1,2),6,30)"),
        ("mode((2,(3,4)):(1,(2,6)), 1, 0)", "3:2"),
        ("recast((4,8):(8,1), 16, 32)", "(4,4):(4,1)"),
        ("from_table((0,8,1,9))", "(2,2):(8,1)"),
        ("partition(thread_value((2,2):(1,2), (4,1)), (4,2):(1,4))", "(2,2,(1,2)):(1,2,(0,4))"),
        // The accumulator of a matrix instruction: thread 5 has row 1, columns 2 and 3, and the same in row 9.
        ("partition(mma_m16n8_f32_C, (16,8):(8,1), 5)", "Sw<0,4,3> o 10 o ((2,2),(1,1)):((1,64),(0,0))"),
    ] {
        assert_eq!(value(text).map(|value| value.to_string()).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn what_is_wrong_is_said_at_its_argument() {
    for (text, place, message) in [
        ("partition((4,2):(1,4), 8:1)", "(4,2):(1,4)", "takes a layout of (thread, value)"),
        ("partition(mma_m16n8_f32_C, (16,8):(8,1), 32)", "32)", "there is no thread 32: there are 32, from 0 on"),
        ("partition(mma_m16n8_f32_C, (16,8):(8,1), -1)", "-1)", "there is no thread -1"),
        ("partition_S(mma_m16n8_f32_C, (16,8):(8,1))", "partition_S", "takes 3 arguments"),
        ("local_partition((8,8):(8,1), (2,2):(1,1), 0)", "(2,2):(1,1)", "coordinates"),
        ("local_partition((8,8):(8,1), (2,2):(1,2), 4)", "4)", "there is no thread 4"),
        ("local_tile((8,8):(8,1), (2,2), (4,0))", "(4,0)", "4"),
        ("local_tile((8,8):(8,1), (2,2), 16)", "16", "16"),
        ("thread_value((4,4):(1,4), (4,2))", "thread_value", "15"),
        ("select((4,4):(1,4), 2)", "2)", "has no mode 2"),
        ("select((4,4):(1,4), -1)", "-1)", "has no mode -1"),
        ("get((4,4):(1,4), -1)", "-1)", "has no element -1"),
        ("group((4,4):(1,4), 0, -1)", "group", "rank"),
        ("from_table((0,1,3))", "from_table", "no layout has these values"),
    ] {
        let fault = evaluate(text, &|_| None).expect_err(text);
        assert!(fault.message.contains(message), "{text}: {}", fault.message);
        assert_eq!(fault.start, text.find(place).unwrap(), "{text}: {} {}", fault.start, fault.message);
    }
}

#[test]
fn the_largest_numbers_are_refused_and_not_wrapped() {
    let most = i64::MAX;
    for text in [
        format!("local_tile((2,2):(1,{}), (1,1), (1,1))", most - 1),
        format!("local_tile(Sw<0,4,3> o {most} o (2,2):(1,2), (1,1), (1,1))"),
        format!("local_partition({most} o (2,2):(1,2), (2,1):(1,1), 1)"),
        format!("partition(thread_value((2,1):(1,0), 2), {most} o 2:1, 1)"),
    ] {
        assert!(value(&text).is_err(), "{text}");
    }
}
