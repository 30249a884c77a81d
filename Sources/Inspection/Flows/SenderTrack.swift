import Wire

/// TCP's bookkeeping for one side's sending, as seen at the capture point.
struct SenderTrack {
    /// Shortest retransmission timeout of any system, in nanoseconds.
    private static let shortestTimeout: Int64 = 180_000_000
    /// Largest reordering of packets, in nanoseconds, if no round trip is known.
    private static let reorderingTime: Int64 = 3_000_000
    private static let fastRetransmitThreshold = 3

    private(set) var figures = CaptureFlow.Sender()
    private var hasBegun = false
    /// Sequence number after the highest byte sent.
    private var highest: UInt32 = 0
    /// The other side's latest acknowledgement.
    private var acknowledged: UInt32 = 0
    private var duplicates = 0
    private var lastNew: Int64 = 0
    private var holeSince: Int64?
    /// Recovery lasts until this is acknowledged.
    private var recovery: (until: UInt32, isFast: Bool)?
    private var probe: Probe?
    /// The newest timestamp that the side sent.
    private var newestStamp: UInt32 = 0
    private var window: UInt16 = 0
    /// True if its windows are scaled by the offered shift.
    var isScaled = true
    private var zeroSince: Int64?

    /// A segment whose answer measures the round trip. `value` is its timestamp, zero without one.
    private struct Probe {
        let end: UInt32
        let stamp: Int64
        let value: UInt32
    }

    /// Takes a segment of the side itself.
    mutating func send(_ segment: SegmentTiming) {
        let span = segment.span
        if segment.flags.rst { return }
        followWindow(segment)
        guard span > 0 else { return }
        let end = segment.sequence &+ span
        guard hasBegun else {
            hasBegun = true
            highest = end
            acknowledged = segment.sequence
            lastNew = segment.stamp
            return
        }
        let ahead = Int32(bitPattern: end &- highest)
        guard ahead > 0 else { return }
        if Int32(bitPattern: segment.sequence &- highest) > 0, holeSince == nil { holeSince = segment.stamp }
        highest = end
        lastNew = segment.stamp
        let flight = Int(Int32(bitPattern: end &- acknowledged))
        if flight > figures.mostInFlight { figures.mostInFlight = flight }
        // Of several segments with one timestamp, only the first is certainly the one echoed.
        let isNew = segment.stampValue == 0 || segment.stampValue != newestStamp
        newestStamp = segment.stampValue
        if probe == nil, segment.length > 0, isNew {
            probe = Probe(end: end, stamp: segment.stamp, value: segment.stampValue)
        }
    }

    private mutating func followWindow(_ segment: SegmentTiming) {
        guard !segment.flags.syn else { return }
        if segment.window == window { return }
        window = segment.window
        let size = Int(segment.window) << (isScaled ? figures.windowShift ?? 0 : 0)
        if size > figures.largestWindow { figures.largestWindow = size }
        if segment.window == 0 {
            figures.zeroWindows += 1
            zeroSince = segment.stamp
        } else if let since = zeroSince {
            figures.zeroWindowTime += max(0, segment.stamp - since)
            zeroSince = nil
        }
    }

    /// Takes an acknowledgement from the other side. `isSameWindow` if the other's window is unchanged.
    mutating func acknowledge(_ segment: SegmentTiming, isSameWindow: Bool) {
        guard segment.flags.ack, hasBegun else { return }
        if let probe, probe.value != 0, segment.stampEcho != 0 { hear(segment.stampEcho, probe, segment) }
        let ahead = Int32(bitPattern: segment.acknowledgement &- acknowledged)
        if ahead > 0 {
            if figures.initialFlight == nil, figures.mostInFlight > 0 {
                figures.initialFlight = figures.mostInFlight
            }
            acknowledged = segment.acknowledgement
            duplicates = 0
            if let until = recovery?.until, Int32(bitPattern: acknowledged &- until) >= 0 { recovery = nil }
            if let probe, Int32(bitPattern: acknowledged &- probe.end) >= 0 { take(probe, segment) }
        } else if ahead == 0, segment.span == 0, isSameWindow, highest != acknowledged,
            !segment.flags.rst
        {
            duplicates += 1
            figures.duplicateAcknowledgements += 1
        }
    }

    /// Handles an echoed timestamp: the probe's own value is its answer; a newer value means that it was
    /// never echoed.
    private mutating func hear(_ echo: UInt32, _ probe: Probe, _ segment: SegmentTiming) {
        let ahead = Int32(bitPattern: echo &- probe.value)
        guard ahead >= 0 else { return }
        self.probe = nil
        guard ahead == 0 else { return }
        figures.isTimedByStamps = true
        figures.roundTrip.add(segment.stamp - probe.stamp)
    }

    private mutating func take(_ probe: Probe, _ segment: SegmentTiming) {
        self.probe = nil
        // An echo of another stamp belongs to another copy.
        if probe.value != 0, segment.stampEcho != 0 { return }
        figures.roundTrip.add(segment.stamp - probe.stamp)
    }

    /// Takes a segment out of order: `again` of its bytes had been seen, the others fill a hole.
    mutating func sendOld(_ segment: SegmentTiming, again: Int, roundTrip: Int64?) {
        let end = segment.sequence &+ segment.span
        if again == 0 {
            let limit = roundTrip.map { max($0 / 2, Self.reorderingTime) } ?? Self.reorderingTime
            let waited = segment.stamp - (holeSince ?? lastNew)
            if waited <= limit, duplicates < Self.fastRetransmitThreshold {
                figures.outOfOrder += 1
                return
            }
            // The first copy was lost before the capture point.
            figures.lostBefore += 1
            classify(segment, end, waited)
            return
        }
        // The last byte, already acknowledged: a keep-alive, sent only to get an answer.
        if segment.length == 1, end == highest, acknowledged == end { return }
        figures.retransmitted += 1
        // The answer may belong to either copy, unless their timestamps differ.
        if probe?.value == segment.stampValue || probe?.value == 0 { probe = nil }
        if Int32(bitPattern: acknowledged &- end) >= 0 {
            figures.spurious += 1
            return
        }
        classify(segment, end, segment.stamp - lastNew)
    }

    private mutating func classify(_ segment: SegmentTiming, _ end: UInt32, _ waited: Int64) {
        let flight = Int(Int32(bitPattern: highest &- acknowledged))
        if recovery == nil { figures.lossFlights.add(Int64(max(0, flight))) }
        if let recovery {
            if recovery.isFast { figures.fast += 1 } else { figures.timeout += 1 }
        } else if duplicates >= Self.fastRetransmitThreshold {
            figures.fast += 1
            recovery = (highest, true)
        } else if end == highest, waited < Self.shortestTimeout {
            figures.tailProbes += 1
        } else if waited >= Self.shortestTimeout {
            figures.timeout += 1
            recovery = (highest, false)
        } else {
            // Selective acknowledgements trigger a repair before three duplicates are seen.
            figures.fast += 1
            recovery = (highest, true)
        }
    }

    /// Notes that the first detected hole is filled.
    mutating func fillHole() {
        holeSince = nil
    }

    /// Takes the options of a SYN.
    mutating func open(_ options: TCPOptions) {
        figures.segmentSize = options.segmentSize
        figures.windowShift = options.windowShift
        figures.allowsSelective = options.allowsSelective
    }
}
