/// Where results go that are too many for memory: a file, mostly. Appended to while a capture is read, read afterwards.
package protocol InspectionSpool: AnyObject, Sendable {
    /// False where there is no room: these bytes stay in memory then, and none follow them.
    func append(_ bytes: [UInt8]) -> Bool

    /// Of all that was appended; fewer bytes where it cannot be read.
    func bytes(in range: Range<Int>) -> [UInt8]
}
