import LinkModel

/// mahimahi's shells on a command line as a line, seen from inside them.
struct MahimahiImport {
    /// Packets of a queue without a limit.
    private static let endless = 1_000_000

    private let commands: [ShellCommand]
    private let file: (String) -> [UInt8]?
    private var link = LinkParameters(down: DirectionParameters(), up: DirectionParameters())
    private var warnings = ImportWarnings()

    init(_ commands: [ShellCommand], file: @escaping (String) -> [UInt8]?) {
        self.commands = commands
        self.file = file
    }

    /// A trace alone has no direction: most record the downstream one.
    static func line(of trace: OpportunityTrace) -> LinkImport {
        var warnings = ImportWarnings()
        warnings.add("a trace has no direction: it is used for `down`; `up` is left without a limit")
        var link = LinkParameters(down: DirectionParameters(), up: DirectionParameters())
        link.down.rate = trace.lineRate
        return LinkImport(.mahimahi, link, warnings)
    }

    /// nil if nothing in it is mahimahi's.
    func read() throws(ImportError) -> LinkImport? {
        var copy = self
        return try copy.found()
    }

    private mutating func found() throws(ImportError) -> LinkImport? {
        guard
            let words = commands.lazy.map(\.words).first(where: { $0.contains { Self.isShell($0.text) } })
        else { return nil }
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word.text {
            case "mm-delay": try addDelay(word, &rest)
            case "mm-loss": try addLoss(word, &rest)
            case "mm-link": try addLink(word, &rest)
            case "mm-onoff": try addOutages(word, &rest)
            case let text where Self.isShell(text): warnings.add("`\(text)` is left out", line: word.line)
            default: break
            }
        }
        return LinkImport(.mahimahi, link, warnings)
    }

    private static func isShell(_ text: String) -> Bool {
        text.hasPrefix("mm-")
    }

    private func value(of word: ShellWord, _ rest: inout ArraySlice<ShellWord>) throws(ImportError)
        -> ShellWord
    {
        guard let value = rest.popFirst() else { throw word.error("`\(word.text)` needs more words") }
        return value
    }

    private func direction(of word: ShellWord, _ rest: inout ArraySlice<ShellWord>) throws(ImportError)
        -> LinkDirection
    {
        let value = try value(of: word, &rest)
        switch value.text {
        case "uplink": return .up
        case "downlink": return .down
        default: throw value.error("`\(value.text)` is neither uplink nor downlink")
        }
    }

    private mutating func addDelay(_ word: ShellWord, _ rest: inout ArraySlice<ShellWord>) throws(ImportError)
    {
        let value = try value(of: word, &rest)
        guard let delay = Int64(value.text), (0...3_600_000).contains(delay) else {
            throw value.error("mm-delay takes whole milliseconds, an hour at most")
        }
        link.down.oneWayDelay += delay * 1_000_000
        link.up.oneWayDelay += delay * 1_000_000
        guard link.up.oneWayDelay <= 3_600_000_000_000 else {
            throw word.error("these delays add up to more than an hour")
        }
    }

    private mutating func addLoss(_ word: ShellWord, _ rest: inout ArraySlice<ShellWord>) throws(ImportError)
    {
        let direction = try direction(of: word, &rest)
        let value = try value(of: word, &rest)
        guard let share = Double(value.text), (0...1).contains(share) else {
            throw value.error("mm-loss takes a share from 0 to 1")
        }
        let before = link[direction].lossRatio
        link[direction].loss = .random(PacketShare(1 - (1 - before) * (1 - share)))
        if before == 0 { link[direction].loss = .random(PacketShare(share)) }
    }

    /// Both times are means in seconds; packets in an outage are lost.
    private mutating func addOutages(_ word: ShellWord, _ rest: inout ArraySlice<ShellWord>)
        throws(ImportError)
    {
        let direction = try direction(of: word, &rest)
        func time(_ value: ShellWord) throws(ImportError) -> Int64 {
            guard let seconds = Double(value.text), seconds > 0, seconds <= 3600 else {
                throw value.error("mm-onoff takes a time in seconds, above 0 and an hour at most")
            }
            return Int64((seconds * 1e9).rounded())
        }
        let up = try time(try value(of: word, &rest))
        let down = try time(try value(of: word, &rest))
        link[direction].outages = Outages(pattern: .random(meanUp: up, meanDown: down), packets: .lost)
    }

    private mutating func addLink(_ word: ShellWord, _ rest: inout ArraySlice<ShellWord>) throws(ImportError)
    {
        let options = try MahimahiLinkOptions(word, &rest)
        for warning in options.warnings { warnings.add(warning, line: word.line) }
        for direction in [LinkDirection.up, .down] {
            guard let argument = options.traces[direction] else { continue }
            guard let trace = try trace(argument, repeats: options.repeats) else {
                warnings.add(
                    "the trace `\(argument.text)` is missing: the rate is left without a limit",
                    line: argument.line
                )
                continue
            }
            let queue = options.queues[direction]
            if queue == nil {
                warnings.add(
                    "mm-link's queues are unlimited by default: \(Self.endless) packets are used",
                    line: word.line
                )
            }
            link[direction].rate = trace.lineRate
            link[direction].queue = queue?.limit ?? .packets(Self.endless)
            link[direction].discipline = queue?.discipline ?? .dropTail
        }
    }

    /// Reads the trace from the here-document that wrote it, or from a file of that name.
    private mutating func trace(_ argument: ShellWord, repeats: Bool) throws(ImportError) -> OpportunityTrace?
    {
        if let command = commands.first(where: { $0.output == argument.text && $0.document != nil }),
            let lines = command.document
        {
            let text = Array((lines.joined(separator: "\n") + "\n").utf8)
            // A trace that is not steady needs a file in the scenario.
            let name = argument.text.split(separator: "/").last.map(String.init) ?? argument.text
            let trace = try TraceText.read(
                text,
                name: name,
                firstLine: command.documentLine,
                repeats: repeats
            )
            if trace.steadyBps == nil {
                warnings.add(
                    "a scenario takes a trace from a file: write this one to `\(name)`",
                    line: command.documentLine
                )
            }
            return trace
        }
        guard let bytes = file(argument.text) else { return nil }
        do throws(ImportError) {
            return try TraceText.read(bytes, name: argument.text, repeats: repeats)
        } catch {
            let place = error.line.map { " in its line \($0)" } ?? ""
            throw argument.error("`\(argument.text)`\(place), \(error.message)")
        }
    }
}
