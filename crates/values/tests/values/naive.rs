//! Game trees by the definitions alone, independent of the crate: no ids, no stops, no memos.

use std::rc::Rc;

use proptest::prelude::*;
use whowins_values::{Arena, Value};

/// A game: the options of Left and of Right.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tree {
    pub left: Vec<Rc<Tree>>,
    pub right: Vec<Rc<Tree>>,
}

pub fn tree(left: Vec<Rc<Tree>>, right: Vec<Rc<Tree>>) -> Rc<Tree> {
    Rc::new(Tree { left, right })
}

/// Returns true if G <= H: no left option of G is >= H, and no right option of H is <= G.
pub fn le(g: &Rc<Tree>, h: &Rc<Tree>) -> bool {
    !g.left.iter().any(|option| le(h, option)) && !h.right.iter().any(|option| le(option, g))
}

pub fn add(g: &Rc<Tree>, h: &Rc<Tree>) -> Rc<Tree> {
    let side = |of: fn(&Tree) -> &Vec<Rc<Tree>>| {
        let first = of(g).iter().map(|option| add(option, h));
        first
            .chain(of(h).iter().map(|option| add(g, option)))
            .collect()
    };
    tree(side(|g| &g.left), side(|g| &g.right))
}

pub fn neg(g: &Rc<Tree>) -> Rc<Tree> {
    let side = |options: &[Rc<Tree>]| options.iter().map(neg).collect();
    tree(side(&g.right), side(&g.left))
}

/// Returns the canonical form with sorted options.
pub fn canonical(g: &Rc<Tree>) -> Rc<Tree> {
    let mut left: Vec<_> = g.left.iter().map(canonical).collect();
    let mut right: Vec<_> = g.right.iter().map(canonical).collect();
    loop {
        let form = tree(left.clone(), right.clone());
        // Reversible options first, one at a time.
        let through = left.iter().enumerate().find_map(|(at, option)| {
            let back = option.right.iter().find(|back| le(back, &form))?;
            Some((at, back.clone()))
        });
        if let Some((at, back)) = through {
            left.remove(at);
            left.extend(back.left.iter().cloned());
            continue;
        }
        let through = right.iter().enumerate().find_map(|(at, option)| {
            let back = option.left.iter().find(|back| le(&form, back))?;
            Some((at, back.clone()))
        });
        if let Some((at, back)) = through {
            right.remove(at);
            right.extend(back.right.iter().cloned());
            continue;
        }
        break;
    }
    let mut left = undominated(&left, le);
    let mut right = undominated(&right, |x, y| le(y, x));
    left.sort();
    right.sort();
    tree(left, right)
}

fn undominated(options: &[Rc<Tree>], worse: fn(&Rc<Tree>, &Rc<Tree>) -> bool) -> Vec<Rc<Tree>> {
    let mut kept: Vec<Rc<Tree>> = Vec::new();
    for option in options {
        if !kept.iter().any(|other| worse(option, other)) {
            kept.retain(|other| !worse(other, option));
            kept.push(option.clone());
        }
    }
    kept
}

/// Returns the value of a tree in an arena.
pub fn value(arena: &mut Arena, g: &Rc<Tree>) -> Value {
    let left: Vec<Value> = g.left.iter().map(|option| value(arena, option)).collect();
    let right: Vec<Value> = g.right.iter().map(|option| value(arena, option)).collect();
    arena.make(&left, &right).expect("no limit")
}

/// Returns the canonical form of an arena as a tree with sorted options.
pub fn expanded(arena: &mut Arena, value: Value) -> Rc<Tree> {
    use whowins_values::Side;
    let mut sides = Side::BOTH.map(|side| {
        let options = arena.options(value, side).expect("no limit").to_vec();
        let options = options.into_iter().map(|option| expanded(arena, option));
        options.collect::<Vec<_>>()
    });
    sides.iter_mut().for_each(|side| side.sort());
    let [left, right] = sides;
    tree(left, right)
}

/// Generates random games of at most `depth` moves.
pub fn games(depth: u32) -> impl Strategy<Value = Rc<Tree>> {
    let zero = Just(tree(vec![], vec![])).boxed();
    (0..depth).fold(zero, |below, _| {
        let options = prop::collection::vec(below.clone(), 0..3);
        let both = (options.clone(), options);
        prop_oneof![1 => below, 4 => both.prop_map(|(left, right)| tree(left, right))].boxed()
    })
}

/// Generates random dicots: either both players can move or neither can.
pub fn dicots(depth: u32) -> impl Strategy<Value = Rc<Tree>> {
    let zero = Just(tree(vec![], vec![])).boxed();
    (0..depth).fold(zero, |below, _| {
        let options = prop::collection::vec(below.clone(), 1..3);
        let both = (options.clone(), options);
        prop_oneof![1 => below, 3 => both.prop_map(|(left, right)| tree(left, right))].boxed()
    })
}
