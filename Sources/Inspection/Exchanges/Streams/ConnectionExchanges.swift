/// The exchanges of one connection that may still change, by order. Finished ones are taken out regularly; a
/// connection that never closes would otherwise keep them all.
struct ConnectionExchanges {
    private struct Held {
        var exchange: CaptureExchange
        /// Stream offsets of its response; open-ended while it is read.
        var response = 0..<0
        /// Bytes of memory that count for it in `heldBytes`.
        var weight = 0
    }

    /// In their order.
    private var held: [Held] = []
    /// Number of exchanges ever added: the order of the next.
    private(set) var count = 0
    /// The response ranges of exchanges that were taken out, and the end of the last one.
    private var left = StreamSpans()
    private var leftEnd = 0
    /// Bytes of memory that those held take, as last weighed.
    private(set) var heldBytes = 0

    var isEmpty: Bool { count == 0 }
    var heldCount: Int { held.count }
    /// The order of the newest.
    var newest: Int? { count > 0 ? count - 1 : nil }
    var last: CaptureExchange? { held.last?.exchange }
    var all: [CaptureExchange] { held.map(\.exchange) }

    mutating func append(_ exchange: CaptureExchange) {
        held.append(Held(exchange: exchange))
        count += 1
        weigh(exchange.order)
    }

    /// Weighs an exchange again, whose text or fields have become known.
    mutating func weigh(_ order: Int) {
        guard let place = place(of: order), held[place].exchange.order == order else { return }
        let weight = MemoryLayout<Held>.stride + held[place].exchange.textBytes
        heldBytes += weight - held[place].weight
        held[place].weight = weight
    }

    mutating func popLast() -> CaptureExchange? {
        guard let last = held.popLast() else { return nil }
        count -= 1
        heldBytes -= last.weight
        return last.exchange
    }

    func contains(_ order: Int) -> Bool {
        place(of: order).map { held[$0].exchange.order == order } ?? false
    }

    /// For an exchange that was taken, the next one still held. At least one is held from the first on until
    /// all are taken.
    subscript(order: Int) -> CaptureExchange {
        get { held[place(of: order) ?? held.count - 1].exchange }
        _modify { yield &held[place(of: order) ?? held.count - 1].exchange }
    }

    subscript(responseOf order: Int) -> Range<Int> {
        get { held[place(of: order) ?? held.count - 1].response }
        set { held[place(of: order) ?? held.count - 1].response = newValue }
    }

    /// The exchange whose response has this byte of the stream; it may have been taken.
    func owner(ofByte offset: Int) -> Int? {
        if let here = held.last(where: { $0.response.contains(offset) }) { return here.exchange.order }
        return offset < leftEnd ? left.owner(of: offset) : nil
    }

    /// Index of the first held exchange with this order or a later one.
    private func place(of order: Int) -> Int? {
        guard !held.isEmpty else { return nil }
        let first = held[0].exchange.order
        let likely = order - first
        // The usual case: none was taken between two that are still held.
        if held.indices.contains(likely), held[likely].exchange.order == order { return likely }
        var (low, high) = (0, held.count)
        while low < high {
            let middle = (low + high) / 2
            if held[middle].exchange.order < order { low = middle + 1 } else { high = middle }
        }
        return low < held.count ? low : nil
    }

    /// Takes out finished exchanges, except the newest `kept` of them. The newest of all stays.
    mutating func take(keeping kept: Int, where isOver: (CaptureExchange) -> Bool) -> [CaptureExchange] {
        let over = held.dropLast().reduce(0) { $0 + (isOver($1.exchange) ? 1 : 0) }
        var room = over - kept
        guard room > 0 else { return [] }
        var (taken, rest): ([CaptureExchange], [Held]) = ([], [])
        taken.reserveCapacity(room)
        for (place, one) in held.enumerated() {
            if room > 0, place < held.count - 1, isOver(one.exchange) {
                taken.append(one.exchange)
                room -= 1
                remember(one)
            } else {
                rest.append(one)
            }
        }
        held = rest
        return taken
    }

    private mutating func remember(_ one: Held) {
        heldBytes -= one.weight
        guard !one.response.isEmpty else { return }
        left.add(one.exchange.order, from: one.response.lowerBound)
        leftEnd = max(leftEnd, one.response.upperBound)
    }

    /// Takes all exchanges; none changes any more.
    mutating func takeAll() -> [CaptureExchange] {
        defer {
            held = []
            heldBytes = 0
        }
        return all
    }
}
