/// The window of the other end that keeps data of a stream from being sent.
package struct HTTP2ClosedWindow: Hashable, Sendable {
    /// False if it is the stream's own.
    package var isOfConnection: Bool
    /// The most that the other end allows on its way at once, in bytes; of a stream, without what it granted beyond its
    /// settings.
    package var size: Int

    package init(isOfConnection: Bool, size: Int) {
        self.isOfConnection = isOfConnection
        self.size = size
    }
}
