(* Reads the plain text of a large certificate (docs/laws.md, «Large certificates») and hands it to the checks that Coq's
   extraction wrote from the proved ones (Extracted.v). Nothing is decided here: text becomes lists, the answer is printed.
   Exit code 0: every law is accepted; 1: one is rejected; 2: the text cannot be read; 3: memory ran out. *)

open Checks

exception Malformed of string

let malformed format = Printf.ksprintf (fun text -> raise (Malformed text)) format

(* ---------------- words and lists in brackets ---------------- *)

type term = Word of string | List of term list

let deepest = 1000

(* «(a (b c))»; what stands between # and the end of the line is a comment. *)
let terms text =
  let length = String.length text and at = ref 0 in
  let rec items depth found =
    if !at = length then (if depth = 0 then List.rev found else malformed "a bracket is never closed")
    else
      match text.[!at] with
      | ' ' | '\n' | '\t' | '\r' -> incr at; items depth found
      | '#' ->
          at := (match String.index_from_opt text !at '\n' with Some line -> line | None -> length);
          items depth found
      | '(' ->
          if depth = deepest then malformed "brackets stand %d deep" deepest;
          incr at;
          let own = items (depth + 1) [] in
          items depth (List own :: found)
      | ')' ->
          if depth = 0 then malformed "a bracket is closed that was never opened (byte %d)" !at;
          incr at; List.rev found
      | _ ->
          let from = !at in
          let ends c = match c with ' ' | '\n' | '\t' | '\r' | '(' | ')' | '#' -> true | _ -> false in
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

let positive term = match natural term with Npos p -> p | N0 -> malformed "a node's number is at least 1"

let integer term = match term with
  | Word word when String.length word > 1 && word.[0] = '-' -> (
      match natural (Word (String.sub word 1 (String.length word - 1))) with Npos p -> Zneg p | N0 -> Z0)
  | _ -> (match natural term with Npos p -> Zpos p | N0 -> Z0)

let unary term =
  let word = decimal term in
  if String.length word > 6 then malformed "%s is too large here" word;
  let rec up left made = if left = 0 then made else up (left - 1) (S made) in
  up (int_of_string ("0u" ^ word)) O

(* ---------------- other literals ---------------- *)

let truth = function Word "true" -> true | Word "false" -> false | term -> malformed "%s is neither true nor false" (shown term)

let list one = function
  | List all -> List.rev (List.rev_map one all)
  | term -> malformed "%s is no list" (shown term)

let option one = function Word "none" -> None | term -> Some (one term)

let label = function
  | Word "W" -> Some true | Word "L" -> Some false | Word "D" -> None
  | term -> malformed "%s is none of W, L and D" (shown term)

let digits = function
  | Word word -> List.map (function '0' -> false | '1' -> true | c -> malformed "%c is no binary digit" c) (List.of_seq (String.to_seq word))
  | term -> malformed "%s is no row of digits" (shown term)

(* What belongs to the player named first, and to the other. *)
let each first second player = if player then first else second

let rec condition = function
  | List [Word "Always"; b] -> Always (truth b)
  | List [Word "Below"; k; n] -> Below (unary k, natural n)
  | List [Word "And"; a; b] -> And (condition a, condition b)
  | List [Word "Or"; a; b] -> Or (condition a, condition b)
  | List [Word "Not"; a] -> Not (condition a)
  | term -> malformed "%s is no condition" (shown term)

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

let ranked terms = match fields ["moves"; "entries"; "claims"; "last"] terms with
  | [moves; entries; claims; last] ->
      let row = function List [node; options] -> (positive node, list positive options) | term -> expected "moves" [term] in
      let entry = function List [node; l; rank] -> (positive node, (label l, natural rank)) | term -> expected "entries" [term] in
      let claim = function List [node; l] -> (positive node, label l) | term -> expected "claims" [term] in
      let says term = match term with
        | List [node; l] -> Printf.sprintf "node %s: %s" (shown node)
            (match label l with Some true -> "the player to move wins" | Some false -> "the opponent wins" | None -> "nobody can force a win")
        | term -> expected "claims" [term] in
      let read = rows claim claims in
      let last = only "last" (option positive) last in
      let ends = if last = None then "" else ", Large.draws_end" in
      (ranked_check (rows row moves) (rows entry entries) read last,
       Printf.sprintf "Large.ranked_claims%s; %s" ends (String.concat "; " (List.map says claims)))
  | _ -> assert false

let product terms = match fields ["moves"; "goals"; "stuck"; "periods"; "reach"; "wins"; "cases"] terms with
  | [moves; goals; stuck; periods; reach; wins; cases] ->
      let goal = function
        | List [over; a; b] -> (condition over, each (condition a) (condition b)) | term -> expected "goals" [term] in
      let period = function List [i; p] -> (natural i, natural p) | term -> expected "periods" [term] in
      let case = function
        | List [player; at; next] -> ((truth player, list natural at), list (list natural) next) | term -> expected "cases" [term] in
      let wins = two "wins" digits wins in
      (product_check (two "moves" (list (list natural)) moves) (rows goal goals) (only "stuck" truth stuck) (rows period periods)
         (only "reach" natural reach) (wins true) (wins false) (rows case cases),
       "Large.product_outcomes; every position of every size has the outcome of its place in the box")
  | _ -> assert false

let ray = function
  | List [base; step; least; most] ->
      { base = list integer base; step = list integer step; least = integer least; most = option integer most }
  | term -> expected "rules" [term]

let automatic terms =
  match fields ["system"; "dimension"; "rules"; "misere"; "next"; "wins"; "weights"; "tables"; "starts"; "stuck"; "witnesses";
                "lead"; "cases"] terms with
  | [system; dimension; rules; misere; next; wins; weights; tables; starts; stuck; witnesses; lead; cases] ->
      let system = match system with
        | [Word "Ostrowski"; c] -> Ostrowski (integer c) | [Word "base"; k] -> Base (integer k) | terms -> expected "system" terms in
      let row = list natural in
      let winner = function List [a; b] -> (truth a, truth b) | term -> expected "wins" [term] in
      let table = function List [next; accepts] -> (row next, truth accepts) | term -> expected "tables" [term] in
      let reader = function List [next; a; b] -> (row next, (truth a, truth b)) | term -> expected "stuck" [term] in
      let progress = function
        | List [q; v; r] -> ((natural q, natural v), natural r) | term -> expected "witnesses" [term] in
      let set = function List [own; next] -> (list progress own, row next) | term -> expected "witnesses" [term] in
      let witness = function
        | List [strong; start; sets] -> ((truth strong, natural start), list set sets) | term -> expected "witnesses" [term] in
      let case = function
        | List [player; at; next] -> ((truth player, list integer at), list (list integer) next) | term -> expected "cases" [term] in
      (automatic_check
         { digits = system; dim = only "dimension" unary dimension; rules = two "rules" (list ray) rules;
           who_is_stuck_wins = only "misere" truth misere; next = rows row next; wins = rows (option winner) wins;
           weights = rows integer weights; tables = rows table tables; starts = two "starts" row starts; stuck = rows reader stuck;
           witnesses = two "witnesses" (list witness) witnesses; lead = only "lead" unary lead }
         (rows case cases),
       "Large.automatic_outcomes; for every tuple of naturals, the automaton's answer on its digits is the outcome")
  | _ -> assert false

let grundy_rows terms = match fields ["second"; "rules"; "rows"; "cases"] terms with
  | [second; rules; lines; cases] ->
      let row = function
        | List [preperiod; period; saltus; values] ->
            { row_preperiod = natural preperiod; row_period = natural period; row_saltus = natural saltus;
              row_values = list natural values }
        | term -> expected "rows" [term] in
      let case = function List [at; next] -> (list integer at, list (list integer) next) | term -> expected "cases" [term] in
      (grundy_rows_check (only "second" truth second) (rows ray rules) (rows row lines) (rows case cases),
       "Large.grundy_rows_values, Large.grundy_rows_least; in each row the value of every column, and who wins")
  | _ -> assert false

let sparse_space terms =
  match fields ["code"; "mask"; "by_position"; "parity"; "largest"; "rare"; "reach"; "probes"; "preperiod"; "period"; "differs";
                "checkpoints"; "values"; "cases"] terms with
  | [code; mask; by_position; parity; largest; rare; reach; probes; preperiod; period; differs; checkpoints; values; cases] ->
      let number name = only name natural in
      let pair name = function List [a; b] -> (natural a, natural b) | term -> expected name [term] in
      let checkpoint = function List [heap; values] -> (natural heap, list natural values) | term -> expected "checkpoints" [term] in
      let case = function List [heap; next] -> (natural heap, list (list natural) next) | term -> expected "cases" [term] in
      (space_check
         { octal = rows natural code; mask_of = number "mask" mask; by_position = only "by_position" truth by_position;
           parity = number "parity" parity; largest = number "largest" largest; rare = rows (pair "rare") rare;
           reach_of = number "reach" reach; probes = rows (pair "probes") probes; preperiod = number "preperiod" preperiod;
           period = number "period" period; differs = rows (pair "differs") differs;
           checkpoints = rows checkpoint checkpoints; values = rows natural values }
         (rows case cases),
       "LargeOctal.space_outcomes, LargeOctal.space_least; the value of every heap, and the outcome of every sum of heaps")
  | _ -> assert false

(* A core term, by the constructors of Core.v. *)
let operation = function
  | Word "Add" -> Add | Word "Sub" -> Sub | Word "Mul" -> Mul | Word "Div" -> Div | Word "Mod" -> Mod0 | Word "Min" -> Min
  | Word "Max" -> Max | Word "Gcd" -> Gcd | Word "Xor" -> Xor | Word "And" -> And0 | Word "Or" -> Or0 | Word "Shl" -> Shl
  | Word "Shr" -> Shr | Word "Eq" -> Eq1 | Word "Lt" -> Lt0 | Word "Le" -> Le
  | term -> malformed "%s is no operation" (shown term)

let signed = function List [number] -> integer number | term -> integer term

let arr = function
  | List [Word "K"; n] -> K (unary n) | List [Word "P"; n] -> P (unary n) | term -> malformed "%s is no array" (shown term)

let rec expr = function
  | List [Word "Num"; z] -> Num (signed z)
  | List [Word "Var"; i] -> Var (unary i)
  | List [Word "Get"; a; i; d] -> Get (arr a, expr i, signed d)
  | List [Word "Len"; a] -> Len (arr a)
  | List [Word "Bin"; o; a; b] -> Bin (operation o, expr a, expr b)
  | List [Word "Ite"; c; a; b] -> Ite (expr c, expr a, expr b)
  | List [Word "Fold"; lo; hi; init; body] -> Fold (expr lo, expr hi, expr init, expr body)
  | term -> malformed "%s is no expression" (shown term)

let rec command = function
  | List [Word "Guard"; e] -> Guard (expr e)
  | List (Word "Seq" :: all) -> seq_of (List.map command all)
  | List (Word "Alt" :: all) -> alt_of (List.map command all)
  | List [Word "When"; e; a; b] -> When (expr e, command a, command b)
  | List [Word "Choose"; lo; hi; c] -> Choose (expr lo, expr hi, command c)
  | List [Word "Loop"; lo; hi; c] -> Loop (expr lo, expr hi, command c)
  | List [Word "Set"; p; i; e] -> Set_ (unary p, expr i, expr e)
  | List (Word "Splice" :: p :: i :: n :: all) -> Splice (unary p, expr i, expr n, List.map expr all)
  | term -> malformed "%s is no command" (shown term)

let game terms = match fields ["consts"; "parts"; "tiers"; "ends"; "stuck"; "blocks"; "endless"] terms with
  | [consts; parts; tiers; ends; stuck; blocks; endless] ->
      let part = function List [least; most] -> (integer least, option integer most) | term -> expected "parts" [term] in
      let an_end = function List [c; v] -> (expr c, expr v) | term -> expected "ends" [term] in
      { consts = rows (list integer) consts; parts = rows part parts; tiers = rows command tiers; ends = rows an_end ends;
        stuck0 = only "stuck" expr stuck; blocks = only "blocks" unary blocks; endless = only "endless" (option integer) endless }
  | _ -> assert false

let value_table terms = match fields ["term"; "before"; "base"; "cells"; "entries"; "forms"; "order"] terms with
  | [term; before; base; cells; entries; forms; order] ->
      let entry = function List [board; form] -> (natural board, natural form) | term -> expected "entries" [term] in
      let form = function List [left; right] -> (list natural left, list natural right) | term -> expected "forms" [term] in
      let line = function List [a; b; holds] -> ((natural a, natural b), truth holds) | term -> expected "order" [term] in
      let base = only "base" natural base and cells = only "cells" unary cells and entries = rows entry entries in
      let sheet = { forms = rows form forms; order = rows line order; plus = [] } in
      (table_check (game term) (rows (list integer) before) [] base cells entries sheet && whole_check base cells entries,
       "ValueTable.table_law, ValueTable.table_whole; each position of the size can stand for its form in every sum")
  | _ -> assert false

let law = function
  | List (Word "ranked" :: terms) -> ("ranked", ranked terms)
  | List (Word "product" :: terms) -> ("product", product terms)
  | List (Word "automatic" :: terms) -> ("automatic", automatic terms)
  | List (Word "grundy-rows" :: terms) -> ("grundy-rows", grundy_rows terms)
  | List (Word "sparse-space" :: terms) -> ("sparse-space", sparse_space terms)
  | List (Word "value-table" :: terms) -> ("value-table", value_table terms)
  | term -> malformed "%s is no law" (shown term)

let check path =
  let channel = open_in_bin path in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  match terms text with
  | List [Word "whowins-data"; Word "1"] :: (_ :: _ as laws) ->
      let judge at term =
        let kind, (accepted, theorem) = law term in
        if accepted then Printf.printf "law %d, %s: accepted (%s)\n" (at + 1) kind theorem
        else Printf.printf "law %d, %s: rejected\n" (at + 1) kind;
        accepted in
      if List.for_all Fun.id (List.mapi judge laws) then 0 else 1
  | _ -> malformed "expected (whowins-data 1), then a law at least"

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
