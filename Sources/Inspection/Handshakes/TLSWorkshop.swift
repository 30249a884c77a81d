import TLS

/// What the encrypted connections of one capture share.
final class TLSWorkshop {
    var secrets = SessionSecrets()
    /// Of the connections that have ended.
    var handshakes: [CaptureHandshake] = []
    var estimates: [CaptureEstimate] = []
    private var room: [UInt8] = []

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
