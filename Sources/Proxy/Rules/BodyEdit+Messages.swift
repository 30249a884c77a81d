import Compression
import Forwarding
import HTTP
import LinuxIO

extension BodyEdit {
    /// Fields that a changed body makes untrue.
    private static let outdated = [
        "Content-Encoding", "Transfer-Encoding", "Content-MD5", "Digest", "Content-Digest", "Repr-Digest",
        "Trailer",
    ]

    /// The edited body, and the fields that fit it. A file that cannot be read is an error of its own.
    func applied(to body: [UInt8], _ fields: inout HTTPFields) throws -> [UInt8] {
        var edited = body
        switch content {
        case .text(let text): edited = Array(text.utf8)
        case .file(let path): edited = try WholeFile.read(path, limit: Self.longest)
        case nil: edited = try Self.decoded(body, fields["Content-Encoding"])
        }
        edited = substituted(edited)
        for name in Self.outdated { fields[name] = nil }
        fields["Content-Length"] = String(edited.count)
        return edited
    }

    private static func decoded(_ body: [UInt8], _ coding: String?) throws(BodyEditFailure) -> [UInt8] {
        guard let coding, coding.lowercased() != "identity", !body.isEmpty else { return body }
        guard let decompressor = CompressedFormat(contentCoding: coding)?.decompressor() else {
            throw .undecodable
        }
        var bytes: [UInt8] = []
        let isWhole = decompressor.receive(body.span.bytes) { piece in
            piece.withUnsafeBytes { bytes.append(contentsOf: $0) }
            return bytes.count <= longest
        }
        if bytes.count > longest { throw .tooLong }
        guard isWhole, decompressor.isAtEnd else { throw .undecodable }
        return bytes
    }
}
