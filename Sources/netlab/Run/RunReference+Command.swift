import Experiments

extension RunReference {
    /// The folders of the runs that a command's argument names.
    static func named(_ argument: String) throws(CommandFailure) -> [String] {
        do throws(RunReferenceError) {
            return try runs(argument)
        } catch {
            throw .invalidFile(error.message, advice: error.advice)
        }
    }
}
