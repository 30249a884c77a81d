import Scenarios
import Wire

/// The exchanges of one step, one after the other as the scenario has them: which connection each is on, and when.
struct StepInputs {
    private let theory: LinkTheory
    /// Connections that were open and idle when it began.
    private let idle: Int
    private let connections: Int
    private var history: ConnectionHistory
    /// Those that begin at a time of their own.
    private var timed: [TheoryInput] = []
    /// When the last of those that follow one another ends.
    private var end: Nanoseconds = 0
    private var isTold = true
    private(set) var opened = 0
    private(set) var isOriginKnown = true
    private(set) var givesUp = false
    /// From when on in this step the name is known: those who come before look it up themselves.
    private(set) var named: Nanoseconds?

    init(_ theory: LinkTheory, idle: Int, isNameKnown: Bool, connections: Int) {
        self.theory = theory
        self.idle = idle
        self.connections = connections
        named = isNameKnown ? 0 : nil
        history = ConnectionHistory(theory)
    }

    /// From the step's start to its last end; nil where theory does not tell.
    var duration: Nanoseconds? {
        guard isTold else { return nil }
        let shared = theory.shared(timed, connections: connections).ends.map(\.nanoseconds).max() ?? 0
        return max(end, shared)
    }

    /// Somebody looks at what has come before the next that follows is asked for.
    mutating func think(for time: Nanoseconds) {
        end = min(LinkTheory.horizon, end + time)
    }

    /// Pages in turn share a line and then rest: that is the simulator's to tell. When a client pauses nobody tells.
    mutating func leaveUntold() {
        isTold = false
    }

    /// Callers go before they have what they asked for.
    mutating func giveUp() {
        guard theory.foretells else { return }
        (isTold, givesUp) = (false, true)
    }

    /// `offset` is from the step's start, nil where it follows the one before. `input` is nil where nobody can tell how the
    /// origin answers; its connection and its start are found here.
    mutating func add(_ input: TheoryInput?, at offset: Nanoseconds?) {
        let isFresh = offset == nil ? idle + opened == 0 : idle <= opened && opened < connections
        if isFresh || offset != nil { opened += 1 }
        let start = offset ?? end
        let isLookedUp = isFresh && theory.foretells && start < named ?? .max
        let lookup = isLookedUp ? theory.lookup(OriginSettings.hostName) : 0
        if isFresh { named = named ?? min(LinkTheory.horizon, start + lookup) }
        guard theory.foretells, var input else {
            isTold = false
            if theory.foretells { isOriginKnown = false }
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
