import LinuxIO
import Logs
import Origin
import Runs
import Scenarios
import Wire

/// Performs a scenario's steps one after the other, on the main thread.
///
/// It starts transfers and waits for them. The client, the origin and the line do the measuring.
struct StepRunner {
    /// Interval at which waits sample the clocks and redraw the progress.
    private static let tick: Nanoseconds = 100_000_000
    /// Shortest time between two reports of a step's progress. Ticks are no shorter.
    private static let reportInterval: Nanoseconds = 95_000_000
    /// Transfers under way that are told one by one.
    private static let mostUnderWay = 50

    private let plan: BenchPlan
    private let client: any BenchClient
    private let line: any BenchLine
    private let journal: TransferJournal
    private let clock: RunClock
    private let calendar: Calendar
    private let signals: StopSignals
    private let tell: (RunEvent) -> Void
    private let sizes: [String: Int]
    private let address: OriginAddress

    private(set) var steps: [StepRecord] = []
    private(set) var transfers: [TransferRecord] = []
    private(set) var clockSamples: [ClockSample] = []
    private var started = 0
    /// The fetch step under way, the number of its first transfer, and when its progress was told last.
    private var fetching: (step: FetchStep, first: Int, told: Instant)?
    /// When each transfer under way began, and its address.
    private var underWay: [Int: (start: Instant, url: String)] = [:]
    /// Cancellations due, with their times.
    private var givingUp: [(at: Instant, giveUp: [@Sendable () -> Void])] = []
    /// The client's settings after the last step.
    private var settings: ClientSettings

    init(_ bench: Bench, signals: StopSignals, tell: @escaping (RunEvent) -> Void) {
        plan = bench.plan
        client = bench.client
        line = bench.line
        journal = bench.journal
        clock = bench.clock
        calendar = bench.calendar
        settings = bench.plan.scenario.client
        address = OriginAddress(bench.plan.scenario, calendar: bench.calendar)
        self.signals = signals
        self.tell = tell
        sizes = Dictionary(plan.scenario.hostedFiles.map { ($0.name, $0.size) }) { first, _ in first }
    }

    /// Runs all steps. Measurements from before a stop are kept.
    mutating func run() throws(RunStop) {
        sampleClocks()
        for step in plan.scenario.steps {
            switch step {
            case .fetch(let fetch): try run(fetch)
            case .forget(let what): client.forget(what)
            case .change(let files): try change(files)
            case .client(let settings): try update(settings)
            case .link(let link): line.change(to: link.parameters)
            case .wait(let time): try pause(until: clock.now() + time)
            case .advance(let time): calendar.advance(by: time)
            }
        }
    }

    private mutating func sampleClocks() {
        let sample = clock.together()
        clockSamples.append(ClockSample(run: sample.run, wall: sample.wall))
    }

    /// Collects what remains after the client's shutdown: after a stop, the transfers that it cancelled.
    mutating func finish() {
        sampleClocks()
        collect()
        transfers.sort { $0.id < $1.id }
    }

    private mutating func collect() {
        let ended = journal.collect()
        for transfer in ended {
            underWay[transfer.id] = nil
            tell(.transferEnded(transfer))
        }
        transfers += ended
    }

    private func change(_ files: [String]) throws(RunStop) {
        do {
            try line.origin.change(files)
        } catch {
            throw .failed("\(error)")
        }
    }

    private mutating func update(_ settings: ClientSettings) throws(RunStop) {
        self.settings = settings
        do {
            try client.update(settings)
        } catch {
            throw .failed("\(error)")
        }
    }

    // MARK: Fetching

    private mutating func run(_ fetch: FetchStep) throws(RunStop) {
        let first = started
        let before = client.counters
        let start = clock.now()
        steps.append(StepRecord(name: fetch.name, start: start, end: start, isComplete: false))
        tell(.stepBegan(name: fetch.name, transfers: Self.callers(fetch)))
        fetching = (fetch, first, start)
        defer {
            fetching = nil
            steps[steps.count - 1].end = clock.now()
            // Disk writes under way count in the step's figures, but not in its time.
            client.flush()
            steps[steps.count - 1].cache = client.counters.since(before)
            transfers.sort { $0.id < $1.id }
            tell(.stepEnded(steps[steps.count - 1]))
        }
        for (index, (entry, offset)) in zip(fetch.entries, fetch.offsets).enumerated() {
            if let offset {
                try pause(until: start + offset)
            } else if index > 0, !entry.isOnSamePage {
                try waitForAll()
                if fetch.think > 0 { try pause(until: clock.now() + fetch.think) }
            }
            begin(entry, in: fetch)
        }
        try waitForAll()
        steps[steps.count - 1].isComplete = true
    }

    private mutating func begin(_ entry: FetchStep.Entry, in fetch: FetchStep) {
        let journal = journal
        let url = address.url(entry.file)
        if let time = entry.pause { journal.pause(started, for: time) }
        let start = clock.now()
        let ends = (started..<started + entry.callers).compactMap { id in
            let transfer = BenchTransfer(
                id: id,
                step: fetch.name,
                url: url,
                entry: entry,
                retry: settings.retry
            )
            underWay[id] = (start, url)
            tell(.transferBegan(id: id, step: fetch.name, file: entry.file))
            return client.begin(transfer) { journal.handIn($0) }
        }
        started += entry.callers
        if let time = entry.cancelAfter { givingUp.append((start + time, ends)) }
    }

    private mutating func waitForAll() throws(RunStop) {
        while transfers.count < started { try rest(atMost: Self.tick) }
    }

    /// Tells the progress of the step under way, unless it has just been told.
    private mutating func report() {
        let now = clock.now()
        guard let (fetch, first, told) = fetching, now - told >= Self.reportInterval else { return }
        fetching?.told = now
        let newest = underWay.keys.sorted().suffix(Self.mostUnderWay)
        let begun = zip(newest, journal.courses(of: Array(newest))).map { id, course in
            BegunTransfer(
                id: id,
                step: fetch.name,
                url: underWay[id]?.url ?? "",
                phase: course.phase,
                bytes: course.bytes,
                duration: now - (underWay[id]?.start ?? now)
            )
        }
        let progress = RunProgress(
            step: fetch.name,
            transfersDone: transfers.count - first,
            transfersInAll: Self.callers(fetch),
            bytes: journal.bytes(of: first..<started),
            bytesInAll: fetch.entries.reduce(0) { $0 + (sizes[$1.file] ?? 0) },
            elapsed: now - (steps.last?.start ?? .zero),
            underWay: begun,
            underWayInAll: underWay.count
        )
        tell(.progress(progress))
    }

    private static func callers(_ fetch: FetchStep) -> Int {
        fetch.entries.reduce(0) { $0 + $1.callers }
    }

    private mutating func giveUpDue(at now: Instant) {
        for due in givingUp where due.at <= now { for giveUp in due.giveUp { giveUp() } }
        givingUp.removeAll { $0.at <= now }
    }

    // MARK: Waiting

    private mutating func pause(until moment: Instant) throws(RunStop) {
        while true {
            let left = moment - clock.now()
            if left <= 0 { return }
            try rest(atMost: min(Self.tick, left))
        }
    }

    /// Sleeps until a transfer is handed in or the time is over. Throws if the run must stop.
    private mutating func rest(atMost time: Nanoseconds) throws(RunStop) {
        let now = clock.now()
        let sooner = givingUp.map { $0.at - now }.min() ?? time
        signals.wait(for: journal.bell.raw, atMost: min(time, sooner))
        giveUpDue(at: clock.now())
        collect()
        report()
        if clock.now() - (clockSamples.last?.run ?? .zero) > 200_000_000 { sampleClocks() }
        if signals.take() != nil { throw .interrupted }
        // Without it every transfer would wait for its time-out.
        if let failure = line.failure { throw .failed(failure) }
        if let longest = plan.longest, clock.now() > .zero + longest { throw .outOfTime }
    }
}
