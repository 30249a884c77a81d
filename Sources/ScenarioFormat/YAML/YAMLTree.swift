/// Builds the tree of one document from the parser's events.
struct YAMLTree {
    /// The parser stopped, or a limit was exceeded: the log has the reason.
    private struct Stop: Error {}

    private let reader: YAMLEventReader
    private let log: DiagnosticLog
    private let flag: String?
    private var nodes = 0

    private init(reader: YAMLEventReader, log: DiagnosticLog, flag: String?) {
        self.reader = reader
        self.log = log
        self.flag = flag
    }

    /// The root of the document; nil with the reasons in the log. Faults that still leave a tree are also in
    /// the log. `flag` is the command-line flag that contains the text.
    static func read(_ text: String, log: DiagnosticLog, flag: String? = nil) -> YAMLNode? {
        let source = SourceText(text)
        if flag == nil { log.read(source) }
        var tree = YAMLTree(reader: YAMLEventReader(Array(text.utf8)), log: log, flag: flag)
        do {
            return try tree.document()
        } catch let error as YAMLSyntaxError {
            let (message, span) = error.explanation(in: source)
            log.report(message, at: tree.flagged(span))
        } catch {
            // Reported where it was found.
        }
        return nil
    }

    private mutating func document() throws -> YAMLNode? {
        var root: YAMLNode?
        while true {
            let event = try reader.next()
            switch event.kind {
            case .end: return root
            case .documentEnd: continue
            case .documentStart:
                guard root == nil else {
                    log.report("a second document: \(log.subject) has only one", at: flagged(event.span))
                    throw Stop()
                }
                root = try node(try reader.next(), depth: 1)
            default: throw Stop()
            }
        }
    }

    private mutating func node(_ event: YAMLEvent, depth: Int) throws -> YAMLNode {
        let span = flagged(event.span)
        try count(at: span, depth: depth)
        refuseDecoration(event, at: span)
        switch event.kind {
        case .scalar(let scalar):
            return YAMLNode(.scalar(scalar), span)
        case .alias:
            let name = event.anchor ?? ""
            log.report(
                "`*\(name)` is an alias, which \(log.subject) cannot have: write the value out, or quote it: \"*\(name)\"",
                at: span
            )
            return YAMLNode(.refused, span)
        case .sequenceStart:
            return try sequence(from: span, depth: depth)
        case .mappingStart:
            return try mapping(from: span, depth: depth)
        default:
            throw Stop()
        }
    }

    private mutating func sequence(from start: SourceSpan, depth: Int) throws -> YAMLNode {
        var items = [YAMLNode]()
        while true {
            let event = try reader.next()
            if case .sequenceEnd = event.kind {
                return YAMLNode(.sequence(items), joined(start, event.span))
            }
            items.append(try node(event, depth: depth + 1))
        }
    }

    private mutating func mapping(from start: SourceSpan, depth: Int) throws -> YAMLNode {
        var entries = [YAMLEntry]()
        var lines = [String: Int]()
        while true {
            let event = try reader.next()
            if case .mappingEnd = event.kind {
                return YAMLNode(.mapping(entries), joined(start, event.span))
            }
            let key = try node(event, depth: depth + 1)
            let value = try node(try reader.next(), depth: depth + 1)
            guard let name = key.scalar?.text else {
                if !key.isRefused { log.report("a key is a word, not \(key.description)", at: key.span) }
                continue
            }
            if let line = lines[name] {
                log.report("duplicate key \(name.quoted), first on line \(line)", at: key.span)
                continue
            }
            lines[name] = key.span.line
            entries.append(YAMLEntry(key: name, keySpan: key.span, value: value))
        }
    }

    private mutating func count(at span: SourceSpan, depth: Int) throws {
        nodes += 1
        if depth > YAMLLimits.nesting {
            log.report("nested more than \(YAMLLimits.nesting) deep", at: span)
            throw Stop()
        }
        if nodes > YAMLLimits.nodes {
            log.report("more than \(YAMLLimits.nodes) values", at: span)
            throw Stop()
        }
    }

    private func refuseDecoration(_ event: YAMLEvent, at span: SourceSpan) {
        if case .alias = event.kind { return }
        if let anchor = event.anchor {
            log.report("`&\(anchor)` is an anchor, which \(log.subject) cannot have", at: span)
        }
        if let tag = event.tag {
            log.report(
                "\(tag.quoted) is a tag, which \(log.subject) cannot have: its key decides how a value is read",
                at: span
            )
        }
    }

    private func flagged(_ span: SourceSpan) -> SourceSpan {
        var span = span
        span.flag = flag
        return span
    }

    private func joined(_ start: SourceSpan, _ end: SourceSpan) -> SourceSpan {
        SourceSpan(
            line: start.line,
            column: start.column,
            endLine: end.endLine,
            endColumn: end.endColumn,
            flag: flag
        )
    }
}
