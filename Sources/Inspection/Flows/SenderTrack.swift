import Wire

/// TCP's bookkeeping for what one side sends, as seen where the capture was taken.
struct SenderTrack {
    /// Shorter than any system waits before it sends again unasked, in nanoseconds.
    private static let shortestTimeout: Int64 = 180_000_000
    /// Packets that overtake one another do so within this, where no round trip is known.
    private static let reorderingTime: Int64 = 3_000_000
    private static let duplicatesForFast = 3

    private(set) var figures = CaptureFlow.Sender()
    private var hasBegun = false
    /// Sequence number behind the highest byte sent.
    private var highest: UInt32 = 0
    /// The other side's latest acknowledgement.
    private var acknowledged: UInt32 = 0
    private var duplicates = 0
    private var lastNew: Int64 = 0
    private var holeSince: Int64?
    /// Repairs go on until this is acknowledged.
    private var recovery: (until: UInt32, isFast: Bool)?
    private var probe: Probe?
    /// The newest timestamp that it sent.
    private var newestStamp: UInt32 = 0
    private var window: UInt16 = 0
    /// Its windows are to be shifted as it offered.
    var isScaled = true
    private var zeroSince: Int64?

    /// A segment whose answer tells the round trip. `value` is its timestamp, zero where it has none.
    private struct Probe {
        let end: UInt32
        let stamp: Int64
        let value: UInt32
    }

    /// Takes what the side itself sends.
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
        // Of several segments with one timestamp only the first is sure to be the one echoed.
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

    /// Takes what the other side says about it. `isSameWindow` where the other's window is what it was.
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

    /// The other side echoes a timestamp: the probe's own is its answer, a newer one means that it was never echoed.
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
        // An echo of another stamp speaks of another copy.
        if probe.value != 0, segment.stampEcho != 0 { return }
        figures.roundTrip.add(segment.stamp - probe.stamp)
    }

    /// Takes a segment that is not the next: `again` of its bytes had been seen, the others fill a hole.
    mutating func sendOld(_ segment: SegmentTiming, again: Int, roundTrip: Int64?) {
        let end = segment.sequence &+ segment.span
        if again == 0 {
            let limit = roundTrip.map { max($0 / 2, Self.reorderingTime) } ?? Self.reorderingTime
            let waited = segment.stamp - (holeSince ?? lastNew)
            if waited <= limit, duplicates < Self.duplicatesForFast {
                figures.outOfOrder += 1
                return
            }
            // The first copy was lost before it came here.
            figures.lostBefore += 1
            classify(segment, end, waited)
            return
        }
        // A byte that had been acknowledged, the last: a keep-alive, which is only to be answered.
        if segment.length == 1, end == highest, acknowledged == end { return }
        figures.retransmitted += 1
        // Which of two copies is answered nobody knows, unless their timestamps differ.
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
        } else if duplicates >= Self.duplicatesForFast {
            figures.fast += 1
            recovery = (highest, true)
        } else if end == highest, waited < Self.shortestTimeout {
            figures.tailProbes += 1
        } else if waited >= Self.shortestTimeout {
            figures.timeout += 1
            recovery = (highest, false)
        } else {
            // Selective acknowledgements ask before three duplicates are seen.
            figures.fast += 1
            recovery = (highest, true)
        }
    }

    /// The hole that was noticed first is filled.
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
