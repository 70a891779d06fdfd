//! The names of a condition.

use super::syntax::{Expression, ExpressionNode, Formula};

/// The names that a condition uses, in order.
pub(super) fn free_names(formula: &Formula) -> Vec<String> {
    fn of_expression(expression: &Expression, bound: &[String], names: &mut Vec<String>) {
        match &*expression.node {
            ExpressionNode::Number(_) => {}
            ExpressionNode::Name(name) => {
                if !bound.contains(name) && !names.contains(name) {
                    names.push(name.clone());
                }
            }
            ExpressionNode::Sum(a, b)
            | ExpressionNode::Difference(a, b)
            | ExpressionNode::Product(a, b)
            | ExpressionNode::Extreme { one: a, other: b, .. } => {
                of_expression(a, bound, names);
                of_expression(b, bound, names);
            }
            ExpressionNode::Floor(a, _) | ExpressionNode::Ceil(a, _) | ExpressionNode::Mod(a, _) => {
                of_expression(a, bound, names);
            }
        }
    }
    fn of_formula(formula: &Formula, bound: &[String], names: &mut Vec<String>) {
        match formula {
            Formula::And(all) | Formula::Or(all) => all.iter().for_each(|one| of_formula(one, bound, names)),
            Formula::Not(inner) => of_formula(inner, bound, names),
            Formula::Compare(_, a, b) => {
                of_expression(a, bound, names);
                of_expression(b, bound, names);
            }
            Formula::Truth(_) => {}
            Formula::Let(defined, inner) => {
                let mut bound = bound.to_vec();
                for (name, value) in defined {
                    of_expression(value, &bound, names);
                    bound.push(name.clone());
                }
                of_formula(inner, &bound, names);
            }
        }
    }
    let mut names = Vec::new();
    of_formula(formula, &[], &mut names);
    names
}
