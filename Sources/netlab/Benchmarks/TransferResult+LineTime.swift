import Runs
import Wire

extension TransferResult {
    /// What was measured less what the ledger says that the origin's program took to answer, where it was asked to take no
    /// time, and that the engine was late: what is left is the line's and both hosts' TCP's. nil where any is not known.
    var lineTime: Nanoseconds? {
        guard let measured, let ledger, let server = ledger[.server], let emulation = ledger[.emulation]
        else {
            return nil
        }
        return measured - server - emulation
    }
}
