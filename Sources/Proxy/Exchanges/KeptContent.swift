/// A body as it crossed the proxy, if it is short enough to be kept.
package struct KeptContent: Hashable, Sendable {
    /// Empty if it is not whole.
    package private(set) var bytes: [UInt8] = []
    /// False if the body was longer than what may be kept.
    package private(set) var isWhole = true

    /// Returns how many bytes more it holds; fewer than before if the body has become too long.
    mutating func add(_ more: ArraySlice<UInt8>, atMost most: Int) -> Int {
        guard isWhole else { return 0 }
        guard bytes.count + more.count <= most else {
            defer { drop() }
            return -bytes.count
        }
        bytes += more
        return more.count
    }

    package mutating func drop() {
        (bytes, isWhole) = ([], false)
    }
}
