import FuzzSupport
import HTTP
import HTTP2
import Wire

/// Everything a session made of a server's stream. Bodies are joined, since their pieces depend on the
/// input's.
struct Outcome: Hashable {
    /// Bytes that RFC 9113 adds for each field.
    private static let fieldOverhead = 32
    /// Small limits, so that short streams reach them.
    private static let limits = HTTP2Limits(
        fieldList: 400,
        resets: HTTP2Allowance(burst: 2, perSecond: 0),
        chatter: HTTP2Allowance(burst: 8, perSecond: 0)
    )

    private(set) var events: [HTTP2ClientEvent] = []
    private(set) var error: HTTP2Error?
    /// Frames that answer the stream.
    private(set) var answer: [UInt8] = []
    private var hasLeft = false

    init(of pieces: [ArraySlice<UInt8>]) {
        do throws(HTTP2Error) {
            let session = try HTTP2ClientSession(Self.limits)
            let bodies = Bodies()
            for (method, hasBody) in [("GET", false), ("POST", true), ("HEAD", false), ("CONNECT", true)] {
                let target = hasBody && method == "CONNECT" ? "a:443" : "/"
                let head = HTTPRequestHead(method: method, target: target, fields: ["Host": "a"])
                _ = try session.request(head, scheme: "https", hasBody: hasBody)
            }
            check(try session.send(about: 1 << 20, from: bodies).bytes[24...])
            read(pieces, session)
            let output = try session.send(about: 1 << 20, from: bodies)
            check(output.bytes[...])
            answer = hasLeft ? [] : output.bytes
            if !hasLeft { session.takeEvents().forEach { add($0) } }
        } catch {
            demand(false, "\(error)")
        }
        checkOrder()
        for case .closed(let stream, let error, isWhole: false) in events
        where error == .protocolError || hasFailed {
            leaveOutBody(of: stream)
        }
        // What follows a GOAWAY is not told, and so neither are faults of streams that it left open.
        if hasLeft { [1, 3, 5, 7].filter(isOpen).forEach { leaveOutBody(of: $0) } }
    }

    private func isOpen(_ stream: HTTP2StreamID) -> Bool {
        !events.contains { event in
            switch event {
            case .bodyEnd(stream, _), .closed(stream, _, _): true
            default: false
            }
        }
    }

    /// The stream's own fault is not told then: the connection ended before its reset was sent.
    private var hasFailed: Bool {
        events.contains { if case .failed = $0 { true } else { false } }
    }

    private mutating func read(_ pieces: [ArraySlice<UInt8>], _ session: HTTP2ClientSession) {
        for piece in pieces {
            do throws(HTTP2Error) {
                try session.receive(piece, at: .zero)
            } catch {
                self.error = error
            }
            let new = session.takeEvents()
            // Input after a server's GOAWAY may or may not be processed.
            let end = new.firstIndex { if case .goAway = $0 { true } else { false } }
            new.prefix(through: end ?? new.endIndex - 1).forEach { add($0) }
            hasLeft = end != nil
            if hasLeft { error = nil }
            if hasLeft || error != nil { return }
        }
    }

    private mutating func add(_ event: HTTP2ClientEvent) {
        if case .body(let stream, let more) = event, case .body(stream, let bytes)? = events.last {
            events[events.count - 1] = .body(stream, bytes + more)
        } else {
            events.append(event)
        }
    }

    /// Data beyond the stated length is refused with everything in the same piece.
    private mutating func leaveOutBody(of stream: HTTP2StreamID) {
        let kept = events.filter { if case .body(stream, _) = $0 { false } else { true } }
        events = []
        kept.forEach { add($0) }
    }

    private func checkOrder() {
        var streams: [HTTP2StreamID: StreamOrder] = [:]
        for event in events {
            switch event {
            case .interim(let stream, let head):
                checkSize(head.fields)
                streams[stream, default: StreamOrder()].interim(head)
            case .response(let stream, let head, let isWhole):
                checkSize(head.fields)
                streams[stream, default: StreamOrder()].response(head, isWhole: isWhole)
            case .body(let stream, let bytes): streams[stream, default: StreamOrder()].body(bytes)
            case .bodyEnd(let stream, let trailers):
                checkSize(trailers)
                streams[stream, default: StreamOrder()].bodyEnd()
            case .closed(let stream, _, let isWhole):
                demand([1, 3, 5, 7].contains(stream), "a stream that nobody opened")
                streams[stream, default: StreamOrder()].closed(isWhole: isWhole)
            case .settings, .oversized, .goAway, .failed: break
            }
        }
    }

    private func checkSize(_ fields: HTTPFields) {
        let size = fields.reduce(0) {
            $0 + $1.name.unicodeScalars.count + $1.value.unicodeScalars.count + Self.fieldOverhead
        }
        demand(size <= Self.limits.fieldList, "fields unpacked to \(size) bytes")
    }

    private func check(_ output: ArraySlice<UInt8>) {
        var place = output.startIndex
        while place < output.endIndex {
            demand(output.endIndex - place >= 9, "a frame without a whole header")
            place += 9 + output[place..<place + 3].reduce(0) { $0 << 8 | Int($1) }
        }
        demand(place == output.endIndex, "a frame that is shorter than it says")
    }
}
