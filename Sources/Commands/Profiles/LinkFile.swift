import Fixtures
import LinkFormats
import LinuxIO
import Programs
import ScenarioFormat
import Scenarios

/// A line described by another tool's file.
struct LinkFile {
    /// More than any script or trace needs.
    private static let mostBytes = 16 << 20

    /// The name in messages.
    let name: String
    let content: LinkImport

    /// Reads a file, or standard input if the path is `-`.
    init(_ path: String) throws(CommandFailure) {
        name = path == "-" ? "<stdin>" : path
        if path != "-", Folder.exists(path) {
            throw CommandFailure.invalidFile("\(name): error: this is a folder: name a file")
        }
        let bytes: [UInt8]
        do {
            bytes = try WholeFile.read(path, limit: Self.mostBytes)
        } catch {
            throw CommandFailure.invalidFile("\(name): error: the file could not be read: \(error.reason)")
        }
        guard bytes.count <= Self.mostBytes else {
            throw CommandFailure.invalidFile(
                "\(name): error: this is longer than \(Self.mostBytes >> 20) MiB"
            )
        }
        do {
            content = try LinkImport(bytes, name: path == "-" ? "trace" : path, file: Self.trace)
        } catch {
            throw CommandFailure.invalidFile(error.description(of: name))
        }
    }

    /// A trace that a command line names, relative to the working folder; nil if it cannot be read.
    private static func trace(_ path: String) -> [UInt8]? {
        guard !Folder.exists(path), let bytes = try? WholeFile.read(path, limit: mostBytes),
            bytes.count <= mostBytes
        else { return nil }
        return bytes
    }
}

// MARK: Scenario

extension LinkFile {
    /// The line as a scenario's `link:`, checked by loading one that has it, since other tools have lines that
    /// netlab refuses.
    func block() throws(CommandFailure) -> String {
        let scenario = Scenario(
            name: "imported",
            link: LinkSettings(parameters: content.link),
            origin: OriginSettings(files: [OriginFile(name: "a.jpg", image: .jpeg, size: 20_000)]),
            steps: [.fetch("once", ["a.jpg"])]
        )
        do throws(ScenarioError) {
            _ = try ScenarioLoader.load(scenario)
        } catch {
            let messages = error.diagnostics.map(\.message).joined(separator: "; ")
            throw CommandFailure.invalidFile("\(name): error: a scenario cannot have this line: \(messages)")
        }
        return LinkYAML(content.link).text
    }
}
