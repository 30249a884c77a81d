extension MediaType {
    static let text = "text/plain; charset=utf-8"
    static let json = "application/json"

    /// Whether smaller is to be had: images and archives are as small as they get.
    static func isCompressible(_ type: String?) -> Bool {
        guard let type else { return false }
        let essence = type.prefix { $0 != ";" }
        return essence.hasPrefix("text/") || essence.hasSuffix("+xml") || essence.hasSuffix("+json")
            || ["application/json", "application/xml", "application/wasm"].contains(essence)
    }
}
