// Game by hand: distances from both starts; at an even distance the pairs of places of two layers, a word for 64 of them.
#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int tests;
    cin >> tests;
    while (tests--) {
        int n;
        cin >> n;
        int wide = n + 1;
        string map(wide, '#');
        for (int row = 0; row < n; row++) {
            string line;
            cin >> line;
            map += line + "#";
        }
        map += string(wide + 1, '#');
        int a = map.find('A'), b = map.find('B');
        int steps[] = {1, -1, wide, -wide};
        vector<int> far(map.size(), INT_MAX / 2), queue{b};
        far[b] = 0;
        for (size_t head = 0; head < queue.size(); head++)
            for (int step : steps) {
                int to = queue[head] + step;
                if (map[to] != '#' && far[to] == INT_MAX / 2) far[to] = far[queue[head]] + 1, queue.push_back(to);
            }
        int whole = far[a], half = whole / 2;
        if (whole % 2) {
            cout << "A\n";
            continue;
        }
        vector<vector<int>> layer(whole + 1);
        vector<int> slot(map.size(), -1);
        layer[0] = {a}, slot[a] = 0;
        for (int k = 0; k < whole; k++)
            for (int cell : layer[k])
                for (int step : steps) {
                    int to = cell + step;
                    if (far[to] == far[cell] - 1 && slot[to] < 0) slot[to] = layer[k + 1].size(), layer[k + 1].push_back(to);
                }
        // wins[j]: the places of the first piece from which it wins with the second on place j.
        typedef vector<unsigned long long> Bits;
        int words = (layer[half].size() + 63) / 64;
        vector<Bits> wins(layer[half].size(), Bits(words, ~0ull));
        for (size_t j = 0; j < wins.size(); j++) wins[j][j / 64] &= ~(1ull << j % 64);
        for (int k = half - 1; k >= 0; k--) {
            auto &ours = layer[k], &theirs = layer[whole - k];
            int narrow = (ours.size() + 63) / 64, wide_words = (layer[k + 1].size() + 63) / 64;
            vector<Bits> next(theirs.size(), Bits(narrow, 0));
            for (size_t j = 0; j < theirs.size(); j++) {
                Bits both(wide_words, ~0ull);
                for (int step : steps) {
                    int to = theirs[j] + step;
                    if (slot[to] >= 0 && far[to] == far[theirs[j]] + 1)
                        for (int w = 0; w < wide_words; w++) both[w] &= wins[slot[to]][w];
                }
                for (size_t i = 0; i < ours.size(); i++)
                    for (int step : steps) {
                        int to = ours[i] + step;
                        if (slot[to] >= 0 && far[to] == far[ours[i]] - 1 && both[slot[to] / 64] >> slot[to] % 64 & 1)
                            next[j][i / 64] |= 1ull << i % 64;
                    }
            }
            wins.swap(next);
        }
        cout << (wins[0][0] & 1 ? "A\n" : "B\n");
    }
}
