import LinkModel

/// All disciplines of one interface, combined into a direction.
struct DeviceReading {
    private(set) var direction = DirectionParameters()
    /// netem's limit in packets; nil if another discipline sets the queue.
    private(set) var limit: Int?
    private(set) var framing: LinkFraming?

    init(_ records: [QueueingRecord], warnings: inout ImportWarnings) throws(ImportError) {
        var bucket: TokenBucketReader?
        var queue: QueueReader?
        var hasNetem = false
        for record in records {
            switch record.kind.text {
            case "netem":
                if hasNetem {
                    warnings.add("there is more than one netem: this one is used", line: record.kind.line)
                }
                hasNetem = true
                let netem = try NetemReader(record, warnings: &warnings)
                direction = netem.direction
                limit = netem.limit
                framing = netem.framing
            case "tbf": bucket = try TokenBucketReader(record, warnings: &warnings)
            case let kind where QueueReader.kinds.contains(kind):
                queue = try QueueReader(record, warnings: &warnings)
            case let kind where QueueReader.defaults.contains(kind): break
            default:
                warnings.add(
                    "`\(record.kind.text)` is ignored: only netem, tbf and queues are read",
                    line: record.kind.line
                )
            }
        }
        if let bucket {
            if let rate = direction.rateBps, rate != bucket.rateBps {
                warnings.add("netem and tbf both have a rate: tbf's rate is used")
            }
            direction.rate = .constant(bucket.rateBps)
            direction.queue = bucket.queue
            limit = nil
        }
        if let queue {
            direction.discipline = queue.discipline
            if let asked = queue.queue {
                direction.queue = asked
                limit = nil
            }
        }
    }
}
