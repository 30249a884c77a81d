import FuzzSupport
import HTTP
import HTTP2
import Wire

/// Everything a session made of a stream. Bodies are joined, since their pieces depend on the input's.
struct Outcome: Hashable {
    private(set) var events: [HTTP2Event] = []
    private(set) var error: HTTP2Error?
    /// Frames that answer the stream.
    private(set) var answer: [UInt8] = []
    private var hasLeft = false

    init(of pieces: [ArraySlice<UInt8>]) {
        // Small limits, so that short streams reach them.
        let limits = HTTP2Limits(
            streams: 4,
            fieldList: 400,
            resets: HTTP2Allowance(burst: 4, perSecond: 0),
            chatter: HTTP2Allowance(burst: 8, perSecond: 0)
        )
        do throws(HTTP2Error) {
            let session = try HTTP2ServerSession(limits)
            try session.receive(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)[...], at: .zero)
            read(pieces, session)
            respond(session)
            let output = try session.send(about: 1 << 20, from: Bodies())
            answer = hasLeft ? [] : output.bytes
            check(output)
        } catch {
            demand(false, "\(error)")
        }
    }

    private mutating func read(_ pieces: [ArraySlice<UInt8>], _ session: HTTP2ServerSession) {
        for piece in pieces {
            do throws(HTTP2Error) {
                try session.receive(piece, at: .zero)
            } catch {
                self.error = error
            }
            let new = session.takeEvents()
            // Input after a client's GOAWAY may or may not be processed.
            let end = new.firstIndex { if case .goAway = $0 { true } else { false } }
            new.prefix(through: end ?? new.endIndex - 1).forEach { add($0) }
            hasLeft = end != nil
            if hasLeft { error = nil }
            if hasLeft || error != nil { return }
        }
    }

    private mutating func add(_ event: HTTP2Event) {
        if case .body(let stream, let more) = event, case .body(stream, let bytes)? = events.last {
            events[events.count - 1] = .body(stream, bytes + more)
        } else {
            events.append(event)
        }
    }

    private func respond(_ session: HTTP2ServerSession) {
        let head = HTTPResponseHead(status: 200, fields: ["Content-Type": "text/plain"])
        for case .request(let stream, _, _) in events {
            // A stream that is already closed takes no answer.
            try? session.respond(head, on: stream, hasBody: true)
        }
    }

    private func check(_ output: HTTP2Output) {
        var place = 0
        while place < output.bytes.count {
            demand(output.bytes.count - place >= 9, "a frame without a whole header")
            place += 9 + output.bytes[place..<place + 3].reduce(0) { $0 << 8 | Int($1) }
        }
        demand(place == output.bytes.count, "a frame that is shorter than it says")
        for mark in output.marks {
            demand(output.bytes.indices.contains(mark.range.lowerBound), "a mark outside the frames")
        }
    }
}
