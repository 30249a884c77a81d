/// How much a capture may unpack to, in its file, its bodies and its header fields together: a few bytes may
/// stand for very many. It grows with the bytes that are read. Used on one thread.
package final class UnpackingBudget {
    /// Bytes that any capture may unpack to.
    package static let base = 1 << 30
    /// Bytes more for each byte that is read. Captures rarely shrink to a tenth, their bodies to a
    /// fiftieth.
    package static let ratio = 100

    /// Bytes that may be unpacked, and those that were.
    package private(set) var limit: Int
    package private(set) var used = 0
    /// True once something was refused.
    package private(set) var isSpent = false

    /// `base` is smaller in tests.
    package init(base: Int = base) {
        limit = base
    }

    /// Bytes of the capture were read.
    package func grow(reading count: Int) {
        limit += count * Self.ratio
    }

    /// Returns false if so many bytes more are too many.
    package func take(_ count: Int) -> Bool {
        guard used + count <= limit else {
            isSpent = true
            return false
        }
        used += count
        return true
    }
}
