//! An evaluator of the language of expressions that `lego show` prints, written from the contract alone: Rust on
//! non-negative integers of 64 bits, with `let`s in front. It refuses everything else, and every value that is not such
//! an integer.

use std::collections::BTreeMap;
use std::rc::Rc;

/// What an expression is made of. Names of `let`s have been replaced by what they stand for.
#[derive(Debug)]
pub enum Node {
    Number(u64),
    Variable(String),
    Binary(&'static str, Rc<Node>, Rc<Node>),
    Call(&'static str, Vec<Rc<Node>>),
    If(Rc<Node>, Rc<Node>, Rc<Node>),
    /// `[3, 1, 2, 0][i0]`
    Entry(Vec<u64>, Rc<Node>),
}

/// An expression: its `let`s, which are computed first, and its value.
#[derive(Debug)]
pub struct Expression {
    lets: Vec<Rc<Node>>,
    value: Rc<Node>,
}

/// A number or a truth; the two do not mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Number(u64),
    Truth(bool),
}

/// Functions and how many arguments they take.
const FUNCTIONS: [(&str, usize); 3] = [("isqrt", 1), ("min", 2), ("max", 2)];

/// Operators by how they bind, the loosest first. Comparisons do not group.
const LEVELS: [&[&str]; 7] =
    [&["==", "!=", "<=", ">=", "<", ">"], &["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

impl Expression {
    /// Reads an expression.
    pub fn parse(text: &str) -> Result<Self, String> {
        let tokens = tokens(text)?;
        let mut parser = Parser { tokens: &tokens, at: 0, names: BTreeMap::new() };
        let mut lets = Vec::new();
        while parser.eat("let") {
            let name = parser.name()?;
            parser.expect("=")?;
            let value = parser.expression()?;
            parser.expect(";")?;
            if parser.names.insert(name.clone(), Rc::clone(&value)).is_some() {
                return Err(format!("{name} is bound twice"));
            }
            lets.push(value);
        }
        let value = parser.expression()?;
        if parser.at != tokens.len() {
            return Err(format!("{:?} after the expression", &tokens[parser.at..]));
        }
        Ok(Self { lets, value })
    }

    /// The value for some variables. Every `let` is computed, needed or not.
    pub fn value(&self, variables: &BTreeMap<String, u64>) -> Result<Value, String> {
        let mut memo = BTreeMap::new();
        for node in &self.lets {
            evaluate(node, variables, &mut memo)?;
        }
        evaluate(&self.value, variables, &mut memo)
    }

    /// The value, which has to be a number.
    pub fn number(&self, variables: &BTreeMap<String, u64>) -> Result<u64, String> {
        match self.value(variables)? {
            Value::Number(number) => Ok(number),
            Value::Truth(_) => Err("a truth instead of a number".into()),
        }
    }

    /// The value, which has to be a truth.
    pub fn truth(&self, variables: &BTreeMap<String, u64>) -> Result<bool, String> {
        match self.value(variables)? {
            Value::Truth(truth) => Ok(truth),
            Value::Number(_) => Err("a number instead of a truth".into()),
        }
    }
}

/// The operators, functions, comparisons and branches of some expressions; what is the same counts once.
pub fn operations(expressions: &[&Expression]) -> usize {
    let mut counter = Counter::default();
    for expression in expressions {
        counter.key(&expression.value);
    }
    counter.shapes.len()
}

/// Gives equal nodes equal keys.
#[derive(Default)]
struct Counter {
    shapes: BTreeMap<String, usize>,
    known: BTreeMap<*const Node, String>,
}

impl Counter {
    fn key(&mut self, node: &Rc<Node>) -> String {
        if let Some(key) = self.known.get(&Rc::as_ptr(node)) {
            return key.clone();
        }
        let shape = match &**node {
            Node::Number(number) => return number.to_string(),
            Node::Variable(name) => return name.clone(),
            Node::Binary(operator, a, b) => format!("{} {operator} {}", self.key(a), self.key(b)),
            Node::Call(function, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|argument| self.key(argument)).collect();
                format!("{function}({})", arguments.join(", "))
            }
            Node::If(c, a, b) => format!("if {} {} {}", self.key(c), self.key(a), self.key(b)),
            Node::Entry(entries, place) => format!("{entries:?}[{}]", self.key(place)),
        };
        let fresh = self.shapes.len();
        let key = format!("#{}", self.shapes.entry(shape).or_insert(fresh));
        self.known.insert(Rc::as_ptr(node), key.clone());
        key
    }
}

fn evaluate(
    node: &Rc<Node>,
    variables: &BTreeMap<String, u64>,
    memo: &mut BTreeMap<*const Node, Value>,
) -> Result<Value, String> {
    if let Some(&value) = memo.get(&Rc::as_ptr(node)) {
        return Ok(value);
    }
    let value = match &**node {
        Node::Number(number) => Value::Number(*number),
        Node::Variable(name) => Value::Number(*variables.get(name).ok_or_else(|| format!("no variable {name}"))?),
        Node::If(c, a, b) => match evaluate(c, variables, memo)? {
            Value::Truth(true) => evaluate(a, variables, memo)?,
            Value::Truth(false) => evaluate(b, variables, memo)?,
            Value::Number(_) => return Err("a number as a condition".into()),
        },
        Node::Binary(operator, a, b) => {
            let (a, b) = (evaluate(a, variables, memo)?, evaluate(b, variables, memo)?);
            binary(operator, a, b)?
        }
        Node::Entry(entries, place) => match evaluate(place, variables, memo)? {
            Value::Number(place) => {
                let entry = usize::try_from(place).ok().and_then(|place| entries.get(place));
                Value::Number(*entry.ok_or_else(|| format!("entry {place} of {}", entries.len()))?)
            }
            Value::Truth(_) => return Err("an entry at a truth".into()),
        },
        Node::Call(name, arguments) => {
            let numbers = arguments.iter().map(|argument| match evaluate(argument, variables, memo)? {
                Value::Number(number) => Ok(number),
                Value::Truth(_) => Err(format!("{name} of a truth")),
            });
            Value::Number(function(name, &numbers.collect::<Result<Vec<u64>, String>>()?))
        }
    };
    memo.insert(Rc::as_ptr(node), value);
    Ok(value)
}

/// By definition: the largest number whose square is at most the argument, and the numbers at the ends of a sorted list.
fn function(name: &str, arguments: &[u64]) -> u64 {
    let mut sorted = arguments.to_vec();
    sorted.sort_unstable();
    match name {
        "min" => sorted[0],
        "max" => sorted[sorted.len() - 1],
        _ => {
            let is_root = |root: u64| u128::from(root) * u128::from(root) <= u128::from(arguments[0]);
            (0..32).rev().fold(0, |root, bit| if is_root(root + (1 << bit)) { root + (1 << bit) } else { root })
        }
    }
}

fn binary(operator: &str, a: Value, b: Value) -> Result<Value, String> {
    let (a, b) = match (a, b) {
        (Value::Number(a), Value::Number(b)) => (a, b),
        (Value::Truth(a), Value::Truth(b)) => {
            return match operator {
                "&" => Ok(Value::Truth(a & b)),
                "|" => Ok(Value::Truth(a | b)),
                "^" => Ok(Value::Truth(a ^ b)),
                _ => Err(format!("{operator} of truths")),
            };
        }
        _ => return Err(format!("{operator} of a number and a truth")),
    };
    let truth = match operator {
        "==" => Some(a == b),
        "!=" => Some(a != b),
        "<" => Some(a < b),
        "<=" => Some(a <= b),
        ">" => Some(a > b),
        ">=" => Some(a >= b),
        _ => None,
    };
    if let Some(truth) = truth {
        return Ok(Value::Truth(truth));
    }
    let shift = || u32::try_from(b).ok().filter(|&b| b < 64);
    let number = match operator {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        "/" => a.checked_div(b),
        "%" => a.checked_rem(b),
        "&" => Some(a & b),
        "|" => Some(a | b),
        "^" => Some(a ^ b),
        "<<" => shift().map(|b| a << b).filter(|shifted| shifted >> b == a),
        ">>" => shift().map(|b| a >> b),
        _ => return Err(format!("unknown operator {operator}")),
    };
    number.map(Value::Number).ok_or_else(|| format!("{a} {operator} {b} has no value"))
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(u64),
    Word(String),
    Mark(&'static str),
}

const MARKS: [&str; 25] = [
    "==", "!=", "<=", ">=", "<<", ">>", "<", ">", "=", "+", "-", "*", "/", "%", "&", "|", "^", "(", ")", "{", "}", ";",
    ",", "[", "]",
];

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let length = if first.is_ascii_digit() {
            tokens.push(Token::Number(word.parse().map_err(|error| format!("{word}: {error}"))?));
            word.len()
        } else if !word.is_empty() {
            tokens.push(Token::Word(word.clone()));
            word.len()
        } else {
            let mark = MARKS.iter().find(|mark| rest.starts_with(**mark));
            let mark = mark.ok_or_else(|| format!("{first:?} is not of the language"))?;
            tokens.push(Token::Mark(mark));
            mark.len()
        };
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    names: BTreeMap<String, Rc<Node>>,
}

impl Parser<'_> {
    fn peek(&self, what: &str) -> bool {
        match self.tokens.get(self.at) {
            Some(Token::Word(word)) => word == what,
            Some(Token::Mark(mark)) => *mark == what,
            _ => false,
        }
    }

    fn eat(&mut self, what: &str) -> bool {
        let here = self.peek(what);
        self.at += usize::from(here);
        here
    }

    fn expect(&mut self, what: &str) -> Result<(), String> {
        if self.eat(what) { Ok(()) } else { Err(format!("no {what} at {:?}", self.tokens.get(self.at))) }
    }

    fn name(&mut self) -> Result<String, String> {
        match self.tokens.get(self.at) {
            Some(Token::Word(word)) if !["if", "else", "let"].contains(&word.as_str()) => {
                self.at += 1;
                Ok(word.clone())
            }
            other => Err(format!("{other:?} is no name")),
        }
    }

    /// A whole expression; only as such may a choice stand without parentheses.
    fn expression(&mut self) -> Result<Rc<Node>, String> {
        if !self.eat("if") {
            return self.level(0);
        }
        let condition = self.expression()?;
        let then = self.block()?;
        self.expect("else")?;
        let otherwise = self.block()?;
        Ok(Rc::new(Node::If(condition, then, otherwise)))
    }

    fn block(&mut self) -> Result<Rc<Node>, String> {
        self.expect("{")?;
        let value = self.expression()?;
        self.expect("}")?;
        Ok(value)
    }

    fn level(&mut self, level: usize) -> Result<Rc<Node>, String> {
        let Some(operators) = LEVELS.get(level) else { return self.primary() };
        let mut left = self.level(level + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.peek(operator)) {
            self.at += 1;
            left = Rc::new(Node::Binary(operator, left, self.level(level + 1)?));
            if level == 0 {
                break;
            }
        }
        Ok(left)
    }

    fn primary(&mut self) -> Result<Rc<Node>, String> {
        if self.eat("(") {
            let value = self.expression()?;
            self.expect(")")?;
            return Ok(value);
        }
        if let Some(Token::Number(number)) = self.tokens.get(self.at) {
            self.at += 1;
            return Ok(Rc::new(Node::Number(*number)));
        }
        if self.eat("[") {
            let mut entries = Vec::new();
            while let Some(Token::Number(entry)) = self.tokens.get(self.at) {
                entries.push(*entry);
                self.at += 1;
                if !self.eat(",") {
                    break;
                }
            }
            self.expect("]")?;
            self.expect("[")?;
            let place = self.expression()?;
            self.expect("]")?;
            return Ok(Rc::new(Node::Entry(entries, place)));
        }
        let name = self.name()?;
        if self.eat("(") {
            let &(function, arity) =
                FUNCTIONS.iter().find(|(function, _)| *function == name).ok_or_else(|| format!("a call of {name}"))?;
            let mut arguments = vec![self.expression()?];
            while self.eat(",") {
                arguments.push(self.expression()?);
            }
            self.expect(")")?;
            let is_right = arguments.len() == arity;
            return if is_right {
                Ok(Rc::new(Node::Call(function, arguments)))
            } else {
                Err(format!("not {arity} arguments"))
            };
        }
        Ok(self.names.get(&name).cloned().unwrap_or_else(|| Rc::new(Node::Variable(name))))
    }
}

#[test]
fn it_computes_as_rust_does() {
    let variables: BTreeMap<String, u64> = [("x".into(), 13), ("y".into(), 5)].into();
    let x = 13_u64;
    for (text, value) in [
        ("x + 2 * x - 3", x + 2 * x - 3),
        ("x - 2 - 3", x - 2 - 3),
        ("x / 2 % 4 * 3", x / 2 % 4 * 3),
        ("x ^ x / 2 & 3 | 8", x ^ (x / 2) & 3 | 8),
        ("1 << 2 + 1 ^ 7", 1 << (2 + 1) ^ 7),
        ("if x < 14 { 1 } else { 2 }", 1),
        ("(if (x < 3) | (y == 5) { x } else { 2 }) * 2", 26),
        ("let a = x % 4; let b = a + 1; a * 10 + b", 12),
        ("isqrt(x + 3) * 10 + isqrt(x + 2)", 43),
        ("isqrt(18446744073709551615)", (1 << 32) - 1),
        ("min(x, y) * 100 + max(y + 1, if x < 3 { x } else { 7 })", 507),
    ] {
        assert_eq!(Expression::parse(text).unwrap().number(&variables), Ok(value), "{text}");
    }
}

#[test]
fn it_refuses_what_is_not_of_the_language() {
    for text in [
        "min(x)",
        "max(x, 1, 2)",
        "isqrt(x, 2)",
        "isqrt()",
        "abs(x)",
        "x.min(2)",
        "-x",
        "!x",
        "x < 2 < 3",
        "1 + if x < 2 { 1 } else { 2 }",
        "x as u64",
        "x && y",
        "let a = 1;",
        "{ x }",
        "x y",
        "let a = 1; let a = 2; a",
        "if x < 2 { 1 }",
        "18446744073709551616",
    ] {
        assert!(Expression::parse(text).is_err(), "{text}");
    }
    let variables: BTreeMap<String, u64> = [("x".into(), 13)].into();
    for text in [
        "x - 14",
        "isqrt(x - 14)",
        "min(x, x < 2)",
        "x / 0",
        "x % 0",
        "z",
        "x & (x < 2)",
        "if x { 1 } else { 2 }",
        "1 << 64",
        "let a = x - 14; x",
    ] {
        assert!(Expression::parse(text).unwrap().number(&variables).is_err(), "{text}");
    }
    assert!(Expression::parse("if x < 14 { x } else { x - 14 }").unwrap().number(&variables).is_ok());
}

#[test]
fn it_counts_what_is_shared_once() {
    let [a, b] = ["let t0 = x / 3; t0 * t0", "x / 3 + x % 3"].map(|text| Expression::parse(text).unwrap());
    assert_eq!(operations(&[&a]), 2);
    assert_eq!(operations(&[&b]), 3);
    assert_eq!(operations(&[&a, &b]), 4);
    let root = Expression::parse("isqrt(x) + min(isqrt(x), x)").unwrap();
    assert_eq!(operations(&[&root]), 3);
    let choice = Expression::parse("if x < 3 { 1 } else { x }").unwrap();
    assert_eq!(operations(&[&choice]), 2);
}
