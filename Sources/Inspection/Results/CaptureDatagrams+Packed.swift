import Wire

extension CaptureDatagrams: PackedResult {
    package var packedOrder: UInt64 { UInt64(clamping: number) }

    package func pack(into writer: inout PackedWriter) {
        writer.put(number)
        writer.put(client)
        writer.put(server)
        writer.put(firstPacket)
        writer.put(firstStamp)
        writer.put(lastStamp, after: firstStamp)
        for side in [up, down] {
            for count in [side.packets, side.wireBytes, side.payloadBytes] { writer.put(count) }
        }
        writer.putShared(content.rawValue)
        writer.put(version) { $0.put(UInt64($1.rawValue)) }
        writer.putShared(serverName)
        writer.put(applicationProtocols) { $0.putShared($1) }
        writer.put(answerTime)
        turns.pack(into: &writer)
    }

    package init(from reader: inout PackedReader) {
        self.init(
            number: reader.count(),
            client: reader.endpoint(),
            server: reader.endpoint(),
            firstPacket: reader.count(),
            firstStamp: reader.stamp()
        )
        lastStamp = reader.stampOrNil(after: firstStamp) ?? firstStamp
        up = Self.side(&reader)
        down = Self.side(&reader)
        content = Content(rawValue: reader.sharedText()) ?? .unknown
        version = reader.optional { QUICVersion(rawValue: UInt32(truncatingIfNeeded: $0.number())) }
        serverName = reader.sharedTextOrNil()
        applicationProtocols = reader.list { $0.sharedText() }
        answerTime = reader.stampOrNil()
        turns = SampleStatistics(from: &reader)
    }

    private static func side(_ reader: inout PackedReader) -> Side {
        var side = Side()
        side.packets = reader.count()
        side.wireBytes = reader.count()
        side.payloadBytes = reader.count()
        return side
    }
}
