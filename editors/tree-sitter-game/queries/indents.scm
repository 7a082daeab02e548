; What goes on in the next line stands deeper.
[
  (players_statement)
  (given_statement)
  (position_statement)
  (start_statement)
  (let_statement)
  (move_statement)
  (at_once_statement)
  (at_statement)
  (example_statement)
  (ending_statement)
] @indent.begin
