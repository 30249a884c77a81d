import Figures
import Inspection

/// TCP's events on a connection, as lines of its timeline.
struct TCPEventWords {
    private let flow: CaptureFlow

    init(_ flow: CaptureFlow) {
        self.flow = flow
    }

    /// Empty if they are another connection's, or were not requested.
    func events(_ told: TCPEvents?) -> [StreamTimeline.Event] {
        guard let told, told.stream == flow.stream else { return [] }
        var events = told.events.map(event)
        if told.leftOut > 0 {
            events.append(
                StreamTimeline.Event(
                    stamp: flow.lastStamp,
                    isFromClient: nil,
                    text: "and \(ByteFormat.grouped(told.leftOut)) more TCP events, which are not listed",
                    rank: .end
                )
            )
        }
        return events
    }

    private func event(_ event: TCPEvent) -> StreamTimeline.Event {
        StreamTimeline.Event(
            stamp: event.stamp,
            isFromClient: event.isFromClient,
            text: text(event) + (event.isAgain && event.repair == nil ? ", again" : ""),
            fields: [details(event)].compactMap(\.self),
            isProse: true,
            rank: rank(event)
        )
    }

    private func rank(_ event: TCPEvent) -> StreamTimeline.Event.Rank {
        switch event.kind {
        case .silence: .silence
        case .fin, .reset: .farewell
        default: .segment
        }
    }

    private func text(_ event: TCPEvent) -> String {
        switch event.kind {
        case .syn: "SYN to \(flow.server)" + (flow.serverName.map { " (\($0))" } ?? "")
        case .synAck: "SYN and ACK"
        case .connected: "ACK: connected"
        case .retransmission: "\(Self.repair(event)): \(Self.segments(event))"
        case .outOfOrder: "out of order: \(Self.segments(event))"
        case .gap where event.count > 1:
            CountFormat.text(event.count, "gap") + until(event) + ": \(ByteFormat.text(event.bytes)) missing"
                + Self.place(event)
        case .gap: "\(ByteFormat.text(event.bytes)) missing before this segment" + Self.place(event)
        case .duplicateAck:
            CountFormat.text(event.count, "duplicate ACK") + (event.count > 1 ? until(event) : "")
                + ", waits for byte \(Self.number(event.offset))"
        case .zeroWindow: "window full: zero window"
        case .windowOpened:
            "window open again" + (event.time.map { " after \(DurationFormat.text($0))" } ?? "")
        case .windowFull: "has filled the receiver's window"
        case .windowProbe: "zero-window probe" + times(event)
        case .keepAlive: "keep-alive" + times(event)
        case .probeAnswer: "answers the probe" + times(event)
        case .fin: "FIN after byte \(Self.number(event.offset))"
        case .reset: "RST"
        case .silence: "no packet for \(DurationFormat.text(event.time ?? 0))"
        }
    }

    private func times(_ event: TCPEvent) -> String {
        event.count == 1 ? "" : ", \(ByteFormat.grouped(event.count)) times" + until(event)
    }

    private static func repair(_ event: TCPEvent) -> String {
        let again = event.isAgain ? "retransmitted" : "lost before the recorder, retransmitted"
        return switch event.repair {
        case .fast: again + " fast"
        case .timeout: again + " after a timeout"
        case .tailProbe: again + " as a probe"
        case .spurious, nil: again + " unnecessarily"
        }
    }

    private static func segments(_ event: TCPEvent) -> String {
        let what =
            event.count == 1 ? ByteFormat.text(event.bytes) : CountFormat.text(event.count, "segment")
        return what + place(event)
    }

    /// Segments that leave something out have two ends.
    private static func place(_ event: TCPEvent) -> String {
        guard let offset = event.offset else { return "" }
        guard let end = event.end, event.count > 1, end - offset > event.bytes else {
            return ", from byte \(ByteFormat.grouped(offset))"
        }
        return " between bytes \(ByteFormat.grouped(offset)) and \(ByteFormat.grouped(end))"
    }

    private func until(_ event: TCPEvent) -> String {
        " until \(DurationFormat.text(event.lastStamp - flow.firstStamp))"
    }

    private static func number(_ value: Int?) -> String { value.map(ByteFormat.grouped) ?? "?" }

    /// Details below the line.
    private func details(_ event: TCPEvent) -> String? {
        var parts: [String] = []
        if let offer = event.offer { parts += Self.words(offer) }
        if event.kind != .zeroWindow, let window = event.window {
            parts.append("window \(ByteFormat.text(window))")
        }
        if event.count > 1, event.kind == .retransmission || event.kind == .outOfOrder {
            parts.append("\(ByteFormat.text(event.bytes)) in all" + until(event))
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func words(_ offer: TCPOffer) -> [String] {
        [
            offer.segmentSize.map { "MSS \($0)" }, offer.windowShift.map { "window shift \($0)" },
            offer.allowsSelective ? "SACK" : nil, offer.hasTimestamps ? "timestamps" : nil,
        ].compactMap(\.self)
    }
}
