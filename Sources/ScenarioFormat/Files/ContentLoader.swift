/// Loads the contents of one scenario's companion files, each once, however many combinations name it.
final class ContentLoader {
    /// Limit for one file: the size of the largest image that can be generated.
    static let mostBytes = 64_000_000
    /// Limit for all files together.
    static let mostBytesInAll = 512_000_000

    private let files: ScenarioFiles
    private var loaded: [String: Result<[UInt8], ScenarioFileProblem>] = [:]
    private var held = 0

    init(_ files: ScenarioFiles) {
        self.files = files
    }

    /// The content of the file that the scenario names `path`.
    func bytes(_ path: String) throws(ScenarioFileProblem) -> [UInt8] {
        let found = loaded[path] ?? Result { () throws(ScenarioFileProblem) in try read(path) }
        loaded[path] = found
        return try found.get()
    }

    private func read(_ path: String) throws(ScenarioFileProblem) -> [UInt8] {
        let bytes = try files.read(path, Self.mostBytes)
        guard bytes.count <= Self.mostBytes else {
            throw ScenarioFileProblem("it has more than \(Quantity.text(bytes: Self.mostBytes))")
        }
        held += bytes.count
        guard held <= Self.mostBytesInAll else {
            let most = Quantity.text(bytes: Self.mostBytesInAll)
            throw ScenarioFileProblem("the scenario's files together have more than \(most)")
        }
        return bytes
    }
}
