package import JSON
package import Wire

/// What the caches did for some transfers, and what that spared. A hit is held against the first transfer of the same file
/// over the network in the same run: that is what it would have cost.
package struct CacheFigures: Hashable, Sendable, JSONRepresentable {
    package var answers = CacheAnswers()
    package var evictions = 0
    /// Held at the end.
    package var memoryBytes = 0
    package var diskBytes = 0
    /// Body bytes that callers got from a cache and that so did not cross the line.
    package var bytesSaved = 0
    /// IP bytes at the client's interface, the first transfer's connection set-up among them; nil without packets.
    package var wireDownSaved: Int?
    package var wireUpSaved: Int?
    package var saved: Nanoseconds = 0
    /// Of the hits' first transfers' time, the share that the hits did without; nil without hits.
    package var improvement: Double?
    /// What hits on disk took to be found, read and checked, and what images took to be decoded.
    package var diskRead: Nanoseconds = 0
    package var decode: Nanoseconds = 0

    package init() {}

    package var json: JSONValue {
        [
            "answers": answers.json, "evictions": evictions.json, "memoryBytes": memoryBytes.json,
            "diskBytes": diskBytes.json, "bytesSaved": bytesSaved.json, "nsSaved": saved.json,
            "wireDownBytesSaved": wireDownSaved.json, "wireUpBytesSaved": wireUpSaved.json,
            "improvement": improvement.json, "diskReadNs": diskRead.json, "decodeNs": decode.json,
        ]
    }
}
