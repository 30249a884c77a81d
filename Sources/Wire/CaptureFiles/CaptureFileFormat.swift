package enum CaptureFileFormat: Hashable, Sendable {
    case pcapng
    case pcap(ByteOrder, TimestampResolution)
}
