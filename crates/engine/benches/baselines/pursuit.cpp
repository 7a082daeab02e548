// A cop and a robber on an open square by the usual retrograde analysis: states numbered by (cop, robber, who moves), neighbours in
// lists, a byte for the value and one for the moves not yet refuted, a queue of what is decided.
//
// The cop wins on the robber's cell; both step to a neighbour, in turns. Play without end is a draw.
//
//     c++ -O2 -o pursuit pursuit.cpp && ./pursuit SIDE
//
// prints the seconds of processor time and how many states the player to move wins.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

enum Value : unsigned char { open, loss, win };

int main(int argc, char **argv) {
    const int side = argc > 1 ? std::atoi(argv[1]) : 0;
    if (side < 2 || side > 150) {
        std::fprintf(stderr, "usage: pursuit SIDE, from 2 to 150\n");
        return 2;
    }
    const std::clock_t start = std::clock();
    const int cells = side * side;
    std::vector<std::vector<int>> near(cells);
    for (int cell = 0; cell < cells; ++cell) {
        const int row = cell / side, column = cell % side;
        if (row > 0) near[cell].push_back(cell - side);
        if (row + 1 < side) near[cell].push_back(cell + side);
        if (column > 0) near[cell].push_back(cell - 1);
        if (column + 1 < side) near[cell].push_back(cell + 1);
    }
    const auto number = [cells](int cop, int robber, int player) {
        return (static_cast<std::uint32_t>(cop) * cells + robber) * 2 + player;
    };
    const std::size_t states = std::size_t{2} * cells * cells;
    std::vector<unsigned char> value(states, open), left(states);
    std::vector<std::uint32_t> queue;
    for (int cop = 0; cop < cells; ++cop) {
        for (int robber = 0; robber < cells; ++robber) {
            for (int player = 0; player < 2; ++player) {
                const std::uint32_t state = number(cop, robber, player);
                if (cop == robber) {
                    value[state] = player == 0 ? win : loss;
                    queue.push_back(state);
                } else {
                    left[state] = near[player == 0 ? cop : robber].size();
                }
            }
        }
    }
    for (std::size_t done = 0; done < queue.size(); ++done) {
        const std::uint32_t state = queue[done];
        const int player = 1 - state % 2, cop = state / 2 / cells, robber = state / 2 % cells;
        for (const int from : near[player == 0 ? cop : robber]) {
            const std::uint32_t origin = player == 0 ? number(from, robber, 0) : number(cop, from, 1);
            if (value[origin] != open) continue;
            if (value[state] == loss) {
                value[origin] = win;
                queue.push_back(origin);
            } else if (--left[origin] == 0) {
                value[origin] = loss;
                queue.push_back(origin);
            }
        }
    }
    std::uint64_t wins = 0;
    for (const unsigned char one : value) wins += one == win;
    std::printf("%.6f %llu\n", double(std::clock() - start) / CLOCKS_PER_SEC, static_cast<unsigned long long>(wins));
    return 0;
}
