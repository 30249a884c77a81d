/// Comparison of secrets.
package enum ConstantTime {
    /// Looks at every byte in any case, so that its time reveals only the lengths.
    package static func isEqual(_ lhs: [UInt8], _ rhs: [UInt8]) -> Bool {
        guard lhs.count == rhs.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(lhs, rhs) { difference |= left ^ right }
        return difference == 0
    }
}
