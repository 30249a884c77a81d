import LinkModel
import Scenarios
import Wire

/// A tree of nodes -> a sweep. Faults go to the log; the sweep must then not be used.
struct SweepDecoder {
    private static let mostSeeds: Int64 = 100_000
    /// Repetitions before a rule is asked.
    private static let leastSeeds = 3
    private static let mostSamples: Int64 = 1_000_000

    private let values: ValueReader
    private let defaultName: String

    init(_ values: ValueReader, _ defaultName: String) {
        self.values = values
        self.defaultName = defaultName
    }

    private var log: DiagnosticLog { values.log }

    /// Throws the faults of a scenario that it names, in that file's own words.
    func decode(_ root: YAMLNode, _ finding: SweepLoader.Finding) throws(ScenarioError) -> LoadedSweep? {
        guard let section = Section(root, "sweep", keys: SweepLoader.keys, values: values) else {
            return nil
        }
        if let node = section["sweep"], values.text(node, "sweep") != "1" {
            log.report("`sweep: 1` says which version of the format this is", at: node.span)
        }
        let scenarios = try scenarios(section, finding)
        let axes = SweepAxesDecoder(values).decode(section["axes"])
        let until = until(section)
        let design = SweepDesign(
            name: ScenarioName.read(section) ?? defaultName,
            sources: scenarios.map { SweepDesign.Source(name: $0.name, matrix: $0.matrix) },
            axes: axes.crossed,
            samples: samples(section, axes),
            seeds: until.map { (1...UInt64($0.repetitions.upperBound)).map { $0 } } ?? seeds(section),
            skipped: filters(section, "skip"),
            kept: filters(section, "only"),
            conditions: conditions(section),
            until: until
        )
        check(design, section)
        return LoadedSweep(design: design, scenarios: scenarios)
    }

    private func check(_ design: SweepDesign, _ section: Section) {
        guard log.isEmpty, design.count > SweepDesign.mostPoints else { return }
        let count = design.count == Int.max ? "more cells than can be counted" : "\(design.count) cells"
        log.report(
            "\(count): at most \(SweepDesign.mostPoints). `sample` chooses some of them evenly",
            at: section.keySpan("axes")
        )
    }

    private func scenarios(
        _ section: Section,
        _ finding: SweepLoader.Finding
    ) throws(ScenarioError) -> [SweptScenario] {
        guard
            let key = section.sole(
                of: ["scenario", "scenarios"],
                "a sweep changes one scenario, or several"
            ),
            let node = section[key]
        else { return [] }
        var found: [SweptScenario] = []
        for node in key == "scenarios" ? node.items : [node] {
            guard let name = values.text(node, key) else { continue }
            guard let (file, text, files) = file(name, node, finding) else { continue }
            let scenario = try SweptScenario(text: text, file: file, files: files)
            if found.contains(where: { $0.name == scenario.name }) {
                log.report("two scenarios are called \(scenario.name.quoted)", at: node.span)
            }
            found.append(scenario)
        }
        return found
    }

    private func file(
        _ name: String,
        _ node: YAMLNode,
        _ finding: SweepLoader.Finding
    ) -> (file: String, text: [UInt8], files: ScenarioFiles)? {
        do throws(ScenarioFileProblem) {
            return try finding(name)
        } catch {
            log.report(error.message, at: node.span)
            return nil
        }
    }

    private func until(_ section: Section) -> StopRule? {
        guard let node = section["until"],
            let until = Section(node, "until", keys: ["known", "least", "most"], values: values),
            until.require("known", "most"), let share = until.value("known", .ratio),
            let most = until.value("most", .count(in: 1...Self.mostSeeds))
        else { return nil }
        let least = until.value("least", .count(in: 1...Self.mostSeeds)) ?? min(Self.leastSeeds, most)
        guard least <= most else {
            log.report("`least` is above `most`", at: until.keySpan("least"))
            return nil
        }
        if section.has("seeds") {
            log.report(
                "`until` chooses the number of seeds itself: leave `seeds` out",
                at: section.keySpan("seeds")
            )
        }
        return StopRule(share: share, repetitions: least...most)
    }

    private func seeds(_ section: Section) -> [UInt64] {
        guard let node = section["seeds"] else { return [] }
        guard case .sequence(let items) = node.content else {
            let count = values.integer(node, "seeds", in: 1...Self.mostSeeds)
            return count.map { (1...UInt64($0)).map { $0 } } ?? []
        }
        let seeds = items.compactMap { values.integer($0, "seeds", in: 0...Int64.max).map(UInt64.init) }
        if Set(seeds).count < seeds.count { log.report("a seed is listed twice", at: node.span) }
        return seeds
    }

    /// Ranges without steps, sampled together.
    private func samples(_ section: Section, _ axes: SweepAxesDecoder.Axes) -> [[ScenarioSetting]] {
        guard let node = section["sample"] else {
            if let first = axes.sampled.first {
                log.report(
                    "`\(first.key)` has no `steps`: say how many, or how many cells to `sample`",
                    at: first.span
                )
            }
            return []
        }
        guard let sample = Section(node, "sample", keys: ["cells", "seed"], values: values),
            sample.require("cells"),
            let count = sample.value("cells", .count(in: 1...Self.mostSamples))
        else { return [] }
        guard !axes.sampled.isEmpty else {
            log.report("nothing to sample: leave the `steps` of a range in `axes` out", at: node.span)
            return []
        }
        guard count * axes.sampled.count <= SweepDesign.mostPoints else {
            log.report(
                "\(count) cells with \(axes.sampled.count) sampled values each are too many: at most "
                    + "\(SweepDesign.mostPoints) values",
                at: sample.keySpan("cells")
            )
            return []
        }
        let cube = LatinHypercube(
            points: count,
            seed: UInt64(sample.value("seed", .count(in: 0...Int64.max)) ?? 1)
        )
        let columns = axes.sampled.indices.map { axis in
            cube.places(along: axis).map { axes.sampled[axis].setting(at: $0) }
        }
        return (0..<count).map { point in columns.map { $0[point] } }
    }

    private func filters(_ section: Section, _ key: String) -> [SweepFilter] {
        guard let node = section[key] else { return [] }
        guard case .sequence(let items) = node.content else {
            log.report(
                "`\(key)` takes a list, as in `[ { client.policy: none, seed: [2, 3] } ]`",
                at: node.span
            )
            return []
        }
        return items.compactMap { item in
            guard let entries = item.entries, !entries.isEmpty else {
                log.report("an entry of `\(key)` is a mapping of keys to values", at: item.span)
                return nil
            }
            var values: [String: Set<String>] = [:]
            for entry in entries {
                values[entry.key] = Set(entry.value.items.compactMap { self.values.text($0, entry.key) })
            }
            return SweepFilter(values)
        }
    }

    private func conditions(_ section: Section) -> SweepConditions {
        var conditions = SweepConditions()
        if let clock: ClockKind = section.value("clock", .word) { conditions.clock = clock }
        if let line: LinkMode = section.value("link", .word) { conditions.line = line }
        conditions.kernel = section.value("kernel", .text)
        if conditions.kernel != nil, conditions.clock == .real {
            log.report(
                "`kernel` names a guest kernel, which only virtual time uses",
                at: section.keySpan("kernel")
            )
        }
        return conditions
    }
}
