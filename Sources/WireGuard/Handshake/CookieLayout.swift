/// Where the fields of an answer under load lie, in bytes.
enum CookieLayout {
    static let receiver = 4
    static let nonce = 8..<32
    static let sealedCookie = 32..<64
    static let count = 64
}
