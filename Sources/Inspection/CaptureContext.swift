/// State that the conversations of one capture share. It belongs to one inspector and is used on its thread.
final class CaptureContext {
    let options: ConversationOptions
    let bodies: (any BodyCollector)?
    let decryption = TLSDecryption()
    let sessions: TLSResults
    let lookups = DNSLookups()

    init(options: ConversationOptions, bodies: (any BodyCollector)?, sessions: TLSResults) {
        self.options = options
        self.bodies = bodies
        self.sessions = sessions
    }
}
