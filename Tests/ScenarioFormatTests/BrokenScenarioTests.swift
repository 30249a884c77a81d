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
    func `a fault of the whole scenario is reported`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: links)
    func `a fault of the link is reported`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: origins)
    func `a fault of the origin is reported`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: behaviours)
    func `a fault in how the origin answers is reported`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: clients)
    func `a fault of the client is told`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: workloads)
    func `a fault of a workload is reported`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: steps)
    func `a fault of a step is reported`(_ broken: BrokenScenario) { broken.check() }

    @Test(arguments: ["scale: 9 px"])
    func `a key of a fetch that is to come is refused by its name`(_ text: String) {
        let key = text.prefix { $0 != ":" }
        Self.step(
            text,
            "- name: warm\n    fetch: [{ file: a.jpg, \(text) }]",
            at: "12:28",
            "`\(key)` is not built yet"
        ).check()
    }

    @Test func `all faults of a file are told in one go, in the order of their lines`() {
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
