/// The state of a random chain for each flow of one direction, as of the flow's previous packet.
///
/// Flows are numbered as they open, so an array indexed by flow number holds the states. It grows by
/// doubling, and only when a connection opens.
struct FlowStates<State: Sendable>: Sendable {
    private struct Place: Sendable {
        /// Number of the packet that the state belongs to; nil before the flow's first packet.
        var number: UInt32?
        var state: State
    }

    private let initial: State
    private var places: [Place] = []

    init(_ initial: State) {
        self.initial = initial
    }

    /// The state at this packet. A copy of the previous packet keeps the state, the next packet gets `next`
    /// of it, and a packet at which the chain begins gets `first`.
    @inline(__always)
    mutating func state(
        at packet: PacketIdentity,
        first: () -> State,
        next: (State) -> State
    ) -> State {
        let flow = Int(packet.flow)
        if flow >= places.count { grow(to: flow) }
        let before = places[flow]
        if before.number == packet.number { return before.state }
        let follows = before.number.map { $0 &+ 1 == packet.number } ?? false
        let state = follows ? next(before.state) : first()
        places[flow] = Place(number: packet.number, state: state)
        return state
    }

    private mutating func grow(to flow: Int) {
        let size = max(16, places.count, flow + 1)
        places.append(
            contentsOf: repeatElement(Place(number: nil, state: initial), count: 2 * size - places.count)
        )
    }
}
