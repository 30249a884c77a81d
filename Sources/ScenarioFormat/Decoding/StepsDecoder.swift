import Scenarios
import Wire

/// `steps:` -> the steps in order, with their expectations.
struct StepsDecoder {
    let values: ValueReader
    let selection: FileSelection
    /// The draws of patterns depend on it.
    private let seed: UInt64
    /// The client's settings after the last step.
    var client: ClientSettings
    /// The line after the last step; queue limits that are not set stay open.
    private var link: LinkSettings
    private let lines: LinkDecoder
    private var names = [String: Int]()
    private(set) var steps: [Step] = []
    /// Expectations and their steps.
    private(set) var expectations: [(node: YAMLNode, step: String)] = []
    private var entryCount = 0
    /// Time by which the steps so far advance the calendar: of a thousand steps it fits into 128 bits only.
    private var advanced: Int128 = 0

    static let verbs = ["fetch", "forget", "change", "client", "link", "wait", "advance"]
    static let fetchKeys = ["name", "start", "think", "expect"]

    init(
        _ lines: LinkDecoder,
        files: FileSelection,
        seed: UInt64,
        client: ClientSettings,
        link: LinkSettings
    ) {
        self.lines = lines
        values = lines.values
        selection = files
        self.seed = seed
        self.client = client
        self.link = link
    }

    private var log: DiagnosticLog { values.log }

    mutating func decode(_ node: YAMLNode) {
        guard case .sequence(let items) = node.content else {
            if !node.isRefused {
                log.report("`steps` takes a list of steps, not \(node.description)", at: node.span)
            }
            return
        }
        if items.isEmpty { log.report("`steps` is empty: there is nothing to do", at: node.span) }
        for item in limited(items, "steps", at: node.span) where !log.isFull {
            if let step = decode(step: item) { steps.append(step) }
        }
    }

    private mutating func decode(step node: YAMLNode) -> Step? {
        guard let section = Section(node, "step", .step, values: values) else { return nil }
        let found = Self.verbs.filter { section.has($0) }
        guard let verb = found.first else {
            // An unknown key is probably the verb, and already reported.
            let keys = Set(node.entries?.map(\.key) ?? [])
            if keys.isSubset(of: Self.fetchKeys) {
                log.report("a step is one verb: \(Self.verbs.joined(separator: ", "))", at: node.span)
            }
            return nil
        }
        for other in found.dropFirst() {
            log.report("a step is one verb: `\(other)` is a step of its own", at: section.keySpan(other))
        }
        if verb == "fetch" { return fetch(section).map { .fetch($0) } }
        for key in Self.fetchKeys where section.has(key) {
            log.report("`\(key)` belongs to a step that fetches", at: section.keySpan(key))
        }
        return other(verb, section)
    }

    private mutating func other(_ verb: String, _ section: Section) -> Step? {
        switch verb {
        case "forget":
            let forgetting: Step.Forgetting? = section.value("forget", .word)
            return forgetting.map { .forget($0) }
        case "change":
            return section["change"].map { .change(changed($0)) }
        case "client":
            guard let node = section["client"] else { return nil }
            client = client.changed(by: node, .clientStep, values)
            return .client(client)
        case "link":
            guard let node = section["link"] else { return nil }
            link = lines.decode(step: node, over: link)
            return .link(link.settled)
        case "advance":
            return advance(section)
        default:
            return section.value("wait", .duration(in: ScenarioLimits.waiting)).map { .wait($0) }
        }
    }

    private mutating func advance(_ section: Section) -> Step? {
        guard let time = section.value("advance", .duration(in: ScenarioLimits.advancing)) else {
            return nil
        }
        advanced += Int128(time)
        if advanced > Int128(ScenarioLimits.advancingInAll) {
            let most = Quantity.text(nanoseconds: ScenarioLimits.advancingInAll)
            log.report("all steps together `advance` by at most \(most)", at: section.keySpan("advance"))
        }
        return .advance(time)
    }

    private func changed(_ node: YAMLNode) -> [String] {
        var files = [String]()
        var seen = Set<String>()
        for item in limited(node.items, "names in `change`", at: node.span) where !log.isFull {
            guard let text = values.text(item, "change") else { continue }
            let found = selection.files(named: text, at: item.span, allowingAll: item == node)
            files += found.filter { seen.insert($0).inserted }
        }
        if case .sequence([]) = node.content {
            log.report("`change` is empty: name at least one file", at: node.span)
        }
        return files
    }

    // MARK: Fetching

    private mutating func fetch(_ section: Section) -> FetchStep? {
        let name = name(section)
        let start = start(section)
        let entries = section["fetch"].map { self.entries($0, of: name ?? "", start: start) } ?? []
        if let name, let expect = section["expect"] {
            expectations += expect.items.map { ($0, name) }
        }
        let think = think(section, start: start)
        return name.map { FetchStep(name: $0, entries: entries, start: start, think: think) }
    }

    private mutating func name(_ section: Section) -> String? {
        guard section.has("name") else {
            log.report("a step that fetches needs a `name`", at: section.keySpan("fetch"))
            return nil
        }
        guard let node = section["name"], let name = values.text(node, "name") else { return nil }
        if let fault = Self.fault(ofName: name) {
            log.report("\(name.quoted) cannot name a step: \(fault)", at: node.span)
        }
        if let line = names[name] {
            log.report("a second step \(name.quoted), the first is on line \(line)", at: node.span)
        } else {
            names[name] = node.span.line
        }
        return name
    }

    /// Why a name cannot precede a metric in an expectation; nil if it can.
    private static func fault(ofName name: String) -> String? {
        if name.count > ScenarioLimits.nameLength {
            return "it is longer than \(ScenarioLimits.nameLength) characters"
        }
        guard let first = name.first, first.isLetter else { return "it must begin with a letter" }
        let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        return isWord ? nil : "use letters, digits, - and _"
    }

    private func start(_ section: Section) -> FetchStep.Start {
        guard let node = section["start"], let text = values.text(node, "start") else { return .together }
        let prefix = "every "
        if text.hasPrefix(prefix) {
            let interval = YAMLNode(
                .scalar(YAMLScalar(text: String(text.dropFirst(prefix.count)), style: .plain)),
                values.place(in: node, offset: prefix.count)
            )
            return values.amount(interval, "start: every", .duration, in: ScenarioLimits.waiting).map {
                .every($0)
            }
                ?? .together
        }
        let words = ["together", "in-turn", "every 200 ms"]
        return values.word(node, "start", among: words) == "in-turn" ? .inTurn : .together
    }

    private func think(_ section: Section, start: FetchStep.Start) -> Nanoseconds {
        if section.has("think"), start != .inTurn {
            log.report("`think` belongs to a step that starts `in-turn`", at: section.keySpan("think"))
        }
        return section.value("think", .duration(in: ScenarioLimits.waiting)) ?? 0
    }

    private mutating func entries(_ node: YAMLNode, of step: String, start: FetchStep.Start)
        -> [FetchStep.Entry]
    {
        var entries = [FetchStep.Entry]()
        for item in node.items where !log.isFull {
            let found = page(item, of: step, start: start, isWhole: item == node)
            entryCount += found.reduce(0) { $0 + $1.callers }
            guard entryCount <= ScenarioLimits.entries else {
                log.report("more than \(ScenarioLimits.entries) fetches", at: node.span)
                break
            }
            entries += found
        }
        if case .sequence([]) = node.content {
            log.report("`fetch` is empty: name at least one file", at: node.span)
        }
        return entries
    }

    /// The entries of one item of `fetch`. A nested list is a page, whose files start together.
    private func page(_ node: YAMLNode, of step: String, start: FetchStep.Start, isWhole: Bool)
        -> [FetchStep.Entry]
    {
        let single = FetchEntryDecoder(values: values, selection: selection, start: start)
        if FetchPatternDecoder.reads(node) {
            return FetchPatternDecoder(values: values, selection: selection, seed: seed, step: step)
                .entries(node)
        }
        guard !isWhole, case .sequence(let items) = node.content else {
            return single.entries(node, isWhole: isWhole)
        }
        if items.isEmpty { log.report("a page of `fetch` is empty: name at least one file", at: node.span) }
        var entries = limited(items, "files on a page", at: node.span).flatMap {
            single.entries($0, isWhole: false)
        }
        for place in entries.indices.dropFirst() { entries[place].isOnSamePage = true }
        return entries
    }

    /// The items up to the limit; the rest is reported.
    private func limited(_ items: [YAMLNode], _ what: String, at span: SourceSpan) -> ArraySlice<YAMLNode> {
        if items.count > ScenarioLimits.items {
            log.report("more than \(ScenarioLimits.items) \(what)", at: span)
        }
        return items.prefix(ScenarioLimits.items)
    }
}
