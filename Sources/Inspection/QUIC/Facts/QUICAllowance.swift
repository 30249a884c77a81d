import Wire

/// What one end may send over the whole connection: bytes, and two-way streams. Of one-way streams HTTP/3 has a few that
/// it opens at once.
struct QUICAllowance {
    var data = QUICCredit()
    var streams = QUICCredit()

    /// What the other end's parameters allow at first.
    mutating func take(_ parameters: QUICTransportParameters) {
        data.grant(parameters.initialMaxData)
        streams.grant(parameters.initialMaxStreams)
    }

    /// Returns true if the stream is the last that the end may open.
    mutating func open(_ stream: UInt64) -> Bool {
        stream & 0x02 == 0 && streams.use(upTo: stream >> 2 + 1)
    }
}
