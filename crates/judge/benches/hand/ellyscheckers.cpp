// Elly's Checkers by hand: the parity of all distances to the end.
#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    string row, out;
    while (getline(cin, row)) {
        int odd = 0;
        for (int at = row.size() - 2; at >= 0; at -= 2) odd ^= row[at] == 'o';
        out += odd ? "YES\n" : "NO\n";
    }
    fwrite(out.data(), 1, out.size(), stdout);
}
