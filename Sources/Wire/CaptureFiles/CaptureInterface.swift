/// One interface of a capture file.
package struct CaptureInterface: Hashable, Sendable {
    package var linkType: LinkType
    /// Bytes kept of each packet; 0 means no limit.
    package var snapLength: Int
    package var name: String?
    package var description: String?
    package var resolution: TimestampResolution
    /// Seconds added to every timestamp.
    package var offsetSeconds: Int64

    package init(
        linkType: LinkType,
        snapLength: Int = 0,
        name: String? = nil,
        description: String? = nil,
        resolution: TimestampResolution = .microseconds,
        offsetSeconds: Int64 = 0
    ) {
        self.linkType = linkType
        self.snapLength = snapLength
        self.name = name
        self.description = description
        self.resolution = resolution
        self.offsetSeconds = offsetSeconds
    }
}
