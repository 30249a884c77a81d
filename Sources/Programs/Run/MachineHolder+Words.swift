import Figures
import LinuxIO

extension MachineHolder {
    /// Which process it is, whose, and since when: `process 812, netlab run of alice, for 42.000 s`.
    package var words: String {
        var words = "process \(process)"
        if let program { words += ", \(program)" }
        if let user { words += program == nil ? ", of \(user)" : " of \(user)" }
        if let age { words += ", for \(DurationFormat.text(age))" }
        return words
    }
}
