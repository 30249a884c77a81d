import Scenarios

extension BrokenScenarioTests {
    /// Possible faults in patterns, pages and ranges of names.
    static let workloads: [Broken] = [
        fetch("{ pattern: ziph, count: 9 }", at: "10:23", "cannot be `ziph`", meant: "zipf"),
        fetch("{ pattern: zipf }", at: "10:12", "a `pattern` needs a `count`"),
        fetch("{ pattern: zipf, count: 0 }", at: "10:36", "`count` is from 1 to 10000"),
        fetch("{ pattern: zipf, count: 10001 }", at: "10:36", "`count` is from 1 to 10000"),
        fetch("{ pattern: random, count: 9, page: 3 }", at: "10:47", "a `page` of 3 would repeat a file"),
        fetch("{ pattern: random, count: 9, exponent: 1 }", at: "10:41", "belongs to `pattern: zipf`"),
        fetch("{ pattern: zipf, count: 9, exponent: 11 }", at: "10:49", "`exponent` is from 0.0 to 10.0"),
        fetch("{ pattern: zipf, count: 9, files: c.jpg }", at: "10:46", "no file `c.jpg`", meant: "a.jpg"),
        fetch("{ pattern: zipf, count: 9, callers: 2 }", at: "10:39", "unknown key `callers`"),
        fetch("[[]]", at: "10:13", "a page of `fetch` is empty: name at least one file"),
        fetch("all\n    think: 1 s", at: "11:5", "`think` belongs to a step that starts `in-turn`"),
        Broken(
            "thinking about nothing",
            Broken.scenario(steps: "steps:\n  - wait: 1 s\n    think: 1 s"),
            at: "10:5",
            "`think` belongs to a step that fetches"
        ),
        range("a{2..1}.jpg", "its range ends before it begins"),
        range("a{1-3}.jpg", "a range is two numbers"),
        range("a{1..2000}.jpg", "more than 1000 names"),
    ]

    private static func fetch(
        _ what: String,
        at place: String,
        _ message: String,
        meant: String? = nil
    ) -> Broken {
        let steps = "steps:\n  - name: cold\n    fetch: \(what)"
        return Broken(what, Broken.scenario(steps: steps), at: place, message, meant: meant)
    }

    private static func range(_ name: String, _ message: String) -> Broken {
        let origin = "origin:\n  files:\n    \(name): { image: jpeg, size: 10 kB }\n    a.jpg: { text: x }"
        return Broken(name, Broken.scenario(origin: origin), at: "5:5", message)
    }
}
