import LinkModel

/// tbf's options: a rate and a queue in bytes.
struct TokenBucketReader {
    private(set) var rateBps: Int64 = 0
    private(set) var queue: QueueLimit?

    init(_ record: QueueingRecord, warnings: inout ImportWarnings) throws(ImportError) {
        var words = WordReader(record)
        var burst: Int64 = 0
        var limit: Int64?
        var latency: Int64?
        while let word = words.next() {
            switch word.text {
            case "rate": rateBps = try TrafficControlNumber.rate(try words.value())
            case "burst", "buffer", "maxburst": burst = try Self.firstSize(try words.value())
            case "limit": limit = try TrafficControlNumber.size(try words.value())
            case "latency", "lat": latency = try TrafficControlNumber.time(try words.value())
            case "peakrate", "mtu", "minburst", "mpu", "overhead", "linklayer":
                _ = try words.value()
                warnings.add("tbf's `\(word.text)` is left out", line: word.line)
            default: throw word.error("tbf has no option `\(word.text)`")
            }
        }
        guard rateBps > 0 else { throw record.kind.error("tbf needs a `rate`") }
        if burst > 2 * 1540 {
            warnings.add(
                "tbf lets \(burst) bytes through at once after a pause: here the rate holds from the first byte on",
                line: record.kind.line
            )
        }
        if let latency { limit = Int64((Double(rateBps) / 8 * Double(latency) / 1e9).rounded()) + burst }
        if let limit {
            guard limit >= 1500 else {
                throw record.kind.error("a queue of \(limit) bytes is too small for a packet")
            }
            queue = .bytes(Int(clamping: min(limit, 1 << 34)))
        }
    }

    /// tc prints and accepts a bucket as `6000/16`, with its cell size.
    private static func firstSize(_ word: ShellWord) throws(ImportError) -> Int64 {
        var size = word
        size.text = String(word.text.prefix { $0 != "/" })
        return try TrafficControlNumber.size(size)
    }
}
