import Figures
import Wire

extension CaptureFileFault {
    /// Without a full stop.
    var words: String {
        switch self {
        case .unknownFormat: "the file is neither pcapng nor pcap"
        case .empty: "the file is empty"
        case .tooShort: "the file is too short to be a capture"
        case .cutOff: "the file ends in the middle of a block: its recorder was cut off"
        case .recordLength(let length):
            "a record claims \(CountFormat.text(Int(length), "byte")): the rest of the file cannot be read"
        case .blockLength(let length):
            "a block claims \(CountFormat.text(Int(length), "byte")): the rest of the file cannot be read"
        case .noByteOrder: "a section header has no byte order: the rest of the file cannot be read"
        case .trailer(let trailer, let length):
            "a block of \(CountFormat.text(length, "byte")) ends with the length \(trailer): it is damaged"
        case .unknownVersion(let version): "the section has version \(version), and only version 1 is known"
        case .shortInterface: "an interface description is too short"
        case .shortPacket: "a packet block is too short"
        case .shortSecrets: "a block of secrets is too short for what it claims"
        case .tooManyInterfaces(let most):
            "the section has more than \(CountFormat.text(most, "interface")): one is left out"
        case .unknownInterface(let interface):
            "the packet names interface \(interface), which is not described"
        case .noInterface: "the packet comes before any interface is described"
        case .packetLength(let length, let available):
            "a packet claims \(CountFormat.text(Int(length), "byte")) in a block that holds \(available)"
        case .tooLong(let length, let most):
            "a block of \(CountFormat.text(length, "byte")) is longer than \(most) and is skipped"
        case .dropped(let count):
            "the recorder dropped \(CountFormat.text(Int(clamping: count), "packet")): what is missing here may have been on the wire"
        case .stamp:
            "the packet's timestamp is before 1970 or beyond 64 bits of nanoseconds: such packets get the timestamp before them"
        case .packedDamage: "the compressed file is damaged: the rest of it cannot be read"
        case .packedTooFar(let limit):
            "the compressed file unpacks to more than \(CountFormat.text(limit, "byte")), too much for its size: "
                + "the rest of it is not read (unpack it first if you trust it)"
        case .packedCutOff: "the compressed file ends too early: its writer was cut off"
        }
    }
}
