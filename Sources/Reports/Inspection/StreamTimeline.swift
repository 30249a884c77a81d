import Figures
import HTTP
import Inspection

/// Timeline of one connection: its opening, TLS messages, HTTP messages with the fields that were kept, and
/// its end.
struct StreamTimeline {
    struct Event {
        /// Order of events with the same time.
        enum Rank: Int {
            case silence, segment, message, farewell, end
        }

        let stamp: Int64
        let isFromClient: Bool?
        let text: String
        var fields: [String] = []
        /// True for words that may wrap; foreign text is shortened instead.
        var isProse = false
        var rank = Rank.message
    }

    private let start: Int64
    private let events: [Event]

    init(_ flow: CaptureFlow, _ inspection: CaptureInspection) {
        start = flow.firstStamp
        var events = TCPEventWords(flow).events(inspection.events)
        for shake in inspection.handshakes where shake.stream == flow.stream { events += Self.steps(shake) }
        for exchange in inspection.exchanges where exchange.stream == flow.stream {
            events += Self.messages(exchange)
        }
        events += Self.farewells(flow)
        events.append(Self.ending(flow))
        self.events = events.enumerated().sorted {
            ($0.element.stamp, $0.element.rank.rawValue, $0.offset)
                < ($1.element.stamp, $1.element.rank.rawValue, $1.offset)
        }.map(\.element)
    }

    var section: ReportSection { [.heading("timeline"), .events(events.map(shown))] }

    private func shown(_ event: Event) -> ReportEvent {
        ReportEvent(
            time: DurationFormat.text(max(0, event.stamp &- start)),
            speaker: event.isFromClient.map { $0 ? "client" : "server" } ?? "",
            text: event.text.printable,
            details: event.fields.map(\.printable),
            isProse: event.isProse
        )
    }

    private static func steps(_ shake: CaptureHandshake) -> [Event] {
        shake.steps.map {
            Event(
                stamp: $0.stamp,
                isFromClient: $0.isFromClient,
                text: "TLS \($0.name), \(ByteFormat.text($0.bytes))"
            )
        }
            + shake.alerts.map {
                Event(stamp: $0.stamp, isFromClient: $0.isFromClient, text: "TLS alert: \($0.alert)")
            }
    }

    private static func messages(_ exchange: CaptureExchange) -> [Event] {
        let name = exchange.httpStream.map { " (stream \($0))" } ?? ""
        var events: [Event] = []
        if let sent = exchange.requestSent {
            let line = "\(exchange.method ?? "a request") \(exchange.target ?? "")\(name)"
            events.append(
                Event(stamp: sent, isFromClient: true, text: line, fields: fields(exchange.requestFields))
            )
        }
        if let first = exchange.firstByte, let status = exchange.status {
            let line = "\(status) \(exchange.version ?? "")\(name)"
            events.append(
                Event(stamp: first, isFromClient: false, text: line, fields: fields(exchange.responseFields))
            )
        }
        if let last = exchange.lastByte, exchange.bodyBytes > 0 {
            let mark = exchange.isComplete ? "" : ", not whole"
            let line = "body of \(ByteFormat.text(exchange.bodyBytes))\(mark)\(name)"
            events.append(Event(stamp: last, isFromClient: false, text: line))
        }
        if let reset = exchange.reset {
            events.append(
                Event(
                    stamp: reset.stamp,
                    isFromClient: reset.isFromClient,
                    text: "\(reset.name): given up\(name)"
                )
            )
        }
        if let frames = exchange.frames, let last = exchange.lastFrame {
            let line = "WebSocket: \(frames.up.frames) frames up, \(frames.down.frames) down until here"
            events.append(Event(stamp: last, isFromClient: nil, text: line))
        }
        return events
    }

    private static func farewells(_ flow: CaptureFlow) -> [Event] {
        flow.farewells.map { farewell in
            let words = farewell.text.isEmpty ? "" : ": \(farewell.text)"
            return Event(
                stamp: farewell.stamp,
                isFromClient: farewell.isFromClient,
                text: "GOAWAY, \(farewell.name), last stream \(farewell.lastStream)\(words)"
            )
        }
    }

    private static func fields(_ fields: HTTPFields?) -> [String] {
        fields.map { $0.map { "\($0.name): \($0.value)" } } ?? []
    }

    private static func ending(_ flow: CaptureFlow) -> Event {
        let text =
            switch flow.ending {
            case .closed: "closed by both sides"
            case .halfClosed: "closed by only one side when the capture ends"
            case .reset: "reset"
            case .open: "still open when the capture ends"
            }
        return Event(stamp: flow.lastStamp, isFromClient: nil, text: text, rank: .end)
    }
}
