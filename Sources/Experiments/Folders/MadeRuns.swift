import JSON
import LinuxIO
package import Testbed

/// The newest run that was made from each working folder, and the newest capture of a command behind a line, wherever they
/// were written: notes in the user's state folder.
package struct MadeRuns {
    /// What was made last.
    package enum Newest: Hashable, Sendable {
        /// A run's folder, as it was named then.
        case run(String)
        /// A file, likewise.
        case capture(String)

        var path: String {
            switch self {
            case .run(let path), .capture(let path): path
            }
        }

        /// It is not gone.
        var isThere: Bool {
            switch self {
            case .run(let path): Folder.exists(path)
            case .capture(let path): WholeFile.exists(path)
            }
        }

        fileprivate var isRun: Bool { if case .run = self { true } else { false } }
    }

    private static let most = 64
    private static let longest = 1 << 20

    /// nil without a state folder.
    private let file: String?

    /// For this process's user.
    package init(in places: RunFolderPlaces = RunFolderPlaces()) {
        // Beside the user's own runs; the last place is for those without a home.
        file = places.elsewhere.count > 1 ? "\(places.elsewhere[0])-last.json" : nil
    }

    /// Notes that a run was made from this working folder. Without the note, `last` names fewer runs.
    package func note(_ run: String, from folder: [UInt8]? = Folder.current) {
        note(.run(run), from: folder)
    }

    /// The same of a capture.
    package func note(capture: String, from folder: [UInt8]? = Folder.current) {
        note(.capture(capture), from: folder)
    }

    private func note(_ made: Newest, from folder: [UInt8]?) {
        guard let file, let folder = folder.map({ String(decoding: $0, as: UTF8.self) }) else { return }
        let others = notes.filter { $0.from != folder || $0.made.isRun != made.isRun }.suffix(Self.most - 1)
        let all = others + [(from: folder, made: made)]
        let document: JSONValue = [
            "runs": .array(
                all.map {
                    ["from": .string($0.from), ($0.made.isRun ? "run" : "capture"): .string($0.made.path)]
                }
            )
        ]
        guard (try? Folder.makeAbove(file, mode: 0o700)) != nil else { return }
        try? WholeFile.write(file, Array("\(document.line)\n".utf8))
    }

    /// The newest run made from this working folder, as it was named then; nil if it is gone.
    package func last(from folder: [UInt8]? = Folder.current) -> String? {
        made(from: folder).last(where: \.isRun).flatMap { $0.isThere ? $0.path : nil }
    }

    /// The newest run or capture made from this working folder that is still there; nil if none is.
    package func newest(from folder: [UInt8]? = Folder.current) -> Newest? {
        made(from: folder).last(where: \.isThere)
    }

    private func made(from folder: [UInt8]?) -> [Newest] {
        guard let folder = folder.map({ String(decoding: $0, as: UTF8.self) }) else { return [] }
        return notes.filter { $0.from == folder }.map(\.made)
    }

    /// Oldest first.
    private var notes: [(from: String, made: Newest)] {
        guard let file, let bytes = try? WholeFile.read(file, limit: Self.longest),
            let document = try? JSONValue(parsing: bytes)
        else { return [] }
        return (document["runs"]?.elements ?? []).compactMap { note in
            guard let from = note["from"]?.text else { return nil }
            let made = note["run"]?.text.map(Newest.run) ?? note["capture"]?.text.map(Newest.capture)
            return made.map { (from, $0) }
        }
    }
}
