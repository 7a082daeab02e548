(* Reads the plain text of a large certificate (docs/laws.md, «Large certificates») and hands it to the checks that Coq's
   extraction wrote from the proved ones (Extracted.v). Nothing is decided here: text becomes lists, the answer is printed.
   Exit code 0: every law is accepted; 1: one is rejected; 2: the text cannot be read; 3: memory ran out. *)

open Checks

exception Malformed of string

let malformed format = Printf.ksprintf (fun text -> raise (Malformed text)) format

(* ---------------- words and lists in brackets ---------------- *)

type term = Word of string | List of term list

let deepest = 1000

(* «(a (b c))»; what stands between # and the end of the line is a comment. All brackets are one, and ; , | stand for a blank: so a core term is
   read as it is printed for Coq. *)
let terms text =
  let length = String.length text and at = ref 0 in
  let rec items depth found =
    if !at = length then (if depth = 0 then List.rev found else malformed "a bracket is never closed")
    else
      match text.[!at] with
      | ' ' | '\n' | '\t' | '\r' | ';' | ',' | '|' -> incr at; items depth found
      | '#' ->
          at := (match String.index_from_opt text !at '\n' with Some line -> line | None -> length);
          items depth found
      | '(' | '[' | '{' ->
          if depth = deepest then malformed "brackets stand %d deep" deepest;
          incr at;
          let own = items (depth + 1) [] in
          items depth (List own :: found)
      | ')' | ']' | '}' ->
          if depth = 0 then malformed "a bracket is closed that was never opened (byte %d)" !at;
          incr at; List.rev found
      | _ ->
          let from = !at in
          let ends c = match c with
            | ' ' | '\n' | '\t' | '\r' | ';' | ',' | '|' | '(' | ')' | '[' | ']' | '{' | '}' | '#' -> true | _ -> false in
          while !at < length && not (ends text.[!at]) do incr at done;
          items depth (Word (String.sub text from (!at - from)) :: found)
  in
  items 0 []

let rec shown = function Word word -> word | List all -> "(" ^ String.concat " " (List.map shown (shortened all)) ^ ")"
and shortened = function a :: b :: c :: _ :: _ -> [a; b; c; Word "..."] | all -> all

(* ---------------- numbers, in Coq's own representation ---------------- *)

let shared = Array.make (1 lsl 20) None

(* Two numbers with the same upper digits share them, so that a million numbers need little memory. *)
let rec positive_of number =
  if number = 1 then XH
  else if number < Array.length shared then (
    match shared.(number) with
    | Some known -> known
    | None -> let made = digit number in shared.(number) <- Some made; made)
  else digit number

and digit number =
  let upper = positive_of (number lsr 1) in
  if number land 1 = 1 then XI upper else XO upper

let natural_of number = if number = 0 then N0 else Npos (positive_of number)

let decimal term = match term with
  | Word word when word <> "" && String.length word <= 100 && String.for_all (fun c -> c >= '0' && c <= '9') word -> word
  | _ -> malformed "%s is no natural number" (shown term)

let natural term =
  let word = decimal term in
  if String.length word <= 18 then natural_of (int_of_string ("0u" ^ word))
  else String.fold_left (fun n c -> N.add (N.mul (natural_of 10) n) (natural_of (Char.code c - 48))) N0 word

let rec integer term = match term with
  | List [one] -> integer one
  | Word word when String.length word > 1 && word.[0] = '-' -> (
      match natural (Word (String.sub word 1 (String.length word - 1))) with Npos p -> Zneg p | N0 -> Z0)
  | _ -> (match natural term with Npos p -> Zpos p | N0 -> Z0)

let unary term =
  let word = decimal term in
  if String.length word > 7 then malformed "%s is too large here" word;
  let rec up left made = if left = 0 then made else up (left - 1) (S made) in
  up (int_of_string ("0u" ^ word)) O

(* ---------------- other literals ---------------- *)

let truth = function Word "true" -> true | Word "false" -> false | term -> malformed "%s is neither true nor false" (shown term)

let list one = function
  | List all -> List.rev (List.rev_map one all)
  | term -> malformed "%s is no list" (shown term)

let option one = function Word "none" -> None | term -> Some (one term)

(* Who can force a win. *)
let label = function
  | Word "first" -> Some true | Word "second" -> Some false | Word "nobody" -> None
  | term -> malformed "%s is none of first, second and nobody" (shown term)

let digits = function
  | Word word -> List.map (function '0' -> false | '1' -> true | c -> malformed "%c is no binary digit" c) (List.of_seq (String.to_seq word))
  | term -> malformed "%s is no row of digits" (shown term)

(* What belongs to the player named first, and to the other. *)
let each first second player = if player then first else second

(* ---------------- the core term, as it is printed for Coq ---------------- *)

let array = function
  | List [Word "K"; n] -> make_const (unary n) | List [Word "P"; n] -> make_part (unary n) | term -> malformed "%s is no array" (shown term)

let operation = function
  | Word "Add" -> op_add | Word "Sub" -> op_sub | Word "Mul" -> op_mul | Word "Div" -> op_div | Word "Mod" -> op_mod | Word "Min" -> op_min
  | Word "Max" -> op_max | Word "Gcd" -> op_gcd | Word "Xor" -> op_xor | Word "And" -> op_and | Word "Or" -> op_or | Word "Shl" -> op_shl
  | Word "Shr" -> op_shr | Word "Eq" -> op_eq | Word "Lt" -> op_lt | Word "Le" -> op_le | term -> malformed "%s is no operation" (shown term)

let rec expression = function
  | List [Word "Num"; z] -> make_num (integer z)
  | List [Word "Var"; n] -> make_var (unary n)
  | List [Word "Get"; a; i; d] -> make_get (array a) (expression i) (integer d)
  | List [Word "Len"; a] -> make_len (array a)
  | List [Word "Bin"; o; a; b] -> make_bin (operation o) (expression a) (expression b)
  | List [Word "Ite"; c; a; b] -> make_ite (expression c) (expression a) (expression b)
  | List [Word "Fold"; lo; hi; init; body] -> make_fold (expression lo) (expression hi) (expression init) (expression body)
  | term -> malformed "%s is no expression" (shown term)

let rec command = function
  | List [Word "Guard"; e] -> make_guard (expression e)
  | List [Word "seq_of"; all] -> make_seq (list command all)
  | List [Word "alt_of"; all] -> make_alt (list command all)
  | List [Word "When"; e; a; b] -> make_when (expression e) (command a) (command b)
  | List [Word "Choose"; lo; hi; c] -> make_choose (expression lo) (expression hi) (command c)
  | List [Word "Loop"; lo; hi; c] -> make_loop (expression lo) (expression hi) (command c)
  | List [Word "Repeat"; fuel; c] -> make_repeat (expression fuel) (command c)
  | List [Word "Set_"; p; i; e] -> make_set (unary p) (expression i) (expression e)
  | List [Word "Splice"; p; i; n; all] -> make_splice (unary p) (expression i) (expression n) (list expression all)
  | term -> malformed "%s is no command" (shown term)

let perhaps = function [Word "Some"; z] -> Some (integer z) | [Word "None"] -> None | all -> malformed "%s is no bound" (shown (List all))

let game = function
  | List [Word "rules"; List (
      Word "consts" :: Word ":=" :: consts :: Word "parts" :: Word ":=" :: parts :: Word "tiers" :: Word ":=" :: tiers ::
      Word "ends" :: Word ":=" :: ends :: Word "stuck" :: Word ":=" :: stuck :: Word "blocks" :: Word ":=" :: blocks ::
      Word "endless" :: Word ":=" :: endless)] ->
      let part = function List (least :: most) -> (integer least, perhaps most) | term -> malformed "%s is no part" (shown term) in
      let ending = function List [c; v] -> (expression c, expression v) | term -> malformed "%s is no end" (shown term) in
      make_game (list (list integer) consts) (list part parts) (list command tiers) (list ending ends) (expression stuck) (unary blocks)
        (perhaps endless)
  | term -> malformed "%s are no rules" (shown term)

(* ---------------- one reader for each kind of law ---------------- *)

let expected name terms = malformed "«%s» does not read %s" name (shown (List terms))
let only name one = function [term] -> one term | terms -> expected name terms
let two name one = function [a; b] -> each (one a) (one b) | terms -> expected name terms
let rows one terms = list one (List terms)

(* The fields of a law, which must be these and no others, in this order. *)
let fields names terms =
  let field name = function
    | List (Word found :: rest) when found = name -> rest
    | term -> malformed "expected the field «%s», found %s" name (shown term) in
  if List.length names <> List.length terms then malformed "expected the fields %s" (String.concat ", " names);
  List.map2 field names terms

let ranked rules terms = match fields ["entries"; "claims"] terms with
  | [entries; claims] ->
      let state = list (list integer) in
      let entry = function List [at; who; rank] -> (state at, (label who, natural rank)) | term -> expected "entries" [term] in
      let claim = function List [at; who] -> (state at, label who) | term -> expected "claims" [term] in
      let rec whole = function Word word -> word | List all -> "(" ^ String.concat " " (List.map whole all) ^ ")" in
      let says term = match term with
        | List [at; who] -> Printf.sprintf "from %s %s" (whole at)
            (match label who with
             | Some true -> "the first-named player can force a win" | Some false -> "the second-named player can force a win"
             | None -> "nobody can force a win")
        | term -> expected "claims" [term] in
      (stated_check rules (rows entry entries) (rows claim claims),
       Printf.sprintf "ViewFinite.stated_law; %s" (String.concat "; " (List.map says claims)))
  | _ -> assert false

let product rules terms = match fields ["periods"; "reach"; "wins"] terms with
  | [periods; reach; wins] ->
      let period = function List [i; p] -> (natural i, natural p) | term -> expected "periods" [term] in
      let wins = two "wins" digits wins in
      (product_large_check rules (rows period periods) (only "reach" natural reach) (wins true) (wins false),
       "LargeTerm.product_large; every position of every size has the outcome of its place in the box")
  | _ -> assert false

let ray = function
  | List [base; step; least; most] ->
      make_ray (list integer base) (list integer step) (integer least) (option integer most)
  | term -> expected "rules" [term]

let first_order rules terms = match fields ["system"; "shape"; "back"; "falls"; "next"; "says"] terms with
  | [system; shape; back; falls; next; says] ->
      let system = match system with
        | [Word "Zeckendorf"] -> in_ostrowski (integer (Word "1")) | [Word "Ostrowski"; c] -> in_ostrowski (integer c)
        | [Word "Base"; k] -> in_base (integer k) | terms -> expected "system" terms in
      let linear = function List [c; l] -> (integer c, list integer l) | term -> expected "a linear form" [term] in
      let rec elements = function
        | [] -> [] | Word "None" :: rest -> None :: elements rest
        | Word "Some" :: form :: rest -> Some (linear form) :: elements rest | terms -> expected "shape" terms in
      let part = function List all -> elements all | term -> expected "shape" [term] in
      let whole name one = only name (list one) in
      (law_check rules
         (make_law system (whole "shape" part shape) (whole "back" linear back) (whole "falls" (list integer) falls)
            (whole "next" (list natural) next) (whole "says" (list integer) says))
         (unary (Word "1000000")),
       "FirstOrder.first_order_law; the automaton's answer on the digits of every position is what the first-named player gets")
  | _ -> assert false

let grundy_rows rules terms = match fields ["second"; "rules"; "rows"] terms with
  | [second; rays; lines] ->
      let row = function
        | List [preperiod; period; saltus; values] -> make_row (natural preperiod) (natural period) (natural saltus) (list natural values)
        | term -> expected "rows" [term] in
      (rows_large_check rules (only "second" truth second) (rows ray rays) (rows row lines),
       "LargeTerm.rows_large, LargeTerm.rows_large_least; in each row the value of every column, and who wins")
  | _ -> assert false

let sparse_space rules terms =
  match fields ["code"; "mask"; "by_position"; "parity"; "largest"; "rare"; "reach"; "probes"; "preperiod"; "period"; "differs";
                "checkpoints"; "values"] terms with
  | [code; mask; by_position; parity; largest; rare; reach; probes; preperiod; period; differs; checkpoints; values] ->
      let number name = only name natural in
      let pair name = function List [a; b] -> (natural a, natural b) | term -> expected name [term] in
      let checkpoint = function List [heap; values] -> (natural heap, list natural values) | term -> expected "checkpoints" [term] in
      (space_large_check rules
         (make_space (rows natural code) (number "mask" mask) (only "by_position" truth by_position) (number "parity" parity)
            (number "largest" largest) (rows (pair "rare") rare) (number "reach" reach) (rows (pair "probes") probes)
            (number "preperiod" preperiod) (number "period" period) (rows (pair "differs") differs) (rows checkpoint checkpoints)
            (rows natural values)),
       "LargeTerm.space_large, LargeOctal.space_least; the value of every heap, and the outcome of every sum of heaps")
  | _ -> assert false

let value_table rules terms = match fields ["before"; "base"; "cells"; "entries"; "forms"; "order"] terms with
  | [before; base; cells; entries; forms; order] ->
      let entry = function List [board; form] -> (natural board, natural form) | term -> expected "entries" [term] in
      let form = function List [left; right] -> (list natural left, list natural right) | term -> expected "forms" [term] in
      let line = function List [a; b; holds] -> ((natural a, natural b), truth holds) | term -> expected "order" [term] in
      let base = only "base" natural base and cells = only "cells" unary cells and entries = rows entry entries in
      let sheet = make_sheet (rows form forms) (rows line order) [] in
      (table_check rules (rows (list integer) before) [] base cells entries sheet && whole_check base cells entries,
       "ValueTable.table_law, ValueTable.table_whole; each position of the size can stand for its form in every sum")
  | _ -> assert false

let law rules = function
  | List (Word "ranked" :: terms) -> ("ranked", ranked rules terms)
  | List (Word "product" :: terms) -> ("product", product rules terms)
  | List (Word "first-order" :: terms) -> ("first-order", first_order rules terms)
  | List (Word "grundy-rows" :: terms) -> ("grundy-rows", grundy_rows rules terms)
  | List (Word "sparse-space" :: terms) -> ("sparse-space", sparse_space rules terms)
  | List (Word "value-table" :: terms) -> ("value-table", value_table rules terms)
  | term -> malformed "%s is no law" (shown term)

let check path =
  let channel = open_in_bin path in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  match terms text with
  | List [Word "whowins-data"; Word "2"] :: term :: (_ :: _ as laws) ->
      let rules = game term in
      let judge at term =
        let kind, (accepted, theorem) = law rules term in
        if accepted then Printf.printf "law %d, %s: accepted (%s)\n" (at + 1) kind theorem
        else Printf.printf "law %d, %s: rejected\n" (at + 1) kind;
        accepted in
      if List.for_all Fun.id (List.mapi judge laws) then 0 else 1
  | _ -> malformed "expected (whowins-data 2), the rules, then a law at least"

let () =
  let stop code text = prerr_endline text; exit code in
  match Sys.argv with
  | [| _; path |] -> (
      match check path with
      | code -> exit code
      | exception Malformed why -> stop 2 (path ^ ": " ^ why)
      | exception Sys_error why -> stop 2 why
      | exception (Stack_overflow | Out_of_memory) -> stop 3 (path ^ ": memory ran out; nothing was decided"))
  | _ -> stop 2 "usage: checker FILE"
