import LinkModel
import Logs
import Runs
import Theory
import Wire

/// What the programs and hosts at both ends took for each exchange of a run, by the line's log, the origin's and the client's: the
/// time between a packet's coming to a host and that host's next one that answers it.
struct WitnessedPrograms {
    private let exchanges: [Int: LedgerExchange]
    private let record: RunRecord
    private let hosts: WitnessedHosts
    /// What the client's program logged, by the transfer's number.
    private let events: [Int: [TimingEvent]]

    init(_ record: RunRecord) {
        self.record = record
        let isWhole = record.linkLogOmitted == 0
        let line = LineLog(isWhole ? record.linkLog : [])
        let exchanges = ExchangeFinding(record, line).exchanges
        hosts = WitnessedHosts(line, looks: Self.looks(record, exchanges))
        self.exchanges = exchanges
        events = Dictionary(grouping: record.timing, by: \.transfer)
    }

    /// When the client looked at what came, by connection.
    private static func looks(_ record: RunRecord, _ exchanges: [Int: LedgerExchange]) -> [UInt32: [Instant]]
    {
        var flows: [Int: UInt32] = [:]
        for (place, exchange) in exchanges {
            flows[record.transfers[place].id] = exchange.connection.flow.number
        }
        return record.timing.reduce(into: [:]) { looks, event in
            guard event.kind == .firstByte || event.kind == .progress, let flow = flows[event.transfer] else {
                return
            }
            looks[flow, default: []].append(event.at)
        }
    }

    /// Tells a plan whose fetches are those of the transfers at these places of the record.
    func tell(_ plan: inout SimulationPlan, of transfers: [Int]) {
        (plan.client, plan.origin, plan.reading) = (hosts.client, hosts.origin, hosts.reading)
        // Who stands still for a while looks at nothing: that is the client's doing, and no program's slowness.
        let pauses = plan.fetches.contains { $0.pause > 0 }
        for (place, transfer) in transfers.enumerated() {
            let fetch = plan.fetches[place]
            plan.fetches[place].programs = times(
                of: transfer,
                fetch.resumes == true ? plan.resumption : plan.security,
                delay: fetch.serverDelay,
                lookup: fetch.lookup
            )
            if !pauses { plan.fetches[place].programs.looks = looks(of: transfer) }
        }
        for (place, late) in excess(plan, of: transfers) { plan.fetches[place].programs.asking += late }
    }

    /// What is asked within so long of each other a program writes in one go.
    private static let atOnce: Nanoseconds = 100_000

    /// By the plan's place, what the time of `asking` lacks where the line was later for one connection than for the one
    /// that was written to just before: it did not wait for its own, and the simulated line is late for none of them.
    /// Without it another one would be asked first there, and have the largest share of the line.
    private func excess(_ plan: SimulationPlan, of transfers: [Int]) -> [(Int, Nanoseconds)] {
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

    /// Of one that waited for its connection: when it was at the line, and how late that was with what it waited for.
    private func firstRequest(of place: Int, _ security: SimulatedSecurity?)
        -> (at: Instant, late: Nanoseconds)?
    {
        guard let exchange = exchanges[place], let request = exchange.request.last else { return nil }
        let opening = SetUpPackets(exchange.connection.flow, flights: security?.flights.count ?? 0)
        guard let ready = opening.ready, waited(place, for: ready) else { return nil }
        return (request.arrival, opening.lateness)
    }

    /// Of the transfer at that place of the record. `security` is how its connection was secured, `delay` what the origin was
    /// told to take, `lookup` what the host's name takes.
    private func times(
        of place: Int,
        _ security: SimulatedSecurity?,
        delay: Nanoseconds,
        lookup: Nanoseconds
    ) -> ProgramTimes {
        var times = ProgramTimes()
        let transfer = record.transfers[place]
        guard let exchange = exchanges[place] else { return times }
        let opening = SetUpPackets(exchange.connection.flow, flights: security?.flights.count ?? 0)
        if let begun = transfer.exchange?.connectStart {
            times.opening = max(0, begun - transfer.start - lookup)
            times.connecting = max(0, exchange.connection.flow.start - begun)
            times.flights = opening.work
        }
        if let ready = opening.ready, waited(place, for: ready), let request = exchange.request.last {
            times.asking = max(0, request.arrival - ready)
        }
        if let asked = exchange.request.last?.received, let answered = exchange.origin?.responseFirstByte,
            isFirst(place, answered)
        {
            times.answering = max(0, begun(exchange, answered) - asked - delay)
        }
        if let end = transfer.exchange?.responseLastByte, let completion = exchange.completion {
            times.reading = max(0, end - completion.at)
        }
        return times
    }

    /// Of a record of TLS the client looks at the parts, and tells of the whole alone.
    private func looks(of place: Int) -> [ProgramLook] {
        let transfer = record.transfers[place]
        guard let exchange = exchanges[place], transfer.exchange?.encryption == nil else { return [] }
        return WitnessedLooks(exchange, events[transfer.id] ?? []).looks
    }

    /// When the answer's first packet was at the line. Where something of other answers is in flight nobody knows which it is.
    private func begun(_ exchange: LedgerExchange, _ answered: Instant) -> Instant {
        guard exchange.connection.sender.inFlight(at: answered) == 0 else { return answered }
        return exchange.firstPacket ?? answered
    }

    /// Whether it opened its connection, or is a stream of it, and was there before it was ready. Who comes to a connection
    /// that had been there asks when the one before it has ended: that is between exchanges.
    private func waited(_ place: Int, for ready: Instant) -> Bool {
        let transfer = record.transfers[place]
        guard let exchange = transfer.exchange, transfer.start <= ready else { return false }
        return exchange.connectStart != nil || exchange.stream != nil
    }

    /// Of streams that were answered at one moment the one that was asked for first stands for the work.
    private func isFirst(_ place: Int, _ answered: Instant) -> Bool {
        guard let exchange = exchanges[place], exchange.sharesConnection else { return true }
        let port = exchange.connection.flow.clientPort
        return !exchanges.contains { other, candidate in
            other != place && candidate.connection.flow.clientPort == port
                && candidate.origin?.responseFirstByte == answered
                && (candidate.request.last?.arrival ?? .never, other)
                    < (exchange.request.last?.arrival ?? .never, place)
        }
    }
}
