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

    /// The edited body, and the fields that fit it.
    func applied(to body: [UInt8], _ fields: inout HTTPFields) throws(BodyEditFailure) -> [UInt8] {
        let plain =
            switch content {
            case .text(let text): Array(text.utf8)
            case .file(let path): try Self.contents(of: path)
            case nil: try Self.unpacked(body, fields["Content-Encoding"])
            }
        let edited = substituted(plain)
        for name in Self.outdated { fields[name] = nil }
        fields["Content-Length"] = String(edited.count)
        return edited
    }

    private static func unpacked(_ body: [UInt8], _ coding: String?) throws(BodyEditFailure) -> [UInt8] {
        do throws(ContentUnpacking.Failure) {
            return try ContentUnpacking.unpacked(body, coding: coding, atMost: longest)
        } catch .tooLong {
            throw .tooLong
        } catch {
            throw .undecodable
        }
    }

    private static func contents(of path: String) throws(BodyEditFailure) -> [UInt8] {
        do throws(SystemCallError) {
            let bytes = try WholeFile.read(path, limit: longest)
            guard bytes.count > longest else { return bytes }
        } catch {
            throw .unreadable(error)
        }
        throw .tooLong
    }
}
