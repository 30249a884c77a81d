import Wire

/// What has been found so far, as far as it is listed.
struct InspectionResults {
    private var exchanges: PackedRecords<CaptureExchange>
    private var flows: PackedRecords<CaptureFlow>

    /// `spool` makes a new place for results each time.
    init(most: Int, spool: (() -> any InspectionSpool)?) {
        exchanges = PackedRecords(most: most, spool?())
        flows = PackedRecords(most: most, spool?())
    }

    mutating func add(_ flow: CaptureFlow) { flows.add(flow) }

    mutating func add(_ more: [CaptureExchange]) {
        for exchange in more { exchanges.add(exchange) }
    }

    /// Exchanges by their first packets. To be called once.
    mutating func takeExchanges() -> InspectedList<CaptureExchange> { exchanges.takeSorted() }

    /// By their numbers. To be called once.
    mutating func takeFlows() -> InspectedList<CaptureFlow> { flows.takeSorted() }

    func noteLeftOut(_ findings: inout CaptureFindings) {
        guard exchanges.leftOut + flows.leftOut > 0 else { return }
        findings.add(
            CaptureFinding(
                "\(exchanges.leftOut) exchanges and \(flows.leftOut) connections more than can be listed"
            )
        )
    }
}
