import LinuxIO
import RealTime
import Runs

extension ProcessorShortage {
    /// Shortage of the whole machine since its start.
    static func untilNow() -> ProcessorShortage {
        ProcessorShortage(
            stolen: StolenTime.ofThisMachine(),
            waited: ProcessorPressure.ofThisMachine()?.waited()
        )
    }
}
