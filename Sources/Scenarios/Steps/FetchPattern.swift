import Glibc
import Wire

/// Which files a workload asks for, one page after another.
///
/// What is drawn is a function of the seed and the step's name: every run asks for the same, whatever other steps draw.
package struct FetchPattern: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Every file as likely as any other.
        case random
        /// The n-th file of the list as often as 1 / n to the power of the exponent.
        case zipf
        /// File after file, and from the first again behind the last.
        case cycle
    }

    package var kind: Kind
    /// From the most to the least popular.
    package var files: [String]
    /// How many fetches there are in all.
    package var count: Int
    /// How many files start together; no page has one twice.
    package var pageSize: Int
    /// Of `zipf`.
    package var exponent: Double

    package init(_ kind: Kind, files: [String], count: Int, pageSize: Int = 1, exponent: Double = 1) {
        self.kind = kind
        self.files = files
        self.count = count
        self.pageSize = pageSize
        self.exponent = exponent
    }

    /// The files of each page; the last one has what is left.
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

    /// The place of the n-th draw, each as likely as its weight says.
    private static func draw(_ weights: [Double], _ key: UInt64, _ number: Int) -> Int {
        let bits = SplitMix.mixed(key &+ UInt64(number) &* SplitMix.step)
        var left = Double(bits >> 11) * 0x1p-53 * weights.reduce(0, +)
        for (place, weight) in weights.enumerated() where weight > 0 {
            if left < weight { return place }
            left -= weight
        }
        // What rounding left over is the last one's.
        return weights.lastIndex { $0 > 0 } ?? 0
    }
}
