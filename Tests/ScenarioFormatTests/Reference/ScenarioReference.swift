@testable import ScenarioFormat

/// `docs/reference/scenario.md`: every key of a scenario, as the decoder takes it.
enum ScenarioReference {
    static func page() throws -> String {
        let sections = ReferenceSection.all.map { section in
            let answering = SectionKind.behaviour.keys
            let answers = section.kind != .behaviour && Set(answering).isSubset(of: section.kind.keys)
            let shared = answers ? answering : []
            let own = section.kind.keys.unique.filter { !shared.contains($0) }
            let rows = own.map { key in
                let takes = KeyProbe(section: section, key: key).takes ?? "?"
                return "| `\(key)` | \(takes.replacing("|", with: "\\|")) |"
            }
            let more =
                answers ? ["", "Also every key of an entry of `paths`."] : []
            return ([heading(section.place), "| key | takes |", "|---|---|"] + rows + more)
                .joined(separator: "\n")
        }
        return ([opening, units] + sections + [try defaults()]).joined(separator: "\n\n") + "\n"
    }

    private static func heading(_ place: String) -> String {
        "## \(place.prefix(1).uppercased())\(place.dropFirst())\n"
    }

    private static let opening = """
        # The keys of a scenario

        Generated from the program by `make reference`. [scenarios.md](../scenarios.md) explains them, with
        examples.

        A mapping has a section of its own on this page. A quantity carries its unit:
        """

    private static let units =
        (["| quantity | units |", "|---|---|"]
        + QuantityKind.allCases.map { "| \($0.noun) | `\($0.units.map(\.name).joined(separator: "` `"))` |" })
        .joined(separator: "\n")

    /// A short scenario with every default filled in.
    private static func defaults() throws -> String {
        let set = try ScenarioLoader.load(text: Array(shortest.utf8), file: "shortest.yaml")
        let resolved = set.variants.map { ResolvedScenario($0.scenario).text }.joined()
        return """
            ## Defaults

            The scenario

            ```yaml
            \(shortest)```

            has these settings, as `resolved.yaml` in a run's folder shows them:

            ```yaml
            \(resolved)```
            """
    }

    private static let shortest = """
        netlab: 1
        link: { profile: nlc/dsl }
        origin: { files: { a.jpg: { image: jpeg, size: 10 kB } } }
        steps: [ { name: cold, fetch: all } ]

        """
}

extension [String] {
    /// Each once, at its first place.
    fileprivate var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
