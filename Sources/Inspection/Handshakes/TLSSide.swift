import Wire

/// One end of an encrypted connection, and what it sends. Shared by reference: a copy for each record would
/// be expensive.
final class TLSSide {
    var records = TLSRecordStream()
    var assembler = TLSHandshakeAssembler()
    var opening: TLSRecordOpening
    /// The capture lacks bytes that were on the wire.
    var isMissing = false

    init(_ direction: StreamDirection) {
        opening = TLSRecordOpening(direction)
    }
}
