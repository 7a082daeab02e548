import sys
lines = sys.stdin.buffer.read().decode('ascii', 'replace').split('\n')
v = {}
at = 0

def fail(why):
    print(f'line {at}: {why}', file=sys.stderr)
    sys.exit(43)

def line():
    global at
    if at >= len(lines) - 1 and (at >= len(lines) or not lines[at]):
        fail('the input ends too early')
    at += 1
    return lines[at - 1]

def number(text, least, most):
    if not (text.isascii() and text.isdigit()) or text != str(int(text)):
        fail(f'{text!r} is no number')
    n = int(text)
    if n < least or most is not None and n > most:
        fail(f'{n} is not within {least} and {most}')
    return n

def text(own, symbols, least, most):
    if any(c not in symbols for c in own):
        fail(f'{own!r} has other symbols than {symbols}')
    if len(own) < least or most is not None and len(own) > most:
        fail(f'{own!r} is not as long as it may be')
    return own

while lines[at:] not in ([], ['']):
    v["cells"] = text(line(), ".o", 1, None)
if lines[at:] not in ([], ['']):
    fail('something stands after the end')
sys.exit(42)
