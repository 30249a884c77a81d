import Scenarios
import Wire

/// Exchanges of one step in scenario order: finds each one's connection and start.
struct StepInputs {
    private let theory: LinkTheory
    /// Connections open and idle when the step began.
    private let idle: Int
    private let connections: Int
    private var history: ConnectionHistory
    /// Exchanges with a start time of their own.
    private var timed: [TheoryInput] = []
    /// End of the last exchange among those that follow one another.
    private var end: Nanoseconds = 0
    private var isPredictable = true
    private(set) var opened = 0
    private(set) var isOriginKnown = true
    private(set) var hasGivenUp = false
    /// Time in this step from which the name is known; earlier exchanges look it up themselves.
    private(set) var named: Nanoseconds?

    init(_ theory: LinkTheory, idle: Int, isNameKnown: Bool, connections: Int) {
        self.theory = theory
        self.idle = idle
        self.connections = connections
        named = isNameKnown ? 0 : nil
        history = ConnectionHistory(theory)
    }

    /// From the step's start to its last end; nil if theory cannot predict it.
    var duration: Nanoseconds? {
        guard isPredictable else { return nil }
        let shared = theory.shared(timed, connections: connections).ends.map(\.nanoseconds).max() ?? 0
        return max(end, shared)
    }

    /// Think time before the next exchange in turn.
    mutating func think(for time: Nanoseconds) {
        end = min(LinkTheory.horizon, end + time)
    }

    /// Marks the step as unpredictable: sharing pages in turn needs the simulator, and nothing predicts
    /// client pauses or the freshness of copies.
    mutating func markUnpredictable() {
        isPredictable = false
    }

    /// Notes a caller that cancels before its transfer ends.
    mutating func giveUp() {
        guard theory.canPredict else { return }
        (isPredictable, hasGivenUp) = (false, true)
    }

    /// `offset` counts from the step's start; nil means right after the exchange before. `input` is nil if
    /// the origin's answer is unpredictable. Its connection and start are set here.
    mutating func add(_ input: TheoryInput?, at offset: Nanoseconds?) {
        let isFresh = offset == nil ? idle + opened == 0 : idle <= opened && opened < connections
        if isFresh || offset != nil { opened += 1 }
        let start = offset ?? end
        let isLookedUp = isFresh && theory.canPredict && start < named ?? .max
        let lookup = isLookedUp ? theory.lookup(OriginSettings.hostName) : 0
        if isFresh { named = named ?? min(LinkTheory.horizon, start + lookup) }
        guard theory.canPredict, var input else {
            isPredictable = false
            if theory.canPredict { isOriginKnown = false }
            return
        }
        input.start = Instant(nanoseconds: start)
        input.connection = offset == nil ? 1 : opened
        input.newConnection = isFresh
        input.lookup = lookup
        if offset == nil { follow(input) } else { timed.append(input) }
    }

    private mutating func follow(_ plain: TheoryInput) {
        let input = history.continued(plain, requestedAt: plain.start)
        end = min(LinkTheory.horizon, end + input.lookup + theory.alone(input))
        history.finish(input, at: Instant(nanoseconds: end))
    }
}
