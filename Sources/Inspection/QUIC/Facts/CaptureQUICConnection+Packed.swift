import Wire

extension CaptureQUICConnection: PackedResult {
    package var packedOrder: UInt64 { UInt64(clamping: number) }

    package func pack(into writer: inout PackedWriter) {
        for count in [number, datagrams, firstPacket] { writer.put(count) }
        writer.put(client)
        writer.put(server)
        writer.put(firstStamp)
        writer.put(lastStamp, after: firstStamp)
        writer.put([isMidway, hasRetry, hasKeys, isResumed ?? false, isResumed != nil])
        writer.put(UInt64(version.rawValue))
        writer.put(offeredVersions) { $0.put(UInt64($1.rawValue)) }
        writer.putShared(serverName)
        writer.put(cipherSuite) { $0.put(UInt64($1.rawValue)) }
        writer.putShared(applicationProtocol)
        writer.putShared(earlyData.rawValue)
        writer.put(answerTime)
        writer.put(handshakeRoundTrip)
        up.pack(into: &writer)
        down.pack(into: &writer)
        writer.put(paths) {
            $0.put($1.client)
            $0.put($1.server)
            $0.put($1.firstPacket)
            $0.put($1.firstStamp &- firstStamp)
        }
        writer.putShared(ending.rawValue)
        writer.put(close) { $1.pack(into: &$0, after: firstStamp) }
    }

    package init(from reader: inout PackedReader) {
        let (number, datagrams, firstPacket) = (reader.count(), reader.count(), reader.count())
        let (client, server) = (reader.endpoint(), reader.endpoint())
        let firstStamp = reader.stamp()
        let lastStamp = reader.stampOrNil(after: firstStamp) ?? firstStamp
        let flags = reader.flags(5)
        self.init(
            number: number,
            client: client,
            server: server,
            datagrams: datagrams,
            firstPacket: firstPacket,
            firstStamp: firstStamp,
            version: QUICVersion(rawValue: UInt32(truncatingIfNeeded: reader.number()))
        )
        self.lastStamp = lastStamp
        (isMidway, hasRetry, hasKeys) = (flags[0], flags[1], flags[2])
        isResumed = flags[4] ? flags[3] : nil
        offeredVersions = reader.list { QUICVersion(rawValue: UInt32(truncatingIfNeeded: $0.number())) }
        serverName = reader.sharedTextOrNil()
        cipherSuite = reader.optional { TLSCipherSuite(rawValue: $0.number16()) }
        applicationProtocol = reader.sharedTextOrNil()
        earlyData = CaptureHandshake.EarlyData(rawValue: reader.sharedText()) ?? .none
        answerTime = reader.stampOrNil()
        handshakeRoundTrip = reader.stampOrNil()
        up = Side(from: &reader)
        down = Side(from: &reader)
        paths = reader.list { reader in
            Path(
                client: reader.endpoint(),
                server: reader.endpoint(),
                firstPacket: reader.count(),
                firstStamp: reader.stamp() &+ firstStamp
            )
        }
        ending = Ending(rawValue: reader.sharedText()) ?? .open
        close = reader.optional { CaptureQUICClose(from: &$0, after: firstStamp) }
    }
}

extension CaptureQUICClose {
    fileprivate func pack(into writer: inout PackedWriter, after start: Int64) {
        writer.put([isFromClient, isByApplication])
        writer.put(code)
        writer.put(frameType) { $0.put($1) }
        writer.putShared(reason)
        writer.put(stamp &- start)
        writer.put(packet)
    }

    fileprivate init(from reader: inout PackedReader, after start: Int64) {
        let flags = reader.flags(2)
        (isFromClient, isByApplication) = (flags[0], flags[1])
        code = reader.number()
        frameType = reader.optional { $0.number() }
        reason = reader.sharedText()
        stamp = reader.stamp() &+ start
        packet = reader.count()
    }
}
