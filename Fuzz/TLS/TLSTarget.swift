import FuzzSupport
import TLS
import Wire

/// Any bytes as records, handshake messages, a key log and a certificate: rejected or read, and the same
/// messages however records cut them.
package func fuzzTLS(_ input: [UInt8]) {
    var whole: [[UInt8]] = []
    var assembler = TLSHandshakeAssembler()
    assembler.receive(input.span.bytes) { type, body in
        read(type, body)
        whole.append(body.withUnsafeBytes { Array($0) })
    }
    var cut: [[UInt8]] = []
    var again = TLSHandshakeAssembler()
    for piece in pieces(of: input) {
        let piece = Array(piece)
        again.receive(piece.span.bytes) { _, body in cut.append(body.withUnsafeBytes { Array($0) }) }
    }
    demand(cut == whole, "other messages where records cut them otherwise")
    if let header = TLSRecordHeader(input.span.bytes), header.isPlausible {
        demand(header.length <= 18_432, "a record that is too long")
    }
    var secrets = SessionSecrets()
    secrets.add(input.span.bytes)
    _ = CertificateFacts(der: input.span.bytes)
}

private func read(_ type: TLSHandshakeType, _ body: RawSpan) {
    if let hello = TLSClientHello(body) {
        demand(TLSFingerprint(hello).ja4Head.utf8.count == 10, "a JA4 of another length")
    }
    _ = TLSServerHello(body)
    _ = TLSEncryptedExtensions(body)
    for version in [TLSProtocolVersion.tls12, .tls13] {
        for place in TLSCertificateMessage(body, version).certificates {
            demand(place.upperBound <= body.byteCount, "a certificate beyond its message")
        }
    }
}
