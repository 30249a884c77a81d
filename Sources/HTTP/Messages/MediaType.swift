/// A file's media type, by its name.
package enum MediaType {
    /// For names that give no type.
    package static let unknown = "application/octet-stream"

    package static func of(_ name: [UInt8]) -> String {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        if let type = names[name] { return type }
        guard let dot = name.lastIndex(of: "."), let type = endings[String(name[name.index(after: dot)...])]
        else {
            return unknown
        }
        return type.hasPrefix("text/") ? type + "; charset=utf-8" : type
    }

    /// Files without an ending, or with an ambiguous one.
    private static let names = [
        // Apple's and Android's clients refuse these with any other type.
        "apple-app-site-association": "application/json", "assetlinks.json": "application/json",
        "license": "text/plain; charset=utf-8", "makefile": "text/plain; charset=utf-8",
        "readme": "text/plain; charset=utf-8",
    ]

    private static let endings: [String: String] = [
        // Pages and their parts
        "html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml", "css": "text/css",
        "js": "text/javascript", "mjs": "text/javascript", "json": "application/json",
        "map": "application/json",
        "webmanifest": "application/manifest+json", "wasm": "application/wasm",
        // Texts
        "txt": "text/plain", "text": "text/plain", "log": "text/plain", "md": "text/markdown",
        "csv": "text/csv",
        "tsv": "text/tab-separated-values", "vtt": "text/vtt", "ics": "text/calendar", "vcf": "text/vcard",
        "diff": "text/plain", "patch": "text/plain", "conf": "text/plain", "ini": "text/plain",
        "c": "text/plain", "h": "text/plain", "swift": "text/plain", "py": "text/plain", "sh": "text/plain",
        // Data
        "xml": "application/xml", "xsl": "application/xml", "plist": "application/xml",
        "rss": "application/rss+xml",
        "atom": "application/atom+xml", "yaml": "application/yaml", "yml": "application/yaml",
        "toml": "application/toml", "jsonl": "application/jsonl", "geojson": "application/geo+json",
        "jsonld": "application/ld+json", "har": "application/json", "sqlite": "application/vnd.sqlite3",
        "pb": "application/protobuf", "cbor": "application/cbor", "parquet": "application/vnd.apache.parquet",
        "pcap": "application/vnd.tcpdump.pcap", "pcapng": "application/x-pcapng",
        // Images
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "jfif": "image/jpeg", "png": "image/png",
        "apng": "image/apng",
        "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "heic": "image/heic",
        "heif": "image/heif",
        "jxl": "image/jxl", "jp2": "image/jp2", "svg": "image/svg+xml", "ico": "image/x-icon",
        "bmp": "image/bmp",
        "tif": "image/tiff", "tiff": "image/tiff", "dng": "image/x-adobe-dng", "ktx": "image/ktx",
        // Sound and video
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg",
        "opus": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav", "weba": "audio/webm",
        "mid": "audio/midi",
        "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm",
        "ogv": "video/ogg",
        "mkv": "video/matroska", "avi": "video/x-msvideo", "mpg": "video/mpeg", "mpeg": "video/mpeg",
        "ts": "video/mp2t", "m4s": "video/iso.segment", "m3u8": "application/vnd.apple.mpegurl",
        "mpd": "application/dash+xml",
        // Fonts
        "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
        "ttc": "font/collection",
        "eot": "application/vnd.ms-fontobject",
        // Documents
        "pdf": "application/pdf", "rtf": "application/rtf", "epub": "application/epub+zip",
        "doc": "application/msword", "xls": "application/vnd.ms-excel",
        "ppt": "application/vnd.ms-powerpoint",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "odt": "application/vnd.oasis.opendocument.text",
        "ods": "application/vnd.oasis.opendocument.spreadsheet",
        "usdz": "model/vnd.usdz+zip", "glb": "model/gltf-binary", "gltf": "model/gltf+json",
        "stl": "model/stl",
        // Archives and programs
        "zip": "application/zip", "gz": "application/gzip", "tgz": "application/gzip",
        "bz2": "application/x-bzip2",
        "xz": "application/x-xz", "zst": "application/zstd", "br": "application/x-brotli",
        "tar": "application/x-tar", "7z": "application/x-7z-compressed", "rar": "application/vnd.rar",
        "jar": "application/java-archive", "apk": "application/vnd.android.package-archive",
        "deb": "application/vnd.debian.binary-package", "dmg": "application/x-apple-diskimage",
        "iso": "application/x-iso9660-image", "ipa": "application/octet-stream",
        // Keys and settings for devices
        "pem": "application/x-pem-file", "crt": "application/x-x509-ca-cert", "cer": "application/pkix-cert",
        "p12": "application/x-pkcs12", "mobileconfig": "application/x-apple-aspen-config",
    ]
}

// MARK: Text

extension MediaType {
    package static let text = "text/plain; charset=utf-8"
    package static let json = "application/json"

    /// Whether compression makes it smaller: images and archives are compressed already.
    package static func isCompressible(_ type: String?) -> Bool {
        guard let type else { return false }
        let essence = type.prefix { $0 != ";" }
        return essence.hasPrefix("text/") || essence.hasSuffix("+xml") || essence.hasSuffix("+json")
            || ["application/json", "application/xml", "application/wasm"].contains(essence)
    }
}
