import Compression

/// State that the conversations of one capture share. It belongs to one inspector and is used on its thread.
final class CaptureContext {
    /// Counted in `unpacking` for each connection and each exchange: a compressed capture may hold very many, and
    /// each takes about as long as so many bytes.
    private static let bytesOfConnection = 1024
    private static let bytesOfExchange = 256

    let options: ConversationOptions
    let bodies: (any BodyCollector)?
    let decryption = TLSDecryption()
    let sessions: TLSResults
    let lookups: DNSLookups
    private let unpacking: UnpackingBudget
    /// Set once a body or fields were not unpacked.
    private(set) var unpacked: CaptureFinding?

    init(
        options: ConversationOptions,
        bodies: (any BodyCollector)?,
        unpacking: UnpackingBudget,
        sessions: TLSResults
    ) {
        self.options = options
        self.bodies = bodies
        self.unpacking = unpacking
        self.sessions = sessions
        lookups = DNSLookups(reportsChanges: options.reportsFlows)
    }

    func countConnection() { _ = unpacking.take(Self.bytesOfConnection) }

    func countExchange() { _ = unpacking.take(Self.bytesOfExchange) }

    /// Counts bytes of a body or of header fields. Returns false if they are too many.
    func unpack(_ count: Int, _ connection: CaptureConnection) -> Bool {
        if unpacking.take(count) { return true }
        unpacked = unpacked ?? CaptureFinding(connection, .unpacked(limit: unpacking.limit))
        return false
    }
}
