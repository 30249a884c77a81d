/// Standard input, through which a capture may arrive while it is recorded.
package struct StandardInput {
    /// Bytes that were read to find out what the input is.
    let begun: [UInt8]
    /// Asked before each read; false ends the input.
    let shouldContinue: () -> Bool

    package init(begun: [UInt8] = [], while shouldContinue: @escaping () -> Bool) {
        self.begun = begun
        self.shouldContinue = shouldContinue
    }
}
