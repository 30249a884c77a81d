package import Wire

/// The names that a server knows, and what it says to a query: bytes in, bytes out.
///
/// It has authority over every name: what it does not know does not exist. Answers hold one record at the most and fit
/// a datagram, so nobody needs to ask again over TCP.
package struct NameTable: Sendable {
    private let addresses: [DNSName: UInt32]
    /// How long an answer may be kept, in seconds.
    private let timeToLive: UInt32

    /// IPv4 addresses, in host order, by name; case does not count.
    package init(_ names: [String: UInt32], timeToLive: UInt32 = 60) throws(NamingError) {
        var addresses: [DNSName: UInt32] = [:]
        for (text, address) in names.sorted(by: { $0.key < $1.key }) {
            guard let name = DNSName(text), !name.labels.isEmpty else { throw .invalidName(text) }
            guard addresses.updateValue(address, forKey: name) == nil else { throw .sameName(text) }
        }
        self.addresses = addresses
        self.timeToLive = timeToLive
    }

    /// The answer to a query; nil where none is due: to an answer, and to what is too short to be told who asks.
    package func answer(to query: RawSpan) -> DNSMessage? {
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
        fill(&answer, question)
        return answer
    }

    private func fill(_ answer: inout DNSMessage, _ question: DNSQuestion) {
        guard [DNSQuestion.internet, DNSQuestion.anySpace].contains(question.space) else {
            answer.header.responseCode = .refused
            return
        }
        answer.header.isAuthoritative = true
        guard let address = addresses[question.name] else {
            answer.header.responseCode = .noSuchName
            return
        }
        // A name without an address of the other kind is still a name: whoever asks for both kinds need not wait.
        guard question.type == .a || question.type == .any else { return }
        answer.answers = [DNSRecord(question.name, address: address, timeToLive: timeToLive)]
    }
}
