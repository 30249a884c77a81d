/// The framing bytes around one piece of a body, without the piece itself.
package struct HTTP1ContentFrame: Hashable, Sendable {
    package var front: [UInt8] = []
    package var back: [UInt8] = []
}
