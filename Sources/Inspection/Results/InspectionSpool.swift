/// Storage for results that exceed memory, usually a file. It is appended to while a capture is read, and
/// read afterwards.
package protocol InspectionSpool: AnyObject, Sendable {
    /// Returns false without room: these bytes then stay in memory, and no more are appended.
    func append(_ bytes: [UInt8]) -> Bool

    /// A range of all bytes appended; fewer bytes if it cannot be read.
    func bytes(in range: Range<Int>) -> [UInt8]
}
