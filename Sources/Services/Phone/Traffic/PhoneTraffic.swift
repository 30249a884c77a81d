import HTTP
import Inspection
import LinkModel
import Phones
import Wire

/// What the phones' packets show while they come: flows and look-ups, the newest of each. The packets are those at the
/// phones' end of the line.
struct PhoneTraffic: ~Copyable {
    /// What has changed since a caller last looked, in order.
    struct Change: Sendable {
        var flows: [PhoneFlow] = []
        var lookups: [PhoneLookup] = []
        /// The flows among them that have ended since, and the look-ups that were answered.
        var ended: [PhoneFlow] = []
        var answered: [PhoneLookup] = []

        var isEmpty: Bool { flows.isEmpty && lookups.isEmpty }
    }

    /// Flows that are kept, and look-ups.
    static let most = 1_000
    /// Bytes for packets and messages that are not whole yet, and for connections.
    private static let memory = 16 << 20
    /// Look-ups are told by themselves, not as flows.
    private static let nameServer: UInt16 = 53
    /// Names of addresses that are kept for each phone.
    private static let mostNames = 4_096

    private var inspector: CaptureInspector
    private var phones: [IPAddress: PhoneName] = [:]
    private var flows = NewestList<PhoneFlow>(most: most)
    private var lookups = NewestList<PhoneLookup>(most: most)
    private var ledgers = ConnectionLedgers()
    /// Numbers of flows and of look-ups.
    private var flowNumbers: [PhoneFlow.Identity: Int] = [:]
    private var lookupNumbers: [Int: Int] = [:]
    /// The highest that have made room: what is lower is not told again.
    private var forgotten = (stream: -1, datagrams: -1, lookup: -1)
    /// By connection, the app that its first request names.
    private var apps: [Int: String] = [:]
    /// By phone, the names that it has looked up.
    private var names: [String: [IPAddress: String]] = [:]
    /// Timestamps of the first and the last packet.
    private(set) var first: Int64?
    private var last = Int64.min

    init() {
        var options = ConversationOptions()
        options.decodesContent = false
        options.reportsEnded = true
        options.reportsFlows = true
        options.keepsFields = true
        // Nothing is kept in the inspector beyond what is under way.
        inspector = CaptureInspector(
            limits: InspectionLimits(memory: Self.memory, results: 0),
            options: options
        )
    }

    /// Numbers of the oldest flow and of the oldest look-up that are kept.
    var oldest: (flow: Int, lookup: Int) { (flows.first, lookups.first) }

    /// From now on these are the phones.
    mutating func know(_ phones: [Phone]) {
        let pairs = phones.flatMap { phone in phone.addresses.list(.both).map { ($0, phone.name) } }
        self.phones = Dictionary(pairs) { first, _ in first }
    }

    /// Lines are others from now on. `own` are the phones that have one of their own.
    mutating func changeLines(own: Set<PhoneName>) {
        ledgers.changeLines(own: phones.filter { own.contains($0.value) }, after: last)
    }

    mutating func receive(_ packet: CapturedPacket, _ bytes: RawSpan) {
        first = first ?? packet.stamp
        last = max(last, packet.stamp)
        inspector.receive(packet, bytes)
    }

    /// Returns what has changed since the last call.
    mutating func look() -> Change {
        var news = inspector.takeNews()
        news.connections.removeAll { $0.flow.server.port == Self.nameServer || isForgotten($0.flow.stream) }
        guard !news.isEmpty else { return Change() }
        var change = Change()
        for (place, lookup) in news.lookups { take(lookup, at: place, &change) }
        for exchange in news.exchanges {
            guard let stream = exchange.stream, apps[stream] == nil, !isForgotten(stream) else { continue }
            apps[stream] = exchange.requestFields?["User-Agent"].flatMap(AppName.app(userAgent:))
        }
        ledgers.take(news, lookups.suffix(Self.most).map(\.seen))
        for flow in flows(in: news) { take(flow, &change) }
        return change
    }

    /// What has not ended, and was not answered.
    var unfinished: Change {
        var change = Change()
        change.ended = flows.suffix(Self.most).filter { !$0.state.isOver }
        change.answered = lookups.suffix(Self.most).filter { $0.answer == nil }
        return change
    }

    // MARK: Look-ups

    private mutating func take(_ seen: CaptureLookup, at place: Int, _ change: inout Change) {
        var lookup = PhoneLookup(place: place, phone: phone(seen.client.address), seen: seen)
        learn(seen, lookup.phone)
        var wasAnswered = false
        if let number = lookupNumbers[place] {
            lookup.number = number
            wasAnswered = lookups[number]?.answer != nil
            lookups[number] = lookup
        } else {
            guard place > forgotten.lookup else { return }
            lookup.number = lookups.next
            lookupNumbers[place] = lookup.number
            if let oldest = lookups.append(lookup) {
                lookupNumbers[oldest.place] = nil
                forgotten.lookup = max(forgotten.lookup, oldest.place)
            }
        }
        change.lookups.append(lookup)
        if !wasAnswered, lookup.answer != nil { change.answered.append(lookup) }
    }

    private mutating func learn(_ seen: CaptureLookup, _ phone: String) {
        guard !seen.addresses.isEmpty else { return }
        var known = names[phone] ?? [:]
        if known.count + seen.addresses.count > Self.mostNames { known = [:] }
        for address in seen.addresses { known[address] = seen.name }
        names[phone] = known
    }

    // MARK: Flows

    /// In the order of their beginnings.
    private func flows(in news: CaptureNews) -> [PhoneFlow] {
        let connections = news.connections.map { seen in
            let phone = phone(seen.flow.client.address)
            return PhoneFlow(seen, phone: phone, name: names[phone]?[seen.flow.server.address])
        }
        let datagrams = news.datagrams.filter { $0.content != .dns }.map { flow in
            let phone = phone(flow.client.address)
            return PhoneFlow(flow, phone: phone, name: names[phone]?[flow.server.address])
        }
        return (connections + datagrams).sorted { ($0.first, $0.client.port) < ($1.first, $1.client.port) }
    }

    private func phone(_ address: IPAddress) -> String { phones[address]?.text ?? address.description }

    private func isForgotten(_ stream: Int) -> Bool {
        stream <= forgotten.stream && flowNumbers[.tcp(stream: stream)] == nil
    }

    private mutating func take(_ seen: PhoneFlow, _ change: inout Change) {
        var flow = seen
        if case .tcp(let stream) = flow.identity {
            flow.causes = ledgers.causes(of: stream) ?? FlowCauses()
            flow.app = apps[stream]
        }
        var wasOver = false
        if let number = flowNumbers[flow.identity], let before = flows[number] {
            flow.number = number
            wasOver = before.state.isOver
            // A later answer may give the same address another name.
            if flow.nameSource == .dns, before.nameSource == .dns { flow.host = before.host }
            flows[number] = flow
        } else {
            if case .udp(let number) = flow.identity, number <= forgotten.datagrams { return }
            flow.number = flows.next
            flowNumbers[flow.identity] = flow.number
            if let oldest = flows.append(flow) { forget(oldest) }
        }
        change.flows.append(flow)
        if !wasOver, flow.state.isOver { change.ended.append(flow) }
    }

    private mutating func forget(_ flow: PhoneFlow) {
        flowNumbers[flow.identity] = nil
        switch flow.identity {
        case .tcp(let stream):
            forgotten.stream = max(forgotten.stream, stream)
            ledgers.forget(stream)
            apps[stream] = nil
        case .udp(let number): forgotten.datagrams = max(forgotten.datagrams, number)
        }
    }
}
