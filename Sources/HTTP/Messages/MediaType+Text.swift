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
