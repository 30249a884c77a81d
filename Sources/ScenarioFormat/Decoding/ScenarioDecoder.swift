import Scenarios

/// A tree of nodes -> a scenario. Faults go to the log; the scenario must then not be used.
struct ScenarioDecoder {
    let log: DiagnosticLog
    let traces: TraceLoader
    let contents: ContentLoader
    /// The name of a scenario that sets none.
    let defaultName: String
    let purpose: ScenarioPurpose

    func decode(_ root: YAMLNode) -> Scenario? {
        let values = ValueReader(log: log)
        guard let section = Section(root, "scenario", .scenario, values: values) else { return nil }
        checkVersion(section)
        let hosts = section["origins"].map {
            NamedOriginsDecoder(values: values, contents: contents).decode($0)
        }
        demandParts(section)
        let lines = LinkDecoder(values: values, traces: traces)
        let link = section["link"].map { lines.decode($0) } ?? LinkSettings()
        let decoder = OriginDecoder(values: values, contents: contents)
        let needsFiles = purpose == .run && !section.has("origins")
        let origin = section["origin"].map { decoder.decode($0, needsFiles: needsFiles) } ?? OriginSettings()
        let files = files(section, origin, hosts ?? [])
        let usual = ClientSettings()
        let client = section["client"].map { usual.changed(by: $0, .client, values) } ?? usual
        checkHTTP(section, origin, client)
        let seed = seed(section)
        var steps = StepsDecoder(lines, files: files, seed: seed, client: client, link: link)
        if let node = section["steps"] { steps.decode(node) }
        return Scenario(
            name: ScenarioName.read(section) ?? defaultName,
            about: about(section),
            seed: seed,
            clock: section.value("clock", .word),
            hasProxy: hasProxy(section, origin, client),
            link: link.settled,
            origin: origin,
            namedOrigins: hosts ?? [],
            client: client,
            steps: steps.steps,
            expectations: expectations(section, steps, files)
        )
    }

    private static let examples = [
        "link": ": name a profile, as in `link: { profile: nlc/dsl }`",
        "origin": ": it holds the `files` to fetch",
        "steps": ": there is nothing to do",
    ]

    private func demandParts(_ section: Section) {
        guard purpose == .run else { return }
        for key in ["link", "origin", "steps"] where !section.has(key) {
            if key == "origin", section.has("origins") { continue }
            log.report("`\(key)` is missing\(Self.examples[key] ?? "")", at: section.span)
        }
    }

    /// The files that steps can name. Files of two hosts must not share a name.
    private func files(_ section: Section, _ origin: OriginSettings, _ hosts: [NamedOrigin]) -> FileSelection
    {
        let files = Scenario.files(of: origin, hosts)
        var seen: Set<String> = []
        for file in files where !seen.insert(file.name).inserted {
            log.report(
                "\(file.name.quoted) is a file of `origin` and of \(file.host.quoted)",
                at: section.keySpan("origins")
            )
        }
        return FileSelection(files, isEncrypted: origin.encryption != nil, log: log)
    }

    private func checkVersion(_ section: Section) {
        guard section.has("netlab") else {
            if purpose == .bench { return }
            log.report(
                "`netlab: 1` is missing: it says which version of the format this is",
                at: section.span
            )
            return
        }
        guard let node = section["netlab"], let text = section.values.text(node, "netlab"), text != "1" else {
            return
        }
        log.report(
            "`netlab: \(text.cut)` is not a version that can be read: write `netlab: 1`",
            at: node.span
        )
    }

    private func about(_ section: Section) -> String? {
        guard let text = section.value("about", .text) else { return nil }
        let hasControls = text.unicodeScalars.contains {
            $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
        }
        if hasControls { log.report("`about` has control characters", at: section.keySpan("about")) }
        return text
    }

    /// Over plain HTTP a proxy is asked by HTTP/1.1, so that no transfer could be HTTP/2 as the origin wants it.
    private func hasProxy(_ section: Section, _ origin: OriginSettings, _ client: ClientSettings) -> Bool {
        guard section.value("proxy", .flag) == true else { return false }
        let spoken = client.http ?? origin.http.first
        if spoken == .http3 {
            log.report(
                "an HTTP proxy carries no HTTP/3: choose `http: h2` in `client`, or leave `proxy` out",
                at: section.place("proxy") ?? section.keySpan("proxy")
            )
        }
        if origin.encryption == nil, spoken == .http2 {
            log.report(
                "clients speak HTTP/1.1 to a proxy unless TLS negotiates HTTP/2: with `http: [h2]`, `proxy: true` also "
                    + "needs `tls` in `origin`",
                at: section.place("proxy") ?? section.keySpan("proxy")
            )
        }
        return true
    }

    /// The client speaks what the origin offers, and HTTP/3 is always encrypted.
    private func checkHTTP(_ section: Section, _ origin: OriginSettings, _ client: ClientSettings) {
        if origin.http.contains(.http3), origin.encryption == nil {
            log.report(
                "HTTP/3 is always encrypted: with `h3` in `http`, `origin` also needs `tls: true`",
                at: section.keySpan("origin")
            )
        }
        checkQUIC(section, origin)
        if let http = client.http, !origin.http.contains(http) {
            let offered = origin.http.map(\.rawValue).joined(separator: ", ")
            log.report(
                "the client is to speak `\(http.rawValue)`, and the origin offers `http: [\(offered)]` only",
                at: section.keySpan("client")
            )
        }
    }

    /// A bench may speak HTTP/3 although its scenario does not say so (`netlab serve --http3`).
    private func checkQUIC(_ section: Section, _ origin: OriginSettings) {
        let takesEarlyData = origin.encryption?.takesEarlyData ?? false
        if takesEarlyData, origin.encryption?.resumes == false {
            log.report(
                "only a resumed session brings early data: leave out `resumption: false`",
                at: section.keySpan("origin")
            )
        }
        guard purpose == .run, !origin.http.contains(.http3) else { return }
        for (key, isUsed) in [("earlyData", takesEarlyData), ("quic", origin.quic != OriginQUIC())]
        where isUsed {
            log.report(
                "`\(key)` is for HTTP/3 alone: `origin` also needs `http: [h3]`",
                at: section.keySpan("origin")
            )
        }
    }

    private func seed(_ section: Section) -> UInt64 {
        section["seed"].flatMap { node in
            section.values.value(node, "seed", "a whole number from 0 to \(UInt64.max)") {
                $0.hasPrefix("+") ? nil : UInt64($0)
            }
        } ?? Scenario.defaultSeed
    }

    private func expectations(_ section: Section, _ steps: StepsDecoder, _ files: FileSelection)
        -> [Expectation]
    {
        var fetched = [String: [String]]()
        for case .fetch(let step) in steps.steps {
            var seen = Set(fetched[step.name] ?? [])
            fetched[step.name, default: []] += step.entries.map(\.file).filter { seen.insert($0).inserted }
        }
        var written: [(node: YAMLNode, step: String?)] = steps.expectations.map { ($0.node, $0.step) }
        if let node = section["expect"] { written += node.items.map { ($0, nil) } }
        if written.count > ScenarioLimits.items {
            log.report(
                "more than \(ScenarioLimits.items) expectations",
                at: written[ScenarioLimits.items].node.span
            )
        }
        let parser = ExpectationParser(
            values: section.values,
            steps: fetched,
            files: files.names
        )
        let found = written.prefix(ScenarioLimits.items).compactMap { parser.parse($0.node, in: $0.step) }
        return found.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(
            \.element
        )
    }
}
