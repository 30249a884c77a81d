/// The options that a SYN offers.
package struct TCPOffer: Hashable, Sendable {
    package var segmentSize: Int?
    package var windowShift: Int?
    package var allowsSelective: Bool
    package var hasTimestamps: Bool

    package init(
        segmentSize: Int? = nil,
        windowShift: Int? = nil,
        allowsSelective: Bool = false,
        hasTimestamps: Bool = false
    ) {
        self.segmentSize = segmentSize
        self.windowShift = windowShift
        self.allowsSelective = allowsSelective
        self.hasTimestamps = hasTimestamps
    }
}

extension TCPOffer {
    init(_ options: TCPOptions) {
        self.init(
            segmentSize: options.segmentSize,
            windowShift: options.windowShift,
            allowsSelective: options.allowsSelective,
            hasTimestamps: options.stampValue != 0
        )
    }
}
