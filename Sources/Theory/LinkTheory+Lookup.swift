import LinkModel
package import Wire

extension LinkTheory {
    /// IPv4, UDP and DNS headers, and the question's type and class after the name.
    private static let lookupHeaders = 20 + 8 + DNSHeader.length + 4
    /// An A record, whose name is a pointer to the question's.
    private static let addressRecord = 16

    /// Time to look up a host's name on an idle line; 0 if the link has no DNS delay.
    ///
    /// The C library asks for A and AAAA at once, A first, and waits for both answers. The name server delays
    /// each answer by `dnsDelay`.
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
