import HTTP
import Wire

/// Header fields, and streams that wait for the entries that these refer to.
extension ObservedHTTP3Connection {
    func take(
        _ section: HTTP3Section,
        _ request: HTTP3RequestStream,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        let outcome =
            direction == .up ? upFields.decode(section.bytes[...]) : downFields.decode(section.bytes[...])
        let arrived = request[direction].arrived
        var fields: HTTPFields?
        switch outcome {
        case .fields(let read): fields = context.unpack(read.byteCount, exchanges.connection) ? read : nil
        case .blocked:
            request[direction].blocked = section
            blocked.insert(request.number)
            return
        case .damaged:
            report(.fieldsHTTP3(direction, stream: Int(clamping: request.number)), arrived, &findings)
        }
        note(section, fields, request.number, direction, arrived)
    }

    private func note(
        _ section: HTTP3Section,
        _ fields: HTTPFields?,
        _ stream: UInt64,
        _ direction: StreamDirection,
        _ arrived: Arrival
    ) {
        if direction == .up {
            exchanges.takeRequest(section, fields, stream, opening)
        } else {
            exchanges.takeResponse(section, fields, stream, opening, arrived)
        }
    }

    /// Keeps bytes behind a section that waits for its entries.
    func wait(
        _ bytes: RawSpan,
        _ piece: StreamPiece,
        _ request: HTTP3RequestStream,
        _ direction: StreamDirection
    ) {
        guard request[direction].behindBytes + bytes.byteCount <= Self.mostWaiting else {
            request[direction].frames.stop()
            return
        }
        var copy: [UInt8] = []
        copy.append(copying: bytes)
        request[direction].behindBytes += copy.count
        behindBytes += copy.count
        request[direction].behind.append((copy, piece))
    }

    /// Entries have come: reads the sections that waited for them. With `isLast` none will come any more.
    func unblock(_ direction: StreamDirection, isLast: Bool, _ findings: inout CaptureFindings) {
        for stream in blocked.sorted() {
            let request = request(stream)
            guard let section = request[direction].blocked else { continue }
            request[direction].blocked = nil
            take(section, request, direction, &findings)
            if request[direction].blocked != nil, isLast {
                let arrived = request[direction].arrived
                request[direction].blocked = nil
                report(.fieldsHTTP3(direction, stream: Int(clamping: stream)), arrived, &findings)
                note(section, nil, stream, direction, arrived)
            }
            guard request[direction].blocked == nil else { continue }
            readBehind(request, direction, &findings)
            guard request[direction].blocked == nil else { continue }
            if let end = request[direction].end {
                exchanges.end(stream, end, direction, isWhole: !request[direction].frames.isLost)
            }
            if !request.isBlocked { blocked.remove(stream) }
        }
    }

    private func readBehind(
        _ request: HTTP3RequestStream,
        _ direction: StreamDirection,
        _ findings: inout CaptureFindings
    ) {
        let behind = request[direction].behind
        behindBytes -= request[direction].behindBytes
        (request[direction].behind, request[direction].behindBytes) = ([], 0)
        for one in behind {
            if request[direction].blocked == nil {
                read(one.bytes.span.bytes, one.piece, request, direction, &findings)
            } else {
                request[direction].behindBytes += one.bytes.count
                behindBytes += one.bytes.count
                request[direction].behind.append(one)
            }
        }
    }
}
