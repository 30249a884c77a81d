import TLS

/// The secrets of one capture's TLS sessions, and the buffer in which records are decrypted.
final class TLSDecryption {
    var secrets = SessionSecrets()
    private var room: [UInt8] = []

    /// A buffer for one record. The caller gives it back.
    func takeRoom() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &room)
        return taken.isEmpty ? [UInt8](repeating: 0, count: RecordOpener.roomNeeded) : taken
    }

    func giveBack(_ taken: inout [UInt8]) {
        swap(&taken, &room)
    }
}
