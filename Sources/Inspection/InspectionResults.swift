import Wire

/// What has been found so far, as far as it is listed.
struct InspectionResults {
    /// As their connections handed them over: put together once, in the end, since there may be very many.
    private var batches: [[CaptureExchange]] = []
    private var count = 0
    private(set) var flows: [CaptureFlow] = []
    private var leftOut = (exchanges: 0, flows: 0)

    mutating func add(_ flow: CaptureFlow, _ more: [CaptureExchange], most: Int) {
        if flows.count < most { flows.append(flow) } else { leftOut.flows += 1 }
        let room = max(0, most - count)
        let listed = more.count <= room ? more : Array(more.prefix(room))
        if !listed.isEmpty { batches.append(listed) }
        count += listed.count
        leftOut.exchanges += more.count - listed.count
    }

    /// All of them, exchanges by their first packets and flows by their numbers.
    mutating func takeSorted() -> (exchanges: [CaptureExchange], flows: [CaptureFlow]) {
        var exchanges: [CaptureExchange] = []
        exchanges.reserveCapacity(count)
        // Each batch goes as soon as it has been copied.
        while let batch = batches.popLast() { exchanges += batch }
        count = 0
        Self.sort(&exchanges)
        flows.sort { $0.stream < $1.stream }
        defer { flows = [] }
        return (exchanges, flows)
    }

    /// Where they are: to sort them themselves would take half as much room again.
    private static func sort(_ exchanges: inout [CaptureExchange]) {
        let keys = exchanges.map { ($0.firstPacket ?? 0, $0.stream, $0.order) }
        var sources = keys.indices.sorted { keys[$0] < keys[$1] }
        for start in sources.indices {
            var place = start
            // What belongs here has been moved on by those before: a cycle ends where it began.
            while sources[place] != start {
                let source = sources[place]
                exchanges.swapAt(place, source)
                sources[place] = place
                place = source
            }
            sources[place] = place
        }
    }

    func noteLeftOut(_ findings: inout CaptureFindings) {
        guard leftOut.exchanges + leftOut.flows > 0 else { return }
        findings.add(
            CaptureFinding(
                "\(leftOut.exchanges) exchanges and \(leftOut.flows) connections more than can be listed"
            )
        )
    }
}
