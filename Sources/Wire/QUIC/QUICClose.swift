/// Why an end closes a connection (CONNECTION_CLOSE).
package struct QUICClose: Hashable, Sendable {
    package var code: UInt64
    /// True if the application closes it, with a code of its own.
    package var isByApplication: Bool
    /// The type of the frame that was at fault; nil if unknown, and from the application.
    package var frameType: UInt64?
    /// The reason within the packet's content.
    package var reason: Range<Int>
}
