/// Wants to have all that the two ends of one connection say, in the order in which it can be read: what was encrypted
/// comes opened where there are keys, else as it was carried.
package protocol StreamFollower: AnyObject {
    /// Number of the connection in the file.
    var stream: Int { get }

    /// The next bytes of a direction; each comes once.
    func receive(_ bytes: RawSpan, isFromClient: Bool)

    /// The next bytes of a direction, so many, are not in the capture.
    func miss(_ count: Int, isFromClient: Bool)
}
