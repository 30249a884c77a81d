/// The bytes around one piece of a body. The piece itself is left where it is.
package struct HTTP1ContentFrame: Hashable, Sendable {
    package var front: [UInt8] = []
    package var back: [UInt8] = []
}
