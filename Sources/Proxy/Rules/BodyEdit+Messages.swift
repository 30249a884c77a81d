import Forwarding
import HTTP
import LinuxIO

extension BodyEdit {
    /// The edited body, and the fields that fit it.
    func applied(to body: [UInt8], _ fields: inout HTTPFields) throws(BodyEditFailure) -> [UInt8] {
        let plain =
            switch content {
            case .text(let text): Array(text.utf8)
            case .file(let path): try Self.contents(of: path)
            case nil: try BodyFields.unpacked(body, fields, atMost: Self.longest)
            }
        let edited = substituted(plain)
        BodyFields.fit(&fields, to: edited)
        return edited
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
