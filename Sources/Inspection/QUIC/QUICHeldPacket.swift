import Wire

/// A packet whose keys are not known yet.
struct QUICHeldPacket {
    let bytes: [UInt8]
    let direction: StreamDirection
    let header: QUICLongHeader?
    let arrival: Arrival

    init(_ packet: RawSpan, _ direction: StreamDirection, _ header: QUICLongHeader?, _ arrival: Arrival) {
        var bytes: [UInt8] = []
        bytes.append(copying: packet)
        self.bytes = bytes
        self.direction = direction
        self.header = header
        self.arrival = arrival
    }
}
