package import Wire

/// The names that a server knows, and its answers to queries: bytes in, bytes out.
///
/// It is authoritative for every name: unknown names do not exist. Answers have few records and fit into a datagram, so nobody
/// needs to retry over TCP.
package struct NameTable: Sendable {
    private let addresses: [DNSName: [IPAddress]]
    private let redirection: NameRedirection?
    /// The server's own host, which reaches IPv4, where others get IPv6 addresses that stand for IPv4 ones; else nil.
    private let translator: IPAddress?
    /// Lifetime of an answer, in seconds.
    private let timeToLive: UInt32
    /// The same where a name is led elsewhere: what led it there may end at any time.
    private static let redirectedTimeToLive: UInt32 = 5

    /// Addresses by name; case is ignored. Other names may be led elsewhere. With a `translator`, all but that host
    /// get IPv6 addresses that stand for IPv4 ones.
    package init(
        _ names: [String: [IPAddress]],
        timeToLive: UInt32 = 60,
        translator: IPAddress? = nil,
        redirecting redirection: NameRedirection? = nil
    ) throws(NamingError) {
        var addresses: [DNSName: [IPAddress]] = [:]
        self.translator = translator
        let probe = translator != nil ? [AddressSynthesis.probe.name: AddressSynthesis.probe.addresses] : [:]
        let names = names.merging(probe) { own, _ in own }
        for (text, list) in names.sorted(by: { $0.key < $1.key }) {
            guard let name = DNSName(text), !name.labels.isEmpty else { throw .invalidName(text) }
            guard addresses.updateValue(list, forKey: name) == nil else { throw .sameName(text) }
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
        guard let addresses = own ?? redirected(question.name, from: asker) else {
            answer.header.responseCode = .noSuchName
            return
        }
        // A name without an address of the other kind still exists: a client that asks for both kinds need
        // not wait. A name that is led elsewhere has no service records: they would name ways around.
        answer.answers = given(addresses, to: asker).map { address in
            DNSRecord(
                question.name,
                address: address,
                timeToLive: own == nil ? Self.redirectedTimeToLive : timeToLive
            )
        }.filter { $0.type == question.type || question.type == .any }
    }

    /// True if this asker is to get IPv6 addresses that stand for IPv4 ones.
    package func translates(for asker: IPAddress?) -> Bool { translator != nil && asker != translator }

    /// The addresses, and those that stand for them.
    private func given(_ addresses: [IPAddress], to asker: IPAddress?) -> [IPAddress] {
        guard translates(for: asker) else { return addresses }
        return addresses
            + addresses.compactMap { address in
                if case .v4(let ip4) = address { IPv4Translation.address(for: ip4) } else { nil }
            }
    }

    private func redirected(_ name: DNSName, from asker: IPAddress?) -> [IPAddress]? {
        guard let redirection, let asker, !redirection.exempt.contains(asker),
            redirection.applies(name.description.lowercased())
        else { return nil }
        return redirection.addresses
    }
}
