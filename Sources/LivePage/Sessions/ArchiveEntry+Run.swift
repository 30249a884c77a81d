package import Archives
import JSON

extension ArchiveEntry {
    /// The entry as one of several runs on a page: the number and the title of its run.
    package func placed(in run: Int, called title: String) -> ArchiveEntry {
        var entry = self
        guard case .object(let members)? = details else { return self }
        entry.details = .object(
            members + [.init(key: "runNumber", value: run.json), .init(key: "run", value: title.json)]
        )
        return entry
    }
}
