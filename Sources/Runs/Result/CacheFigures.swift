package import JSON
import Scenarios
package import Wire

/// What the caches did for some transfers, and what they saved. A hit is compared with the first network
/// transfer of the same file in the same run, which is what it would have cost.
package struct CacheFigures: Hashable, Sendable, Tabulated {
    package var answers = CacheAnswers()
    package var evictions = 0
    /// Bytes held at the end.
    package var memoryBytes = 0
    package var diskBytes = 0
    /// Body bytes that callers got from a cache instead of over the line.
    package var bytesSaved = 0
    /// IP bytes saved at the client's interface, including the first transfer's connection set-up; nil
    /// without packets.
    package var wireDownSaved: Int?
    package var wireUpSaved: Int?
    package var saved: Nanoseconds = 0
    /// Share of the first transfers' time that the hits saved; nil without hits.
    package var improvement: Double?
    /// Time to find, read and check disk hits; below, time to decode images.
    package var diskRead: Nanoseconds = 0
    package var decode: Nanoseconds = 0

    package init() {}

    package static let figures: [ResultFigure<CacheFigures>] = [
        .member("answers", \.answers),
        .stored(.number, "evictions", \.evictions),
        .stored(.bytes, "memoryBytes", \.memoryBytes),
        .stored(.bytes, "diskBytes", \.diskBytes),
        .stored(.bytes, "bytesSaved", \.bytesSaved),
        .stored(.time, "saved", key: "nsSaved", \.saved),
        .stored(.bytes, "wireDownBytesSaved", \.wireDownSaved),
        .stored(.bytes, "wireUpBytesSaved", \.wireUpSaved),
        .stored(.ratio, "improvement", \.improvement, .ofTimes),
        .stored(.time, "diskRead", \.diskRead, .untested),
        .stored(.time, "decode", \.decode, .untested),
    ]

    /// Figures that are missing keep their defaults.
    package init(json: JSONValue) { Self.figures.read(json, into: &self) }
}
