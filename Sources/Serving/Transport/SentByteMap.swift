import TLS

/// Where message bytes that the kernel took lie among all the connection's bytes. Pure.
///
/// TLS cuts a flight of the message into records, and the client reads nothing of a record before its last byte.
struct SentByteMap: Hashable {
    /// The connection's byte with which the flight begins.
    var start: Int
    /// Bytes of the flight that the kernel had taken before.
    var offset = 0
    /// nil without TLS.
    var records: Records?

    struct Records: Hashable {
        /// Bytes of the message in the flight.
        var count: Int
        /// What each record adds to its bytes of the message.
        var overhead: Int
    }

    /// What precedes the message's bytes in a record.
    private static let recordHeader = 5

    /// The place of the taken byte at an index.
    func place(of index: Int) -> Int {
        let byte = offset + index
        guard let records else { return start + byte }
        return start + byte + byte / TLSSession.recordSize * records.overhead + Self.recordHeader
    }

    /// The place up to which the client must have the connection's bytes to read the first `count` taken ones.
    func readable(_ count: Int) -> Int {
        let end = offset + count
        guard let records, end > 0 else { return start + end }
        let whole = (end - 1) / TLSSession.recordSize + 1
        return start + min(whole * TLSSession.recordSize, records.count) + whole * records.overhead
    }
}
