import LinuxIO
import RealTime
import Runs

extension ProcessorShortage {
    /// All of this machine's, since its start.
    static func untilNow() -> ProcessorShortage {
        ProcessorShortage(
            stolen: StolenTime.ofThisMachine(),
            waited: ProcessorPressure.ofThisMachine()?.waited()
        )
    }
}
