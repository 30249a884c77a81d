/// A connection identifier that an end offers the other (NEW_CONNECTION_ID).
package struct QUICIssuedIdentifier: Hashable, Sendable {
    package var sequence: UInt64
    package var retirePriorTo: UInt64
    package var identifier: QUICIdentifier
    /// The stateless reset token within the packet's content: 16 bytes.
    package var resetToken: Range<Int>
}
