package import Wire

/// What `Last-Modified` says.
package struct ModificationDate: Hashable, Sendable {
    /// How much later each `change` makes a file that gets new bytes, in seconds.
    private static let usualStep: Int64 = 60

    /// Of a file that was not changed yet, in seconds since 1970.
    package var seconds: Int64
    /// How much later each `change` makes it, the bytes staying the same; nil where a change brings new bytes.
    package var skew: Nanoseconds?

    package init(seconds: Int64, skew: Nanoseconds? = nil) {
        self.seconds = seconds
        self.skew = skew
    }

    /// Of a file's version, the first of which is 1.
    package func seconds(version: Int) -> Int64 {
        seconds + Int64(version - 1) * (skew.map { $0 / 1_000_000_000 } ?? Self.usualStep)
    }
}
