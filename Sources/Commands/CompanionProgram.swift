import LinuxIO
import Programs

/// A program of netlab's sources that is not part of netlab, and takes over a command of it.
struct CompanionProgram {
    let name: String
    /// The goal of the Makefile that builds and runs it.
    let goal: String

    /// Runs it in place of this process, with this process's arguments except the command's name. Must be called while
    /// the process has one thread.
    func takeOver(_ command: String) throws(CommandFailure) -> Never {
        guard let path = Executable.beside(name) else {
            throw CommandFailure(
                .failed,
                "`netlab \(command)` needs the program \(name), which is not in netlab's folder",
                advice:
                    "in netlab's sources `make \(goal)` builds and runs it; `swift build -c release --product \(name)` builds it"
            )
        }
        do throws(SystemCallError) {
            try Executable.become(path, Self.words(RawWords.last(Int(CommandLine.argc) - 1), name, command))
        } catch {
            throw CommandFailure(.failed, "\(name) cannot be started: \(error)")
        }
    }

    /// The program's words; options in front of the command's name are the program's, too.
    static func words(_ words: [[UInt8]], _ name: String, _ command: String) -> [[UInt8]] {
        var words = words
        if let place = words.firstIndex(of: Array(command.utf8)) { words.remove(at: place) }
        return [Array(name.utf8)] + words
    }
}
