import Wire

extension CaptureHandshake: PackedResult {
    package var packedOrder: UInt64 { UInt64(clamping: stream ?? connection.quic ?? 0) }

    package func pack(into writer: inout PackedWriter) {
        connection.pack(into: &writer)
        writer.put(client)
        writer.put(server)
        writer.put(start)
        writer.put(end, after: start)
        writer.put(offer) { writer, offer in offer.pack(into: &writer) }
        writer.put(version) { $0.put(UInt64($1.rawValue)) }
        writer.put(cipherSuite) { $0.put(UInt64($1.rawValue)) }
        writer.put(group) { $0.put(UInt64($1.rawValue)) }
        writer.putShared(applicationProtocol)
        writer.putShared(resumption?.rawValue)
        writer.put([hasRetry])
        writer.putShared(earlyData.rawValue)
        writer.put(certificates) { writer, certificate in certificate.pack(into: &writer) }
        writer.put(alerts) {
            $0.put([$1.alert.isFatal, $1.isFromClient])
            $0.put(UInt64($1.alert.number))
            $0.put($1.stamp &- start)
            $0.put($1.packet)
        }
        writer.put(steps) {
            $0.putShared($1.name)
            $0.put([$1.isFromClient])
            $0.put($1.stamp &- start)
            $0.put($1.packet)
            $0.put($1.bytes)
        }
        writer.put(openedRecords)
        writer.put(closedRecords)
        writer.put(datagrams)
        writer.put(quic) { $0.put(UInt64($1.rawValue)) }
    }

    package init(from reader: inout PackedReader) {
        self.init(
            connection: CaptureConnection(from: &reader),
            client: reader.endpoint(),
            server: reader.endpoint(),
            start: reader.stamp()
        )
        let start = start
        end = reader.stampOrNil(after: start)
        offer = reader.optional { TLSClientHello(from: &$0) }
        version = reader.optional { TLSProtocolVersion(rawValue: $0.number16()) }
        cipherSuite = reader.optional { TLSCipherSuite(rawValue: $0.number16()) }
        group = reader.optional { TLSNamedGroup(rawValue: $0.number16()) }
        applicationProtocol = reader.sharedTextOrNil()
        resumption = reader.sharedTextOrNil().flatMap(Resumption.init)
        hasRetry = reader.flags(1)[0]
        earlyData = EarlyData(rawValue: reader.sharedText()) ?? .none
        certificates = reader.list { CaptureCertificate(from: &$0) }
        alerts = reader.list { reader in
            let flags = reader.flags(2)
            return Alert(
                alert: TLSAlert(isFatal: flags[0], number: UInt8(truncatingIfNeeded: reader.number())),
                isFromClient: flags[1],
                stamp: reader.stamp() &+ start,
                packet: reader.count()
            )
        }
        steps = reader.list { reader in
            HandshakeStep(
                name: reader.sharedText(),
                isFromClient: reader.flags(1)[0],
                stamp: reader.stamp() &+ start,
                packet: reader.count(),
                bytes: reader.count()
            )
        }
        openedRecords = reader.count()
        closedRecords = reader.count()
        datagrams = reader.countOrNil()
        quic = reader.optional { QUICVersion(rawValue: UInt32(truncatingIfNeeded: $0.number())) }
    }
}

extension CaptureCertificate {
    func pack(into writer: inout PackedWriter) {
        writer.putShared(subject)
        writer.putShared(issuer)
        writer.putShared(names)
        writer.put(validFrom)
        writer.put(validUntil)
    }

    init(from reader: inout PackedReader) {
        subject = reader.sharedText()
        issuer = reader.sharedText()
        names = reader.sharedTextOrNil()
        validFrom = reader.stampOrNil()
        validUntil = reader.stampOrNil()
    }
}
