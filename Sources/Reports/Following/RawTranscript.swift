/// One end's bytes, unchanged.
package struct RawTranscript: Transcript, Sendable {
    private let isOfClient: Bool

    package init(ofClient isOfClient: Bool) {
        self.isOfClient = isOfClient
    }

    package mutating func receive(_ bytes: RawSpan, isFromClient: Bool) -> [UInt8] {
        isFromClient == isOfClient ? bytes.withUnsafeBytes { Array($0) } : []
    }

    /// Missing bytes cannot be marked among raw bytes.
    package mutating func miss(_ count: Int, isFromClient: Bool) -> [UInt8] { [] }

    package mutating func finish() -> [UInt8] { [] }
}
