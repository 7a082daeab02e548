#!/usr/bin/env bash
# Checks a large certificate's data file with the program that is extracted from the proved check: check.sh FILE.
# Exit code 0: accepted; 1: rejected; 2: the file cannot be read; 3: memory ran out. Builds the program if need be.
set -euo pipefail
extract="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
checker="$extract/build/checker"
fresh=true
for source in "$extract/Extracted.v" "$extract/driver.ml" "$extract/build.sh" "$extract/../LargeTerm.vo" "$extract/../ValueTable.vo" "$extract/../ViewFinite.vo" "$extract/../FirstOrder.vo"; do
  [ "$checker" -nt "$source" ] || fresh=false
done
if ! $fresh; then
  if [ -f "$extract/../LargeTerm.vo" ] && [ -f "$extract/../ValueTable.vo" ]; then bash "$extract/build.sh" >&2; else bash "$extract/../check.sh" >&2; fi
fi
# Coq's functions on lists recurse once an element.
ulimit -S -s unlimited 2>/dev/null || ulimit -S -s "$(ulimit -H -s)" || true
# A large young generation: most of what is made lives for a moment.
export OCAMLRUNPARAM="${OCAMLRUNPARAM:-s=8M}"
exec "$checker" "$@"
