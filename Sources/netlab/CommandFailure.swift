/// Why a command could not do its work: what was tried, and what to do.
struct CommandFailure: Error, Hashable {
    var status: ExitStatus
    var message: String
    /// What to do about it; nil where the message says it all.
    var advice: String?
    /// True where the message begins with the file it is about, so that editors can jump there.
    var namesItsFile = false
    /// True where the machine was too busy for figures: whoever has others may go on with these.
    var isOfBusyMachine = false

    init(_ status: ExitStatus, _ message: String, advice: String? = nil) {
        self.status = status
        self.message = message
        self.advice = advice
    }

    /// About a file that was given: `message` begins with its name, and perhaps with a place in it.
    static func invalidFile(_ message: String, advice: String? = nil) -> CommandFailure {
        var failure = CommandFailure(.invalidFile, message, advice: advice)
        failure.namesItsFile = true
        return failure
    }
}
