//! Laying a text out changes blanks, and nothing else.

use proptest::prelude::*;
use whowins_rules::inside::lower::lower;
use whowins_rules::inside::read::read;
use whowins_rules::{Diagnostics, Parameters, laid_out};

use crate::cases;
use crate::shipped::texts;

/// A text's tree, without places and blanks.
fn tree(text: &str) -> String {
    let (mut text, errors) = read(text);
    text.source.clear();
    for game in &mut text.games {
        game.text.source.clear();
    }
    let errors: Vec<_> = errors.iter().filter(|fault| !fault.is_warning).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let told = format!("{text:?}").replace("\\r", "").replace("\\n", "");
    let mut bare = String::new();
    for word in told.split(|c: char| c.is_whitespace() || ",()[]{}".contains(c)) {
        let is_place = (word.split_once("..")).is_some_and(|(a, b)| {
            !a.is_empty() && format!("{a}{b}").bytes().all(|b| b.is_ascii_digit())
        });
        bare.push_str(if is_place { "" } else { word });
    }
    bare
}

fn words(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Lays a text out, and holds that to the text.
fn held(name: &str, text: &str) -> String {
    let laid = laid_out(name, text).unwrap_or_else(|errors: Diagnostics| panic!("{errors}"));
    assert_eq!(words(&laid), words(text), "{name}");
    assert_eq!(tree(&laid), tree(text), "{name}:\n{laid}");
    assert_eq!(laid_out(name, &laid).as_ref(), Ok(&laid), "{name}");
    laid
}

#[test]
fn a_laid_out_text_means_the_same() {
    let mut lowered = 0;
    for (name, text) in texts() {
        let laid = held(&name, &text);
        let term = |text: &str| lower(&read(text).0, &Parameters::new()).ok();
        if let (Some(before), Some(after)) = (term(&text), term(&laid)) {
            assert!(before.program.term.is_same(&after.program.term), "{name}");
            assert_eq!(before.program.term.starts, after.program.term.starts);
            lowered += 1;
        }
    }
    assert!(lowered > 90, "{lowered}");
}

#[test]
fn shipped_games_are_laid_out() {
    for (name, text) in texts() {
        assert_eq!(laid_out(&name, &text), Ok(text), "{name}: whowins fmt");
    }
}

#[test]
fn columns_are_kept_where_they_were_asked_for() {
    let text = "game  \"Wide\"\n\n\n\nposition x ,y   //  two\nposition z<=9          // one more\n\n\
        move x-=k     for k >= 1\nmove y -=k ,x -= k for k>=1\nmove z := z-1\n\
        else move z:=-  1 +z;\n // on its own\n\tx -= (2*k)/ 2 , y:=min( x,y ) for 1<=k<  3   \n\n\
        at x=0 : the player who moved wins if y>0,\n  else loses";
    let laid = "game \"Wide\"\n\nposition x, y    // two\nposition z <= 9  // one more\n\n\
        move x -= k          for k >= 1\nmove y -= k, x -= k  for k >= 1\nmove z := z - 1\n\
        else move z := -1 + z;\n     // on its own\n     x -= (2 * k) / 2, y := min(x, y) for 1 <= k < 3\n\n\
        at x = 0: the player who moved wins if y > 0,\n         else loses\n";
    // The blanks inside a comment are the writer's.
    assert_eq!(held("wide", text).replace("//  two", "// two"), laid);
}

#[test]
fn patterns_and_positions_are_the_writers_own() {
    let text = "game \"Own\"\nplayers A with - , B with +\nposition board of 1 x 3 cells of . - + *\nstart -.+\n\
        move   -.   ->  .-\nmove - +  . -> . + -\nmove + * -> * +   if   board has -  - or board[1,1]='-'\n\
        example -.+ :A wins\nexample - . +, B  to move: B wins\n";
    let laid = "game \"Own\"\nplayers A with -, B with +\nposition board of 1 x 3 cells of . - + *\nstart -.+\n\
        move -.    -> .-\nmove - + . -> . + -\nmove + *   -> * + if board has - - or board[1, 1] = '-'\n\
        example -.+: A wins\nexample - . +, B to move: B wins\n";
    assert_eq!(held("own", text), laid);
}

#[test]
fn what_cannot_be_read_is_not_laid_out() {
    let errors = laid_out("text", "game \"G\"\nmove x -=").unwrap_err();
    assert!(errors.to_string().contains("text:2"), "{errors}");
    let errors = laid_out("term", "(game g (part turn 0 1) (stuck 0))").unwrap_err();
    assert!(errors.to_string().contains("core calculus"), "{errors}");
    assert_eq!(laid_out("nothing", " \n\n ").as_deref(), Ok(""));
}

/// A text with other blanks where they have no meaning: none but in quotation marks and comments is
/// sure to stay.
fn blanked(text: &str, choices: &[u8]) -> String {
    let mut choices = choices.iter().cycle();
    let mut more = String::new();
    for line in text.lines() {
        let code = line.find("//").filter(|at| !line[..*at].contains('"'));
        let (code, comment) = line.split_at(code.unwrap_or(line.len()));
        let mut quoted = false;
        for c in code.chars() {
            quoted ^= c == '"';
            more.push(c);
            if c == ' ' && !quoted {
                let count = choices.next().map_or(0, |choice| choice % 4);
                more.extend(std::iter::repeat_n(' ', count.saturating_sub(1).into()));
            }
        }
        more.push_str(comment);
        more.push_str(match choices.next().map_or(0, |choice| choice % 7) {
            0 => "  \n",
            1 => "\r\n",
            2 => "\n\n",
            3 => "\n \n\t\n",
            4 => "\n// a remark; with -> marks,\n",
            _ => "\n",
        });
    }
    more
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200, 5000) as u32))]

    #[test]
    fn any_blanks_are_laid_out_alike(which in any::<prop::sample::Index>(), choices in prop::collection::vec(any::<u8>(), 40..80)) {
        let all = texts();
        let (name, text) = which.get(&all);
        let blanked = blanked(text, &choices);
        held(name, &blanked);
    }
}
