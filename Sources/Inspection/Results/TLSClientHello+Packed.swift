import Wire

extension TLSClientHello {
    func pack(into writer: inout PackedWriter) {
        writer.put(UInt64(version.rawValue))
        writer.put(random) { $0.put(UInt64($1)) }
        writer.put(sessionID) { $0.put(UInt64($1)) }
        writer.put(cipherSuites) { $0.put(UInt64($1.rawValue)) }
        writer.put(extensions) { $0.put(UInt64($1)) }
        writer.putShared(serverName)
        writer.put(applicationProtocols) { $0.putShared($1) }
        writer.put(supportedVersions) { $0.put(UInt64($1.rawValue)) }
        writer.put(groups) { $0.put(UInt64($1.rawValue)) }
        writer.put(pointFormats) { $0.put(UInt64($1)) }
        writer.put(signatureSchemes) { $0.put(UInt64($1)) }
        writer.put(ticketBytes)
    }

    init(from reader: inout PackedReader) {
        self.init(
            version: TLSProtocolVersion(rawValue: reader.number16()),
            random: reader.list { UInt8(truncatingIfNeeded: $0.number()) },
            sessionID: reader.list { UInt8(truncatingIfNeeded: $0.number()) },
            cipherSuites: reader.list { TLSCipherSuite(rawValue: $0.number16()) }
        )
        extensions = reader.list { $0.number16() }
        serverName = reader.sharedTextOrNil()
        applicationProtocols = reader.list { $0.sharedText() }
        supportedVersions = reader.list { TLSProtocolVersion(rawValue: $0.number16()) }
        groups = reader.list { TLSNamedGroup(rawValue: $0.number16()) }
        pointFormats = reader.list { UInt8(truncatingIfNeeded: $0.number()) }
        signatureSchemes = reader.list { $0.number16() }
        ticketBytes = reader.countOrNil()
    }
}
