package import Wire

/// IPv6 addresses made of IPv4 ones, for clients that have only IPv6 (DNS64, RFC 6147).
///
/// A server's own IPv6 addresses are not given: the way out is the translator alone.
package enum AddressSynthesis {
    /// The name by which programs find out which addresses are translated (RFC 7050), and what it stands for.
    package static let probe = (
        name: "ipv4only.arpa", addresses: [IPAddress.v4(0xC000_00AA), .v4(0xC000_00AB)]
    )

    /// Longest lifetime of a record that is made, in seconds.
    private static let longest: UInt32 = 600

    /// The question for IPv4 addresses to ask instead of one for IPv6 addresses; nil for all others.
    package static func question(insteadOf question: DNSQuestion) -> DNSQuestion? {
        guard question.type == .aaaa else { return nil }
        return DNSQuestion(question.name, .a, space: question.space)
    }

    /// A query with its question replaced; nil if it has more questions than one or cannot be read.
    package static func query(_ query: RawSpan, asking question: DNSQuestion) -> [UInt8]? {
        guard var message = DNSMessage(query), message.questions.count == 1 else { return nil }
        message.questions = [question]
        return message.encoded
    }

    /// The answer to a question for IPv6 addresses, from one to the same question for IPv4 addresses; nil if it cannot be read.
    package static func answer(_ answer: RawSpan, to question: DNSQuestion) -> [UInt8]? {
        guard let message = DNSMessage(answer) else { return nil }
        var made = DNSMessage(message.header)
        made.questions = [question]
        made.answers = message.answers.compactMap { record in
            guard record.type == .a, let address = record.data.span.bytes.bigEndian32(at: 0) else {
                return nil
            }
            return DNSRecord(
                question.name,
                address: IPv4Translation.address(for: address),
                timeToLive: min(record.timeToLive, longest)
            )
        }
        return made.encoded
    }
}
