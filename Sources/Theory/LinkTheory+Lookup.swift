import LinkModel
package import Wire

extension LinkTheory {
    /// IPv4 and UDP, the message's own header, and what follows the name in a question.
    private static let lookupHeaders = 20 + 8 + DNSHeader.length + 4
    /// The record of an IPv4 address, whose name only points to the question's.
    private static let addressRecord = 16

    /// Looking a host's name up with nothing else on the line; 0 where none is asked for.
    ///
    /// The C library asks for both kinds of addresses at once, IPv4 first, and waits for both answers. Each leaves the name
    /// server so long after its question came.
    package func lookup(_ host: String) -> Nanoseconds {
        guard link.dnsDelay > 0 else { return 0 }
        let question = Self.lookupHeaders + host.utf8.count + 2
        var up = Serialiser(rateBps: link.up.rateBps)
        var down = Serialiser(rateBps: link.down.rateBps)
        var end = Instant.zero
        for answer in [question + Self.addressRecord, question] {
            let asked =
                up.serve(bytes: link.framing.bytes(question), arrivingAt: .zero).end + link.up.oneWayDelay
            let answered = asked + link.dnsDelay
            end = down.serve(bytes: link.framing.bytes(answer), arrivingAt: answered).end
        }
        return min(Self.horizon, end + link.down.oneWayDelay - .zero)
    }
}
