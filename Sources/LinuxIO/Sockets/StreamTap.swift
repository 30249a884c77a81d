package import Wire

/// Is told what crosses one socket, by the thread that uses it, which waits meanwhile.
///
/// The bytes are those of the socket: encrypted ones stay so.
package protocol StreamTap: AnyObject, Sendable {
    /// The connection that the program has asked for is made.
    func connected()

    /// The program has read these bytes; none are the end of the peer's stream.
    func received(_ bytes: ArraySlice<UInt8>)

    /// The clock's reading, for `sent`.
    func now() -> Instant

    /// The kernel has taken these bytes, one piece behind the other. It was offered them at `instant`: they may
    /// have reached their receiver by now.
    func sent(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>, at instant: Instant)

    /// The program sends nothing more.
    func finishedSending()

    /// The connection is broken, or was not made.
    func failed(_ error: SystemCallError)

    /// The program has closed its socket. Nothing follows.
    func closed(_ closing: StreamClosing)
}
