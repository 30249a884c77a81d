package import JSON
import LinuxIO

/// What runs left in a folder of theirs.
package enum RunDocuments {
    /// One that is larger was not written by a run.
    private static let mostBytes = 2 << 30

    /// The result of the one run, or of all of a series; none where there is no result.
    package static func left(in folder: String) throws -> [JSONValue] {
        let series = "\(folder)/results.json"
        let path = WholeFile.exists(series) ? series : "\(folder)/result.json"
        guard WholeFile.exists(path) else { return [] }
        let json = try JSONValue(parsing: try WholeFile.read(path, limit: mostBytes))
        return json["runs"]?.elements ?? [json]
    }
}
