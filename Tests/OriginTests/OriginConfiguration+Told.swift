import Origin
import ScenarioFormat

extension OriginConfiguration {
    /// What a scenario tells in the lines of its `origin:`, the files among them.
    init(told origin: String) throws {
        let lines = origin.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
        let text = """
            netlab: 1
            seed: 47
            link: { profile: dsl }
            origin:
            \(lines)
            steps:
              - { name: all, fetch: all }
            """
        self.init(try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml").variants[0].scenario)
    }
}
