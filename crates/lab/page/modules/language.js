// The words of the rules language, as `whowins_rules::WORDS` has them: a test holds the two together.

export const WORDS = 'a abs add again all along and any as at back before bits blocks board bottom by cannot cells choose column '
  + 'columns connects count diagonals different digits directions divides down draw draws each edge edges else '
  + 'empty end ends erase example except first for forbidden forward free from game gcd given graph grid halves has '
  + 'heap heaps hexadecimal highest if in into is leaving left length let line lines lose loses lowest max may min '
  + 'misere misère more most move moved mover moves must neighbor neighbour neighbours no node nodes normal not '
  + 'nothing number numbers octal of once only opponent option options or other over own pass place places play '
  + 'player players position possible prime remove repeat repetition right ring root row rows score set showing '
  + 'some soon sorted split squares start straight subset subsets sum table take text the through to together top unequal '
  + 'up when who win wins with within x xor';
