// Cow Checkers by hand: the pairs (floor(k * phi), floor(k * phi) + k), each found once.
#include <bits/stdc++.h>
using namespace std;

static char text[1 << 25];
static int partner[1 << 20];

int main() {
    size_t size = fread(text, 1, sizeof text - 1, stdin);
    text[size] = 0;
    char* at = text;
    auto number = [&] {
        while (*at < '0') at++;
        int value = 0;
        while (*at >= '0') value = 10 * value + *at++ - '0';
        return value;
    };
    number(), number();
    memset(partner, -1, sizeof partner);
    for (int x = 0, k = 0; k < 1 << 20; x++) {
        while (x < 1 << 20 && partner[x] >= 0) x++;
        if (x >= 1 << 20) break;
        partner[x] = x + k;
        if (x + k < 1 << 20) partner[x + k] = x;
        k++;
    }
    int queries = number();
    string out;
    out.reserve(12 * (size_t) queries);
    while (queries--) {
        int x = number(), y = number();
        out += partner[x] == y ? "Farmer John\n" : "Bessie\n";
    }
    fwrite(out.data(), 1, out.size(), stdout);
}
