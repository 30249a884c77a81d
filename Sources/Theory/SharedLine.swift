import LinkModel
import Wire

/// Several exchanges on one line. Requests queue for the up-link in order. Responses, and the acknowledgement
/// of each new connection's request, share the down-link equally and keep it busy.
///
/// The last end is exact if windows are large enough to keep the line busy. TCP decides how flows divide the
/// line before that; equal shares are an estimate.
struct SharedLine {
    private enum Event {
        case wanted, named, dialled, connected, asked, available, released
    }

    private struct Pending {
        var at: Instant
        var number: Int
        var event: Event
        var exchange: Int
    }

    private let theory: LinkTheory
    private let inputs: [TheoryInput]
    private var pending: [Pending] = []
    private var scheduled = 0
    private var waiting: [Int] = []
    private var freeSlots: Int
    private var up: Serialiser
    /// Remaining service time of each response on the line, in nanoseconds; `exchange` is nil for
    /// acknowledgements.
    private var remaining: [(exchange: Int?, time: Double)] = []
    private var lineTime = 0.0
    private(set) var begins: [Instant]
    private(set) var ends: [Instant]

    init(_ theory: LinkTheory, _ inputs: [TheoryInput], connections: Int) {
        self.theory = theory
        self.inputs = inputs
        freeSlots = max(1, connections)
        up = Serialiser(rateBps: theory.link.up.rateBps)
        begins = inputs.map(\.start)
        ends = begins
        for index in inputs.indices { schedule(.wanted, of: index, at: inputs[index].start) }
    }

    mutating func run() {
        while let next = takeNext() {
            switch next.event {
            case .wanted:
                waiting.append(next.exchange)
                fillSlots(at: next.at)
            case .named: begin(next.exchange, at: next.at)
            case .dialled: dial(next.exchange, at: next.at)
            case .connected: ask(next.exchange, at: next.at)
            case .asked: carry(theory.sizes.acknowledgement, for: nil)
            case .available:
                carry(theory.sizes.wireBytes(inputs[next.exchange].responseBytes), for: next.exchange)
            case .released:
                freeSlots += 1
                fillSlots(at: next.at)
            }
        }
    }

    /// The next event, after advancing the line to it. Responses that finish on the way are ended first.
    private mutating func takeNext() -> Pending? {
        while true {
            let event = pending.indices.min {
                (pending[$0].at, pending[$0].number) < (pending[$1].at, pending[$1].number)
            }
            let share = Double(remaining.count)
            let least = remaining.map(\.time).min() ?? 0
            let end = lineTime + least * share
            if let event, remaining.isEmpty || Double(pending[event].at.nanoseconds) <= end {
                let taken = pending.remove(at: event)
                serve(until: Double(taken.at.nanoseconds))
                return taken
            }
            guard !remaining.isEmpty else { return nil }
            // Those with the least left finish now: what rounding leaves over is an error.
            for index in remaining.indices where remaining[index].time - least < 0.5 {
                remaining[index].time = 0
            }
            serve(until: end)
            finishServed()
        }
    }

    private mutating func serve(until time: Double) {
        let each = remaining.isEmpty ? 0 : (time - lineTime) / Double(remaining.count)
        for index in remaining.indices { remaining[index].time -= each }
        lineTime = max(lineTime, time)
    }

    private mutating func finishServed() {
        let horizon = Instant(nanoseconds: LinkTheory.horizon)
        let served = Instant(nanoseconds: Nanoseconds(min(lineTime, Double(LinkTheory.horizon)).rounded()))
        for exchange in remaining.filter({ $0.time < 0.5 }).compactMap(\.exchange) {
            let alone = begins[exchange] + theory.alone(inputs[exchange])
            ends[exchange] = min(horizon, max(served + theory.link.down.oneWayDelay, alone))
            schedule(.released, of: exchange, at: ends[exchange])
        }
        remaining.removeAll { $0.time < 0.5 }
    }

    private mutating func fillSlots(at now: Instant) {
        while freeSlots > 0, !waiting.isEmpty {
            freeSlots -= 1
            let exchange = waiting.removeFirst()
            // A lookup's packets are too small to delay the others.
            let lookup = inputs[exchange].lookup
            if lookup > 0 {
                schedule(.named, of: exchange, at: now + lookup)
            } else {
                begin(exchange, at: now)
            }
        }
    }

    private mutating func begin(_ exchange: Int, at now: Instant) {
        begins[exchange] = now
        up.hold(until: now + inputs[exchange].upBusy)
        guard inputs[exchange].newConnection else { return ask(exchange, at: now) }
        let fallback = theory.fallback
        if fallback > 0 {
            schedule(.dialled, of: exchange, at: now + fallback)
        } else {
            dial(exchange, at: now)
        }
    }

    private mutating func dial(_ exchange: Int, at now: Instant) {
        let link = theory.link
        let asked = up.serve(bytes: theory.sizes.handshake, arrivingAt: now).end + link.up.oneWayDelay
        let answered = asked + theory.serviceTime(theory.sizes.handshake) + link.down.oneWayDelay
        schedule(.connected, of: exchange, at: answered)
    }

    private mutating func ask(_ exchange: Int, at now: Instant) {
        let sent = theory.request(inputs[exchange], at: now, over: &up)
        let asked = sent + theory.link.up.oneWayDelay
        if inputs[exchange].newConnection { schedule(.asked, of: exchange, at: asked) }
        schedule(.available, of: exchange, at: asked + inputs[exchange].serverDelay)
    }

    private mutating func carry(_ bytes: Int, for exchange: Int?) {
        remaining.append((exchange, Double(theory.serviceTime(bytes))))
    }

    private mutating func schedule(_ event: Event, of exchange: Int, at time: Instant) {
        pending.append(Pending(at: time, number: scheduled, event: event, exchange: exchange))
        scheduled += 1
    }
}
