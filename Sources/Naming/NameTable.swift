package import Wire

/// The names that a server knows, and its answers to queries: bytes in, bytes out.
///
/// It is authoritative for every name: unknown names do not exist. Answers have at most one record and fit
/// into a datagram, so nobody needs to retry over TCP.
package struct NameTable: Sendable {
    private let addresses: [DNSName: UInt32]
    private let redirection: NameRedirection?
    /// Lifetime of an answer, in seconds.
    private let timeToLive: UInt32
    /// The same where a name is led elsewhere: what led it there may end at any time.
    private static let redirectedTimeToLive: UInt32 = 5

    /// IPv4 addresses, in host order, by name; case is ignored. Other names may be led elsewhere.
    package init(
        _ names: [String: UInt32],
        timeToLive: UInt32 = 60,
        redirecting redirection: NameRedirection? = nil
    ) throws(NamingError) {
        var addresses: [DNSName: UInt32] = [:]
        for (text, address) in names.sorted(by: { $0.key < $1.key }) {
            guard let name = DNSName(text), !name.labels.isEmpty else { throw .invalidName(text) }
            guard addresses.updateValue(address, forKey: name) == nil else { throw .sameName(text) }
        }
        self.addresses = addresses
        self.timeToLive = timeToLive
        self.redirection = redirection
    }

    /// The answer to a query; nil if none is due: for an answer, and for bytes too short to have an
    /// identifier. `asker` is nil for one that is never led elsewhere.
    package func answer(to query: RawSpan, from asker: IPAddress? = nil) -> DNSMessage? {
        guard let asked = DNSHeader(query), !asked.isResponse else { return nil }
        var header = DNSHeader(identifier: asked.identifier)
        header.isResponse = true
        header.opcode = asked.opcode
        header.wantsRecursion = asked.wantsRecursion
        guard asked.opcode == DNSHeader.query else {
            header.responseCode = .notImplemented
            return DNSMessage(header)
        }
        guard let message = DNSMessage(query), let question = message.questions.first,
            message.questions.count == 1
        else {
            header.responseCode = .formatError
            return DNSMessage(header)
        }
        var answer = DNSMessage(header)
        answer.questions = [question]
        fill(&answer, question, from: asker)
        return answer
    }

    private func fill(_ answer: inout DNSMessage, _ question: DNSQuestion, from asker: IPAddress?) {
        guard [DNSQuestion.internet, DNSQuestion.anySpace].contains(question.space) else {
            answer.header.responseCode = .refused
            return
        }
        answer.header.isAuthoritative = true
        let own = addresses[question.name]
        guard let address = own ?? redirected(question.name, from: asker) else {
            answer.header.responseCode = .noSuchName
            return
        }
        // A name without an address of the other kind still exists: a client that asks for both kinds need
        // not wait. A name that is led elsewhere has no service records: they would name ways around.
        guard question.type == .a || question.type == .any else { return }
        answer.answers = [
            DNSRecord(
                question.name,
                address: address,
                timeToLive: own == nil ? Self.redirectedTimeToLive : timeToLive
            )
        ]
    }

    private func redirected(_ name: DNSName, from asker: IPAddress?) -> UInt32? {
        guard let redirection, let asker, asker != redirection.exempt,
            redirection.applies(name.description.lowercased())
        else { return nil }
        return redirection.address
    }
}
