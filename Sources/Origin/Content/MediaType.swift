/// What a file's bytes are, as `Content-Type` says it.
struct MediaType: Hashable {
    static let text = MediaType("text/plain; charset=utf-8")
    static let json = MediaType("application/json")

    /// By the ending of a path.
    private static let byEnding: [String: String] = [
        "avif": "image/avif", "css": "text/css; charset=utf-8", "csv": "text/csv; charset=utf-8",
        "gif": "image/gif", "heic": "image/heic", "htm": "text/html; charset=utf-8",
        "html": "text/html; charset=utf-8", "ico": "image/x-icon", "jpeg": "image/jpeg", "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8", "json": "application/json",
        "mjs": "text/javascript; charset=utf-8", "mp4": "video/mp4", "pdf": "application/pdf",
        "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8",
        "wasm": "application/wasm", "webp": "image/webp", "woff2": "font/woff2", "xml": "application/xml",
        "zip": "application/zip",
    ]

    let text: String

    private init(_ text: String) {
        self.text = text
    }

    init(path: String) {
        let name = path.split(separator: "/").last ?? ""
        let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
        text = Self.byEnding[ending] ?? "application/octet-stream"
    }

    /// Whether smaller is to be had: images and archives are as small as they get.
    static func isCompressible(_ type: String?) -> Bool {
        guard let type else { return false }
        let essence = type.prefix { $0 != ";" }
        return essence.hasPrefix("text/") || essence.hasSuffix("+xml") || essence.hasSuffix("+json")
            || ["application/json", "application/xml", "application/wasm"].contains(essence)
    }
}
