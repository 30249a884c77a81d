import Wire

/// What happened on connections, in its order, with the bytes that crossed them.
struct StreamEvents {
    enum Kind {
        /// The next of the openings.
        case opened
        /// With the next bytes, if it carried any.
        case happened(SynthesizedFlow.Event)
        /// Nothing follows on this connection.
        case over
    }

    struct Event {
        var stream: UInt32
        var instant: Instant
        /// Of the bytes.
        var count: Int
        var kind: Kind
    }

    private(set) var events: [Event] = []
    private(set) var openings: [StreamOpening] = []
    private(set) var bytes: [UInt8] = []

    var isEmpty: Bool { events.isEmpty }

    /// Memory in use.
    var size: Int { bytes.count + events.count * MemoryLayout<Event>.stride }

    mutating func open(_ opening: StreamOpening, as stream: UInt32, at instant: Instant) {
        openings.append(opening)
        events.append(Event(stream: stream, instant: instant, count: 0, kind: .opened))
    }

    mutating func add(
        _ kind: Kind,
        _ first: ArraySlice<UInt8> = [],
        _ second: ArraySlice<UInt8> = [],
        of stream: UInt32,
        at instant: Instant
    ) {
        bytes += first
        bytes += second
        events.append(
            Event(stream: stream, instant: instant, count: first.count + second.count, kind: kind)
        )
    }

    /// Forgets everything, and keeps at most that much memory for what comes.
    mutating func removeAll(keeping memory: Int) {
        openings.removeAll(keepingCapacity: true)
        events.removeAll(keepingCapacity: events.capacity <= memory / MemoryLayout<Event>.stride)
        bytes.removeAll(keepingCapacity: bytes.capacity <= memory)
    }
}
