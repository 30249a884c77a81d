/// Numbers of the extensions that are read, and iteration over extensions.
enum TLSExtension {
    static let serverName: UInt16 = 0
    static let supportedGroups: UInt16 = 10
    static let pointFormats: UInt16 = 11
    static let signatureAlgorithms: UInt16 = 13
    static let applicationProtocols: UInt16 = 16
    static let encryptThenMAC: UInt16 = 22
    static let sessionTicket: UInt16 = 35
    static let preSharedKey: UInt16 = 41
    static let earlyData: UInt16 = 42
    static let supportedVersions: UInt16 = 43
    static let keyShare: UInt16 = 51
    static let transportParameters: UInt16 = 57
    static let draftTransportParameters: UInt16 = 0xFFA5

    /// Calls `body` with the number and content of each extension. False if the list does not fill its bytes
    /// exactly.
    static func forEach(
        _ bytes: RawSpan,
        in list: Range<Int>,
        _ body: (UInt16, RawSpan) -> Void
    ) -> Bool {
        var offset = list.lowerBound
        while offset < list.upperBound {
            guard let number = bytes.bigEndian16(at: offset), let content = bytes.vector16(at: offset + 2),
                content.upperBound <= list.upperBound
            else { return false }
            body(number, bytes.extracting(content))
            offset = content.upperBound
        }
        return true
    }

    /// The names in an extension of application protocols, up to a malformed one.
    static func protocols(_ content: RawSpan) -> [String] {
        guard let list = content.vector16(at: 0) else { return [] }
        var names: [String] = []
        var offset = list.lowerBound
        while offset < list.upperBound, let name = content.vector8(at: offset),
            name.upperBound <= list.upperBound
        {
            names.append(content.text(in: name))
            offset = name.upperBound
        }
        return names
    }
}
