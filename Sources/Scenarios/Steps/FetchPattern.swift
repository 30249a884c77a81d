import Glibc
import Wire

/// The files that a workload fetches, page by page.
///
/// Draws depend only on the seed and the step's name: every run fetches the same, whatever other steps draw.
package struct FetchPattern: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Every file is equally likely.
        case random
        /// The n-th file of the list is fetched in proportion to 1 / n to the power of the exponent.
        case zipf
        /// File after file, starting over behind the last.
        case cycle
    }

    package var kind: Kind
    /// From the most to the least popular.
    package var files: [String]
    /// Total number of fetches.
    package var count: Int
    /// Number of files that start together; no page has a file twice.
    package var pageSize: Int
    /// Exponent of `zipf`.
    package var exponent: Double

    package init(_ kind: Kind, files: [String], count: Int, pageSize: Int = 1, exponent: Double = 1) {
        self.kind = kind
        self.files = files
        self.count = count
        self.pageSize = pageSize
        self.exponent = exponent
    }

    /// The files of each page. The last page has the remainder.
    package func pages(seed: UInt64, step: String) -> [[String]] {
        guard !files.isEmpty, pageSize > 0 else { return [] }
        let key = step.utf8.reduce(SplitMix.mixed(seed)) { SplitMix.mixed($0 ^ UInt64($1)) }
        let weights = weights
        var drawn = 0
        return stride(from: 0, to: count, by: pageSize).map { first in
            var free = weights
            return (0..<min(pageSize, count - first, files.count)).map { _ in
                let place = kind == .cycle ? drawn % files.count : Self.draw(free, key, drawn)
                free[place] = 0
                drawn += 1
                return files[place]
            }
        }
    }

    private var weights: [Double] {
        files.indices.map { kind == .zipf ? 1 / pow(Double($0 + 1), exponent) : 1 }
    }

    /// The index of the n-th draw, with probabilities in proportion to the weights.
    private static func draw(_ weights: [Double], _ key: UInt64, _ number: Int) -> Int {
        let bits = SplitMix.mixed(key &+ UInt64(number) &* SplitMix.step)
        var left = Double(bits >> 11) * 0x1p-53 * weights.reduce(0, +)
        for (place, weight) in weights.enumerated() where weight > 0 {
            if left < weight { return place }
            left -= weight
        }
        // Rounding can leave a remainder, which belongs to the last file.
        return weights.lastIndex { $0 > 0 } ?? 0
    }
}
