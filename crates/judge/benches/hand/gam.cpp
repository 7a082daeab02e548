// Game by hand: distances from both starts; at an even distance the pairs of places on shortest ways from which the second player comes to
// jump, followed back from the middle, move by move: of the second player's moves one is enough, of the first player's all must lead on.
#include <bits/stdc++.h>
using namespace std;

static char text[1 << 21];

int main() {
    text[fread(text, 1, sizeof text - 1, stdin)] = 0;
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
    while (tests--) {
        int n = number(), wide = n + 1;
        string map(wide, '#');
        for (int row = 0; row < n; row++) {
            skip();
            map.append(at, n) += '#';
            at += n;
        }
        map.append(wide, '#');
        int size = map.size(), steps[] = {1, -1, wide, -wide};
        vector<int> queue(size);
        auto distances = [&](int start) {
            vector<int> far(size, size);
            int tail = 1;
            queue[0] = start, far[start] = 0;
            for (int head = 0; head < tail; head++)
                for (int step : steps) {
                    int to = queue[head] + step;
                    if (map[to] != '#' && far[to] == size) far[to] = far[queue[head]] + 1, queue[tail++] = to;
                }
            return far;
        };
        int a = map.find('A'), b = map.find('B');
        vector<int> near = distances(a), far = distances(b);
        int whole = far[a];
        vector<int> slot(size), width(whole + 2);
        vector<pair<int, int>> caught, before;
        for (int cell = 0; cell < size; cell++)
            if (near[cell] + far[cell] == whole) {
                slot[cell] = width[near[cell]]++;
                if (near[cell] == far[cell]) caught.push_back({cell, cell});
            }
        if (whole % 2) caught.clear();
        vector<char> count;
        for (int round = 1; round <= whole && !caught.empty(); round++, caught.swap(before), before.clear()) {
            int left = whole - round, row = width[(whole + round + 1) / 2];
            count.assign(width[(left + 1) / 2] * row, 0);
            for (auto [first, second] : caught)
                for (int step : steps) {
                    int i = first, j = second, ways = 1;
                    if (round % 2) {
                        j += step;
                        if (near[i] + far[j] != left) continue;
                    } else {
                        i += step;
                        if (near[i] + far[j] != left) continue;
                        ways = 0;
                        for (int on : steps) ways += far[i + on] < far[i];
                    }
                    if (++count[slot[i] * row + slot[j]] == ways) before.push_back({i, j});
                }
        }
        puts(caught.empty() ? "A" : "B");
    }
}
