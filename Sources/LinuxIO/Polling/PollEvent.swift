/// What happened on a watched descriptor.
package struct PollEvent: Hashable, Sendable {
    /// The token that the descriptor was added with.
    package var token: UInt64
    /// A read will not block: data, an end of file, or an error to collect.
    package var isReadable: Bool
    /// A write will not block.
    package var isWritable: Bool
    /// Both directions have ended, or the descriptor has an error.
    package var hasHungUp: Bool

    package init(token: UInt64, isReadable: Bool = false, isWritable: Bool = false, hasHungUp: Bool = false) {
        self.token = token
        self.isReadable = isReadable
        self.isWritable = isWritable
        self.hasHungUp = hasHungUp
    }
}
