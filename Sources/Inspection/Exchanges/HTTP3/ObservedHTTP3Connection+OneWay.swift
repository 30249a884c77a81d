import Wire

/// One-way streams: control, and instructions for fields.
extension ObservedHTTP3Connection {
    func receiveOneWay(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ stream: UInt64,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        guard var one = oneWay[stream] ?? (oneWay.count < Self.mostOneWay ? HTTP3OneWayStream() : nil) else {
            return
        }
        var place = 0
        while one.type == nil, let byte = bytes.byte(at: place) {
            one.head.append(byte)
            place += 1
            one.type = one.head.span.bytes.quicNumber64(at: 0)?.value
        }
        var rest = bytes.extracting(place..<bytes.byteCount)
        switch one.type {
        case HTTP3Frame.Stream.encoder:
            let came =
                rest.withUnsafeBytes { bytes in
                    direction == .up
                        ? upFields.receiveInstructions(bytes) : downFields.receiveInstructions(bytes)
                }
            oneWay[stream] = one
            if came, !blocked.isEmpty { unblock(direction, isLast: false, &findings) }
            return
        case HTTP3Frame.Stream.control:
            while rest.byteCount > 0 {
                var frames: [(UInt64, [UInt8])] = []
                let taken = one.frames.receive(rest, piece.arrival) { event in
                    if case .frame(let type, let payload) = event { frames.append((type, payload)) }
                }
                rest = rest.extracting(max(1, taken)..<rest.byteCount)
                for (type, payload) in frames { takeControl(type, payload, piece.arrived, direction) }
            }
        default: break
        }
        oneWay[stream] = one
    }

    private func takeControl(
        _ type: UInt64,
        _ payload: [UInt8],
        _ arrived: Arrival,
        _ direction: StreamDirection
    ) {
        let span = payload.span.bytes
        switch type {
        case HTTP3Frame.Kind.settings:
            var place = 0
            var capacity = 0
            while let name = span.quicNumber64(at: place), let value = span.quicNumber(at: name.end) {
                if name.value == HTTP3Frame.Setting.tableCapacity { capacity = value.value }
                place = value.end
            }
            // An end's settings say what it can unpack.
            if direction == .up {
                downFields.allow(capacity: capacity)
            } else {
                upFields.allow(capacity: capacity)
            }
        case HTTP3Frame.Kind.goAway where farewells.count < CapturedGoAway.most:
            guard let last = span.quicNumber(at: 0)?.value else { return }
            farewells.append(
                CapturedGoAway(
                    isFromClient: direction == .up,
                    lastStream: last,
                    code: 0,
                    stamp: arrived.stamp,
                    packet: arrived.packet
                )
            )
        default: break
        }
    }
}
