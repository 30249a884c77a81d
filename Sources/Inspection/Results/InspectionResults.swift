import Wire

/// The results so far, up to the limit of the lists.
struct InspectionResults {
    var findings = CaptureFindings()
    private var exchanges: PackedRecords<CaptureExchange>
    private var flows: PackedRecords<CaptureFlow>
    private var late = LateRepeats()

    /// `spool` makes a new place for results each time.
    init(most: Int, spool: (() -> any InspectionSpool)?) {
        exchanges = PackedRecords(most: most, spool?())
        flows = PackedRecords(most: most, spool?())
    }

    mutating func add(_ flow: CaptureFlow) { flows.add(flow) }

    mutating func add(_ more: [CaptureExchange]) {
        for exchange in more { exchanges.add(exchange) }
    }

    /// Counts repeated payload of an exchange that has been added.
    mutating func countRepeated(_ count: Int, _ connection: CaptureConnection, order: Int) {
        late.add(count, connection, order: order)
    }

    /// Exchanges by their first packets. Call once.
    mutating func takeExchanges() -> InspectedList<CaptureExchange> {
        guard !late.isEmpty else { return exchanges.takeSorted() }
        return exchanges.takeSorted { [late] in $0.retransmittedBytes += late.count(of: $0) }
    }

    /// By their numbers. Call once.
    mutating func takeFlows() -> InspectedList<CaptureFlow> { flows.takeSorted() }

    mutating func noteLeftOut() {
        guard exchanges.leftOut + flows.leftOut > 0 else { return }
        findings.add(
            CaptureFinding(.unlistedExchanges(exchanges.leftOut, connections: flows.leftOut))
        )
    }
}
