/// Receives everything that the two ends of one connection send, in reading order: decrypted if there are
/// keys, otherwise as transferred.
package protocol StreamFollower: AnyObject {
    /// Number of the connection in the file.
    var stream: Int { get }

    /// The next bytes of a direction; each comes once.
    func receive(_ bytes: RawSpan, isFromClient: Bool)

    /// The next `count` bytes of a direction are not in the capture.
    func miss(_ count: Int, isFromClient: Bool)
}
