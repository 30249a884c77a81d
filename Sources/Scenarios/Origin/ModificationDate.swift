package import Wire

/// The value of `Last-Modified`.
package struct ModificationDate: Hashable, Sendable {
    /// Seconds by which each `change` advances a file that gets new bytes.
    private static let usualStep: Int64 = 60

    /// Date of the unchanged file, in seconds since 1970.
    package var seconds: Int64
    /// Time by which each `change` advances the date while the bytes stay the same; nil if a change brings
    /// new bytes.
    package var skew: Nanoseconds?

    package init(seconds: Int64, skew: Nanoseconds? = nil) {
        self.seconds = seconds
        self.skew = skew
    }

    /// Date of a version of the file; the first version is 1.
    package func seconds(version: Int) -> Int64 {
        seconds + Int64(version - 1) * (skew.map { $0 / 1_000_000_000 } ?? Self.usualStep)
    }
}
