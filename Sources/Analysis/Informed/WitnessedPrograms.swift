import LinkModel
import Logs
import Runs
import Theory
import Wire

/// Times that the programs and hosts at both ends took for each exchange of a run, from the line's log, the
/// origin's and the client's: the time from a packet's arrival at a host to that host's next packet that
/// answers it.
struct WitnessedPrograms {
    private let exchanges: [Int: LedgerExchange]
    private let requests: RequestPackets
    private let record: RunRecord
    private let hosts: WitnessedHosts
    /// Events of the client program's log, by the transfer's number.
    private let events: [Int: [TimingEvent]]
    /// Longer times are not told.
    private let most: Nanoseconds

    /// A program that took longer than `most` is taken for one that took no time.
    init(_ record: RunRecord, most: Nanoseconds = .max) {
        self.record = record
        self.most = most
        let isWhole = record.linkLogOmitted == 0
        let line = LineLog(isWhole ? Self.punctual(record) : [])
        let exchanges = ExchangeFinding(record, line, LineOutages()).exchanges
        hosts = WitnessedHosts(
            line,
            looks: Self.looks(record, exchanges),
            isSteady: record.link.clock == .virtual
        )
        self.exchanges = exchanges
        requests = RequestPackets(record, exchanges)
        events = Dictionary(grouping: record.timing, by: \.transfer)
    }

    /// The line's log. In virtual time the line is late only where it waits for the machine: there the host counts as slow
    /// instead, as the simulated line is late for none.
    private static func punctual(_ record: RunRecord) -> [LinkLogEntry] {
        guard record.link.clock == .virtual else { return record.linkLog }
        return record.linkLog.map { entry in
            var entry = entry
            entry.departure = entry.departure.map {
                min($0, entry.decision.due.roundedUp(to: SimulationPlan.guestClockStep))
            }
            return entry
        }
    }

    /// When the client looked at arrived data, by connection. What libcurl passes on in pieces it read before: the log has
    /// when it passed them on.
    private static func looks(_ record: RunRecord, _ exchanges: [Int: LedgerExchange]) -> [UInt32: [Instant]]
    {
        var flows: [Int: UInt32] = [:]
        for (place, exchange) in exchanges {
            flows[record.transfers[place].id] = exchange.connection.flow.number
        }
        var looks: [UInt32: [Instant]] = [:]
        var handedOn: [Int: (bytes: Int64, wasPiece: Bool)] = [:]
        for event in record.timing where event.kind == .firstByte || event.kind == .progress {
            guard let flow = flows[event.transfer] else { continue }
            let before = handedOn[event.transfer] ?? (0, false)
            let bytes = Int64(event.bytes ?? 0)
            let isPiece = bytes - before.bytes == WitnessedLooks.piece
            handedOn[event.transfer] = (bytes, isPiece)
            if !isPiece, !before.wasPiece { looks[flow, default: []].append(event.at) }
        }
        return looks
    }

    /// Sets these times in a plan whose fetches are the transfers at these indices of the record.
    func tell(_ plan: inout SimulationPlan, of transfers: [Int]) {
        (plan.client, plan.origin, plan.reading) = (hosts.client, hosts.origin, hosts.reading)
        // A paused client looks at nothing: that is not a slow program.
        let pauses = plan.fetches.contains { $0.pause > 0 }
        for (place, transfer) in transfers.enumerated() {
            let fetch = plan.fetches[place]
            let security = fetch.resumes == true ? plan.resumption : plan.security
            plan.fetches[place].programs = times(
                of: transfer,
                security,
                delay: fetch.serverDelay,
                lookup: fetch.lookup,
                fallback: fetch.fallback
            )
            plan.fetches[place].programs.forget(above: most)
            if !pauses, most == .max { plan.fetches[place].programs.looks = looks(of: transfer) }
            plan.fetches[place].flights = flights(of: transfer, security)
            if let exchange = exchanges[transfer], exchange.sharesConnection {
                plan.fetches[place].packedRequest = requests.bytes(of: transfer)
                plan.fetches[place].packedHead = exchange.origin?.headerBytes
            }
        }
        for (place, late) in excess(plan, of: transfers) { plan.fetches[place].programs.asking += late }
    }

    /// A flight of another size than planned by more bytes than this is not the same message.
    private static let mostVariation = 16

    /// Sizes of the flights of the connection that the transfer opened: the client's first varies with the ticket that it
    /// shows, the origin's with its signature. nil if the log does not show them.
    private func flights(of place: Int, _ security: SimulatedSecurity?) -> [Int]? {
        guard let planned = security?.flights, let exchange = exchanges[place],
            record.transfers[place].exchange?.connectStart != nil
        else { return nil }
        let seen = SetUpPackets(exchange.connection.flow, flights: planned.count).sizes
        guard seen.count == planned.count else { return nil }
        return planned.indices.map { flight in
            let isOneMessage = flight == 0 || flight % 2 == 1
            let isKnown = isOneMessage && abs(seen[flight] - planned[flight]) <= Self.mostVariation
            return isKnown ? seen[flight] : planned[flight]
        }
    }

    /// A program writes requests made within this time of each other in one go.
    private static let atOnce: Nanoseconds = 100_000
    /// The most that a program takes for a request where nothing keeps it waiting.
    private static let turn: Nanoseconds = 20_000

    /// By the plan's index, the time missing from `asking` if the line delivered later for one connection
    /// than for the one written to just before. The program did not wait for its own delivery, and the
    /// simulated line is late for none. Without it the simulator would send another request first, which
    /// would get the largest share of the line.
    private func excess(_ plan: SimulationPlan, of transfers: [Int]) -> [(Int, Nanoseconds)] {
        // The simulated line is as late as the run's, by the clock's steps.
        guard plan.clockStep == 1 else { return [] }
        let asked = transfers.enumerated().compactMap { place, transfer in
            let fetch = plan.fetches[place]
            let security = fetch.resumes == true ? plan.resumption : plan.security
            return firstRequest(of: transfer, security).map { (place: place, at: $0.at, late: $0.late) }
        }
        var before: (at: Instant, late: Nanoseconds)?
        return asked.sorted { ($0.at, $0.place) < ($1.at, $1.place) }.map { request in
            var late = request.late
            if let before, request.at - before.at <= Self.atOnce { late = min(late, before.late) }
            before = (request.at, late)
            return (request.place, request.late - late)
        }
    }

    /// The first request of an exchange that waited for its connection: when it reached the line, and how
    /// late the line had delivered what it waited for.
    private func firstRequest(of place: Int, _ security: SimulatedSecurity?)
        -> (at: Instant, late: Nanoseconds)?
    {
        guard let exchange = exchanges[place], let request = asked(place, exchange) else { return nil }
        let opening = SetUpPackets(exchange.connection.flow, flights: security?.flights.count ?? 0)
        guard let ready = opening.ready, waited(place, for: ready) else { return nil }
        return (request, opening.lateness)
    }

    /// Times of the transfer at that index of the record. `security` is how its connection was secured,
    /// `delay` the origin's configured delay, `lookup` the host name's look-up time, `fallback` how long other addresses were
    /// tried.
    private func times(
        of place: Int,
        _ security: SimulatedSecurity?,
        delay: Nanoseconds,
        lookup: Nanoseconds,
        fallback: Nanoseconds
    ) -> ProgramTimes {
        var times = ProgramTimes()
        let transfer = record.transfers[place]
        guard let exchange = exchanges[place] else { return times }
        let opening = SetUpPackets(exchange.connection.flow, flights: security?.flights.count ?? 0)
        if let begun = transfer.exchange?.connectStart {
            times.opening = max(0, begun - transfer.start - lookup)
            times.connecting = max(0, exchange.connection.flow.start - begun - fallback)
            times.flights = opening.work
            if security == nil, exchange.sharesConnection {
                times.greeting = greeting(exchange.connection.flow)
            }
        }
        if let ready = opening.ready, let request = asked(place, exchange) {
            if waited(place, for: ready) {
                times.asking = max(0, request - ready)
            } else if request - transfer.start <= (exchange.sharesConnection ? Self.atOnce : Self.turn) {
                times.asking = max(0, request - transfer.start)
            }
        }
        if let heard = heard(exchange), let answered = exchange.origin?.responseFirstByte,
            isFirst(place, answered)
        {
            times.answering = max(0, begun(exchange, answered) - heard - delay)
        }
        if let end = transfer.exchange?.responseLastByte, let completion = exchange.completion {
            times.reading = max(0, end - completion.at)
        }
        return times
    }

    /// From when the origin's connection is open to what it sends unasked.
    private func greeting(_ flow: FlowLog) -> Nanoseconds {
        guard let opened = flow.up.first(where: { !$0.isSyn && $0.received != nil })?.received,
            let first = flow.down.first(where: { !$0.bytes.isEmpty })?.arrival
        else { return 0 }
        return max(0, first - opened)
    }

    /// The client looks at parts of a TLS record but logs only the whole.
    private func looks(of place: Int) -> [ProgramLook] {
        let transfer = record.transfers[place]
        guard let exchange = exchanges[place], transfer.exchange?.encryption == nil else { return [] }
        return WitnessedLooks(exchange, events[transfer.id] ?? []).looks
    }

    /// When the request reached the line.
    private func asked(_ place: Int, _ exchange: LedgerExchange) -> Instant? {
        exchange.sharesConnection ? requests.left(place) : exchange.requestEnd?.arrival
    }

    /// When the origin could begin with the request. It reads a stream's late if it has other answers to write: that is no
    /// work of its own.
    private func heard(_ exchange: LedgerExchange) -> Instant? {
        guard let came = exchange.requested else { return nil }
        guard exchange.sharesConnection, let read = exchange.origin?.requestLastByte else { return came }
        return read - came <= HeldSender.answering ? came : read
    }

    /// When the answer's first packet reached the line. While other answers are in flight it cannot be
    /// identified; before a connection's first one there are only settings.
    private func begun(_ exchange: LedgerExchange, _ answered: Instant) -> Instant {
        guard exchange.connection.sender.inFlight(at: answered) == 0 || isFirst(exchange) else {
            return answered
        }
        return exchange.firstPacket ?? answered
    }

    /// Whether no other exchange's answer came before it on its connection.
    private func isFirst(_ exchange: LedgerExchange) -> Bool {
        let port = exchange.connection.flow.clientPort
        return !exchanges.values.contains {
            $0.connection.flow.clientPort == port && $0.response.lowerBound < exchange.response.lowerBound
        }
    }

    /// Whether it waited for its connection to become ready, as its opener or as a stream of it. A transfer
    /// on an existing connection asks when the one before it has ended: that is between exchanges.
    private func waited(_ place: Int, for ready: Instant) -> Bool {
        let transfer = record.transfers[place]
        guard let exchange = transfer.exchange, transfer.start <= ready else { return false }
        return exchange.connectStart != nil || exchange.stream != nil
    }

    /// Of streams answered at one moment, the one requested first represents the work.
    private func isFirst(_ place: Int, _ answered: Instant) -> Bool {
        guard let exchange = exchanges[place], exchange.sharesConnection else { return true }
        let port = exchange.connection.flow.clientPort
        let own = asked(place, exchange) ?? .never
        return !exchanges.contains { other, candidate in
            other != place && candidate.connection.flow.clientPort == port
                && candidate.origin?.responseFirstByte == answered
                && (asked(other, candidate) ?? .never, other) < (own, place)
        }
    }
}
