/// What one end says, byte by byte and nothing else.
package struct RawTranscript: Transcript, Sendable {
    private let isOfClient: Bool

    package init(ofClient isOfClient: Bool) {
        self.isOfClient = isOfClient
    }

    package mutating func receive(_ bytes: RawSpan, isFromClient: Bool) -> [UInt8] {
        isFromClient == isOfClient ? bytes.withUnsafeBytes { Array($0) } : []
    }

    /// Bytes that are not there cannot be told among bytes that are.
    package mutating func miss(_ count: Int, isFromClient: Bool) -> [UInt8] { [] }

    package mutating func finish() -> [UInt8] { [] }
}
