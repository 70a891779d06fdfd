//! Expressions that took exponential time: they have an answer, or say which limit was spent.

use lego_algebra::expression::parse;
use lego_algebra::symbolic::{Answer, STEPS, evaluate, evaluate_within};

/// A size that is divided by a quotient of itself is the same unknown however much gets known of it.
#[test]
fn quotients_of_a_size_that_they_divide_have_their_answer() {
    for (text, value, condition) in [
        ("complement((ceil_div(N,8),4):(1,N))", "N/ceil_div(N, 8):ceil_div(N, 8)", "N % ceil_div(N, 8) == 0"),
        (
            "composition((ceil_div(N,8),4):(1,N), N:2)",
            "(ceil_div(N, 8)/2,N/(ceil_div(N, 8)/2)):(2,N)",
            "N % (ceil_div(N, 8)/2) == 0",
        ),
        (
            "logical_divide((M,N):(N,1), ceil_div(N,8):1)",
            "(ceil_div(N, 8),(M/ceil_div(N, 8),N)):(N,(N*ceil_div(N, 8),1))",
            "M % ceil_div(N, 8) == 0",
        ),
    ] {
        let Ok(Answer::Holds(result)) = evaluate(text) else { panic!("{text}") };
        assert_eq!(result.to_string(), value, "{text}");
        assert!(result.assumes().iter().any(|other| other == condition), "{text}: {:?}", result.assumes());
    }
    for text in [
        "logical_product((ceil_div(N,8),4):(1,N), (ceil_div(M,4),2):(1,ceil_div(M,4)))",
        "logical_divide((ceil_div(N,8),4):(1,N), (ceil_div(M,4),2):(1,ceil_div(M,4)))",
        "complement((ceil_div(N,8),ceil_div(ceil_div(N,3),2)):(1,N))",
    ] {
        assert!(matches!(evaluate(text), Ok(Answer::Holds(_))), "{text}");
    }
}

/// Each size here has the one before it twice: as text it has 2^60 parts, as unknowns 60.
#[test]
fn a_value_too_long_to_be_printed_is_not_decided() {
    for step in ["cosize(logical_product(SIZE:1, M:2))", "ceil_div(cosize((SIZE,2):(K,1)), 3)", "max(M*SIZE, K)"] {
        let size = (0..60).fold("N".to_owned(), |size, _| step.replace("SIZE", &size));
        let answer = evaluate(&format!("{size}:1"));
        assert!(
            matches!(answer, Ok(Answer::Holds(_) | Answer::Undecided(_) | Answer::Refused(_))),
            "{step}: {answer:?}"
        );
    }
    let size = (0..14).fold("N".to_owned(), |size, _| format!("min({size}, 1 + {size})"));
    let fault = evaluate(&format!("{size}:1")).unwrap_err();
    assert!(fault.message.contains("at most 65536 words"), "{fault}");
    // A power doubles with each fact: it is refused before it is written out.
    let facts: Vec<String> = ["A", "B", "C", "D", "E", "F"]
        .windows(2)
        .map(|pair| format!("{} == {1}*{1}*{1}*{1}*{1}*{1}", pair[0], pair[1]))
        .collect();
    let text = format!("A:1 where {}", facts.join(", "));
    assert!(matches!(evaluate(&text), Ok(Answer::Undecided(why)) if why.contains("power")), "{text}");
}

#[test]
fn spent_steps_are_named_and_lifted() {
    let text = "zipped_divide((M,N):(N,1), (ceil_div(M, 64),B)) where N % B == 0";
    let expression = parse(text).unwrap();
    for steps in [0, 1, 50] {
        let answer = evaluate_within(&expression, Some(steps)).unwrap();
        assert!(matches!(answer, Answer::OutOfBudget { steps: named } if named == steps), "{answer:?}");
    }
    for steps in [Some(STEPS), None] {
        assert!(matches!(evaluate_within(&expression, steps), Ok(Answer::Holds(_))));
    }
    // Facts by the thousand are looked at for every question.
    let facts: Vec<String> = (1..900).map(|k| format!("{k}*M >= N")).collect();
    let text = format!("composition((M,N):(1,K), 8:1) where {}", facts.join(", "));
    let answer = evaluate(&text);
    assert!(matches!(answer, Ok(Answer::OutOfBudget { steps: STEPS } | Answer::Holds(_))), "{answer:?}");
}
