import ScenarioFormat
import Testing

/// Well-formed YAML that is not a valid scenario.
@Suite struct BrokenScenarioTests {
    typealias Broken = BrokenScenario

    static func link(
        _ title: String,
        _ text: String,
        at place: String,
        _ message: String,
        meant: String? = nil
    )
        -> Broken
    {
        Broken(title, Broken.scenario(link: "link: { \(text) }"), at: place, message, meant: meant)
    }

    static func file(
        _ title: String,
        _ text: String,
        at place: String,
        _ message: String,
        meant: String? = nil
    )
        -> Broken
    {
        let origin = "origin:\n  files:\n    \(text)\n    a.jpg: { image: jpeg, size: 1 kB }"
        return Broken(title, Broken.scenario(origin: origin), at: place, message, meant: meant)
    }

    static func origin(
        _ title: String,
        _ text: String,
        at place: String,
        _ message: String,
        meant: String? = nil
    )
        -> Broken
    {
        let origin = "origin:\n  \(text)\n  files:\n    a.jpg: { image: jpeg, size: 1 kB }"
        return Broken(title, Broken.scenario(origin: origin), at: place, message, meant: meant)
    }

    static func client(
        _ title: String,
        _ text: String,
        at place: String,
        _ message: String,
        meant: String? = nil
    )
        -> Broken
    {
        Broken(title, Broken.scenario(client: "client: { \(text) }"), at: place, message, meant: meant)
    }

    static func step(
        _ title: String,
        _ text: String,
        at place: String,
        _ message: String,
        meant: String? = nil
    )
        -> Broken
    {
        Broken(
            title,
            Broken.scenario(steps: "steps:\n  - name: cold\n    fetch: all\n  \(text)"),
            at: place,
            message,
            meant: meant
        )
    }

    @Test(arguments: whole)
    func `reports errors in the whole scenario`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: links)
    func `reports errors in the link`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: origins)
    func `reports errors in the origin`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: behaviours)
    func `reports errors in the origin's behaviour`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: clients)
    func `reports errors in the client`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: workloads)
    func `reports errors in a workload`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: steps)
    func `reports errors in a step`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: ["scale: 9 px"])
    func `rejects a planned fetch key by name`(_ text: String) {
        let key = text.prefix { $0 != ":" }
        Self.step(
            text,
            "- name: warm\n    fetch: [{ file: a.jpg, \(text) }]",
            at: "12:28",
            "`\(key)` is not implemented yet"
        ).check()
    }

    @Test func `reports all errors of a file at once, in line order`() {
        let text = BrokenScenario.scenario(
            link: "link: { profile: dls }",
            client: "client: { policy: bth, conections: 6 }",
            rest: "seed: many"
        )
        let error = #expect(throws: ScenarioError.self) {
            _ = try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml")
        }
        #expect(error?.diagnostics.map(\.line) == [2, 7, 7, 13])
    }
}
