import LinkModel
import Wire

/// Plays exchanges over a line in virtual time: both hosts' TCP and the line's own model, packet by packet, with the
/// same fates as the emulation's. It waits for nothing and reads no clock; the same plan always comes to the same.
package struct LineSimulation {
    enum Event {
        case arrival(SimulatedLine.Arrival)
        case heard(SimulatedLine.Arrival, SimulatedHost.Hearing)
        case wake(connection: Int, isClient: Bool)
        case wanted(Int)
        case named(connection: Int, fetch: Int)
        case dial(Int)
        case work(Int)
        case ask(connection: Int, fetch: Int)
        case answer(connection: Int, fetch: Int)
        case change(Int)
        case close
        case resume
        case stage
    }

    let plan: SimulationPlan
    let settings: TCPSettings
    var line: SimulatedLine
    var events = Agenda<Event>()
    var connections: [SimulatedConnection] = []
    private var numbers: [UInt32: (up: UInt32, down: UInt32)] = [:]
    var pool = ConnectionPool()
    var transfers: [SimulatedTransfer]
    var progress: StageProgress
    private var stageStarts: [Instant] = []
    var connectionLimit: Int
    /// Fetches that wait for a client that stands still to go on; nil where it does not.
    var standstill: [Int]?
    /// Fetches that wait for the client to have closed its connections; nil where it is not about to.
    var heldByClosing: [Int]?
    private var client: SimulatedHost
    private var origin: SimulatedHost
    /// How long ago the packet came that is being handled: what is told counts from its coming.
    private(set) var lag: Nanoseconds = 0

    package static func run(_ plan: SimulationPlan) -> SimulationOutcome {
        var simulation = LineSimulation(plan)
        simulation.run()
        var outcome = SimulationOutcome(transfers: simulation.transfers)
        outcome.stageStarts = simulation.stageStarts
        outcome.linkLog = simulation.line.log
        outcome.contents = simulation.line.contents
        outcome.packets = simulation.line.carried
        outcome.retransmissions = simulation.connections.reduce(0) {
            $0 + $1.client.retransmissions + $1.origin.retransmissions
        }
        return outcome
    }

    private init(_ plan: SimulationPlan) {
        self.plan = plan
        settings = TCPSettings(plan)
        line = SimulatedLine(plan.link, seed: plan.seed, keepsLog: plan.keepsLog)
        transfers = plan.fetches.map { SimulatedTransfer(start: $0.start ?? .zero) }
        for (index, change) in plan.changes.enumerated() { events.add(.change(index), at: change.at) }
        for closing in plan.closings { events.add(.close, at: closing) }
        progress = StageProgress(plan)
        connectionLimit = plan.connections
        client = SimulatedHost(plan.client, application: plan.reading)
        origin = SimulatedHost(plan.origin)
        announceStage(after: .zero)
    }

    private mutating func run() {
        while true {
            let deadline = line.nextDeadline
            if let deadline, events.first.map({ deadline < $0.due }) ?? true {
                guard deadline < plan.horizon else { return }
                settleLine(upTo: deadline)
                continue
            }
            guard let next = events.removeFirst(), next.due < plan.horizon else { return }
            handle(next.item, at: next.due)
        }
    }

    private mutating func handle(_ event: Event, at now: Instant) {
        switch event {
        case .arrival(let arrival): receive(arrival, at: now)
        case .heard(let arrival, let hearing): handOver(arrival, hearing, at: now)
        case .wake(let index, let isClient): wake(index, isClient: isClient, at: now)
        case .wanted(let fetch): want(fetch, at: now)
        case .named(let index, let fetch): connect(index, for: fetch, at: now)
        case .dial(let index): dial(index, at: now)
        case .work(let index): goOn(index, at: now)
        case .ask(let index, let fetch):
            ask(fetch, on: index, at: now)
            goOn(index, at: now)
        case .answer(let index, let fetch): answer(fetch, on: index, at: now)
        case .change(let index): line.change(to: plan.changes[index].link, at: now)
        case .close: closeIdle(at: now)
        case .resume: resume(at: now)
        case .stage: beginStage(at: now)
        }
    }

    // MARK: Stages

    mutating func announceStage(after now: Instant) {
        guard let stage = progress.next else { return }
        if stage.forgetsConnections {
            events.add(.close, at: now + min(stage.pause, stage.pauseBeforeClosing ?? stage.pause))
        }
        events.add(.stage, at: now + stage.pause)
    }

    private mutating func beginStage(at now: Instant) {
        progress.advance()
        stageStarts.append(now)
        let stage = progress.stage
        if stage.forgetsConnections { pool.forget() }
        if let link = stage.link { line.change(to: link, at: now) }
        connectionLimit = stage.connections ?? connectionLimit
        let fetches = progress.fetches
        if fetches.isEmpty { return announceStage(after: now) }
        for index in fetches {
            guard let start = plan.fetches[index].start ?? (index == fetches.lowerBound ? .zero : nil) else {
                continue
            }
            events.add(.wanted(index), at: now + (start - .zero))
        }
    }

    // MARK: Packets

    private mutating func settleLine(upTo now: Instant) {
        line.settle(upTo: now) { events.add(.arrival($0), at: max($1, now)) }
    }

    private mutating func receive(_ arrival: SimulatedLine.Arrival, at now: Instant) {
        if arrival.direction == .down ? client.isQuick : origin.isQuick {
            return handOver(arrival, SimulatedHost.Hearing(came: now, heard: now, seen: now), at: now)
        }
        let hearing = arrival.direction == .down ? client.hears(at: now) : origin.hears(at: now)
        events.add(.heard(arrival, hearing), at: hearing.heard)
    }

    /// To the TCP of the host that the packet came to.
    private mutating func handOver(
        _ arrival: SimulatedLine.Arrival,
        _ hearing: SimulatedHost.Hearing,
        at now: Instant
    ) {
        lag = now - hearing.came
        defer { lag = 0 }
        let (segment, index) = line.take(arrival)
        let connection = connections[index]
        (arrival.direction == .down ? connection.client : connection.origin).receive(segment, hearing)
        goOn(index, at: now)
    }

    private mutating func wake(_ index: Int, isClient: Bool, at now: Instant) {
        let connection = connections[index]
        if isClient { connection.clientWake = nil } else { connection.originWake = nil }
        let end = isClient ? connection.client : connection.origin
        if isClient, let due = end.reading.due, due <= now { lag = now - end.reading.cameAt }
        defer { lag = 0 }
        if let deadline = end.deadline, deadline <= now { end.wake(at: now) }
        goOn(index, at: now)
    }

    /// Whatever follows on the connection from what has just happened.
    mutating func goOn(_ index: Int, at now: Instant) {
        let connection = connections[index]
        repeat {
            send(connection.client, .up, index, at: now)
            send(connection.origin, .down, index, at: now)
        } while moveOn(index, at: now)
        settleLine(upTo: now)
        rouse(index)
    }

    private mutating func send(
        _ end: TCPEndpoint,
        _ direction: LinkDirection,
        _ index: Int,
        at now: Instant
    ) {
        guard !end.outbox.isEmpty else { return }
        if direction == .up { client.sends(at: now) } else { origin.sends(at: now) }
        let flow = connections[index].flow
        end.takeOutbox { segment in
            var count = numbers[flow] ?? (0, 0)
            let number = direction == .up ? count.up : count.down
            if direction == .up { count.up += 1 } else { count.down += 1 }
            numbers[flow] = count
            let identity = PacketIdentity(direction: direction, flow: flow, number: number)
            line.admit(segment, of: index, identity, at: now)
        }
    }

    /// Has both ends called when they want to be.
    private mutating func rouse(_ index: Int) {
        let connection = connections[index]
        if let due = connection.handshake.workEnds, connection.workWake != due {
            connection.workWake = due
            events.add(.work(index), at: due)
        }
        if let due = connection.client.deadline, connection.clientWake.map({ due < $0 }) ?? true {
            connection.clientWake = due
            events.add(.wake(connection: index, isClient: true), at: due)
        }
        if let due = connection.origin.deadline, connection.originWake.map({ due < $0 }) ?? true {
            connection.originWake = due
            events.add(.wake(connection: index, isClient: false), at: due)
        }
    }
}
