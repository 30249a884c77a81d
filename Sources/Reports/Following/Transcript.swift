/// A transcript of both ends of a connection, piece by piece. Each call returns the whole lines that it adds.
package protocol Transcript {
    mutating func receive(_ bytes: RawSpan, isFromClient: Bool) -> [UInt8]

    /// `count` bytes are missing from the capture.
    mutating func miss(_ count: Int, isFromClient: Bool) -> [UInt8]

    /// Ends the transcript.
    mutating func finish() -> [UInt8]
}
