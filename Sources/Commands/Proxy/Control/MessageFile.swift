import LinuxIO
import Programs

/// A message as a file for an editor. Only the user can read it.
struct MessageFile {
    private static let longest = 2 << 20

    let path: String

    init(_ text: [UInt8], named name: String, hint: String?) throws(CommandFailure) {
        let folder = Environment.variables["TMPDIR"] ?? "/tmp"
        path = "\(folder)/netlab-\(name)-\(RandomToken.text().prefix(8)).http"
        let remark =
            "# The text that you save here replaces the message.\n" + (hint.map { "# \($0)\n" } ?? "")
        do throws(SystemCallError) {
            try WholeFile.writeNew(path, [Array(remark.utf8), text])
        } catch {
            throw CommandFailure(.failed, "the text cannot be edited: \(error)")
        }
    }

    /// The text from a file, or from standard input (`-`).
    static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        let text: [UInt8]
        do throws(SystemCallError) {
            text = try WholeFile.read(path, limit: longest)
        } catch {
            throw CommandFailure(.failed, "the text cannot be read: \(error)")
        }
        guard text.count <= longest else {
            throw CommandFailure(.failed, "\(path) is longer than \(longest) bytes")
        }
        guard !text.isEmpty else { throw CommandFailure(.failed, "\(path) is empty: nothing was changed") }
        return text
    }

    /// The text after the user's editor has ended.
    func edit() throws(CommandFailure) -> [UInt8] {
        let variables = Environment.variables
        let editor =
            [variables["VISUAL"], variables["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty } ?? "vi"
        do throws(TerminalProgram.Failure) {
            try TerminalProgram.run(editor, [path])
        } catch {
            // An editor that is left so does not want its text kept.
            remove()
            throw CommandFailure(.failed, "the editor failed, and nothing was sent: \(error)")
        }
        return try Self.read(path)
    }

    /// The failure, with what the user can do with the text that was written.
    func kept(_ failure: CommandFailure, _ line: String?) -> CommandFailure {
        var failure = failure
        failure.advice = "your text is in \(path)" + (line.map { "; once it is right: \($0)" } ?? "")
        return failure
    }

    func remove() {
        WholeFile.remove(path)
    }
}
