import Wire

/// What has been found so far, as far as it is listed.
struct InspectionResults {
    private(set) var exchanges: [CaptureExchange] = []
    private(set) var flows: [CaptureFlow] = []
    private var leftOut = (exchanges: 0, flows: 0)

    mutating func add(_ flow: CaptureFlow, _ more: [CaptureExchange], most: Int) {
        if flows.count < most { flows.append(flow) } else { leftOut.flows += 1 }
        let room = max(0, most - exchanges.count)
        exchanges += more.prefix(room)
        leftOut.exchanges += max(0, more.count - room)
    }

    /// All of them, exchanges by their first packets and flows by their numbers. In place: there may be very many.
    mutating func takeSorted() -> (exchanges: [CaptureExchange], flows: [CaptureFlow]) {
        exchanges.sort {
            ($0.firstPacket ?? 0, $0.stream, $0.order) < ($1.firstPacket ?? 0, $1.stream, $1.order)
        }
        flows.sort { $0.stream < $1.stream }
        defer { (exchanges, flows) = ([], []) }
        return (exchanges, flows)
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
