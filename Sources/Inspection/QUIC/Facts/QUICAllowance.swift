import Wire

/// What one end may send over the whole connection: bytes, and two-way streams. Of one-way streams HTTP/3 has a few that
/// it opens at once.
struct QUICAllowance {
    var data = QUICCredit()
    var streams = QUICCredit()
    /// What the other end allows at first on streams that it opens itself, on those opened to it, and on one-way streams;
    /// 0 if that is not known.
    private var initial: (itsOwn: UInt64, others: UInt64, oneWay: UInt64) = (0, 0, 0)

    /// What the other end's parameters allow at first.
    mutating func take(_ parameters: QUICTransportParameters) {
        data.grant(parameters.initialMaxData)
        initial = (
            parameters.initialMaxStreamDataLocal, parameters.initialMaxStreamDataRemote,
            parameters.initialMaxStreamDataOneWay
        )
        streams.grant(parameters.initialMaxStreams)
    }

    /// How much an end that sends in this direction may send at first on a stream.
    func initialLimit(_ stream: UInt64, _ direction: StreamDirection) -> UInt64 {
        if stream & 0x02 != 0 { return initial.oneWay }
        let isReceivers = (stream & 0x01 == 0) == (direction == .down)
        return isReceivers ? initial.itsOwn : initial.others
    }

    /// Returns true if the stream is the last that the end may open.
    mutating func open(_ stream: UInt64) -> Bool {
        stream & 0x02 == 0 && streams.use(upTo: stream >> 2 + 1)
    }
}
