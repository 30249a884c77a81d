import TLS
import Wire

/// What the encrypted connections of one capture share.
final class TLSWorkshop {
    var secrets = SessionSecrets()
    /// Of the connections that have ended.
    private var handshakes: PackedRecords<CaptureHandshake>
    private var estimates: PackedRecords<CaptureEstimate>
    private var room: [UInt8] = []

    /// `spool` makes a new place for results each time.
    init(most: Int, spool: (() -> any InspectionSpool)?) {
        handshakes = PackedRecords(most: most, spool?())
        estimates = PackedRecords(most: most, spool?())
    }

    func add(_ handshake: CaptureHandshake) { handshakes.add(handshake) }

    func add(_ more: [CaptureEstimate]) {
        for estimate in more { estimates.add(estimate) }
    }

    /// By their connections. To be called once.
    func takeHandshakes() -> InspectedList<CaptureHandshake> { handshakes.takeSorted() }

    /// By their beginnings. To be called once.
    func takeEstimates() -> InspectedList<CaptureEstimate> { estimates.takeSorted() }

    func noteLeftOut(_ findings: inout CaptureFindings) {
        guard handshakes.leftOut + estimates.leftOut > 0 else { return }
        findings.add(
            CaptureFinding(
                "\(handshakes.leftOut) TLS handshakes and \(estimates.leftOut) estimates more than can be listed"
            )
        )
    }

    /// Room to open a record in, until it is given back.
    func takeRoom() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &room)
        return taken.isEmpty ? [UInt8](repeating: 0, count: RecordOpener.roomNeeded) : taken
    }

    func giveBack(_ taken: inout [UInt8]) {
        swap(&taken, &room)
    }
}
