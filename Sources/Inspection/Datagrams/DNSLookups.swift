import Wire

/// The DNS questions and answers of a capture, over UDP and TCP. An answer matches its question by both ends,
/// identifier and name. It belongs to one inspector and is used on its thread.
final class DNSLookups {
    /// Most questions listed; those beyond are neither listed nor paired.
    static let mostLookups = 100_000
    /// Most questions that wait for an answer.
    private static let mostOpen = 4096
    /// Most look-ups that are kept once they were taken.
    private static let mostTaken = 10_000
    /// Most addresses whose names are kept.
    private static let mostNames = 100_000
    /// Most addresses of an answer in several messages.
    private static let mostAddresses = 256
    /// Port of multicast DNS, on which answers come unasked.
    static let multicastPort: UInt16 = 5353
    static let port: UInt16 = 53
    /// Resolvers wait longer before they ask again.
    private static let leastTimer: Int64 = 500_000_000

    private struct Key: Hashable {
        let client: Endpoint
        let server: Endpoint
        let identifier: UInt16
        let question: DNSQuestion
    }

    private(set) var lookups: [CaptureLookup] = []
    /// By address; the latest name wins.
    private(set) var names: [IPAddress: String] = [:]
    private var open: [Key: Int] = [:]
    /// The last answer: over TCP it may have many messages.
    private var latest: (key: Key, place: Int)?
    private(set) var leftOut = 0
    /// Places in `lookups` that were added or changed since they were last taken; nil if nobody asks.
    private var changed: Set<Int>?
    /// Look-ups that were taken and forgotten.
    private var forgotten = 0

    init(reportsChanges: Bool) {
        changed = reportsChanges ? [] : nil
    }

    /// What was added or changed since the last call, in order. Whoever asks keeps it: look-ups are forgotten here when
    /// they are many. An answer to one of those comes as a look-up of its own.
    func takeChanged() -> [(place: Int, lookup: CaptureLookup)] {
        let taken = (changed ?? []).sorted().map { (forgotten + $0, lookups[$0]) }
        changed?.removeAll(keepingCapacity: true)
        if changed != nil, lookups.count > Self.mostTaken {
            forgotten += lookups.count
            (lookups, open, latest) = ([], [:], nil)
        }
        return taken
    }

    static func serves(_ packet: DissectedPacket) -> Bool {
        [packet.sourcePort, packet.destinationPort].contains { $0 == port || $0 == multicastPort }
    }

    /// Takes a datagram to or from a name server. Returns false if it is whole but no DNS message.
    func receive(_ bytes: RawSpan, _ packet: DissectedPacket, _ arrival: Arrival) -> Bool {
        receive(
            bytes,
            from: packet.sourceEndpoint,
            to: packet.destinationEndpoint,
            isCut: packet.payload.count < packet.payloadLength,
            arrival
        )
    }

    /// Takes a message. Returns false if it is whole but no DNS message.
    func receive(
        _ bytes: RawSpan,
        from source: Endpoint,
        to destination: Endpoint,
        isCut: Bool,
        _ arrival: Arrival
    ) -> Bool {
        guard let header = DNSHeader(bytes) else { return isCut }
        let message = DNSMessage(bytes)
        // A truncated message still has its question.
        guard let questions = message?.questions ?? DNSQuestion(firstOf: bytes).map({ [$0] }) else {
            return isCut
        }
        if header.isResponse {
            takeAnswer(header, questions, message?.answers ?? [], from: source, to: destination, arrival)
        } else {
            for question in questions {
                takeQuestion(
                    Key(
                        client: source,
                        server: destination,
                        identifier: header.identifier,
                        question: question
                    ),
                    arrival
                )
            }
        }
        return message != nil || isCut
    }

    private func takeQuestion(_ key: Key, _ arrival: Arrival) {
        // A repeated question: the first time counts. It may be one packet, recorded twice.
        if let place = open[key] {
            let (time, isBeyond) = arrival.stamp.subtractingReportingOverflow(lookups[place].asked ?? .max)
            if !isBeyond, time >= Self.leastTimer {
                lookups[place].repeated = arrival.stamp
                changed?.insert(place)
            }
            return
        }
        var lookup = self.lookup(key, arrival)
        lookup.asked = arrival.stamp
        guard let place = add(lookup) else { return }
        if open.count >= Self.mostOpen { open.removeAll() }
        open[key] = place
    }

    private func takeAnswer(
        _ header: DNSHeader,
        _ questions: [DNSQuestion],
        _ answers: [DNSRecord],
        from source: Endpoint,
        to destination: Endpoint,
        _ arrival: Arrival
    ) {
        let addresses = answers.compactMap { record in Self.address(record).map { (record.name, $0) } }
        for (name, address) in addresses {
            // An alias chain ends in other names: keep the name that was asked for.
            learn((questions.first?.name ?? name).description, of: address)
        }
        guard let question = questions.first else { return }
        let key = Key(
            client: destination,
            server: source,
            identifier: header.identifier,
            question: question
        )
        let known = open.removeValue(forKey: key)
        if known == nil, let latest, latest.key == key {
            lookups[latest.place].repeated = nil
            return addMore(addresses.map(\.1), to: latest.place)
        }
        guard let place = known ?? add(lookup(key, arrival)) else { return }
        latest = (key, place)
        changed?.insert(place)
        lookups[place].answered = arrival.stamp
        lookups[place].code = header.responseCode
        lookups[place].addresses = addresses.map(\.1)
    }

    /// Adds addresses from a continued or repeated answer.
    private func addMore(_ addresses: [IPAddress], to place: Int) {
        let room = Self.mostAddresses - lookups[place].addresses.count
        let fresh = addresses.filter { !lookups[place].addresses.contains($0) }
        lookups[place].addresses += fresh.prefix(max(0, room))
        changed?.insert(place)
    }

    private func lookup(_ key: Key, _ arrival: Arrival) -> CaptureLookup {
        CaptureLookup(
            name: key.question.name.description,
            type: key.question.type,
            client: key.client,
            server: key.server,
            packet: arrival.packet
        )
    }

    private func add(_ lookup: CaptureLookup) -> Int? {
        guard lookups.count < Self.mostLookups else {
            leftOut += 1
            return nil
        }
        changed?.insert(lookups.count)
        lookups.append(lookup)
        return lookups.count - 1
    }

    private func learn(_ name: String, of address: IPAddress) {
        guard names.count < Self.mostNames || names[address] != nil else { return }
        names[address] = name
    }

    private static func address(_ record: DNSRecord) -> IPAddress? {
        let data = record.data
        func word(_ range: Range<Int>) -> UInt64 { data[range].reduce(0) { $0 << 8 | UInt64($1) } }
        switch (record.type, data.count) {
        case (.a, 4): return .v4(UInt32(truncatingIfNeeded: word(0..<4)))
        case (.aaaa, 16): return .v6(high: word(0..<8), low: word(8..<16))
        default: return nil
        }
    }
}
