/// TCP's flags as bits: they are tested several times for every packet.
struct SegmentFlags: Hashable {
    let bits: UInt8

    var fin: Bool { bits & 0x01 != 0 }
    var syn: Bool { bits & 0x02 != 0 }
    var rst: Bool { bits & 0x04 != 0 }
    var psh: Bool { bits & 0x08 != 0 }
    var ack: Bool { bits & 0x10 != 0 }

    /// True without SYN, FIN and RST.
    var isRoutine: Bool { bits & 0x07 == 0 }
}
