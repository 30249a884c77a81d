import LinkModel

/// netem's options as the properties of a direction.
struct NetemReader {
    /// The resulting direction without its queue, which depends on rate and delay.
    private(set) var direction = DirectionParameters()
    /// The limit in packets, including those in flight.
    private(set) var limit = TrafficControl.defaultLimit
    /// Bytes added to each packet; nil if they are not set.
    private(set) var framing: LinkFraming?

    private var words: WordReader
    private let isShown: Bool
    private var hasDistribution = false
    private var gap: Int?
    private var reordering: (share: PacketShare, word: ShellWord)?

    /// In the order in which tc matches abbreviations.
    private static let options = [
        "limit", "latency", "delay", "loss", "drop", "ecn", "reorder", "corrupt", "gap", "duplicate",
        "distribution",
        "rate", "slot", "seed", "jitter",
    ]

    init(_ record: QueueingRecord, warnings: inout ImportWarnings) throws(ImportError) {
        words = WordReader(record)
        isShown = record.isShown
        while let word = words.next() { try read(word, &warnings) }
        try finish(record, &warnings)
    }

    private mutating func read(_ word: ShellWord, _ warnings: inout ImportWarnings) throws(ImportError) {
        let option = Self.options.first {
            $0 == word.text || (word.text.count > 2 && $0.hasPrefix(word.text))
        }
        switch option {
        case "limit": limit = try TrafficControlNumber.count(try words.value())
        case "latency", "delay": try readDelay()
        case "jitter": direction.jitter = try jitter(try words.value())
        case "distribution": try readDistribution(&warnings)
        case "loss", "drop": try readLoss(&warnings)
        case "duplicate": direction.duplication = try share()
        case "corrupt": direction.corruption = try share()
        case "reorder": reordering = (try share(), word)
        case "gap": gap = try TrafficControlNumber.count(try words.value())
        case "rate": try readRate(&warnings)
        case "ecn": warnings.add("netem's `ecn` is left out: packets are lost, not marked", line: word.line)
        case "seed":
            _ = try words.value()
            warnings.add("netem's seed is left out: a scenario has its own seed", line: word.line)
        case "slot":
            warnings.add("`slot` is left out", line: word.line)
            while let text = words.peek?.text, !Self.options.contains(text) { _ = words.next() }
        default: throw word.error("netem has no option `\(word.text)`")
        }
    }

    private mutating func readDelay() throws(ImportError) {
        direction.oneWayDelay = try TrafficControlNumber.time(try words.value())
        if let amount = words.number() { direction.jitter = try jitter(amount) }
    }

    /// Without a distribution, netem draws uniformly from delay minus jitter to delay plus jitter.
    private mutating func jitter(_ amount: ShellWord) throws(ImportError) -> Jitter? {
        let amount = try TrafficControlNumber.time(amount)
        var correlation = 0.0
        if let word = words.number() { correlation = try TrafficControlNumber.correlation(word) }
        return amount > 0 ? Jitter(amount: amount, correlation: correlation) : nil
    }

    private mutating func readDistribution(_ warnings: inout ImportWarnings) throws(ImportError) {
        let name = try words.value()
        hasDistribution = true
        if let distribution = Jitter.Distribution(rawValue: name.text), distribution != .lognormal {
            direction.jitter?.distribution = distribution
        } else {
            direction.jitter?.distribution = .normal
            warnings.add(
                "the distribution `\(name.text)` is not known: a normal one is used",
                line: name.line
            )
        }
        if direction.jitter == nil {
            throw name.error("a distribution needs a delay with a jitter before it")
        }
    }

    private mutating func readLoss(_ warnings: inout ImportWarnings) throws(ImportError) {
        if words.take("state") {
            // If p31 is missing, it is 1 minus p13.
            let values = try chain(["p13", "p31", "p32", "p23", "p14"])
            direction.loss = .fourState(
                FourStateLoss(
                    p13: values[0] ?? 0,
                    p31: values[1] ?? 1 - (values[0] ?? 0),
                    p32: values[2] ?? 0,
                    p23: values[3] ?? 1,
                    p14: values[4] ?? 0
                )
            )
        } else if words.take("gemodel") {
            let values = try chain(["p", "r", "1-h", "1-k"])
            direction.loss = .gilbertElliott(
                GilbertElliott(
                    toBad: values[0] ?? 0,
                    toGood: values[1] ?? 1 - (values[0] ?? 0),
                    lossInBad: values[2] ?? 1,
                    lossInGood: values[3] ?? 0
                )
            )
        } else {
            _ = words.take("random")
            direction.loss = .random(try share())
        }
    }

    /// The chances of a chain; the first is required. tc prints each after its name.
    private mutating func chain(_ names: [String]) throws(ImportError) -> [Double?] {
        var values: [Double?] = []
        for name in names {
            if words.take(name) {
                values.append(try TrafficControlNumber.share(try words.value()))
            } else if let number = words.number() {
                values.append(try TrafficControlNumber.share(number))
            } else if values.isEmpty {
                values.append(try TrafficControlNumber.share(try words.value()))
            } else {
                values.append(nil)
            }
        }
        return values
    }

    private mutating func share() throws(ImportError) -> PacketShare {
        let ratio = try TrafficControlNumber.share(try words.value())
        guard let word = words.number() else { return PacketShare(ratio) }
        return PacketShare(ratio, correlation: try TrafficControlNumber.correlation(word))
    }

    private mutating func readRate(_ warnings: inout ImportWarnings) throws(ImportError) {
        let word = try words.value()
        direction.rate = .constant(try TrafficControlNumber.rate(word))
        let overhead = try framingValue("packetoverhead")
        let cell = try framingValue("cellsize") ?? 0
        let cellOverhead = try framingValue("celloverhead") ?? 0
        let isATM = cell == 48 && cellOverhead == 5
        if !isATM, cell > 0 {
            warnings.add(
                "cells of \(cell) and \(cellOverhead) bytes are left out: ATM's 48 and 5 are known",
                line: word.line
            )
        }
        guard let overhead else {
            if isATM { framing = LinkFraming(overhead: TrafficControl.ethernetHeader, isATM: true) }
            if !isATM {
                warnings.add(
                    "netem counts 14 bytes of Ethernet header with each packet: here a rate counts IP bytes; "
                        + "`linkLayer: { overhead: 14 B }` would be the same",
                    line: word.line
                )
            }
            return
        }
        // netem counts the Ethernet header, and its overhead is added to that.
        let added = overhead + TrafficControl.ethernetHeader
        if !TrafficControl.overheads.contains(added) {
            warnings.add(
                "an overhead of \(overhead) bytes is left out: it is larger than any link layer's",
                line: word.line
            )
        }
        framing = LinkFraming(overhead: TrafficControl.overheads.contains(added) ? added : 0, isATM: isATM)
    }

    /// These have no names when typed; tc prints them with names.
    private mutating func framingValue(_ name: String) throws(ImportError) -> Int? {
        guard let word = words.take(name) ? try words.value() : words.number() else { return nil }
        guard let value = Int(word.text), (-1000...1000).contains(value) else {
            throw word.error("`\(word.text)` is not a number of bytes that a link layer can add")
        }
        return value
    }

    private mutating func finish(_ record: QueueingRecord, _ warnings: inout ImportWarnings)
        throws(ImportError)
    {
        if let reordering {
            guard direction.oneWayDelay > 0 else {
                throw reordering.word.error("reordering lets packets skip the delay, so it needs a delay")
            }
            let gap = min(max(1, gap ?? 1), TrafficControl.widestGap)
            direction.reordering = Reordering(share: reordering.share, gap: gap)
        } else if gap ?? 0 > 0, !isShown {
            throw record.kind.error("`gap` needs `reorder`")
        }
        guard direction.jitter != nil else { return }
        if isShown, !hasDistribution {
            warnings.add(
                "tc does not show how jitter is distributed: a uniform distribution is used",
                line: record.kind.line
            )
        }
        warnings.add(
            "netem lets packets overtake each other where they jitter: here they keep their order",
            line: record.kind.line
        )
        direction.fitJitter(&warnings, line: record.kind.line)
    }
}
