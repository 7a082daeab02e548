// Elly's Checkers with capture by the usual bitmask DP: a byte a mask, the masks in rising order, all moves tried until one wins.
//
// Bit j is a checker at distance j + 1 from the last cell, which is always empty: a checker there vanishes at once. So every
// move makes the mask smaller.
//
//     c++ -O2 -o ellys_capture ellys_capture.cpp && ./ellys_capture CELLS
//
// prints the seconds of processor time and the number of P-positions.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

int main(int argc, char **argv) {
    const int bits = argc > 1 ? std::atoi(argv[1]) - 1 : 0;
    if (bits < 1 || bits > 40) {
        std::fprintf(stderr, "usage: ellys_capture CELLS, from 2 to 41\n");
        return 2;
    }
    const std::clock_t start = std::clock();
    const std::uint64_t masks = std::uint64_t{1} << bits;
    std::vector<unsigned char> wins(masks);
    std::uint64_t lost = 0;
    for (std::uint64_t mask = 0; mask < masks; ++mask) {
        bool win = false;
        for (int j = 0; j < bits && !win; ++j) {
            if (!(mask >> j & 1)) continue;
            const std::uint64_t lifted = mask ^ std::uint64_t{1} << j;
            // A step to the next cell.
            if (j == 0) {
                win = !wins[lifted];
            } else if (!(mask >> (j - 1) & 1)) {
                win = !wins[lifted | std::uint64_t{1} << (j - 1)];
            }
            // A jump over two checkers, which vanish.
            if (!win && j >= 2 && (mask >> (j - 2) & 3) == 3) {
                const std::uint64_t captured = lifted ^ std::uint64_t{3} << (j - 2);
                if (j == 2) {
                    win = !wins[captured];
                } else if (!(mask >> (j - 3) & 1)) {
                    win = !wins[captured | std::uint64_t{1} << (j - 3)];
                }
            }
        }
        wins[mask] = win;
        lost += !win;
    }
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("%.9f %llu\n", seconds, static_cast<unsigned long long>(lost));
}
