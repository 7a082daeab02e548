#!/usr/bin/env bash
# Extracts the proved checks to OCaml and builds the program build/checker, from the compiled theory.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
out="$(mktemp -d)"
trap 'rm -rf "$out"' EXIT
proofs="$(cd .. && pwd)"
made="$proofs/.made/checker"
sum="$(cat "$proofs"/.made/{LargeTerm,ValueTable,ViewFinite,FirstOrder} Extracted.v driver.ml build.sh | sha256sum | cut -d' ' -f1)"
if [ -x build/checker ] && [ "$(cat "$made" 2>/dev/null)" = "$sum" ]; then
  touch build/checker # newer than all that it is made of, for whoever looks at dates alone
  echo "the checker for large certificates is as it was built before"
  exit 0
fi
rm -f "$made"
cp Extracted.v driver.ml "$out"
cd "$out"
# Extraction writes where it runs. It may look into definitions that are opaque to Coq's own reduction; none is called.
coqc -q -w -extraction-opaque-accessed -Q "$proofs" Whowins Extracted.v
# Any axiom would be a hole in the program; there is none.
if grep -n 'AXIOM TO BE REALIZED' checks.ml; then echo "extract: an axiom stands in the lines above" >&2; exit 1; fi
ocamlfind ocamlopt -w -a -c checks.mli checks.ml
ocamlfind ocamlopt -w +a-4-9-40..42-44-45-70 -warn-error +a -c driver.ml
ocamlfind ocamlopt checks.cmx driver.cmx -o checker
mkdir -p "$proofs/extract/build"
# In one step, so that nobody runs half a program.
cp checker "$proofs/extract/build/.checker.$$"
mv -f "$proofs/extract/build/.checker.$$" "$proofs/extract/build/checker"
echo "$sum" >"$made"
echo "the checker for large certificates is extracted and built"
