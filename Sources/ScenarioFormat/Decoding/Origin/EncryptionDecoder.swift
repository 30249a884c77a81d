import Scenarios

/// `tls:` -> how the origin encrypts; nil if it does not.
struct EncryptionDecoder {
    let values: ValueReader

    func decode(_ node: YAMLNode) -> OriginEncryption? {
        guard node.entries != nil else {
            let word = values.word(node, "tls", among: ["true", "false"])
            return word == "true" ? OriginEncryption() : nil
        }
        var encryption = OriginEncryption()
        guard let section = Section(node, "tls", .encryption, values: values) else { return nil }
        encryption.version = section.choice("version")
        if let certificate: OriginEncryption.Certificate = section.choice("certificate") {
            encryption.certificate = certificate
        }
        if let resumes = section.flag("resumption") { encryption.resumes = resumes }
        return encryption
    }
}
