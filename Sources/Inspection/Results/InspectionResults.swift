import Wire

/// What has been found so far, as far as it is listed.
struct InspectionResults {
    private let most: Int
    private var exchanges: PackedRecords<CaptureExchange>
    private var flows: PackedRecords<CaptureFlow>
    private var leftOut = (exchanges: 0, flows: 0)

    /// `spool` makes a new place for results each time.
    init(most: Int, spool: (() -> any InspectionSpool)?) {
        self.most = most
        exchanges = PackedRecords(spool?())
        flows = PackedRecords(spool?())
    }

    mutating func add(_ flow: CaptureFlow) {
        if flows.count < most { flows.add(flow) } else { leftOut.flows += 1 }
    }

    mutating func add(_ more: [CaptureExchange]) {
        for exchange in more {
            if exchanges.count < most { exchanges.add(exchange) } else { leftOut.exchanges += 1 }
        }
    }

    /// All of them, exchanges by their first packets and flows by their numbers. To be called once.
    mutating func takeSorted() -> (
        exchanges: InspectedList<CaptureExchange>, flows: InspectedList<CaptureFlow>
    ) {
        (exchanges.takeSorted(), flows.takeSorted())
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
