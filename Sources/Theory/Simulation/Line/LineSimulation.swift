import LinkModel
import Wire

/// Simulates exchanges over a line in virtual time, packet by packet: both hosts' TCP and the line's own
/// model, with the emulation's fates. It never waits or reads a clock, and is deterministic.
package struct LineSimulation {
    private enum Event {
        case arrival(SimulatedLine.Arrival)
        case heard(SimulatedLine.Arrival, SimulatedHost.HandlingTimes)
        case wake(SimulatedAlarm)
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

    private let plan: SimulationPlan
    private var events = Agenda<Event>()
    private var network: SimulatedNetwork
    private var connections: SimulatedConnections
    private var pool = ConnectionPool()
    private var pauses = ClientPauses()
    private var progress: StageProgress
    private var transfers: [SimulatedTransfer]
    /// Time since the packet being handled arrived: known program times count from its arrival.
    private var lag: Nanoseconds = 0
    /// Number of timers set.
    private var timersSet = 0

    package static func run(_ plan: SimulationPlan) -> SimulationOutcome {
        if plan.speaksHTTP3 {
            #if canImport(HTTP3)
                return QUICSimulation.run(plan)
            #else
                return SimulationOutcome(
                    transfers: plan.fetches.map { SimulatedTransfer(start: $0.start ?? .zero) }
                )
            #endif
        }
        guard plan.wheel == 0 else {
            var outcome = run(plan.fromWheelZero)
            outcome.move(by: -plan.wheel)
            return outcome
        }
        var simulation = LineSimulation(plan)
        simulation.run()
        var outcome = SimulationOutcome(transfers: simulation.transfers)
        outcome.stageStarts = simulation.progress.starts
        outcome.linkLog = simulation.network.line.log
        outcome.contents = simulation.network.line.contents
        outcome.states = simulation.network.line.states
        outcome.packets = simulation.network.line.carried
        outcome.retransmissions = simulation.connections.all.reduce(0) {
            $0 + $1.client.retransmissions + $1.origin.retransmissions
        }
        return outcome
    }

    private init(_ plan: SimulationPlan) {
        self.plan = plan
        network = SimulatedNetwork(plan)
        connections = SimulatedConnections(plan)
        transfers = plan.fetches.map { SimulatedTransfer(start: plan.start + (($0.start ?? .zero) - .zero)) }
        for (index, change) in plan.changes.enumerated() { events.add(.change(index), at: change.at) }
        for closing in plan.closings { events.add(.close, at: closing) }
        progress = StageProgress(plan)
        announceStage(after: plan.start)
    }

    private mutating func run() {
        while true {
            let deadline = network.line.nextDeadline
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
        case .wake(let alarm): wake(alarm, at: now)
        case .wanted(let fetch): want(fetch, at: now)
        case .named(let index, let fetch): connect(index, for: fetch, at: now)
        case .dial(let index): dial(index, at: now)
        case .work(let index): goOn(index, at: now)
        case .ask(let index, let fetch):
            connections[index].pendingRequests -= 1
            ask(fetch, on: index, at: now)
            if connections[index].pendingRequests == 0 { connections[index].sendRequests(at: now) }
            goOn(index, at: now)
        case .answer(let index, let fetch): answer(fetch, on: index, at: now)
        case .change(let index): network.change(to: plan.changes[index].link, at: now)
        case .close: closeIdle(at: now)
        case .resume: resume(at: now)
        case .stage: beginStage(at: now)
        }
    }

    // MARK: Stages

    private mutating func announceStage(after now: Instant) {
        guard let stage = progress.next else { return }
        if stage.forgetsConnections {
            events.add(.close, at: now + min(stage.pause, stage.pauseBeforeClosing ?? stage.pause))
        }
        events.add(.stage, at: now + stage.pause)
    }

    private mutating func beginStage(at now: Instant) {
        progress.advance(at: now)
        let stage = progress.stage
        if stage.forgetsConnections { pool.forget() }
        if let link = stage.link { network.change(to: link, at: now) }
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
        network.settle(upTo: now) { events.add(.arrival($0), at: max($1, now)) }
    }

    private mutating func receive(_ arrival: SimulatedLine.Arrival, at now: Instant) {
        guard let hearing = network.receive(arrival, at: now) else {
            var hearing = SimulatedHost.HandlingTimes(came: now, heard: now, seen: now)
            hearing.isFollowed = isFollowed(arrival, at: now)
            return handOver(arrival, hearing, at: now)
        }
        events.add(.heard(arrival, hearing), at: hearing.heard)
    }

    /// Whether another packet reaches the same host at the same instant, as where jitter makes packets wait for one before
    /// them. Without a rate a whole window has one time here, which really is some microseconds: there none is followed.
    private func isFollowed(_ arrival: SimulatedLine.Arrival, at now: Instant) -> Bool {
        guard plan.link[arrival.direction].rateBps != nil, let next = events.first, next.due == now,
            case .arrival(let other) = next.item
        else { return false }
        return other.direction == arrival.direction
    }

    /// Delivers the packet to its host's TCP.
    private mutating func handOver(
        _ arrival: SimulatedLine.Arrival,
        _ hearing: SimulatedHost.HandlingTimes,
        at now: Instant
    ) {
        lag = now - hearing.came
        defer { lag = 0 }
        let (segment, index) = network.take(arrival)
        let connection = connections[index]
        (arrival.direction == .down ? connection.client : connection.origin).receive(segment, hearing)
        goOn(index, at: now)
    }

    /// Wakes every end whose timer expires now, as the kernel's timer wheel does.
    private mutating func wake(_ first: SimulatedAlarm, at now: Instant) {
        var alarms = [first]
        while let next = events.first, next.due == now, case .wake(let alarm) = next.item {
            alarms.append(alarm)
            events.removeFirst()
        }
        guard alarms.count > 1 else { return wake(first.connection, isClient: first.isClient, at: now) }
        let sorted = SimulatedAlarm.inOrder(alarms) {
            connections[$0.connection].slot(isClient: $0.isClient, at: now)
        }
        for alarm in sorted {
            wake(alarm.connection, isClient: alarm.isClient, at: now)
        }
    }

    private mutating func wake(_ index: Int, isClient: Bool, at now: Instant) {
        let end = connections[index].takeWake(isClient: isClient)
        if isClient, let due = end.reading.due, due <= now { lag = now - end.reading.arrivedAt }
        defer { lag = 0 }
        if let deadline = end.deadline, deadline <= now { end.wake(at: now) }
        goOn(index, at: now)
    }

    /// Runs everything that follows from the last event on the connection.
    private mutating func goOn(_ index: Int, at now: Instant) {
        let connection = connections[index]
        repeat { network.send(connection, index, at: now) } while moveOn(index, at: now)
        settleLine(upTo: now)
        connection.noteTimers(at: now, order: &timersSet)
        // Queues each end's next deadline.
        if let due = connection.workToQueue() { events.add(.work(index), at: due) }
        if let due = connection.wakeToQueue(isClient: true) {
            events.add(.wake(SimulatedAlarm(connection: index, isClient: true)), at: due)
        }
        if let due = connection.wakeToQueue(isClient: false) {
            events.add(.wake(SimulatedAlarm(connection: index, isClient: false)), at: due)
        }
    }

    // MARK: Connections

    private mutating func want(_ fetch: Int, at now: Instant) {
        guard !pauses.queueIfClosing(fetch) else { return }
        transfers[fetch].start = now
        if !pauses.holds(fetch) { seek(fetch, at: now) }
    }

    /// Finds a connection for the fetch.
    private mutating func seek(_ fetch: Int, at now: Instant) {
        let wanted = plan.fetches[fetch]
        switch wanted.way {
        case .connection(let number):
            if let index = pool.connection(number: number) {
                connections[index].queue(fetch)
                begin(index, at: now)
            } else {
                pool.add(open(fetch, at: now), number: number)
            }
        case .pool:
            pool.wait(fetch, for: wanted.host)
            fill(wanted.host, at: now)
        }
    }

    /// Assigns the host's connections to waiting fetches.
    private mutating func fill(_ host: Int, at now: Instant) {
        let isShared = plan.multiplexing != nil
        while let turn = pool.next(of: host, isShared: isShared, limit: progress.connectionLimit) {
            if let index = turn.connection {
                connections[index].queue(turn.fetch)
                begin(index, at: now)
            } else {
                pool.add(open(turn.fetch, at: now), of: host)
            }
        }
    }

    private mutating func open(_ fetch: Int, at now: Instant) -> Int {
        let index = connections.add(for: fetch)
        transfers[fetch].begin = now
        transfers[fetch].isNewConnection = true
        transfers[fetch].flow = connections[index].flow
        let wait = plan.fetches[fetch].lookup + plan.fetches[fetch].programs.opening
        if wait > 0 {
            events.add(.named(connection: index, fetch: fetch), at: now + wait)
        } else {
            connect(index, for: fetch, at: now)
        }
        return index
    }

    private mutating func connect(_ index: Int, for fetch: Int, at now: Instant) {
        transfers[fetch].connectStart = now
        let work = plan.fetches[fetch].fallback + plan.fetches[fetch].programs.connecting
        if work > 0 { events.add(.dial(index), at: now + work) } else { dial(index, at: now) }
    }

    private mutating func dial(_ index: Int, at now: Instant) {
        connections[index].client.open(at: now)
        goOn(index, at: now)
    }

    // MARK: Exchanges

    /// Sends the waiting requests if the connection is ready.
    private mutating func begin(_ index: Int, at now: Instant) {
        let connection = connections[index]
        var hasAsked = false
        while let fetch = connection.takeWaiting() {
            let work = plan.fetches[fetch].programs.asking - lag
            if work > 0 {
                connection.pendingRequests += 1
                events.add(.ask(connection: index, fetch: fetch), at: now + work)
            } else {
                ask(fetch, on: index, at: now)
                hasAsked = true
            }
        }
        if connection.pendingRequests == 0 { connection.sendRequests(at: now) }
        if hasAsked { goOn(index, at: now) }
    }

    private mutating func ask(_ fetch: Int, on index: Int, at now: Instant) {
        let connection = connections[index]
        if transfers[fetch].begin == nil { transfers[fetch].begin = now }
        transfers[fetch].flow = connection.flow
        transfers[fetch].order = connection.asked
        transfers[fetch].requestFirstByte = now
        connection.ask(fetch, plan.fetches[fetch], at: now)
    }

    private mutating func answer(_ fetch: Int, on index: Int, at now: Instant) {
        transfers[fetch].responseBegin = now
        connections[index].answer(fetch, plan.fetches[fetch], at: now)
        // Handles all answers of the same moment before sending any: no stream gets ahead of the others.
        if let next = events.first, next.due == now, case .answer(index, _) = next.item { return }
        goOn(index, at: now)
    }

    /// Lets the applications process what has arrived; true if they have something to send.
    private mutating func moveOn(_ index: Int, at now: Instant) -> Bool {
        let connection = connections[index]
        let wasReady = connection.isReady
        var hasMoved = connection.proceed(at: now, since: now - lag)
        if !wasReady, connection.isReady { noteSetUp(connection) }
        if connection.isReady { begin(index, at: now) }
        while let fetch = connection.takeQuestion() {
            transfers[fetch].requestLastByte = now
            let time = connection.answerTime(of: plan.fetches[fetch], since: now - lag, at: now)
            events.add(.answer(connection: index, fetch: fetch), at: time)
        }
        for news in connection.takeNews(at: now) {
            switch news {
            case .began(let fetch):
                transfers[fetch].responseFirstByte = now
                standStill(for: plan.fetches[fetch].pause, at: now)
            case .ended(let fetch, let range):
                transfers[fetch].response = range
                transfers[fetch].places = connection.takePlaces(of: fetch)
                finish(fetch, on: index, at: now)
                hasMoved = true
            }
        }
        if connection.supply(at: now) || connection.follow(at: now) { hasMoved = true }
        return hasMoved || !connection.client.outbox.isEmpty || !connection.origin.outbox.isEmpty
    }

    private mutating func noteSetUp(_ connection: SimulatedConnection) {
        guard let fetch = connection.firstWaiting else { return }
        transfers[fetch].connectEnd = connection.connectedAt
        if plan.security != nil { transfers[fetch].secured = connection.readyAt }
    }

    private mutating func finish(_ fetch: Int, on index: Int, at now: Instant) {
        if transfers[fetch].responseFirstByte == nil { transfers[fetch].responseFirstByte = now }
        transfers[fetch].responseLastByte = max(now, now - lag + plan.fetches[fetch].programs.reading)
        let following = fetch + 1
        if progress.fetches.contains(following), plan.fetches[following].start == nil {
            events.add(.wanted(following), at: now)
        }
        if progress.finish() { announceStage(after: now) }
        let connection = connections[index]
        if connection.firstWaiting != nil { begin(index, at: now) }
        if connection.isIdle, plan.multiplexing == nil { pool.rest(index, of: connection.host) }
        fill(connection.host, at: now)
        if pauses.isClosing { events.add(.close, at: now) }
    }

    // MARK: Pauses

    private mutating func standStill(for time: Nanoseconds, at now: Instant) {
        guard time > 0, pauses.standStill() else { return }
        for connection in connections.all { connection.client.stopReading() }
        events.add(.resume, at: now + time)
    }

    private mutating func resume(at now: Instant) {
        let waiting = pauses.resume()
        for connection in connections.all { connection.client.resume(at: now) }
        for index in connections.indices { goOn(index, at: now) }
        for fetch in waiting { seek(fetch, at: now) }
    }

    /// The client closes its connections between two steps. The exchanges it awaits finish first, and later
    /// fetches wait for the close.
    private mutating func closeIdle(at now: Instant) {
        guard !plan.fetches.indices.contains(where: isAwaited) else { return pauses.awaitClosing() }
        let held = pauses.close()
        for index in connections.indices where !connections[index].client.isClosed {
            connections[index].close(at: now)
            if connections[index].client.isClosed { goOn(index, at: now) }
        }
        pool.removeNumbered { connections[$0].client.isClosed }
        for fetch in held { want(fetch, at: now) }
    }

    private func isAwaited(_ fetch: Int) -> Bool {
        guard plan.fetches[fetch].isAwaited, transfers[fetch].responseLastByte == nil else { return false }
        return transfers[fetch].begin != nil || connections.all.contains { $0.isQueued(fetch) }
    }
}
