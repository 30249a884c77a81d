package import JSON
import LinuxIO

/// The result documents in a run's folder.
package enum RunDocuments {
    /// Larger files were not written by a run.
    private static let mostBytes = 2 << 30

    /// The result of a single run, or the results of all runs of a series; empty if the folder has none.
    package static func left(in folder: String) throws -> [JSONValue] {
        let series = "\(folder)/results.json"
        let path = WholeFile.exists(series) ? series : "\(folder)/result.json"
        guard WholeFile.exists(path) else { return [] }
        let json = try JSONValue(parsing: try WholeFile.read(path, limit: mostBytes))
        return json["runs"]?.elements ?? [json]
    }
}
