import Forwarding
import HTTP
import LinuxIO
import Serving

extension ServedResponse {
    /// The file, or a page that says why there is none. Nothing outside a folder is read, whatever the request
    /// asks for.
    static func file(_ content: LocalContent) -> ServedResponse {
        do throws(SystemCallError) {
            guard let place = content.place,
                let (file, size, name) = try found(content.path, place)
            else { return .proxyPage(404, "\(content.path) has no such file") }
            let head = HTTPResponseHead(status: 200, fields: ["Content-Type": MediaType.of(name)])
            return ServedResponse(head: head, body: ServedBody(file, 0..<size))
        } catch {
            return .proxyPage(error.isMissing ? 404 : 500, "\(content.path) cannot be read: \(error)")
        }
    }

    private static func found(
        _ path: String,
        _ place: [UInt8]
    ) throws(SystemCallError) -> (SharedFile, size: Int, name: [UInt8])? {
        if Folder.exists(path) {
            let name = Array(place.split(separator: UInt8(ascii: "/")).last ?? [])
            return try FolderTree(path).open(place).map { ($0.file, $0.status.size, name) }
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let name = Array((parts.last ?? "").utf8)
        let folder = parts.dropLast().joined(separator: "/")
        return try FolderTree(folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder).open(name)
            .map { ($0.file, $0.status.size, name) }
    }
}

extension SystemCallError {
    /// ENOENT or ENOTDIR.
    fileprivate var isMissing: Bool { errno == 2 || errno == 20 }
}
