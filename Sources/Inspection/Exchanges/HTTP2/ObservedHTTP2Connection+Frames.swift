import HTTP
import Wire

extension ObservedHTTP2Connection {
    func take(
        _ event: HTTP2FrameStream.Event,
        _ arrived: Arrival,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        switch event {
        case .dataBegins(let frame):
            if let exchange = open[frame.stream] { noteSpan(exchange, direction) }
        case .data(let frame, let count):
            guard let exchange = open[frame.stream] else { break }
            countData(count, exchange, arrived, direction)
        case .dataEnds(let frame):
            guard let exchange = open[frame.stream] else { break }
            if direction == .up { exchanges[exchange].requestBytes += HTTP2Frame.headLength }
            if frame.has(HTTP2Frame.Flag.endStream) { end(frame.stream, exchange, arrived, direction) }
        case .frame(let frame, let payload):
            take(frame, payload, arrived, direction, &findings)
        case .damaged:
            findings.add(
                CaptureFinding(
                    packet: arrived.packet,
                    stream: opening.stream,
                    "what the \(direction == .up ? "client" : "server") says is no HTTP/2 from here on"
                )
            )
        }
    }

    private func countData(
        _ count: Int,
        _ exchange: Int,
        _ arrived: Arrival,
        _ direction: StreamDirection
    ) {
        if direction == .up {
            exchanges[exchange].requestBytes += count
            exchanges[exchange].requestBodyBytes += count
        } else {
            exchanges[exchange].bodyBytes += count
            exchanges[exchange].contentBytes += count
            exchanges[exchange].decodedBytes += count
            noteLast(exchange, arrived)
        }
    }

    private func noteLast(_ exchange: Int, _ arrived: Arrival) {
        exchanges[exchange].lastByte = arrived.stamp
        exchanges[exchange].lastPacket = arrived.packet
    }

    private func take(
        _ frame: HTTP2Frame,
        _ payload: [UInt8],
        _ arrived: Arrival,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        switch frame.kind {
        case HTTP2Frame.Kind.headers, HTTP2Frame.Kind.pushPromise, HTTP2Frame.Kind.continuation:
            let start = (direction == .up ? up : down).frameStart?.arrival ?? arrived
            let block =
                direction == .up
                ? upFields.take(frame, payload, start) : downFields.take(frame, payload, start)
            if let block { take(block, arrived, direction, &findings) }
        case HTTP2Frame.Kind.settings:
            takeSettings(frame, payload, direction)
        case HTTP2Frame.Kind.reset:
            guard let exchange = open.removeValue(forKey: frame.stream) else { break }
            exchanges[exchange].reset = CaptureReset(
                isFromClient: direction == .up,
                code: Self.number(payload[...]),
                stamp: arrived.stamp
            )
            closeMeter(exchange)
        case HTTP2Frame.Kind.goAway:
            takeFarewell(payload, arrived, direction, &findings)
        default: break
        }
    }

    /// The last stream that is answered, a code, and perhaps words. An error is a finding, too.
    private func takeFarewell(
        _ payload: [UInt8],
        _ arrived: Arrival,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        guard payload.count >= 8 else { return }
        var farewell = CaptureFarewell(
            isFromClient: direction == .up,
            lastStream: Int(Self.number(payload[...]) & 0x7FFF_FFFF),
            code: Self.number(payload[4...]),
            stamp: arrived.stamp,
            packet: arrived.packet
        )
        farewell.text = String(
            decoding: payload[8...].prefix(CaptureFarewell.longestText),
            as: UTF8.self
        )
        if farewells.count < CaptureFarewell.most { farewells.append(farewell) }
        guard farewell.code != 0 else { return }
        let words = farewell.text.isEmpty ? "" : " (\(farewell.text))"
        findings.add(
            CaptureFinding(
                packet: arrived.packet,
                stream: opening.stream,
                "the \(direction == .up ? "client" : "server") gives the connection up behind stream "
                    + "\(farewell.lastStream): \(farewell.name)\(words)"
            )
        )
    }

    /// The first four bytes, or as many as there are.
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private func takeSettings(_ frame: HTTP2Frame, _ payload: [UInt8], _ direction: StreamDirection) {
        let isAnswer = frame.has(HTTP2Frame.Flag.acknowledgement)
        switch (direction, isAnswer) {
        case (.up, false): downFields.propose(payload)
        case (.up, true): upFields.acknowledge()
        case (.down, false): upFields.propose(payload)
        case (.down, true): downFields.acknowledge()
        }
    }

    private func take(
        _ block: HTTP2FieldReader.Block,
        _ arrived: Arrival,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        let fields = direction == .up ? upFields.fields(of: block) : downFields.fields(of: block)
        if fields == nil {
            findings.add(
                CaptureFinding(
                    packet: arrived.packet,
                    stream: opening.stream,
                    "fields of HTTP/2's stream \(block.stream) cannot be unpacked: they refer to some that were not seen"
                )
            )
        }
        if block.isPromise || direction == .up {
            takeRequest(block, fields, arrived, direction)
        } else {
            takeResponse(block, fields, arrived)
        }
    }

    private func exchange(for stream: UInt32) -> Int {
        if let known = open[stream] { return known }
        var exchange = CaptureExchange(
            stream: opening.stream,
            order: exchanges.count,
            client: opening.client,
            server: opening.server
        )
        exchange.httpStream = Int(stream)
        if exchanges.isEmpty { exchange.handshake = opening.handshake }
        exchanges.append(exchange)
        open[stream] = exchanges.count - 1
        return exchanges.count - 1
    }

    private func takeRequest(
        _ block: HTTP2FieldReader.Block,
        _ fields: HTTPFields?,
        _ arrived: Arrival,
        _ direction: StreamDirection
    ) {
        let isTrailer = open[block.stream].map { exchanges[$0].method != nil } ?? false
        let index = exchange(for: block.stream)
        noteSpan(index, direction)
        exchanges[index].requestBytes += block.wireBytes
        if !isTrailer {
            exchanges[index].version = HTTPVersion.http2.description
            exchanges[index].isPushed = block.isPromise
            exchanges[index].requestHeaderBytes = block.wireBytes
            exchanges[index].requestSent = block.start.stamp
            exchanges[index].firstPacket = block.start.packet
            exchanges[index].method = fields?[":method"]
            exchanges[index].target = fields?[":path"] ?? fields?[":authority"]
            exchanges[index].url = url(fields)
            if opening.context.options.keepsFields { exchanges[index].requestFields = fields }
        }
        if block.endsStream { exchanges[index].isRequestEnded = true }
    }

    private func url(_ fields: HTTPFields?) -> String? {
        guard let fields else { return nil }
        let authority = fields[":authority"] ?? fields["host"] ?? opening.tunnel ?? opening.server.description
        guard let path = fields[":path"] else { return authority }
        let scheme = fields[":scheme"] ?? (opening.isEncrypted ? "https" : "http")
        return "\(scheme)://\(authority)\(path == "*" ? "" : path)"
    }

    private func takeResponse(
        _ block: HTTP2FieldReader.Block,
        _ fields: HTTPFields?,
        _ arrived: Arrival
    ) {
        let index = exchange(for: block.stream)
        noteSpan(index, .down)
        let status = fields?[":status"].flatMap { Int($0) }
        // Interim responses announce the final one.
        if let status, status < 200 { return }
        if exchanges[index].firstByte == nil {
            exchanges[index].version = HTTPVersion.http2.description
            exchanges[index].status = status
            exchanges[index].firstByte = block.start.stamp
            exchanges[index].firstPacket = exchanges[index].firstPacket ?? block.start.packet
            exchanges[index].headerBytes = block.wireBytes
            exchanges[index].unpackedHeaderBytes = fields.map { fields in
                fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
            }
            exchanges[index].mediaType = fields?["content-type"]
            exchanges[index].contentCoding = fields?["content-encoding"]
            if opening.context.options.keepsFields { exchanges[index].responseFields = fields }
            if !block.endsStream, meters.count < Self.mostMeters {
                let context = opening.context
                meters[index] = ContentMeter(exchanges[index], context.options, bodies: context.bodies)
            }
        }
        noteLast(index, arrived)
        if block.endsStream { end(block.stream, index, arrived, .down) }
    }

    /// One side has said all it will on this stream.
    private func end(_ stream: UInt32, _ exchange: Int, _ arrived: Arrival, _ direction: StreamDirection) {
        guard direction == .down else {
            exchanges[exchange].isRequestEnded = true
            if exchanges[exchange].isComplete { open[stream] = nil }
            return
        }
        noteLast(exchange, arrived)
        exchanges[exchange].isComplete =
            exchanges[exchange].firstByte != nil && !exchanges[exchange].isMissing
        closeMeter(exchange)
        if exchanges[exchange].isRequestEnded || exchanges[exchange].isPushed { open[stream] = nil }
    }

    private func closeMeter(_ exchange: Int) {
        meters.removeValue(forKey: exchange)?.close(&exchanges[exchange])
    }
}
