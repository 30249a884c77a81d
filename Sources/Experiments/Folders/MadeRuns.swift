import JSON
import LinuxIO
package import Testbed

/// The newest run that was made from each working folder, wherever it was written: a note in the user's state folder.
package struct MadeRuns {
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
        guard let file, let folder = folder.map({ String(decoding: $0, as: UTF8.self) }) else { return }
        let others = notes.filter { $0.from != folder }.suffix(Self.most - 1)
        let all = others + [(from: folder, run: run)]
        let document: JSONValue = [
            "runs": .array(all.map { ["from": .string($0.from), "run": .string($0.run)] })
        ]
        guard (try? Folder.makeAbove(file, mode: 0o700)) != nil else { return }
        try? WholeFile.write(file, Array("\(document.line)\n".utf8))
    }

    /// The newest run made from this working folder, as it was named then; nil if it is gone.
    package func last(from folder: [UInt8]? = Folder.current) -> String? {
        guard let folder = folder.map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
        return notes.last { $0.from == folder }.map(\.run).flatMap { Folder.exists($0) ? $0 : nil }
    }

    /// Oldest first.
    private var notes: [(from: String, run: String)] {
        guard let file, let bytes = try? WholeFile.read(file, limit: Self.longest),
            let document = try? JSONValue(parsing: bytes)
        else { return [] }
        return (document["runs"]?.elements ?? []).compactMap { note in
            guard let from = note["from"]?.text, let run = note["run"]?.text else { return nil }
            return (from, run)
        }
    }
}
