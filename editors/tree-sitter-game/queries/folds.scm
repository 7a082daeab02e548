[
  (move_statement)
  (at_once_statement)
  (at_statement)
  (let_statement)
  (ending_statement)
  (position_statement)
  (given_statement)
  (start_statement)
  (example_statement)
] @fold

((doc_comment) @fold)
((comment) @fold)
