import Wire

/// One end of an encrypted connection, and what it sends. Shared by reference: a copy for each record would cost much.
final class TLSSide {
    var records = TLSRecordStream()
    var assembler = TLSHandshakeAssembler()
    var opening: TLSRecordOpening
    /// The capture lacks some of it that may have been on the wire.
    var isMissing = false

    init(_ direction: StreamDirection) {
        opening = TLSRecordOpening(direction)
    }
}
