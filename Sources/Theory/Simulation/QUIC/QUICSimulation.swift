import HTTP3
import LinkModel
import Wire

/// Simulates exchanges by HTTP/3 over a line in virtual time: the same ends that speak it on a bench, and the line's own
/// model. It never waits or reads a clock.
struct QUICSimulation {
    private enum Event {
        case arrival(SimulatedDatagramLine.Datagram)
        case wake(connection: Int, isAtClient: Bool)
        case wanted(Int)
        case dial(connection: Int, fetch: Int)
        case ask(connection: Int)
        case answer(connection: Int, fetch: Int)
        case change(Int)
        case close
        case stage
    }

    private let plan: SimulationPlan
    private var events = Agenda<Event>()
    private var line: SimulatedDatagramLine
    private var connections: [SimulatedQUICConnection] = []
    /// By connection: when each end's timer is set for.
    private var timers: [(client: Instant?, origin: Instant?)] = []
    private var pool = ConnectionPool()
    private var progress: StageProgress
    private var transfers: [SimulatedTransfer]
    private var hasEnded = false

    /// Transfers have no times if the libraries are missing.
    static func run(_ plan: SimulationPlan) -> SimulationOutcome {
        var simulation = QUICSimulation(plan)
        simulation.run()
        var outcome = SimulationOutcome(transfers: simulation.transfers)
        outcome.stageStarts = simulation.progress.starts
        outcome.packets = simulation.line.carried
        outcome.linkLog = simulation.line.log
        outcome.contents = simulation.line.log.map { _ in
            SimulatedPacketContent(
                sequence: 0,
                payload: 0,
                acknowledged: 0,
                window: 0,
                isRetransmission: false
            )
        }
        return outcome
    }

    private init(_ plan: SimulationPlan) {
        self.plan = plan
        line = SimulatedDatagramLine(plan)
        transfers = plan.fetches.map { SimulatedTransfer(start: plan.start + (($0.start ?? .zero) - .zero)) }
        for (index, change) in plan.changes.enumerated() { events.add(.change(index), at: change.at) }
        for closing in plan.closings { events.add(.close, at: closing) }
        progress = StageProgress(plan)
        announceStage(after: plan.start)
    }

    private mutating func run() {
        while !hasEnded {
            let deadline = line.nextDeadline
            if let deadline, events.first.map({ deadline < $0.due }) ?? true {
                guard deadline < plan.horizon else { return }
                settle(upTo: deadline)
                continue
            }
            guard let next = events.removeFirst(), next.due < plan.horizon else { return }
            handle(next.item, at: next.due)
        }
    }

    private mutating func handle(_ event: Event, at now: Instant) {
        switch event {
        case .arrival(let datagram): receive(datagram, at: now)
        case .wake(let index, let isAtClient): wake(index, isAtClient: isAtClient, at: now)
        case .wanted(let fetch): want(fetch, at: now)
        case .dial(let index, let fetch):
            transfers[fetch].connectStart = now
            goOn(index, isAtClient: true, at: now)
        case .ask(let index): ask(on: index, at: now)
        case .answer(let index, let fetch):
            transfers[fetch].responseBegin = now
            connections[index].answer(fetch, plan.fetches[fetch])
            goOn(index, isAtClient: false, at: now)
        case .change(let index): line.change(to: plan.changes[index].link, at: now)
        case .close: closeIdle(at: now)
        case .stage: beginStage(at: now)
        }
    }

    // MARK: Stages

    private mutating func announceStage(after now: Instant) {
        guard let stage = progress.next else {
            hasEnded = progress.current >= 0
            return
        }
        if stage.forgetsConnections {
            events.add(.close, at: now + min(stage.pause, stage.pauseBeforeClosing ?? stage.pause))
        }
        events.add(.stage, at: now + stage.pause)
    }

    private mutating func beginStage(at now: Instant) {
        progress.advance(at: now)
        let stage = progress.stage
        if stage.forgetsConnections { pool.forget() }
        if let link = stage.link { line.change(to: link, at: now) }
        let fetches = progress.fetches
        if fetches.isEmpty { return announceStage(after: now) }
        for index in fetches {
            guard let start = plan.fetches[index].start ?? (index == fetches.lowerBound ? .zero : nil) else {
                continue
            }
            events.add(.wanted(index), at: now + (start - .zero))
        }
    }

    // MARK: Datagrams

    private mutating func settle(upTo now: Instant) {
        let (client, origin) = (plan.reading.busy, plan.origin.busy)
        line.settle(upTo: now) { datagram, due in
            let time = datagram.direction == .down ? client : origin
            events.add(.arrival(datagram), at: max(due, now) + time)
        }
    }

    private mutating func receive(_ first: SimulatedDatagramLine.Datagram, at now: Instant) {
        let (index, isAtClient) = (first.connection, first.direction == .down)
        connections[index].receive(first.bytes, isAtClient: isAtClient, at: now)
        // A program takes all that has come before it answers.
        while let next = events.first, next.due == now, case .arrival(let datagram) = next.item,
            datagram.connection == index, datagram.direction == first.direction
        {
            events.removeFirst()
            connections[index].receive(datagram.bytes, isAtClient: isAtClient, at: now)
        }
        goOn(index, isAtClient: isAtClient, at: now)
    }

    private mutating func wake(_ index: Int, isAtClient: Bool, at now: Instant) {
        if isAtClient { timers[index].client = nil } else { timers[index].origin = nil }
        connections[index].expire(isAtClient: isAtClient, at: now)
        goOn(index, isAtClient: isAtClient, at: now)
    }

    /// Does what follows from an event at one end of a connection, and sends.
    private mutating func goOn(_ index: Int, isAtClient: Bool, at now: Instant) {
        let connection = connections[index]
        heed(connection, index, at: now)
        for bytes in connection.send(isAtClient: isAtClient, at: now) {
            let datagram = SimulatedDatagramLine.Datagram(
                bytes: bytes,
                connection: index,
                direction: isAtClient ? .up : .down
            )
            line.admit(datagram, flow: connection.flow, at: now)
        }
        heed(connection, index, at: now)
        settle(upTo: now)
        setTimer(index, isAtClient: isAtClient, after: now)
    }

    private mutating func setTimer(_ index: Int, isAtClient: Bool, after now: Instant) {
        guard let deadline = connections[index].deadline(isAtClient: isAtClient) else { return }
        let due = max(deadline, now + 1).roundedUp(to: plan.clockStep)
        let set = isAtClient ? timers[index].client : timers[index].origin
        // One that comes too early sets the next.
        if let set, set <= due { return }
        if isAtClient { timers[index].client = due } else { timers[index].origin = due }
        events.add(.wake(connection: index, isAtClient: isAtClient), at: due)
    }

    private mutating func heed(_ connection: SimulatedQUICConnection, _ index: Int, at now: Instant) {
        for news in connection.takeNews() {
            switch news {
            case .ready:
                // The one that opened it goes with the end of the handshake; the others have waited for that.
                if let first = connection.takeWaiting() {
                    transfers[first].connectEnd = now
                    ask(first, on: connection, at: now)
                }
                events.add(.ask(connection: index), at: now)
            case .requested(let fetch):
                if transfers[fetch].begin == nil { transfers[fetch].begin = now }
                transfers[fetch].requestFirstByte = now
            case .asked(let fetch):
                transfers[fetch].requestLastByte = now
                let wanted = plan.fetches[fetch]
                guard wanted.serverDelay > 0 else {
                    // It goes with what acknowledges the request.
                    transfers[fetch].responseBegin = now
                    connection.answer(fetch, wanted)
                    continue
                }
                events.add(.answer(connection: index, fetch: fetch), at: now + wanted.serverDelay)
            case .began(let fetch): transfers[fetch].responseFirstByte = now
            case .ended(let fetch):
                finish(fetch, at: now)
                if connection.isLeaving { connection.leave() }
            }
        }
    }

    // MARK: Connections and exchanges

    private mutating func want(_ fetch: Int, at now: Instant) {
        transfers[fetch].start = now
        let wanted = plan.fetches[fetch]
        if case .connection(let number) = wanted.way {
            if let index = pool.connection(number: number) {
                queue(fetch, on: index, at: now)
            } else if let index = open(fetch, at: now) {
                pool.add(index, number: number)
            }
            return
        }
        pool.wait(fetch, for: wanted.host)
        while let turn = pool.next(of: wanted.host, isShared: true, limit: 1) {
            if let index = turn.connection {
                queue(turn.fetch, on: index, at: now)
            } else if let index = open(turn.fetch, at: now) {
                pool.add(index, of: wanted.host)
            }
        }
    }

    private mutating func queue(_ fetch: Int, on index: Int, at now: Instant) {
        connections[index].queue(fetch)
        guard connections[index].isReady else { return }
        events.add(.ask(connection: index), at: now + plan.fetches[fetch].programs.asking)
    }

    private mutating func open(_ fetch: Int, at now: Instant) -> Int? {
        let flow = plan.firstFlow + UInt32(connections.count)
        let wanted = plan.fetches[fetch]
        let start = now + wanted.lookup + wanted.programs.opening + wanted.fallback
        guard let connection = try? SimulatedQUICConnection(flow: flow, plan, at: start) else { return nil }
        transfers[fetch].begin = now
        transfers[fetch].isNewConnection = true
        transfers[fetch].flow = flow
        connection.queue(fetch)
        connections.append(connection)
        timers.append((nil, nil))
        events.add(.dial(connection: connections.count - 1, fetch: fetch), at: start)
        return connections.count - 1
    }

    private mutating func ask(on index: Int, at now: Instant) {
        let connection = connections[index]
        while let fetch = connection.takeWaiting() { ask(fetch, on: connection, at: now) }
        goOn(index, isAtClient: true, at: now)
    }

    private mutating func ask(_ fetch: Int, on connection: SimulatedQUICConnection, at now: Instant) {
        transfers[fetch].flow = connection.flow
        transfers[fetch].order = connection.asked
        connection.ask(fetch, plan.fetches[fetch])
    }

    private mutating func finish(_ fetch: Int, at now: Instant) {
        if transfers[fetch].responseFirstByte == nil { transfers[fetch].responseFirstByte = now }
        transfers[fetch].responseLastByte = now + plan.fetches[fetch].programs.reading
        let following = fetch + 1
        if progress.fetches.contains(following), plan.fetches[following].start == nil {
            events.add(.wanted(following), at: now)
        }
        if progress.finish() { announceStage(after: now) }
    }

    private mutating func closeIdle(at now: Instant) {
        pool.forget()
        for index in connections.indices where !connections[index].isOver {
            connections[index].leave()
            goOn(index, isAtClient: true, at: now)
        }
    }
}
