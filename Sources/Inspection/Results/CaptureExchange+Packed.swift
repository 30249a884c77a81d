extension CaptureExchange: PackedResult {
    /// Bits of an exchange's order within a packet; packets count from 1.
    private static let orderBits: UInt64 = 20

    /// Orders by the packet with which it begins.
    package var packedOrder: UInt64 {
        let most: UInt64 = 1 << Self.orderBits - 1
        return UInt64(clamping: firstPacket ?? 0) << Self.orderBits | min(most, UInt64(clamping: order))
    }

    package func pack(into writer: inout PackedWriter) {
        writer.put([
            isPushed, isDecoded, isComplete, isRequestEnded, isMissing, isWebSocket,
        ])
        connection.pack(into: &writer)
        writer.put(order)
        writer.put(httpStream)
        writer.put(client)
        writer.put(server)
        writer.putShared(serverName)
        packRequest(&writer)
        packResponse(&writer)
        packFrames(&writer)
        for count in [retransmittedBytes, wireDownBytes, wireUpBytes] { writer.put(count) }
        writer.put(firstPacket)
        writer.put(lastPacket)
        writer.put(handshake)
        writer.put(reset) {
            $0.put([$1.isFromClient])
            $0.put($1.code)
            $0.put([$1.isHTTP3])
            $0.put($1.stamp)
        }
        writer.put(flowControl) { $1.pack(into: &$0) }
        writer.put(quicOpening) {
            $0.put($1.start)
            $0.put($1.answer, after: $1.start)
            $0.put($1.end, after: $1.start)
        }
    }

    package init(from reader: inout PackedReader) {
        let flags = reader.flags(6)
        self.init(
            connection: CaptureConnection(from: &reader),
            order: reader.count(),
            httpStream: reader.countOrNil(),
            client: reader.endpoint(),
            server: reader.endpoint()
        )
        (isPushed, isDecoded, isComplete) = (flags[0], flags[1], flags[2])
        (isRequestEnded, isMissing, isWebSocket) = (flags[3], flags[4], flags[5])
        serverName = reader.sharedTextOrNil()
        unpackRequest(&reader)
        unpackResponse(&reader)
        unpackFrames(&reader)
        retransmittedBytes = reader.count()
        wireDownBytes = reader.count()
        wireUpBytes = reader.count()
        firstPacket = reader.countOrNil()
        lastPacket = reader.countOrNil()
        handshake = reader.handshake()
        reset = reader.optional { reader in
            CaptureReset(
                isFromClient: reader.flags(1)[0],
                code: reader.number(),
                isHTTP3: reader.flags(1)[0],
                stamp: reader.stamp()
            )
        }
        flowControl = reader.optional { FlowControlHolds(from: &$0) }
        quicOpening = reader.optional { reader in
            let start = reader.stamp()
            return QUICOpening(
                start: start,
                answer: reader.stampOrNil(after: start),
                end: reader.stampOrNil(after: start)
            )
        }
    }

    private init(
        connection: CaptureConnection,
        order: Int,
        httpStream: Int?,
        client: Endpoint,
        server: Endpoint
    ) {
        self.init(connection: connection, order: order, client: client, server: server)
        self.httpStream = httpStream
    }

    // MARK: - Parts

    private func packRequest(_ writer: inout PackedWriter) {
        writer.putShared(method)
        writer.put(target) { $0.put($1) }
        writer.put(url) { packURL($1, &$0) }
        writer.put(requestSent)
        for count in [requestBytes, requestHeaderBytes, requestBodyBytes] { writer.put(count) }
        writer.put(requestFields)
    }

    private mutating func unpackRequest(_ reader: inout PackedReader) {
        method = reader.sharedTextOrNil()
        target = reader.optional { $0.text() }
        let target = target ?? ""
        url = reader.optional { Self.url(&$0, target) }
        requestSent = reader.stampOrNil()
        requestBytes = reader.count()
        requestHeaderBytes = reader.count()
        requestBodyBytes = reader.count()
        requestFields = reader.fields()
    }

    /// Most URLs consist of a prefix common to their host, and the target.
    private func packURL(_ url: String, _ writer: inout PackedWriter) {
        let target = target ?? ""
        let ends = !target.isEmpty && url.utf8.suffix(target.utf8.count).elementsEqual(target.utf8)
        let front = url.utf8.dropLast(ends ? target.utf8.count : url.utf8.count)
        writer.putShared(String(decoding: front, as: UTF8.self))
        writer.put([ends])
        if !ends { writer.put(url) }
    }

    private static func url(_ reader: inout PackedReader, _ target: String) -> String {
        let front = reader.sharedText()
        return reader.flags(1)[0] ? front + target : reader.text()
    }

    private func packResponse(_ writer: inout PackedWriter) {
        let start = requestSent ?? 0
        writer.put(status)
        writer.putShared(version)
        writer.put(firstByte, after: start)
        writer.put(recordBegan, after: start)
        writer.put(lastByte, after: start)
        writer.putShared(mediaType)
        writer.putShared(contentCoding)
        writer.put(headerBytes)
        writer.put(unpackedHeaderBytes)
        for count in [bodyBytes, contentBytes, decodedBytes] { writer.put(count) }
        writer.put(responseFields)
    }

    private mutating func unpackResponse(_ reader: inout PackedReader) {
        let start = requestSent ?? 0
        status = reader.countOrNil()
        version = reader.sharedTextOrNil()
        firstByte = reader.stampOrNil(after: start)
        recordBegan = reader.stampOrNil(after: start)
        lastByte = reader.stampOrNil(after: start)
        mediaType = reader.sharedTextOrNil()
        contentCoding = reader.sharedTextOrNil()
        headerBytes = reader.count()
        unpackedHeaderBytes = reader.countOrNil()
        bodyBytes = reader.count()
        contentBytes = reader.count()
        decodedBytes = reader.count()
        responseFields = reader.fields()
    }

    private func packFrames(_ writer: inout PackedWriter) {
        writer.put(frames) { writer, frames in
            for side in [frames.up, frames.down] {
                for count in [side.frames, side.messages, side.bytes, side.controls] { writer.put(count) }
            }
            writer.put(frames.closeCode)
        }
        writer.put(lastFrame)
    }

    private mutating func unpackFrames(_ reader: inout PackedReader) {
        frames = reader.optional { reader in
            var frames = WebSocketFrames()
            frames.up = Self.side(&reader)
            frames.down = Self.side(&reader)
            frames.closeCode = reader.countOrNil()
            return frames
        }
        lastFrame = reader.stampOrNil()
    }

    private static func side(_ reader: inout PackedReader) -> WebSocketFrames.Side {
        var side = WebSocketFrames.Side()
        side.frames = reader.count()
        side.messages = reader.count()
        side.bytes = reader.count()
        side.controls = reader.count()
        return side
    }
}
