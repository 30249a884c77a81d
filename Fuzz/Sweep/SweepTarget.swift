import FuzzSupport
import ScenarioFormat
import Scenarios

/// Any bytes as a sweep's file: refused with a reason, or cells that can be had by their numbers, no more of them than
/// allowed, each of which is a scenario or is refused with a reason.
package func fuzzSweep(_ bytes: [UInt8]) {
    // Hundreds of thousands of values are allowed, and take the fuzzer's time.
    guard !asksForMany(bytes) else { return }
    guard let sweep = load(bytes) else { return }
    let design = sweep.design
    demand(design.sources.count == sweep.scenarios.count, "a source without a scenario")
    demand(design.count <= SweepDesign.mostPoints, "more cells than allowed: \(design.count)")
    demand(!design.axes.contains { $0.values.isEmpty }, "an axis without a value")
    let reader = SweepReader(sweep)
    for number in numbers(below: design.count) {
        guard let point = design.point(number) else { continue }
        demand(design.sources.indices.contains(point.source), "a cell of no scenario")
        demand(design.point(number) == point, "two cells of one number")
        check(point, reader)
    }
}

/// The first cells, the last one, and some between them.
private func numbers(below count: Int) -> [Int] {
    let step = max(1, count / 6)
    return Array(
        Set(Array(stride(from: 0, to: count, by: step)) + [1, count - 1].filter { (0..<count).contains($0) })
    )
    .sorted()
}

private func check(_ point: SweepPoint, _ reader: SweepReader) {
    demand(Set(point.settings.map(\.key)).count == point.settings.count, "a key is set twice")
    for setting in point.settings { demand(setting.number?.isNaN != true, "no number: \(setting.value)") }
    do throws(ScenarioError) {
        let scenario = try reader.scenario(of: point)
        if let seed = point.seed { demand(scenario.seed == seed, "another seed") }
    } catch {
        demand(!error.diagnostics.isEmpty && !error.description.isEmpty, "refused without a reason")
    }
}

private func load(_ bytes: [UInt8]) -> LoadedSweep? {
    do throws(ScenarioError) {
        return try SweepLoader.load(text: bytes, file: "fuzzed.yaml", files: .none) {
            name throws(ScenarioFileProblem) in
            guard let text = scenarios[name] else { throw ScenarioFileProblem("there is no such file") }
            return ("\(name).yaml", Array(text.utf8), .none)
        }
    } catch {
        demand(!error.diagnostics.isEmpty && !error.description.isEmpty, "refused without a reason")
        return nil
    }
}

private let scenarios = [
    "base": """
    netlab: 1
    link: { profile: dsl }
    origin: { files: { a.jpg: { image: jpeg, size: 10 kB } } }
    steps: [{ name: cold, fetch: all }]
    """,
    "matrix": """
    netlab: 1
    link: { down: { rate: 1 Mbit/s }, up: { rate: 1 Mbit/s } }
    origin: { files: { a.jpg: { image: jpeg, size: 10 kB } } }
    client: { policy: both }
    steps: [{ name: cold, fetch: all }]
    matrix: { client.policy: [none, both], link.down.loss: [0 %, 1 %, 2 %] }
    """,
]

/// Whether a number of five to seven digits stands behind a word that counts values.
private func asksForMany(_ bytes: [UInt8]) -> Bool {
    let words = ["steps", "cells", "seeds", "most"].map { Array($0.utf8) }
    var rest = bytes[...]
    while !rest.isEmpty {
        guard let word = words.first(where: { rest.starts(with: $0) }) else {
            rest = rest.dropFirst()
            continue
        }
        rest = rest.dropFirst(word.count)
        let number = rest.prefix(8).drop { !(0x30...0x39).contains($0) }
        let digits = rest[number.startIndex...].drop { $0 == 0x30 }.prefix { (0x30...0x39).contains($0) }
        if (5...7).contains(digits.count) { return true }
    }
    return false
}
