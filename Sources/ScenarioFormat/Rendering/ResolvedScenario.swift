import LinkModel
package import Scenarios

/// A scenario written with every default filled in: loading it returns the same scenario.
///
/// The text depends only on the scenario, so equal scenarios have equal digests.
package struct ResolvedScenario {
    package let scenario: Scenario

    package init(_ scenario: Scenario) {
        self.scenario = scenario
    }

    package var text: String {
        (["netlab: 1"] + heading + LinkYAML(scenario.link).lines(indent: "") + ["origin:"]
            + OriginYAML(scenario.origin).lines(indent: "  ")
            + OriginYAML.lines(scenario.namedOrigins) + ["client:"]
            + scenario.client.fields.map { "  " + $0 } + steps + expectations).joined(separator: "\n") + "\n"
    }

    private var heading: [String] {
        var lines = ["name: \(scenario.name.quotedForYAML)"]
        if let about = scenario.about { lines.append("about: \(about.quotedForYAML)") }
        lines.append("seed: \(scenario.seed)")
        if let clock = scenario.clock { lines.append("clock: \(clock.rawValue)") }
        if scenario.hasProxy { lines.append("proxy: true") }
        return lines
    }

    private var steps: [String] {
        var before = scenario.link
        return ["steps:"]
            + scenario.steps.flatMap { step in
                guard case .link(let link) = step else { return self.step(step) }
                defer { before = link }
                return LinkYAML(link, since: before).lines(indent: "  - ")
            }
    }

    private func step(_ step: Step) -> [String] {
        switch step {
        case .fetch(let fetch):
            ["  - name: \(fetch.name.quotedForYAML)", "    fetch:"] + pages(fetch) + [
                "    start: \(start(fetch.start))"
            ] + (fetch.think > 0 ? ["    think: \(Quantity.text(nanoseconds: fetch.think))"] : [])
        case .forget(let what): ["  - forget: \(what.rawValue)"]
        case .change(let files): ["  - change: [\(files.map(\.quotedForYAML).joined(separator: ", "))]"]
        case .client(let settings): ["  - client:"] + changed(settings).map { "      " + $0 }
        case .link: []
        case .wait(let time): ["  - wait: \(Quantity.text(nanoseconds: time))"]
        case .advance(let time): ["  - advance: \(Quantity.text(nanoseconds: time))"]
        }
    }

    /// What a step can change: the host keeps its settings for the whole run.
    private func changed(_ client: ClientSettings) -> [String] {
        var client = client
        client.receiveBuffer = nil
        return client.fields
    }

    /// The fetches drawn from a pattern are written out: the list shows what the run requested.
    private func pages(_ fetch: FetchStep) -> [String] {
        fetch.pages.map { page in
            let entries = fetch.entries[page].map(entry)
            return "      - " + (entries.count == 1 ? entries[0] : "[\(entries.joined(separator: ", "))]")
        }
    }

    private func entry(_ entry: FetchStep.Entry) -> String {
        let fields = entry.fields
        return fields.count == 1 ? entry.file.quotedForYAML : KeyWriter.mapping(fields)
    }

    private func start(_ start: FetchStep.Start) -> String {
        switch start {
        case .together: "together"
        case .inTurn: "in-turn"
        case .every(let interval): "every \(Quantity.text(nanoseconds: interval))"
        }
    }

    private var expectations: [String] {
        scenario.expectations.isEmpty
            ? [] : ["expect:"] + scenario.expectations.map { "  - \($0.text.quotedForYAML)" }
    }
}
