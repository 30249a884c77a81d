/// Facts about an interface that reading a packet needs, without any reference counting.
struct InterfaceClock: Hashable, Sendable {
    let linkType: LinkType
    let snapLength: Int
    let resolution: TimestampResolution
    let offsetSeconds: Int64

    init(_ interface: CaptureInterface) {
        linkType = interface.linkType
        snapLength = interface.snapLength
        resolution = interface.resolution
        offsetSeconds = interface.offsetSeconds
    }
}
