import TLS
import Wire

/// One end of an encrypted connection, and what it sends.
struct TLSSide {
    /// By which secret the records are protected, in the order in which an end of TLS 1.3 goes through them.
    enum Stage: Hashable {
        case early, handshake
        /// How many times the keys were updated.
        case traffic(Int)
    }

    var records = TLSRecordStream()
    var assembler = TLSHandshakeAssembler()
    /// TLS 1.2 and before: everything from now on is encrypted.
    var isEncrypted = false
    var stage = Stage.handshake
    /// nil where there are no keys, or not yet.
    var opener: RecordOpener?
    /// TLS 1.3: what `opener`'s keys came from.
    var secret: [UInt8] = []
    /// Of the next record under these keys.
    var number: UInt64 = 0
    /// Records in a row that could not be opened though there are keys.
    var failures = 0
    /// Stream offset behind the last record.
    var end = 0
    /// There are no keys: nothing of it is looked at but records' headers.
    var isBlind = false
    /// Its keys did not open what they should: no others are looked for.
    var isGivenUp = false
    /// The capture lacks some of it that may have been on the wire.
    var isMissing = false
    /// The stage is over with the record that is being read.
    var isAdvancing = false
    /// Bytes of the plain stream handed on.
    var plainEnd = 0
    var places = PlainPlaces()
}
