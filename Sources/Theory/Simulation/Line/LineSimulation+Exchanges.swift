import Wire

/// What the applications at both ends do: exchanges that get connections, requests, answers.
extension LineSimulation {
    mutating func want(_ fetch: Int, at now: Instant) {
        guard heldByClosing == nil else {
            heldByClosing?.append(fetch)
            return
        }
        transfers[fetch].start = now
        if standstill == nil { seek(fetch, at: now) } else { standstill?.append(fetch) }
    }

    /// Gets it a connection.
    mutating func seek(_ fetch: Int, at now: Instant) {
        let wanted = plan.fetches[fetch]
        switch wanted.way {
        case .connection(let number):
            if let index = pool.numbered[number] {
                connections[index].waiting.append(fetch)
                begin(index, at: now)
            } else {
                pool.numbered[number] = open(fetch, at: now)
            }
        case .pool:
            pool.waiting[wanted.host, default: []].append(fetch)
            fill(wanted.host, at: now)
        }
    }

    /// Hands the host's connections to those that wait for one.
    private mutating func fill(_ host: Int, at now: Instant) {
        while let fetch = pool.waiting[host]?.first {
            let most = plan.multiplexing == nil ? max(1, connectionLimit) : 1
            let index = plan.multiplexing == nil ? pool.takeIdle(of: host) : pool.first(of: host)
            if let index {
                pool.waiting[host]?.removeFirst()
                connections[index].waiting.append(fetch)
                begin(index, at: now)
            } else if pool.count(of: host) < most {
                pool.waiting[host]?.removeFirst()
                pool.add(open(fetch, at: now), of: host)
            } else {
                return
            }
        }
    }

    private mutating func open(_ fetch: Int, at now: Instant) -> Int {
        let index = connections.count
        let flow = self.flow(of: fetch, at: index)
        let host = plan.fetches[fetch].host
        let programs = plan.fetches[fetch].programs
        let security = security(of: fetch)
        let connection = SimulatedConnection(
            plan,
            settings,
            security,
            flow: flow,
            host: host,
            work: programs.flights
        )
        connection.waiting.append(fetch)
        connections.append(connection)
        transfers[fetch].begin = now
        transfers[fetch].isNewConnection = true
        transfers[fetch].flow = flow
        let wait = plan.fetches[fetch].lookup + programs.opening
        if wait > 0 {
            events.add(.named(connection: index, fetch: fetch), at: now + wait)
        } else {
            connect(index, for: fetch, at: now)
        }
        return index
    }

    /// By what the client holds of the host: a session that an earlier connection left behind is taken up again.
    private func security(of fetch: Int) -> SimulatedSecurity? {
        guard plan.resumption != nil else { return plan.security }
        let wanted = plan.fetches[fetch]
        let isResumed =
            wanted.resumes ?? connections.contains { $0.host == wanted.host && $0.leavesSession }
        return isResumed ? plan.resumption ?? plan.security : plan.security
    }

    /// A connection that has a number has its fates by it, every other by the order in which they are opened.
    private func flow(of fetch: Int, at index: Int) -> UInt32 {
        if case .connection(let number) = plan.fetches[fetch].way { return UInt32(clamping: number) }
        return plan.firstFlow + UInt32(index)
    }

    mutating func connect(_ index: Int, for fetch: Int, at now: Instant) {
        transfers[fetch].connectStart = now
        let work = plan.fetches[fetch].programs.connecting
        if work > 0 { events.add(.dial(index), at: now + work) } else { dial(index, at: now) }
    }

    mutating func dial(_ index: Int, at now: Instant) {
        connections[index].client.open(at: now)
        goOn(index, at: now)
    }

    /// Asks for what waits, where the connection is ready for it.
    private mutating func begin(_ index: Int, at now: Instant) {
        let connection = connections[index]
        var hasAsked = false
        while let fetch = connection.takeWaiting() {
            let work = plan.fetches[fetch].programs.asking - lag
            if work > 0 {
                events.add(.ask(connection: index, fetch: fetch), at: now + work)
            } else {
                ask(fetch, on: index, at: now)
                hasAsked = true
            }
        }
        if hasAsked { goOn(index, at: now) }
    }

    mutating func ask(_ fetch: Int, on index: Int, at now: Instant) {
        let connection = connections[index]
        if transfers[fetch].begin == nil { transfers[fetch].begin = now }
        transfers[fetch].flow = connection.flow
        transfers[fetch].order = connection.asked
        transfers[fetch].requestFirstByte = now
        connection.ask(fetch, bytes: plan.fetches[fetch].requestBytes, at: now)
    }

    mutating func answer(_ fetch: Int, on index: Int, at now: Instant) {
        transfers[fetch].responseBegin = now
        let wanted = plan.fetches[fetch]
        connections[index].answer(
            fetch,
            header: wanted.headerBytes,
            body: wanted.bodyBytes,
            looks: wanted.programs.looks,
            at: now
        )
        // What is answered at the same moment is known before any of it goes out: no stream is ahead of the others.
        if let next = events.first, next.due == now, case .answer(index, _) = next.item { return }
        goOn(index, at: now)
    }

    /// What the applications make of what has come; true where they have something to send.
    mutating func moveOn(_ index: Int, at now: Instant) -> Bool {
        let connection = connections[index]
        let wasReady = connection.isReady
        var hasMoved = connection.proceed(at: now, since: now - lag)
        if !wasReady, connection.isReady { noteSetUp(connection) }
        if connection.isReady { begin(index, at: now) }
        while let fetch = connection.takeQuestion() {
            transfers[fetch].requestLastByte = now
            let (delay, work) = (plan.fetches[fetch].serverDelay, plan.fetches[fetch].programs.answering)
            let time = connection.answerTime(delay: delay, work: work, since: now - lag, at: now)
            events.add(.answer(connection: index, fetch: fetch), at: time)
        }
        for news in connection.takeNews(at: now) {
            switch news {
            case .began(let fetch):
                transfers[fetch].responseFirstByte = now
                standStill(for: plan.fetches[fetch].pause, at: now)
            case .ended(let fetch, let range):
                transfers[fetch].response = range
                finish(fetch, on: index, at: now)
                hasMoved = true
            }
        }
        if connection.supply(at: now) || connection.follow(at: now) { hasMoved = true }
        return hasMoved || !connection.client.outbox.isEmpty || !connection.origin.outbox.isEmpty
    }

    private mutating func noteSetUp(_ connection: SimulatedConnection) {
        guard let fetch = connection.waiting.first else { return }
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
        if !connection.waiting.isEmpty { begin(index, at: now) }
        if connection.isIdle, plan.multiplexing == nil { pool.rest(index, of: connection.host) }
        fill(connection.host, at: now)
        if heldByClosing != nil { events.add(.close, at: now) }
    }
}
