#!/usr/bin/env bash
# Builds the theory and fails if anything is unproved or rests on an axiom: check.sh [JOBS], two at once by default.
# What is compiled stays while its source, what it requires and Coq itself are the same: .made/NAME holds the sum of these.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
jobs="${1:-2}"
mkdir -p .made
# One run at a time: the tests of several programs may ask for the theory at once.
exec 9>.made/lock
flock 9
out="$(mktemp -d)"
trap 'rm -rf "$out"' EXIT

# every file is in the order, and nothing is left open in the text
for file in *.v; do
  grep -qx "${file%.v}" order.txt || { echo "check: $file is not in order.txt" >&2; exit 1; }
done
if grep -nE '^[[:space:]]*(Axiom|Axioms|Parameter|Parameters|Conjecture|Admitted)\b|\b(admit|give_up)\b|(^|[.[:space:]])Admitted\.' ./*.v; then
  echo "check: an axiom or an unfinished proof stands in the lines above" >&2; exit 1
fi

coq="$(coqc --version)"
declare -A required=() sum=() running=()
while read -r target rest; do
  name="${target%.vo}"
  required[$name]="$(grep -oE '[A-Za-z0-9_]+\.vo( |$)' <<<"${rest#*:}" | tr -d ' ' | sed 's/\.vo$//' | tr '\n' ' ' || true)"
done < <(coqdep -Q . Whowins ./*.v | sed 's|\./||g' | grep -E '^[A-Za-z0-9_]+\.vo ')

sum_of() { # the source, what it requires, and Coq
  { echo "$coq"; cat "$1.v"; for name in ${required[$1]}; do echo "$name ${sum[$name]}"; done; } | sha256sum | cut -d' ' -f1
}

# Audit.v asks of every main theorem, in one or more questions, what it rests on; each answer must be «nothing».
audited() {
  local asked closed
  asked=$(grep -c '^Print Assumptions' Audit.v)
  closed=$(grep -c '^Closed under the global context' "$1" || true)
  [ "$asked" -gt 0 ] && [ "$asked" -eq "$closed" ] && ! grep -q '^Axioms:' "$1"
}

compile() {
  local began
  began=$(date +%s%N)
  if ! coqc -q -Q . Whowins "$1.v" >"$out/$1.log" 2>&1; then
    echo "check: $1.v does not compile" >&2; tail -20 "$out/$1.log" >&2; return 1
  fi
  if [ "$1" = Audit ] && ! audited "$out/$1.log"; then
    echo "check: a theorem is not free of axioms" >&2; cat "$out/$1.log" >&2; return 1
  fi
  printf '%-20s %5d lines %7d ms\n' "$1" "$(wc -l <"$1.v")" $(( ($(date +%s%N) - began) / 1000000 ))
  echo "${sum[$1]}" >".made/$1"
}

declare -A done=()
kept=0
finish_one() {
  local pid
  if ! wait -n -p pid "${!running[@]}"; then wait || true; exit 1; fi
  done[${running[$pid]}]=1
  unset "running[$pid]"
}
while read -r name; do
  [ -n "$name" ] || continue
  sum[$name]="$(sum_of "$name")"
  if [ -f "$name.vo" ] && [ "$(cat ".made/$name" 2>/dev/null)" = "${sum[$name]}" ]; then
    # Whoever looks at dates alone sees it too.
    if [ "$name.v" -nt "$name.vo" ]; then touch "$name.vo"; fi
    done[$name]=1; kept=$((kept + 1))
    continue
  fi
  rm -f ".made/$name"
  for needed in ${required[$name]}; do
    while [ -z "${done[$needed]:-}" ]; do finish_one; done
  done
  while [ "${#running[@]}" -ge "$jobs" ]; do finish_one; done
  compile "$name" 9>&- </dev/null &
  running[$!]=$name
done <order.txt
while [ "${#running[@]}" -gt 0 ]; do finish_one; done
echo "$kept of $(grep -c . order.txt) files were compiled before and are unchanged"
echo "all $(grep -c '^  @' Audit.v) theorems are closed under the global context"

# Where only the theory is, as `whowins proofs` writes it, there are no programs to be made of it.
if [ -d extract ]; then bash extract/build.sh; fi
