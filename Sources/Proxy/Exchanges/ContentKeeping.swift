/// How much of the bodies that cross a proxy is kept for its session. It belongs to the loop's thread.
final class ContentKeeping {
    /// Bytes of all bodies under way.
    private static let most = 64 << 20

    let longest: Int
    private var left = ContentKeeping.most

    /// Longer bodies than `longest` are not kept; nil if none is.
    init?(longest: Int) {
        guard longest > 0 else { return nil }
        self.longest = longest
    }

    func add(_ bytes: ArraySlice<UInt8>, to content: inout KeptContent) {
        left -= content.add(bytes, atMost: min(longest, content.bytes.count + left))
    }

    /// The exchange is over: its content is the observer's.
    func release(_ count: Int) {
        left += count
    }
}
