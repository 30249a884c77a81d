/// Standard input, through which a capture may arrive while it is recorded.
package struct StandardInput {
    /// Bytes that were read to find out what the input is.
    let begun: [UInt8]
    /// Asked before each read; false ends the input.
    let goesOn: () -> Bool

    package init(begun: [UInt8] = [], while goesOn: @escaping () -> Bool) {
        self.begun = begun
        self.goesOn = goesOn
    }
}
