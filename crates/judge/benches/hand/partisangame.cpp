// PartisanGame by hand: 64 heaps as two words, a period by Brent.
#include <bits/stdc++.h>
using namespace std;
typedef unsigned long long word;

int main() {
    string line, out;
    ios::sync_with_stdio(false);
    auto set = [&] {
        word all = 0;
        getline(cin, line);
        istringstream in(line);
        for (int taken; in >> taken;) all |= 1ull << (taken - 1);
        return all;
    };
    while (getline(cin, line)) {
        long long n = stoll(line);
        word a = set(), b = set(), lost_a = 0, lost_b = 0, old_a = 0, old_b = 0;
        long long seen = 0, power = 1;
        for (long long heap = 0; heap < n;) {
            bool won_a = a & lost_b, won_b = b & lost_a;
            lost_a = lost_a << 1 | !won_a;
            lost_b = lost_b << 1 | !won_b;
            heap++;
            if (lost_a == old_a && lost_b == old_b) n = heap + (n - heap) % (heap - seen);
            if (heap == power) power *= 2, seen = heap, old_a = lost_a, old_b = lost_b;
        }
        out += a & lost_b ? "Alice\n" : "Bob\n";
    }
    fwrite(out.data(), 1, out.size(), stdout);
}
