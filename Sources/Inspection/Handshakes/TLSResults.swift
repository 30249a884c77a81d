import Wire

/// Handshakes and estimates of one capture's TLS connections that have ended.
final class TLSResults {
    private var handshakes: PackedRecords<CaptureHandshake>
    private var estimates: PackedRecords<CaptureEstimate>

    /// `spool` makes a new place for results each time.
    init(most: Int, spool: (() -> any InspectionSpool)?) {
        handshakes = PackedRecords(most: most, spool?())
        estimates = PackedRecords(most: most, spool?())
    }

    func add(_ handshake: CaptureHandshake) { handshakes.add(handshake) }

    func add(_ more: [CaptureEstimate]) {
        for estimate in more { estimates.add(estimate) }
    }

    /// Sorted by connection. Call once.
    func takeHandshakes() -> InspectedList<CaptureHandshake> { handshakes.takeSorted() }

    /// Sorted by beginning. Call once.
    func takeEstimates() -> InspectedList<CaptureEstimate> { estimates.takeSorted() }

    func noteLeftOut(_ findings: inout CaptureFindings) {
        guard handshakes.leftOut + estimates.leftOut > 0 else { return }
        findings.add(
            CaptureFinding(.unlistedHandshakes(handshakes.leftOut, estimates: estimates.leftOut))
        )
    }
}
