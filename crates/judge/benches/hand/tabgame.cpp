// Table Game by hand: from row 2 and column 2 on an outcome is that of its diagonal, so two rows and two columns are all there is.
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
    vector<char> along[3], down[3];
    while (tests--) {
        skip();
        char* row = at;
        while (*at > ' ') at++;
        int columns = at - row;
        skip();
        char* column = at;
        while (*at > ' ') at++;
        int rows = at - column;
        for (int k = 1; k <= 2; k++) along[k].assign(columns + 1, 0), down[k].assign(rows + 1, 0);
        for (int y = 1; y <= columns; y++) along[1][y] = row[y - 1] == '0' || (y == 1 ? column[0] == '0' : !along[1][y - 1]);
        for (int x = 1; x <= rows; x++) down[1][x] = column[x - 1] == '0' || (x == 1 ? row[0] == '0' : !down[1][x - 1]);
        if (rows > 1) for (int y = 1; y <= columns; y++) along[2][y] = !along[1][y] || (y == 1 ? column[1] == '0' : !along[2][y - 1]);
        if (columns > 1) for (int x = 1; x <= rows; x++) down[2][x] = !down[1][x] || (x == 1 ? row[1] == '0' : !down[2][x - 1]);
        int queries = number();
        while (queries--) {
            int x = number(), y = number();
            int k = min(min(x, y), 2);
            out += '0' + (x <= y ? along[k][y - x + k] : down[k][x - y + k]);
        }
        out += '\n';
    }
    fwrite(out.data(), 1, out.size(), stdout);
}
