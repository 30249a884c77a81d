/// How often the threads of each name made each call on each kind of subject.
struct CallTally {
    private struct Key: Hashable {
        var thread: String
        var call: String
        var kind: String
    }

    private var counts: [Key: Int] = [:]

    /// The number of this call among its kind, from 1.
    mutating func count(_ call: String, on kind: String, by thread: String) -> Int {
        let key = Key(thread: thread, call: call, kind: kind)
        counts[key, default: 0] += 1
        return counts[key] ?? 0
    }

    var lines: [String] {
        counts.map { "calls\t\($0.thread)\t\($0.call)\t\($0.kind)\t\($1)" }.sorted()
    }
}
