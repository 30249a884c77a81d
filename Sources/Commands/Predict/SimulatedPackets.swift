import JSON
import LinuxIO
import Programs
import Reports
import Theory
import Wire

/// The file that `--packets` writes: what every packet of a simulation carries, and what the line does to it.
struct SimulatedPackets {
    let outcome: SimulationOutcome

    func write(to file: String) throws(CommandFailure) {
        var lines = JSONLines<PredictedPacket>()
        for (entry, content) in zip(outcome.linkLog, outcome.contents) {
            lines.append(PredictedPacket(entry, content))
        }
        do {
            try WholeFile.write(file, lines.bytes)
        } catch {
            throw CommandFailure(.failed, "the packets cannot be written: \(error)")
        }
    }
}
