/// Bytes of a stream.
package struct QUICStreamFrame: Hashable, Sendable {
    package var stream: UInt64
    package var offset: UInt64
    /// The bytes within the packet's content.
    package var range: Range<Int>
    /// The stream ends with them.
    package var isLast: Bool
}
