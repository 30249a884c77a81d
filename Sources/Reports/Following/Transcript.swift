/// A way to write down what two ends say, piece by piece. Each call answers what it adds, in whole lines.
package protocol Transcript {
    mutating func receive(_ bytes: RawSpan, isFromClient: Bool) -> [UInt8]

    /// So many bytes are not in the capture.
    mutating func miss(_ count: Int, isFromClient: Bool) -> [UInt8]

    /// Nothing more comes.
    mutating func finish() -> [UInt8]
}
