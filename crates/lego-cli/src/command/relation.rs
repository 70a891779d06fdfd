//! `lego relation`: a layout of any system as a map with a domain, and what there is to say of it.

use crate::args::{Kind, Related};
use crate::input::side::Side;
use crate::input::system::System;
use crate::report::failure::{Complaint, Excerpt, Failure, Source};
use crate::report::output::Output;
use crate::report::progress::Progress;
use crate::sides::converted::with_lift;
use lego_expr::{Arena, Engine, Id, plain};
use lego_lang::TextRange;
use lego_lang::compile::Options;
use lego_relation::{Answer, Bound, Coordinates, Effort, Given, NoInverse, Open, Relation, Set, Undecided};
use serde_json::{Map, Value, json};
use std::io::Write;

/// So many points are looked at one by one, some seconds.
const POINTS: u64 = 1 << 28;

/// So many runs of a set are printed as JSON.
const RUNS: usize = 1 << 16;

/// Prints the map and the answers; status 0, or 3 where one of them is not decided.
pub(crate) fn run(input: &Related, no_limit: bool, output: &mut Output) -> Result<u8, Failure> {
    let options = input.values.options()?;
    let side = Side::read(&input.text, Source::Chain)?;
    let arena = Arena::new();
    let relation = map(&arena, input, &side, &options)?;
    let progress = Progress::new("looking at");
    let points = if no_limit { u64::MAX } else { POINTS };
    let effort = Effort { points, progress: &|done, of| progress.show(done, of), ..Effort::default() };
    let mut report = Report { relation: &relation, effort, lines: Vec::new(), json: Map::new(), is_open: false };
    report.map();
    if relation.parameters().is_empty() {
        report.ends();
        report.values();
    } else {
        let assumes = side.assumes(&options, &relation)?;
        if !assumes.is_empty() {
            report.say("assumes", "assumes", assumes.join(", "), json!(assumes));
        }
        report.empty();
        report.general();
    }
    report.one_to_one();
    report.inverse();
    if let Some(outer) = &input.then {
        let outer = Side::read(outer, Source::Option("--then"))?;
        report.then(&arena, &outer, &options)?;
    }
    progress.clear();
    let Report { lines, json, is_open, .. } = report;
    if output.json {
        output.json(&Value::Object(json))?;
    } else {
        for (name, text) in lines {
            writeln!(output, "{name:<10} {text}")?;
        }
    }
    Ok(if is_open { 3 } else { 0 })
}

/// The relation that is asked for, on the domain that is asked for.
fn map<'a>(arena: &'a Arena, input: &Related, side: &Side, options: &Options) -> Result<Relation<'a>, Failure> {
    // CuTe's index map is of natural coordinates, one for each mode.
    let natural = input.map == Kind::Index && input.shape.is_none() && side.system == System::Cute;
    let coordinates = if natural { Coordinates::Natural } else { Coordinates::TopLevel };
    let mut relation = side.relation(arena, options, &[], coordinates)?;
    if let Some(shape) = &input.shape {
        relation = relation.index_map(&shape.0).map_err(|error| side.all_wrong(error.to_string()))?;
    }
    relation = match input.map {
        Kind::Index => relation,
        Kind::Coordinate => relation.coordinate_map(),
        Kind::Layout => relation.layout_map(),
        Kind::Binary => relation.binary_map().map_err(|error| side.all_wrong(error.to_string()))?,
    };
    for condition in &input.domain {
        relation = relation.restrict_isl(condition, &options.values, &[]).map_err(|error| {
            let range = TextRange::new(error.place.start, error.place.end);
            let place = Excerpt { source: Source::Option("--domain"), text: condition.as_str().into(), range };
            Failure::from(Complaint { message: error.message, place: Some(place) })
        })?;
    }
    Ok(relation)
}

/// What is said, as lines and as JSON.
struct Report<'a, 'b> {
    relation: &'b Relation<'a>,
    effort: Effort<'b>,
    lines: Vec<(&'static str, String)>,
    json: Map<String, Value>,
    is_open: bool,
}

impl<'a> Report<'a, '_> {
    fn say(&mut self, name: &'static str, key: &str, text: impl Into<String>, value: Value) {
        self.lines.push((name, text.into()));
        self.json.insert(key.to_owned(), value);
    }

    /// That a question has no answer: which limit it met, and what lifts that.
    fn open(&mut self, name: &'static str, key: &str, why: &Undecided) {
        self.is_open = true;
        let lift = match why {
            Undecided::Points { .. } => ". For all of them: --no-limit",
            Undecided::Symbols(_) => "; values of the sizes decide it",
            _ => "",
        };
        self.say(name, key, format!("{why}{lift}"), Value::Null);
    }

    /// The map in isl's notation, else as expressions of its index, and its extents.
    fn map(&mut self) {
        match self.relation.to_isl_within(&self.effort) {
            Ok(text) => self.say("map", "map", text.clone(), text.into()),
            Err(why) => {
                let text = expressions(self.relation);
                self.say("map", "expressions", text.clone(), text.into());
                let why = with_lift(&why);
                self.say("isl", "isl", format!("none: {why}"), why.into());
                self.json.insert("map".to_owned(), Value::Null);
            }
        }
        let [dims, spans] = self.relation.sizes();
        let numbers = |numbers: Option<Vec<u64>>| numbers.map_or(Value::Null, |numbers| json!(numbers));
        self.say("dims", "dims", dims, numbers(self.relation.dims()));
        self.say("spans", "spans", spans, numbers(self.relation.spans()));
    }

    /// The ends of the domain and of the values.
    fn ends(&mut self) {
        let relation = self.relation;
        match relation.domain().set(&self.effort) {
            Ok(set) => self.say("points", "points", set.size().to_string(), set.size().into()),
            Err(why) => self.open("points", "points", &why),
        }
        for (name, bound) in [
            ("first", relation.first(&self.effort)),
            ("last", relation.last(&self.effort)),
            ("least", relation.least(&self.effort)),
            ("greatest", relation.greatest(&self.effort)),
        ] {
            match bound {
                Ok(Some(Bound { index, value })) => {
                    let json = json!({ "index": index, "value": value });
                    self.say(name, name, format!("{index:?} -> {value:?}"), json);
                }
                Ok(None) => self.say(name, name, "no point", Value::Null),
                Err(why) => self.open(name, name, &why),
            }
        }
    }

    /// The image and the holes.
    fn values(&mut self) {
        let relation = self.relation;
        let image = relation.image(&self.effort);
        // Of the image, which is not found twice; a relation that has one has spans.
        let spans = relation.spans().unwrap_or_default();
        let holes = image.as_ref().map_err(Clone::clone).and_then(|image| Ok(image.complement(&spans)?));
        for (name, set) in [("image", image), ("holes", holes)] {
            match set {
                Ok(set) if set.is_empty() => self.say(name, name, "none", set_json(&set)),
                Ok(set) => self.say(name, name, format!("{set}, {} in all", set.size()), set_json(&set)),
                Err(why) => self.open(name, name, &why),
            }
        }
    }

    /// The sizes of which a value of 0 leaves no index, no position and no hole, whatever the expressions below say.
    fn empty(&mut self) {
        let sizes: Vec<String> = self.relation.empty_without().iter().map(|name| format!("{name} = 0")).collect();
        if !sizes.is_empty() {
            self.say("empty", "empty_where", format!("where {}", sizes.join(" or ")), json!(sizes));
        }
    }

    /// What holds for all sizes, each with the conditions under which it does.
    fn general(&mut self) {
        let general = self.relation.general();
        self.given("points", general.points(), |arena, &points| {
            let text = plain(arena, points);
            (text.clone(), text.into())
        });
        for (name, bound) in [
            ("first", general.first()),
            ("last", general.last()),
            ("least", general.least()),
            ("greatest", general.greatest()),
        ] {
            self.given(name, bound, |arena, bound| {
                let [index, value] = [&bound.index, &bound.value].map(|ids| plain_all(arena, ids));
                let text = format!("[{}] -> [{}]", index.join(", "), value.join(", "));
                (text, json!({ "index": index, "value": value }))
            });
        }
        for (name, set) in [("image", general.image()), ("holes", general.holes())] {
            self.given(name, set, |arena, set| {
                let size = plain(arena, set.size);
                if set.domain.predicate_text() == "false" {
                    return ("none".to_owned(), json!({ "set": "{  }", "size": "0", "runs": null }));
                }
                let text = set.domain.text();
                let json = json!({ "set": text, "size": size, "runs": null });
                (format!("{text}, {size} in all"), json)
            });
        }
    }

    /// Whether values come once and all.
    fn one_to_one(&mut self) {
        let relation = self.relation;
        let for_sizes = |parameters: &[(String, i128)]| {
            let all: Vec<String> = parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            if all.is_empty() { String::new() } else { format!(", for {}", all.join(", ")) }
        };
        match relation.is_injective(&self.effort) {
            Answer::Yes => self.say("one to one", "injective", "yes", true.into()),
            Answer::Undecided => self.open("one to one", "injective", &relation.undecided(&self.effort)),
            Answer::No(shown) => {
                let pair = &shown.witness;
                let (first, second, value) = (&pair.first, &pair.second, &pair.value);
                let text = format!("no: {first:?} and {second:?} both go to {value:?}{}", for_sizes(&shown.parameters));
                self.say("one to one", "injective", text, false.into());
                let collision = json!({ "first": first, "second": second, "value": value });
                self.json.insert("collision".to_owned(), collision);
            }
        }
        // Not for all sizes: for which it is sure to be.
        if !relation.parameters().is_empty()
            && let Ok(given) = relation.general().injective()
            && !given.conditions.is_empty()
        {
            let conditions = given.conditions_text(relation.arena());
            self.say("", "injective_where", format!("yes where {}", conditions.join(" and ")), json!(conditions));
        }
        match relation.is_surjective(&self.effort) {
            Answer::Yes => self.say("onto", "surjective", "yes", true.into()),
            Answer::Undecided => self.open("onto", "surjective", &relation.undecided(&self.effort)),
            Answer::No(shown) => {
                let text = format!("no: nothing goes to {:?}{}", shown.witness, for_sizes(&shown.parameters));
                self.say("onto", "surjective", text, false.into());
                self.json.insert("missed".to_owned(), json!(shown.witness));
            }
        }
    }

    /// The map back.
    fn inverse(&mut self) {
        let relation = self.relation;
        let inverse = match relation.inverse(&self.effort) {
            Ok(inverse) => inverse,
            Err(error @ NoInverse::Pieces) => {
                // It is one to one, so that the condition is its inverse.
                return match relation.inverse_condition(&self.effort) {
                    Ok(text) => self.say("inverse", "inverse", text.clone(), text.into()),
                    Err(_) => {
                        self.say("inverse", "inverse", format!("{error}. For all of them: --no-limit"), Value::Null)
                    }
                };
            }
            Err(NoInverse::Undecided(why)) => {
                let is_open = self.is_open;
                self.open("inverse", "inverse", &why);
                self.is_open = is_open;
                return;
            }
            Err(error) => return self.say("inverse", "inverse", error.to_string(), Value::Null),
        };
        match inverse.to_isl_within(&self.effort) {
            Ok(text) => self.say("inverse", "inverse", text.clone(), text.into()),
            Err(_) if !inverse.parameters().is_empty() => {
                let text = expressions(&inverse);
                self.say("inverse", "inverse_expressions", text.clone(), text.into());
                self.json.insert("inverse".to_owned(), Value::Null);
            }
            Err(error) => self.say("inverse", "inverse", with_lift(&error), Value::Null),
        }
    }

    /// Another map after this one, and where this one leaves its domain, as a set and as a condition.
    fn then(&mut self, arena: &'a Arena, side: &Side, options: &Options) -> Result<(), Failure> {
        let known = self.relation.parameters();
        let outer = side.relation(arena, options, &known, Coordinates::TopLevel)?;
        // Of one number an outer map of several components takes it as its integer coordinate.
        let is_flat = self.relation.map().values.len() == 1;
        let outer = if is_flat { outer.layout_map() } else { outer };
        let both = self.relation.then(&outer).map_err(|error| side.all_wrong(error.to_string()))?;
        match both.to_isl_within(&self.effort) {
            Ok(text) => self.say("then", "then", text.clone(), text.into()),
            Err(error) => self.say("then", "then", with_lift(&error), Value::Null),
        }
        let outside = self.relation.out_of_bounds(&outer).map_err(|error| side.all_wrong(error.to_string()))?;
        match outside.set(&self.effort) {
            Ok(set) if set.is_empty() => self.say("outside", "outside", "none", set_json(&set)),
            Ok(set) => self.say("outside", "outside", format!("{set}, {} in all", set.size()), set_json(&set)),
            // For all sizes it is what the condition says.
            Err(Undecided::Symbols(_)) => {
                let names = plain_all(arena, self.relation.index()).join(", ");
                let text = match outside.predicate_text() {
                    never if never == "false" => "none".to_owned(),
                    always if always == "true" => format!("{{ [{names}] }}: everywhere"),
                    condition => format!("{{ [{names}] : {condition} }}, below {}", self.relation.sizes()[0]),
                };
                self.say("outside", "outside", text, Value::Null);
            }
            Err(why) => self.open("outside", "outside", &why),
        }
        let predicate = outside.predicate_text();
        self.say("where", "outside_where", predicate.clone(), predicate.into());
        Ok(())
    }
}

impl<'a> Report<'a, '_> {
    /// An answer for all sizes, with its conditions.
    fn given<T>(
        &mut self,
        name: &'static str,
        given: Result<Given<T>, Open>,
        show: impl Fn(&'a Arena, &T) -> (String, Value),
    ) {
        let arena = self.relation.arena();
        match given {
            Ok(given) => {
                let conditions = given.conditions_text(arena);
                let (mut text, json) = show(arena, &given.answer);
                if !conditions.is_empty() {
                    text.push_str(&format!(", where {}", conditions.join(" and ")));
                    self.json.insert(format!("{name}_where"), json!(conditions));
                }
                self.say(name, name, text, json);
            }
            Err(why) => {
                self.is_open = true;
                self.say(name, name, why.to_string(), Value::Null);
            }
        }
    }
}

/// A map as expressions of its index, simplified.
fn expressions(relation: &Relation<'_>) -> String {
    let map = relation.map();
    let list = |ids: &[Id]| {
        let form = Engine::new(relation.arena()).simplify(&[], ids);
        plain_all(relation.arena(), &form.roots).join(", ")
    };
    let condition = match relation.domain().predicate_text() {
        always if always == "true" => String::new(),
        condition => format!(" where {condition}"),
    };
    format!("[{}] -> [{}]{condition}", list(&map.index), list(&map.values))
}

fn plain_all(arena: &Arena, ids: &[Id]) -> Vec<String> {
    ids.iter().map(|&id| plain(arena, id)).collect()
}

/// A set as JSON: its text, its size and its runs, each by its first and last point.
fn set_json(set: &Set) -> Value {
    let runs: Vec<Value> = set.runs().take(RUNS + 1).map(|(first, last)| json!([first, last])).collect();
    let runs = if runs.len() > RUNS { Value::Null } else { runs.into() };
    json!({ "set": set.to_string(), "size": set.size(), "runs": runs })
}
