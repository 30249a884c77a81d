/// Datagrams to one peer, all of one size but the last, which may be shorter: the system takes them in one call.
package struct QUICDatagrams: Hashable, Sendable {
    package var path: QUICPath
    /// One behind the other.
    package var bytes: [UInt8]
    /// Bytes of each but the last.
    package var each: Int
    /// The mark of their IP headers for explicit congestion notification.
    package var ecn: UInt8

    package init(path: QUICPath, bytes: [UInt8], each: Int, ecn: UInt8 = 0) {
        (self.path, self.bytes, self.each, self.ecn) = (path, bytes, each, ecn)
    }

    package var count: Int { each == 0 ? 0 : (bytes.count + each - 1) / each }
}
