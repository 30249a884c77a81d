/// Where the fields of a handshake's first message lie, in bytes.
enum InitiationLayout {
    static let sender = 4
    static let ephemeral = 8..<40
    static let sealedKey = 40..<88
    static let sealedTime = 88..<116
    static let code1 = 116..<132
    static let code2 = 132..<148
    static let count = 148
}
