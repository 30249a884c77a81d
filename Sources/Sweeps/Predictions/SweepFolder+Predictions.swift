import JSON
import LinuxIO
import Logs

extension SweepFolder {
    private static let mostPredictionBytes = 8 << 30

    package var predictionsFile: String { "\(path)/\(Self.predictionsName)" }

    /// What theory says of the sweep; empty if it was not asked.
    package func predictions() throws(SweepError) -> [CellPrediction] {
        guard WholeFile.exists(predictionsFile) else { return [] }
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try WholeFile.read(predictionsFile, limit: Self.mostPredictionBytes)
        } catch {
            throw SweepError("the predictions cannot be read", error)
        }
        let reading = LogReading<CellPrediction>(bytes)
        guard reading.hasSchema, reading.left == 0 else {
            throw SweepError(
                "\(predictionsFile) is damaged, or from another version of netlab",
                advice: "netlab sweep predict FILE --out \(path) makes it again"
            )
        }
        return reading.entries
    }
}
