package import Scenarios

extension ScenarioSetting {
    /// Its value as a number, to sort and to calculate by: in bit/s, bytes, nanoseconds, pixels or packets, and a
    /// percentage as a share. nil for words, and for what is no single amount.
    package var number: Double? {
        try? RangeKind.read(value).value
    }
}
