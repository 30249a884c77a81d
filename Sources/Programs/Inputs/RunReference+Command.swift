package import Experiments

extension RunReference {
    /// The folders of the runs that a command's argument names.
    package static func named(_ argument: String) throws(CommandFailure) -> [String] {
        do throws(RunReferenceError) {
            return try runs(argument)
        } catch {
            throw .invalidFile(error.message, advice: error.advice)
        }
    }
}

extension KeptRun {
    /// All runs of a folder, which may be that of a series.
    package static func all(in argument: String) throws(CommandFailure) -> [KeptRun] {
        try RunReference.named(argument).map(named)
    }

    /// The run in a folder.
    package static func named(_ folder: String) throws(CommandFailure) -> KeptRun {
        do throws(KeptRunError) {
            return try KeptRun(folder)
        } catch {
            throw .invalidFile(error.message, advice: error.advice)
        }
    }
}
