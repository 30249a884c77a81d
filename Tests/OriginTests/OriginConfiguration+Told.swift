import Origin
import ScenarioFormat

extension OriginConfiguration {
    /// The configuration from the content of a scenario's `origin:`, including its files.
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
