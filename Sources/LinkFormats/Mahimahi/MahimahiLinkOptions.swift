import LinkModel

/// The words after `mm-link`: two traces and options, up to `--`, another shell or the command.
struct MahimahiLinkOptions {
    struct Queue {
        var limit: QueueLimit?
        var discipline: QueueDiscipline = .dropTail
    }

    private(set) var traces: [LinkDirection: ShellWord] = [:]
    private(set) var queues: [LinkDirection: Queue] = [:]
    private(set) var repeats = true
    private(set) var warnings: [String] = []

    private var kinds: [LinkDirection: ShellWord] = [:]
    private var arguments: [LinkDirection: ShellWord] = [:]

    init(_ word: ShellWord, _ rest: inout ArraySlice<ShellWord>) throws(ImportError) {
        while let next = rest.first {
            guard next.text.hasPrefix("--") || traces.count < 2 else { break }
            rest = rest.dropFirst()
            if next.text == "--" { break }
            if next.text.hasPrefix("--") {
                try option(next, &rest)
            } else {
                traces[traces.isEmpty ? .up : .down] = next
            }
        }
        guard traces.count == 2 else { throw word.error("mm-link needs two traces: up and down") }
        for direction in [LinkDirection.up, .down] {
            if let kind = kinds[direction] { queues[direction] = try queue(kind, arguments[direction]) }
        }
    }

    /// `--name=value` or `--name value`.
    private mutating func option(_ word: ShellWord, _ rest: inout ArraySlice<ShellWord>) throws(ImportError) {
        let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        func value() throws(ImportError) -> ShellWord {
            if parts.count == 2 {
                return ShellWord(text: String(parts[1]), line: word.line, column: word.column)
            }
            guard let value = rest.popFirst() else { throw word.error("`\(name)` needs a value") }
            return value
        }
        switch name {
        case "--once": repeats = false
        case "--uplink-queue": kinds[.up] = try value()
        case "--downlink-queue": kinds[.down] = try value()
        case "--uplink-queue-args": arguments[.up] = try value()
        case "--downlink-queue-args": arguments[.down] = try value()
        case "--uplink-log", "--downlink-log": _ = try value()
        case let text where text.hasPrefix("--meter"): break
        default: throw word.error("mm-link has no option `\(name)`")
        }
    }

    private mutating func queue(_ kind: ShellWord, _ arguments: ShellWord?) throws(ImportError) -> Queue? {
        let numbers = try numbers(arguments)
        var queue = Queue()
        if let packets = numbers["packets"] { queue.limit = .packets(Int(packets)) }
        if let bytes = numbers["bytes"] { queue.limit = .bytes(Int(max(1500, bytes))) }
        switch kind.text {
        case "infinite": return nil
        case "droptail": break
        case "drophead": queue.discipline = .dropHead
        case "codel":
            queue.discipline = .codel(
                ControlledDelay(
                    target: (numbers["target"] ?? 5) * 1_000_000,
                    interval: (numbers["interval"] ?? 100) * 1_000_000
                )
            )
        case "pie":
            queue.discipline = .pie(ProportionalIntegral(target: (numbers["qdelay_ref"] ?? 15) * 1_000_000))
            if numbers["max_burst"] != nil { warnings.append("PIE's max_burst is left out") }
        default: throw kind.error("mm-link has no queue `\(kind.text)`")
        }
        return queue
    }

    /// `packets=100, target=5`.
    private func numbers(_ word: ShellWord?) throws(ImportError) -> [String: Int64] {
        guard let word else { return [:] }
        var numbers: [String: Int64] = [:]
        for part in word.text.split(whereSeparator: { $0 == "," || $0 == " " }) {
            let pair = part.split(separator: "=", omittingEmptySubsequences: false)
            guard pair.count == 2, let number = Int64(pair[1]), (1...10_000_000).contains(number) else {
                throw word.error("`\(part)` is not NAME=NUMBER")
            }
            numbers[String(pair[0])] = number
        }
        return numbers
    }
}
