import ScenarioFormat

extension ScenarioLoading.Loaded {
    /// A scenario that a benchmark makes.
    init(text: String) throws(CommandFailure) {
        let (file, bytes) = ("<bench>", Array(text.utf8))
        do throws(ScenarioError) {
            let set = try ScenarioLoader.load(text: bytes, file: file, overrides: [])
            self.init(file: file, text: bytes, set: set)
        } catch {
            throw CommandFailure(.failed, error.description)
        }
    }
}
