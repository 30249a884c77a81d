import LinkModel

/// Disciplines that only configure a queue.
struct QueueReader {
    private(set) var queue: QueueLimit?
    private(set) var discipline: QueueDiscipline = .dropTail

    static let kinds: Set<String> = ["pfifo", "bfifo", "pfifo_head_drop", "codel", "fq_codel", "pie", "sfq"]
    /// Disciplines that an interface has by default.
    static let defaults: Set<String> = ["noqueue", "pfifo_fast", "mq", "ingress", "clsact"]

    private var target: Int64?
    private var interval: Int64?
    private var marksECN = false

    init(_ record: QueueingRecord, warnings: inout ImportWarnings) throws(ImportError) {
        var words = WordReader(record)
        let kind = record.kind.text
        while let word = words.next() {
            switch word.text {
            case "limit":
                let value = try words.value()
                queue = kind == "bfifo" ? .bytes(try bytes(value)) : .packets(try packets(value))
            case "target" where kind != "sfq": target = try TrafficControlNumber.time(try words.value())
            case "interval", "tupdate": interval = try TrafficControlNumber.time(try words.value())
            case "ecn": marksECN = true
            case "noecn": marksECN = false
            case "flows", "quantum", "memory_limit", "drop_batch", "alpha", "beta", "perturb", "depth",
                "divisor",
                "ce_threshold", "headdrop":
                _ = words.number()
            default:
                _ = words.number()
                warnings.add("`\(word.text)` of \(kind) is left out", line: word.line)
            }
        }
        let codel = ControlledDelay(
            target: target ?? 5_000_000,
            interval: interval ?? 100_000_000,
            marksECN: marksECN
        )
        switch kind {
        case "pfifo_head_drop": discipline = .dropHead
        case "codel": discipline = .codel(codel)
        case "fq_codel": discipline = .fair(codel: codel)
        case "sfq": discipline = .fair(codel: nil)
        case "pie":
            discipline = .pie(
                ProportionalIntegral(
                    target: target ?? 15_000_000,
                    updateInterval: interval ?? 15_000_000,
                    marksECN: marksECN
                )
            )
        default: break
        }
    }

    private func packets(_ word: ShellWord) throws(ImportError) -> Int {
        var count = word
        // tc prints `limit 1000p`.
        if count.text.hasSuffix("p") { count.text.removeLast() }
        let packets = try TrafficControlNumber.count(count)
        guard packets > 0 else { throw word.error("a queue holds at least one packet") }
        return packets
    }

    private func bytes(_ word: ShellWord) throws(ImportError) -> Int {
        let bytes = try TrafficControlNumber.size(word)
        guard bytes >= 1500, bytes <= 1 << 34 else { throw word.error("a queue cannot have \(bytes) bytes") }
        return Int(bytes)
    }
}
