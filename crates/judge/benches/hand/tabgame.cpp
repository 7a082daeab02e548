// Table Game by hand: away from the borders an outcome is that of its diagonal, so row 1 and column 1 are all there is.
#include <bits/stdc++.h>
using namespace std;

static char text[1 << 26];

int main() {
    size_t size = fread(text, 1, sizeof text - 1, stdin);
    text[size] = 0;
    char* at = text;
    auto skip = [&] {
        while (*at && *at <= ' ') at++;
    };
    auto number = [&] {
        skip();
        int value = 0;
        while (*at >= '0') value = 10 * value + *at++ - '0';
        return value;
    };
    int tests = number();
    string out;
    vector<char> along, down;
    while (tests--) {
        skip();
        char* row = at;
        while (*at > ' ') at++;
        int columns = at - row;
        skip();
        char* column = at;
        while (*at > ' ') at++;
        int rows = at - column;
        along.assign(columns + 1, 0), down.assign(rows + 1, 0);
        along[1] = down[1] = row[0] == '0' || column[0] == '0';
        for (int y = 2; y <= columns; y++) along[y] = row[y - 1] == '0' || !along[y - 1];
        for (int x = 2; x <= rows; x++) down[x] = column[x - 1] == '0' || !down[x - 1];
        int queries = number();
        while (queries--) {
            int x = number(), y = number();
            out += '0' + (x <= y ? along[y - x + 1] : down[x - y + 1]);
        }
        out += '\n';
    }
    fwrite(out.data(), 1, out.size(), stdout);
}
