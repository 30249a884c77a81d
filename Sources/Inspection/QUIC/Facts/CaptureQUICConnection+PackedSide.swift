import Wire

extension CaptureQUICConnection.Side {
    func pack(into writer: inout PackedWriter) {
        for count in [
            datagrams, wireBytes, openedPackets, closedPackets, streamBytes, repeatedBytes, keyUpdates,
        ] { writer.put(count) }
        writer.put(identifiers) { writer, identifier in
            writer.put(identifier.bytes) { $0.put(UInt64($1)) }
        }
        recovery.pack(into: &writer)
        for count in [
            credit.connection, credit.stream, credit.streams, credit.blockedConnection, credit.blockedStream,
            credit.blockedStreams,
        ] { writer.put(count) }
    }

    init(from reader: inout PackedReader) {
        datagrams = reader.count()
        wireBytes = reader.count()
        openedPackets = reader.count()
        closedPackets = reader.count()
        streamBytes = reader.count()
        repeatedBytes = reader.count()
        keyUpdates = reader.count()
        identifiers = reader.list { reader in
            let bytes = reader.list { UInt8(truncatingIfNeeded: $0.number()) }
            return QUICIdentifier(bytes.span.bytes, at: 0, count: bytes.count)
        }.compactMap(\.self)
        recovery = CaptureQUICConnection.Recovery(from: &reader)
        credit.connection = reader.count()
        credit.stream = reader.count()
        credit.streams = reader.count()
        credit.blockedConnection = reader.count()
        credit.blockedStream = reader.count()
        credit.blockedStreams = reader.count()
    }
}

extension CaptureQUICConnection.Recovery {
    fileprivate func pack(into writer: inout PackedWriter) {
        for count in [lost, spurious, lostBefore, unseen, probes] { writer.put(count) }
        roundTrip.pack(into: &writer)
        delay.pack(into: &writer)
        writer.put(marks) { writer, marks in
            for count in [marks.ect0, marks.ect1, marks.congestionExperienced] { writer.put(count) }
        }
    }

    fileprivate init(from reader: inout PackedReader) {
        lost = reader.count()
        spurious = reader.count()
        lostBefore = reader.count()
        unseen = reader.count()
        probes = reader.count()
        roundTrip = SampleStatistics(from: &reader)
        delay = SampleStatistics(from: &reader)
        marks = reader.optional { reader in
            QUICAcknowledgement.Marks(
                ect0: reader.number(),
                ect1: reader.number(),
                congestionExperienced: reader.number()
            )
        }
    }
}
