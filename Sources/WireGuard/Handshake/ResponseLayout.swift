/// Where the fields of a handshake's answer lie, in bytes.
enum ResponseLayout {
    static let sender = 4
    static let receiver = 8
    static let ephemeral = 12..<44
    static let sealedNothing = 44..<60
    static let code1 = 60..<76
    static let code2 = 76..<92
    static let count = 92
}
