import Wire

/// A client's first packet in a version that cannot be read, until the server refuses the version.
struct QUICGreeting {
    /// Most of them that are remembered.
    static let most = 1024

    let header: QUICLongHeader
    let datagram: QUICDatagram
    let isForward: Bool

    /// True if `answer`, which comes the other way, refuses the version: it has the same identifiers.
    func isRefused(by answer: QUICLongHeader) -> Bool {
        answer.destination == header.source && answer.source == header.destination
    }
}
